"""Texts in the reader's language.

The source of every text that a player reads is English, marked with `_` (or `ngettext`, `pgettext`)
where it is used. ``locale/LANGUAGE/LC_MESSAGES/spinney.po`` translates it; the file ``spinney.mo``
beside it is compiled from that. The notation of moves, the API and the bot protocol are not
translated: they stay English.

Values stand in a text by name, in braces: ``_("{name} drew {card}", name=…, card=…)``.

The language holds for a context (`contextvars`): a request, a socket, a rendered page. Cached
values with texts are cached by language: `cached_text` in place of `functools.lru_cache`.
`catalogue` extracts the texts and compiles their translations.
"""

from __future__ import annotations

import gettext as _gettext
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

LOCALE = Path(__file__).parent / "locale"
DOMAIN = "spinney"
SOURCE_LANGUAGE = "en"
LONG = "x-long"
"""A pseudo-language, for tests of layouts: English, 40 % longer."""
_STRETCH = 0.4
LONG_VARIABLE = "SPINNEY_LONG_TEXTS"
"""The environment variable that offers the pseudo-language in pages and terminals, for tests."""

_language: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


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


def is_offered(language: str) -> bool:
    """Can a reader choose this language?"""
    is_long = language == LONG and bool(os.environ.get(LONG_VARIABLE))
    return is_long or language in languages()


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
    """Set the language of texts from here on in this context.

    Raises:
        ValueError: there is no such language.
    """
    _translations(language)
    _language.set(language)


@contextmanager
def in_language(language: str) -> Iterator[None]:
    """Set the language of texts within a block. Raises ValueError as `set_language` does."""
    _translations(language)
    token = _language.set(language)
    try:
        yield
    finally:
        _language.reset(token)


def best_language(codes: Sequence[str]) -> str:
    """Return the first available language, by its code or its first part, or English.

    Codes are compared without regard to capitals and to ``-`` or ``_`` between their parts.
    """
    offered = {_normalized(code): code for code in (*languages(), LONG) if is_offered(code)}
    for wanted in map(_normalized, codes):
        for code in (wanted, wanted.partition("_")[0]):
            if code in offered:
                return offered[code]
    return SOURCE_LANGUAGE


def _normalized(code: str) -> str:
    """Return a code of a language for comparison: ``pt_br`` of ``pt-BR``."""
    return code.lower().replace("-", "_")


def language_of_environment() -> str:
    """Return the language that this process's environment asks for, as gettext reads it."""
    names = ("SPINNEY_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    value = next((os.environ[name] for name in names if os.environ.get(name)), "")
    return best_language([value.partition(".")[0].partition("@")[0]])


def native_name(language: str) -> str:
    """Return a language's own name."""
    with in_language(language):
        return pgettext("the name of this very language, in itself", "English")


def cached_text(
    maxsize: int | None,
) -> Callable[[Callable[_Given, _Result]], Callable[_Given, _Result]]:
    """Cache a function's results, as `functools.lru_cache` does, for each language by itself."""

    def decorate(function: Callable[_Given, _Result]) -> Callable[_Given, _Result]:
        @lru_cache(maxsize=maxsize)
        def by_language(_language: str, /, *args: Any, **kwargs: Any) -> _Result:
            return function(*args, **kwargs)

        @wraps(function)
        def cached(*args: _Given.args, **kwargs: _Given.kwargs) -> _Result:
            return by_language(_language.get(), *cast("Any", args), **cast("Any", kwargs))

        cast("Any", cached).cache_clear = by_language.cache_clear
        return cached

    return decorate


def _(message: str, /, **values: object) -> str:
    """Return a text in the reader's language, with values filled in by name."""
    text = _translations(_language.get()).gettext(message)
    return text.format(**values) if values else text


def ngettext(one: str, many: str, count: int, /, **values: object) -> str:
    """Return the text for a number of things; ``{count}`` in it is the number."""
    return plural(one, many, count).format(count=count, **values)


def plural(one: str, many: str, count: int) -> str:
    """Return the text for a number of things with nothing filled in."""
    return _translations(_language.get()).ngettext(one, many, count)


def pgettext(context: str, message: str, /, **values: object) -> str:
    """Return the translation of a text in a context, for an English word with two meanings."""
    text = _translations(_language.get()).pgettext(context, message)
    return text.format(**values) if values else text


def grouped(number: int) -> str:
    """Return a whole number with its thousands separated, as the reader writes them."""
    return f"{number:,}".replace(",", pgettext("between thousands and hundreds", ","))


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for this mark
    """Mark a text for translation where it is defined; `_` translates it where it is shown."""
    return message
