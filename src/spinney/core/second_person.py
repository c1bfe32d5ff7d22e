"""Sentences about players, in the second person for a player who is called "You"."""

from __future__ import annotations

from collections.abc import Iterable

from spinney.i18n import _


def you() -> str:
    """Return the name of a player who plays alone and gave none, as shown to that player."""
    return _("You")


def told(name: str, own: str, other: str, /, **values: object) -> str:
    """Return a sentence about a player: ``own`` about "you", else ``other`` with their ``name``."""
    return _(own, **values) if name == you() else _(other, name=name, **values)


def with_you(name: str, is_reader: bool) -> str:
    """Return a player's name, marked for the reader whose own it is: ``Anna (you)``."""
    return f"{name} {_('(you)')}" if is_reader and name != you() else name


def told_of_several(names: Iterable[str], own: str, other: str) -> str:
    """Return a text about several players: ``own`` if one of them is "you", else ``other``.

    Unlike English, other languages have different verb forms for them.
    """
    return own if you() in names else other
