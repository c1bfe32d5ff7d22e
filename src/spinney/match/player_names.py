"""Names of the players of a match: people by their names, the computer by its level."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from spinney.core.second_person import you
from spinney.i18n import N_, _, cached_text
from spinney.match.events import RANDOM, SEARCHES, is_program, people

AT_THIS_SCREEN = ("me", "friend")
"""The seats of people at one screen; a name follows after a colon: ``friend:Anna``."""


def is_at_this_screen(seat: str) -> bool:
    """Return whether a seat is that of somebody at this screen."""
    return seat.partition(":")[0] in AT_THIS_SCREEN


@cached_text(maxsize=1024)  # each time a page is shown
def player_names(own: tuple[str, ...], seats: tuple[str, ...], reader: int = -1) -> tuple[str, ...]:
    """Return the players' names, all different.

    A player alone against computers who gave no name is "You" to themselves. Friends at one screen
    who gave none have the game's names for its players.

    Args:
        own: what the game calls them (`Game.display_names`).
        seats: who sits where.
        reader: who reads it; -1 for nobody who plays.
    """
    alone = people(seats) == (reader,)
    names = [
        (you() if alone else name) if seat in AT_THIS_SCREEN else seat_name(seat)
        for name, seat in zip(own, seats, strict=True)
    ]
    return _numbered(names)


def seat_name(seat: str) -> str:
    """Return the name of a level, a program or a person."""
    kind, _colon, name = seat.partition(":")
    if not is_program(seat):
        return name if kind in AT_THIS_SCREEN and name else seat
    if seat == RANDOM or kind == "level":
        return level_name(name or seat)
    if seat.startswith(SEARCHES):
        return seat
    return name.split()[0].rpartition("/")[2] or name


def level_name(level: str) -> str:
    """Return the name of a level of the computer as a player."""
    return _(_LEVELS[level]) if level in _LEVELS else level


def level_called(name: str) -> str:
    """Return the level of a name in the language spoken, or as programs write it; else the name."""
    said = name.casefold()
    found = (level for level, title in _LEVELS.items() if said in (level, _(title).casefold()))
    return next(found, name)


_LEVELS = {
    "acorn": N_("Acorn"),
    "sprout": N_("Sprout"),
    "shoot": N_("Shoot"),
    "seedling": N_("Seedling"),
    "sapling": N_("Sapling"),
    "tree": N_("Tree"),
    "ancient": N_("Ancient"),
    "random": N_("Random"),
}


def _numbered(names: Sequence[str]) -> tuple[str, ...]:
    """Return names with a number after each that occurs more than once."""
    many, so_far = Counter(names), Counter[str]()
    numbered = []
    for name in names:
        so_far[name] += 1
        several = many[name] > 1
        numbered.append(_("{name} {number}", name=name, number=so_far[name]) if several else name)
    return tuple(numbered)
