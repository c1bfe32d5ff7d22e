"""Extract the texts, bring each language's catalogue up to date, and compile it.

For development, as ``make texts``: it needs Babel. The files for run time are beside each
``spinney.po``: ``spinney.mo`` for Python, and ``scripts.json`` with the texts of the pages'
scripts.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from spinney.i18n import DOMAIN, LOCALE
from spinney.i18n.scripts import SCRIPTS

PACKAGE = LOCALE.parent.parent
FILES = [("**/templates/**.html", "jinja2"), ("**/static/**.js", "javascript")]
"""The files with texts besides Python's, and Babel's extractors for them."""
LEFT_OUT = {"server/static/vendor"}
KEYWORDS: dict[str, Any] = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
}
"""The functions that mark texts, and which of their arguments are texts or their context."""
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
"""The date of every catalogue: committed files must not change by themselves."""
HINT = "Translators:"
"""The prefix of a comment for translators, right before a text."""

Key = tuple[str, str]
"""The key of a text: its context and its English text."""


class Text(NamedTuple):
    """A text as the sources have it.

    Attributes:
        id: the English text; with a plural, both.
        context: for an English word with two meanings.
        files: where it stands.
        hints: for translators.
    """

    id: str | tuple[str, str]
    context: str
    files: tuple[str, ...]
    hints: tuple[str, ...]

    @property
    def key(self) -> Key:
        """The key of the text."""
        return self.context, self.id if isinstance(self.id, str) else self.id[0]

    @property
    def is_in_script(self) -> bool:
        """Does a page's script use it?"""
        return any(file.endswith(".js") for file in self.files)


def extract() -> list[Text]:
    """Return all texts of the sources, by the first file that has them."""
    texts: dict[Key, Text] = {}
    for file, _line, id_, hints, context in sorted(_extracted(), key=lambda one: one[:2]):
        text = Text(_id(id_), context or "", (file,), tuple(hints))
        before = texts.get(text.key)
        if before is not None:
            several = next((x.id for x in (before, text) if not isinstance(x.id, str)), text.id)
            files = tuple(dict.fromkeys((*before.files, file)))
            text = Text(several, text.context, files, before.hints or text.hints)
        texts[text.key] = text
    return sorted(texts.values(), key=lambda text: (text.files[0], text.key[1], text.context))


def _extracted() -> Iterator[tuple[str, int, Any, list[str], str | None]]:
    for path in PACKAGE.rglob("*.py"):
        for text in _in_python(path.read_text("utf-8")):
            yield path.relative_to(PACKAGE).as_posix(), *text
    options = {"**/templates/**.html": {"trimmed": "true", "silent": "false"}}
    yield from extract_from_dir(
        PACKAGE,
        FILES,
        options,
        KEYWORDS,
        comment_tags=(HINT,),
        strip_comment_tags=True,
        directory_filter=lambda path: Path(path).relative_to(PACKAGE).as_posix() not in LEFT_OUT,
    )


def _in_python(source: str) -> Iterator[tuple[int, Any, list[str], str | None]]:
    """Yield the marked texts of a module: Babel would also take strings within arguments."""
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id in KEYWORDS:
            said = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            texts = [text for text in said if isinstance(text, str)]
            hint = lines[node.lineno - 2].strip() if node.lineno > 1 else ""
            hints = [hint.split(HINT, 1)[1].strip()] if HINT in hint else []
            if node.func.id == "pgettext" and len(texts) == 2:
                yield node.lineno, texts[1], hints, texts[0]
            elif node.func.id == "ngettext" and len(texts) == 2:
                yield node.lineno, tuple(texts), hints, None
            elif node.func.id in ("_", "N_") and len(texts) == 1:
                yield node.lineno, texts[0], hints, None


def _id(id_: Any) -> str | tuple[str, str]:
    return (id_[0], id_[1]) if isinstance(id_, tuple | list) else str(id_)


# Catalogues.


def languages() -> list[str]:
    """Return the languages that have a catalogue."""
    return sorted(path.parent.parent.name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))


def path_of(language: str, name: str = f"{DOMAIN}.po") -> Path:
    """Return where a file of a language's catalogue is."""
    return LOCALE / language / "LC_MESSAGES" / name


