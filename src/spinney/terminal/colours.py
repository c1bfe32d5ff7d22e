"""Colours of cards, players and moves in the terminal.

A game's output is plain text. Its ``view`` module may have ``INKS``, which gives patterns
(regular expressions) the fills of cards; the same patterns colour pictures, logs and input. Players
who are named for a colour of the palette are written in it. Nothing is shown by colour alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from rich.style import Style
from rich.text import Text

from spinney.drawing.palette import PLAYERS

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation

SAYABLE = Style(bold=True, underline=True)


class TextColours(NamedTuple):
    """The style of a part of a text: colours as ``#RRGGBB``, empty for the terminal's own."""

    start: int
    end: int
    colour: str
    ground: str


def inks(game: Game, text: str) -> Iterator[TextColours]:
    """Yield the coloured parts of a text about a game."""
    for pattern, colour, ground in _patterns(game):
        for found in pattern.finditer(text):
            yield TextColours(found.start(), found.end(), colour, ground)


@cache
def _patterns(game: Game) -> tuple[tuple[re.Pattern[str], str, str], ...]:
    fills = getattr(game.part("view"), "INKS", {})
    cards = [(re.compile(pattern), fill.ink, fill.fill) for pattern, fill in fills.items()]
    players = [
        (re.compile(rf"\b{re.escape(name)}\b", re.IGNORECASE), PLAYERS[name].colour, "")
        for name in game.player_names
        if name in PLAYERS
    ]
    people = [
        (re.compile(rf"\b{re.escape(called)}\b"), PLAYERS[name].colour, "")
        for called, name in zip(game.people, game.player_names, strict=False)
        if name in PLAYERS
    ]
    return (*cards, *players, *people)


def paint(game: Game, text: str) -> Text:
    """Return any text about a game, coloured."""
    painted = Text(text)
    for ink in inks(game, text):
        style = Style(color=ink.colour, bgcolor=ink.ground or None, bold=not ink.ground)
        painted.stylize(style, ink.start, ink.end)
    return painted


def picture(view: Observation) -> Text:
    """Return a player's view, coloured, with the words of its legal moves underlined."""
    painted = paint(view.game, str(view))
    for found in re.finditer(r"\w(?:[\w.]*\w)?", painted.plain):
        if found[0] in view.words:
            painted.stylize(SAYABLE, *found.span())
    return painted
