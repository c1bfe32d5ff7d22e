"""Arboretum, by Dan Cassar: grow the finest paths, and keep the cards that let you score them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from spinney.core.game import Game, Option
from spinney.i18n import N_, _

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

DECK_COLOURS = {2: 6, 3: 8, 4: 10}
"""How many colours are in the deck, by the number of players."""
MINI_COLOURS, MINI_ORDERS, MINI_LENGTH = 2, 720, 12
"""The mini game: its colours, the orders the deck can be in, the actions of a game."""


def _is_mini(chosen: Mapping[str, Any]) -> bool:
    return bool(chosen["size"] == "mini")


def _unfit(chosen: Mapping[str, Any]) -> str:
    """Why these options can't go together: too many players, too many or too few colours."""
    players, colours = chosen["players"], chosen["colours"].split()
    if _is_mini(chosen) and players != 2:
        return _("the mini game is for 2 players, not for {players}", players=players)
    needed = MINI_COLOURS if _is_mini(chosen) else DECK_COLOURS[players]
    if chosen["colours"] == "first" or len(colours) == needed:
        return ""
    return _(
        "{players} players need {needed} kinds of tree, and these are {count}: {kinds}",
        players=players,
        needed=needed,
        count=len(colours),
        kinds=", ".join(colours),
    )


TURNS = {2: 33, 3: 42, 4: 51}
"""The most turns of a game, by the number of players; each is five actions."""


def _longest(chosen: Mapping[str, Any]) -> int:
    """Return the most actions of a game: two draws, a card, its cell and a discard each turn."""
    return MINI_LENGTH if _is_mini(chosen) else 5 * TURNS[chosen["players"]]


def _deals(chosen: Mapping[str, Any]) -> int:
    """Return how many deals the mini game has: the orders of the deck, and who goes first."""
    if not _is_mini(chosen):
        return 0
    return MINI_ORDERS * (2 if chosen["first"] == "lot" else 1)


GAME = Game(
    name="arboretum",
    title="Arboretum",
    about=N_(
        "Grow a garden of rising paths, and hold back the cards that let you score "
        "them, for two to four."
    ),
    package=__name__,
    record="Arboretum",
    options=(
        Option("players", 2, (2, 3, 4), N_("Players")),
        Option(
            "colours",
            "first",
            ("first",),
            N_("Kinds of tree"),
            about=N_(
                "Which kinds of tree are in the deck: the first 6, 8 or 10 of the list for 2, 3 or "
                "4 players, or as many of your choice."
            ),
            parts=TREES,
            labels={"first": N_("The first of the list")},
        ),
        Option(
            "edition",
            "v11",
            ("v11", "published"),
            N_("Edition"),
            about=N_(
                "As published, nobody starts with a discard, and in a tie the player with more "
                "kinds of tree in the garden wins."
            ),
            labels={"v11": N_("The designer’s, version 11"), "published": N_("As published")},
        ),
        Option(
            "first",
            "1",
            ("1", "lot"),
            N_("First player"),
            about=N_(
                "By custom, whoever watered a plant most recently goes first: sit down "
                "accordingly. Here player 1 goes first, or whoever is drawn by lot."
            ),
            labels={"1": N_("Player 1"), "lot": N_("By lot")},
        ),
        Option(
            "size",
            "full",
            ("full", "mini"),
            N_("Size"),
            about=N_(
                "The mini game, for two, is so small that programs can solve it: six cards, one "
                "in each hand; a turn draws one and plants one."
            ),
            labels={"full": N_("The full game"), "mini": N_("Mini")},
            added_later=True,
        ),
    ),
    unfit=_unfit,
    clocks=("none", "bank 15:00 + 10", "move 1:00"),
    time_out=N_(
        "A player who runs out of time draws from the deck, or from the first pile with a card "
        "once the deck is empty; plays the lowest card in hand on the topmost open cell; "
        "discards the lowest."
    ),
    simultaneous=False,
    longest=_longest,
    deals=_deals,
    full_margin=25,
    credits=N_("Designed by Dan Cassar."),
)
