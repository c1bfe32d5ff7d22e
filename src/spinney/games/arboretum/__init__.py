"""Arboretum, by Dan Cassar: grow the finest paths, and keep the cards that let you score them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spinney.core.game import Game, Option

TREES = (
    "cassia",
    "crabapple",
    "dogwood",
    "jacaranda",
    "lilac",
    "magnolia",
    "myrtle",
    "poinciana",
    "poplar",
    "willow",
)
"""The ten colours, each a kind of tree; cards are numbered in this order."""

COLOURS = {2: 6, 3: 8, 4: 10}
"""How many colours are in the deck, by the number of players."""


def _unfit(chosen: Mapping[str, Any]) -> str:
    """Why these options can't go together: the colours chosen are too many or too few."""
    players, colours = chosen["players"], chosen["colours"].split()
    if chosen["colours"] == "first" or len(colours) == COLOURS[players]:
        return ""
    return (
        f"{players} players need {COLOURS[players]} colours, and these are {len(colours)}: "
        f"{', '.join(colours)}"
    )


GAME = Game(
    name="arboretum",
    title="Arboretum",
    about="Grow a garden of rising paths, and hold back the cards that let you score them, "
    "for two to four.",
    package=__name__,
    record="Arboretum",
    options=(
        Option("players", 2, (2, 3, 4), "Players"),
        Option(
            "colours",
            "first",
            ("first",),
            "Colours",
            about="Which trees are in the deck: the first 6, 8 or 10 of the list for 2, 3 or 4 "
            "players, or as many of your choice.",
            parts=TREES,
            labels={"first": "The first of the list"},
        ),
        Option(
            "edition",
            "v11",
            ("v11", "published"),
            "Edition",
            about="As published, nobody starts with a discard, and of those who tie the one with "
            "more kinds of tree in the arboretum wins.",
            labels={"v11": "The designer’s, version 11", "published": "As published"},
        ),
        Option(
            "first",
            "1",
            ("1", "lot"),
            "First player",
            about="Player 1 goes first, or whoever is drawn by lot.",
            labels={"1": "Player 1", "lot": "By lot"},
        ),
    ),
    unfit=_unfit,
    clocks=("none", "bank 15:00 + 10", "move 1:00"),
    time_out="Who is late draws from the deck, or from the first pile with a card once the deck "
    "is out; plays the lowest card in hand on the topmost open cell; discards the lowest.",
    credits="Designed by Dan Cassar.",
)
