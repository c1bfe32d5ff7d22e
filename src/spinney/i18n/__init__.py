"""Texts in the language of whoever reads them.

The source of every text that a player reads is English, marked with `_` (or `ngettext`, `pgettext`)
where it is used. ``locale/LANGUAGE/LC_MESSAGES/spinney.po`` translates it; the file ``spinney.mo``
beside it is compiled from that. The notation of moves, the API and the bot protocol are no texts:
they stay English.

Values stand in a text by name, in braces: ``_("{name} drew {card}", name=…, card=…)``.

The language holds for a context (`contextvars`): a request, a socket, a rendered page. What is
cached and contains texts must have `current_language` in its key.
"""

from __future__ import annotations

import gettext as _gettext
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "spinney"
SOURCE_LANGUAGE = "en"
LONG = "x-long"
"""A pseudo-language, for tests of layouts: English, 40 % longer."""
_STRETCH = 0.4

_language: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)


class _Long(_gettext.NullTranslations):
    """English, longer: what fits with these texts also fits in wordier languages."""

    def gettext(self, message: str) -> str:
        return message + " " + "~" * max(1, round(_STRETCH * len(message)) - 1)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, _context: str, message: str) -> str:
        return self.gettext(message)


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """Return the codes of the languages there are, English first."""
    found = sorted(path.parent.parent.name for path in LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return (SOURCE_LANGUAGE, *found)


@cache
def _translations(language: str) -> _gettext.NullTranslations:
    if language == LONG:
        return _Long()
    if language not in languages():
        raise ValueError(f"there is no language {language!r}; there are: {', '.join(languages())}")
    return _gettext.translation(DOMAIN, LOCALE, [language], fallback=language == SOURCE_LANGUAGE)


def current_language() -> str:
    """Return the code of the language that texts have in this context."""
    return _language.get()


def set_language(language: str) -> None:
    """Let texts have a language from here on in this context.

    Raises:
        ValueError: there is no such language.
    """
    _translations(language)
    _language.set(language)


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Let texts have a language within a block. Raises ValueError as `set_language` does."""
    _translations(language)
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def best_language(wanted: Sequence[str]) -> str:
    """Return the first wanted language that there is, by its code or its first part, or English."""
    for code in wanted:
        for candidate in (code.lower(), code.lower().split("-")[0].split("_")[0]):
            if candidate in languages():
                return candidate
    return SOURCE_LANGUAGE


def _(message: str, /, **values: object) -> str:
    """Return a text in the reader's language, with values filled in by name."""
    text = _translations(_language.get()).gettext(message)
    return text.format(**values) if values else text


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Return the text for a number of things; ``{count}`` in it is the number."""
    text = _translations(_language.get()).ngettext(one, many, count)
    return text.format(count=count, **values)


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return a text that is translated by its context, where one English word means two things."""
    text = _translations(_language.get()).pgettext(context, message)
    return text.format(**values) if values else text


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for this mark
    """Mark a text for translation where it is defined; `_` translates it where it is shown."""
    return message
