"""Texts in templates: translated, with values escaped."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from markupsafe import Markup

from spinney import i18n
from spinney.i18n import N_, current_language, languages, native_name
from spinney.i18n.scripts import script_texts

# Texts in templates are written by us, as HTML; what is filled in is not.


def _(message: str, /, **values: object) -> Markup:
    """Return a text of a template: it may be HTML, its values are escaped."""
    text = Markup(i18n._(message))  # noqa: S704 - written in a template or a catalogue
    return text.format(**values) if values else text


def ngettext(one: str, many: str, count: int, /, **values: object) -> Markup:
    """Return a text of a template for a number of things."""
    text = i18n.plural(one, many, count)
    return Markup(text).format(count=count, **values)  # noqa: S704 - likewise


def pgettext(context: str, message: str, /, **values: object) -> Markup:
    """Return a text of a template that is translated by its context."""
    text = Markup(i18n.pgettext(context, message))  # noqa: S704 - likewise
    return text.format(**values) if values else text


def translated(message: str) -> str:
    """Return a text that was marked where it is defined (`i18n.N_`); it is escaped as all text."""
    return i18n._(message) if message else ""


MONTHS = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)
DATE = N_("{day} {month} {year}")


def day(when: datetime) -> str:
    """Return a day as a page says it: ``3 May 2031``."""
    month = i18n._(MONTHS[when.month - 1])
    return i18n._(DATE, day=when.day, month=month, year=when.year)


def script_address() -> str:
    """Return the address of the module with the texts of scripts; empty: they speak English."""
    language = current_language()
    texts = script_texts(language)
    return f"/texts/{language}.{texts.version}.js" if texts else ""


GLOBALS: dict[str, Any] = {
    "_": _,
    "ngettext": ngettext,
    "pgettext": pgettext,
    "translated": translated,
    "day": day,
    "grouped": i18n.grouped,
    "language": current_language,
    "languages": languages,
    "native_name": native_name,
    "script_address": script_address,
}
"""What templates may call."""
