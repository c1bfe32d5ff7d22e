"""The texts of the pages' scripts: a JavaScript module for each language.

The part of the catalogue that scripts use is compiled to `SCRIPTS`, beside the whole one.
"""

from __future__ import annotations

import hashlib
import json
from functools import cache
from gettext import c2py
from typing import NamedTuple

from spinney.i18n import LOCALE, LONG, SOURCE_LANGUAGE, languages

SCRIPTS = "scripts.json"
"""The file's name, beside ``spinney.mo``."""
_STRETCHED = (
    'const rest = (text) => "~".repeat(Math.max(1, Math.round(0.4 * text.length) - 1));\n'
    "export const messages = new Proxy({}, { get: (_, text) => `${text} ${rest(text)}` });\n"
    "export const plural = () => -1;\n"
)
"""The contents of the pseudo-language's catalogue."""


class ScriptTexts(NamedTuple):
    """The module with the texts of scripts in one language.

    Attributes:
        version: a hash of the code, for its address.
        code: JavaScript that exports ``messages`` and ``plural``.
    """

    version: str
    code: str


@cache
def script_texts(language: str) -> ScriptTexts | None:
    """Return a language's module; None for English, or if there is no such language."""
    if language == LONG:
        return _module(_STRETCHED)
    if language == SOURCE_LANGUAGE or language not in languages():
        return None
    read = json.loads((LOCALE / language / "LC_MESSAGES" / SCRIPTS).read_text("utf-8"))
    c2py(read["plural"])  # raises ValueError if it is more than a formula for n
    messages = json.dumps(read["messages"], ensure_ascii=False, sort_keys=True)
    return _module(
        f"export const messages = {messages};\n"
        f"export const plural = (n) => Number({read['plural']});\n"
    )


def _module(code: str) -> ScriptTexts:
    return ScriptTexts(hashlib.sha256(code.encode()).hexdigest()[:12], code)