def read(language: str) -> Catalog:
    """Return a language's catalogue as it is written."""
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def brought_up_to_date(old: Catalog, texts: Iterable[Text]) -> Catalog:
    """Return a catalogue with these texts: translated as it was before, or not at all.

    Nothing is guessed from similar texts, and no numbers of lines and no dates are written: a
    change of the sources that changes no text changes no catalogue.
    """
    new = Catalog(old.locale, DOMAIN, creation_date=EPOCH, revision_date=EPOCH, fuzzy=False)
    for text in texts:
        before = old.get(text.key[1], text.context or None)
        plural = isinstance(text.id, tuple)
        translation = (
            before.string if before is not None and before.pluralizable == plural else None
        )
        new.add(
            text.id,
            translation or (("",) * new.num_plurals if plural else ""),
            locations=[(file, 0) for file in text.files],
            auto_comments=text.hints,
            user_comments=before.user_comments if before is not None else (),
            flags={"fuzzy"} if before is not None and before.fuzzy else (),
            context=text.context or None,
        )
    return new


def written(catalogue: Catalog) -> bytes:
    """Return a catalogue as a file ``.po``."""
    file = io.BytesIO()
    write_po(file, catalogue, width=100, include_lineno=False, omit_header=True)
    name = catalogue.locale.english_name if catalogue.locale else "no language"
    head = (
        f"# Spinney in {name}. How to translate: docs/how-to/translate.md.\n"
        'msgid ""\nmsgstr ""\n'
        f'"Language: {catalogue.locale_identifier}\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n'
        f'"Plural-Forms: {catalogue.plural_forms}\\n"\n\n'
    )
    return head.encode() + _without_flags(file.getvalue())


def _without_flags(po: bytes) -> bytes:
    """Clear the formats that Babel detects: values are named in braces."""
    po = re.sub(rb"(?m)^#, (?:python-brace-format|python-format)\n", b"", po)
    return re.sub(rb"(?m)^(#,.*?), (?:python-brace-format|python-format)", rb"\1", po)


def compiled(catalogue: Catalog) -> bytes:
    """Return a catalogue as a file ``.mo``: what has no translation is left out."""
    file = io.BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def for_scripts(catalogue: Catalog, texts: Iterable[Text]) -> bytes:
    """Return the translated texts of the pages' scripts, as JSON."""
    keys = {text.key for text in texts if text.is_in_script}
    messages = {
        "\x04".join(filter(None, key_of(message))): message.string
        for message in catalogue
        if message.id and key_of(message) in keys and is_translated(message)
    }
    translation = {"plural": catalogue.plural_expr, "messages": messages}
    return (json.dumps(translation, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()


def key_of(message: Message) -> Key:
    """Return the key of a catalogue's message."""
    return message.context or "", message.id if isinstance(message.id, str) else message.id[0]


def is_translated(message: Message) -> bool:
    """Has a message a translation, with all plural forms?"""
    translation = message.string
    return (
        bool(translation)
        if translation is None or isinstance(translation, str)
        else all(translation)
    )


def forms(message: Message) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a message's English texts and its translations, each one or more."""
    id_, translation = message.id, message.string
    english = (id_,) if isinstance(id_, str) else tuple(id_)
    return english, (translation,) if isinstance(translation, str) else tuple(translation or ())


def files_of(language: str, texts: list[Text]) -> dict[Path, bytes]:
    """Return the expected contents of a language's files."""
    catalogue = brought_up_to_date(read(language), texts)
    return {
        path_of(language): written(catalogue),
        path_of(language, f"{DOMAIN}.mo"): compiled(catalogue),
        path_of(language, SCRIPTS): for_scripts(catalogue, texts),
    }


def main() -> None:
    """Bring all files up to date, and report the untranslated texts."""
    texts = extract()
    for language in languages():
        for path, content in files_of(language, texts).items():
            if not path.exists() or path.read_bytes() != content:
                path.write_bytes(content)
        left = [m for m in read(language) if m.id and (m.fuzzy or not is_translated(m))]
        sys.stdout.write(f"{language}: {len(texts)} texts, {len(left)} not translated\n")
        for message in left[:10]:
            sys.stdout.write(f"  {key_of(message)[1]}\n")


if __name__ == "__main__":
    main()
