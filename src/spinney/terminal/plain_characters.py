"""ASCII forms of characters, for outputs whose encoding lacks them, such as Latin-1."""

from __future__ import annotations

import codecs
import io
import unicodedata
from typing import TextIO

ERRORS = "spinney.plain"
"""The name of the error handler, as `codecs` knows it."""
FORMS = {
    **dict.fromkeys("’‘\N{SINGLE LOW-9 QUOTATION MARK}", "'"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("–−—\xad─━═╌", "-"),
    **dict.fromkeys("│┃║▏▎▍▌", "|"),
    **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯┏┓┗┛┣┫┳┻╋╇╈┡┢┩┪", "+"),
    **dict.fromkeys("·•✓✕▸▹", "*"),
    **dict.fromkeys("█▉▊▋", "#"),
    "…": "...",
    "±": "+-",
    "×": "x",
    "░": ".",
    "½": "1/2",
    "←": "<-",
    "→": "->",
    "↑": "^",
    "↓": "v",
    "▾": "v",
    "◃": "<",
    "≤": "<=",
    "≥": ">=",
    "∞": "inf",
    **dict(zip("äöüÄÖÜß", ("ae", "oe", "ue", "Ae", "Oe", "Ue", "ss"), strict=True)),
}


def use_plain_characters(stream: TextIO) -> None:
    """Let a stream write ASCII forms of what its encoding lacks, where it would raise an error.

    It stays as it is if the user has chosen otherwise, as by ``PYTHONIOENCODING=ascii:replace``.
    """
    if isinstance(stream, io.TextIOWrapper) and stream.errors in ("strict", "backslashreplace"):
        codecs.register_error(ERRORS, _plain_forms)
        stream.reconfigure(errors=ERRORS)


def _plain_forms(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(plain_form, error.object[error.start : error.end])), error.end


def plain_form(character: str) -> str:
    """Return the ASCII form of a character: its letter without accents, or a question mark."""
    if character in FORMS:
        return FORMS[character]
    parts = unicodedata.normalize("NFKD", character)
    return parts.encode("ascii", "ignore").decode() or "?"
