"""Forest Garden, by Claas Fischer: plant a garden of edible trees and shrubs through two years."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from spinney.core.game import FileOption, Game, Option
from spinney.i18n import N_, _
from spinney.i18n.lists import or_list

CONTINENTS_IN_PLAY = {
    2: ("EU", "NA"),
    3: ("AS",),
    4: ("EU NA",),
    5: ("AS EU", "AS NA"),
    6: ("AS EU NA",),
    7: ("AS EU NA",),
}
"""Whose decks can serve, by the number of players."""


def _unfit(chosen: Mapping[str, Any]) -> str:
    """Why these options can't go together: the continents are not for so many players."""
    players, continents = chosen["players"], chosen["continents"]
    if continents == "lot" or continents in CONTINENTS_IN_PLAY[players]:
        return ""
    return _(
        "with {players} players the decks of {known} are used, not of {chosen}",
        players=players,
        known=or_list(CONTINENTS_IN_PLAY[players]),
        chosen=continents,
    )


# The plants are read when they are needed: listing games must cost nothing.


def _pack(path: Path) -> str:
    from spinney.games.forest_garden.deck.plants import Plants

    return Plants.read(path).word


def _name_of(word: str) -> str:
    from spinney.games.forest_garden.deck.plants import from_word

    return from_word(word).title


def _tables(chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the rules know of the plants, of the program's own deck or of a file's."""
    from spinney.games.forest_garden.deck.plants import chosen_plants

    return chosen_plants(chosen["plants"]).tables()


def _longest(chosen: Mapping[str, Any]) -> int:
    """Return the most actions of a game: on average fewer than 20 for each player in 21 rounds.

    One round can have more: bonuses, each once a game, bring further cards to offer and to play.
    """
    return 20 * 21 * int(chosen["players"])


GAME = Game(
    name="forest-garden",
    title="Forest Garden",
    about=N_(
        "Grow a garden of edible trees and shrubs through two years of flowers and "
        "harvests, for two to seven."
    ),
    package=__name__,
    record="ForestGarden",
    options=(
        Option("players", 2, (2, 3, 4, 5, 6, 7), N_("Players")),
        Option(
            "continents",
            "lot",
            ("lot",),
            N_("Continents"),
            about=N_(
                "Which decks are used: that of Europe or that of America with 2 players, one of "
                "them besides that of Asia with 5; drawn by lot unless you choose. With other "
                "numbers of players there is no choice."
            ),
            parts=("AS", "EU", "NA"),
            labels={
                "lot": N_("By lot"),
                "AS": N_("Asia"),
                "EU": N_("Europe"),
                "NA": N_("North America"),
            },
        ),
        Option(
            "half",
            "lot",
            ("lot", "EU", "NA"),
            N_("Half a deck"),
            about=N_(
                "With 6 players half of the European or of the American cards stay in the box."
            ),
            labels={"lot": N_("By lot"), "EU": N_("Europe"), "NA": N_("North America")},
        ),
        Option(
            "nitrogen",
            "once",
            ("once", "always"),
            N_("Nitrogen"),
            about=N_("What a collector's cube doubles: one harvest, or every one."),
            labels={"once": N_("One harvest"), "always": N_("Every harvest")},
        ),
        Option(
            "special_tie",
            "lot",
            ("lot", "forfeit", "agree"),
            N_("Tied special actions"),
            about=N_(
                "Players with the same number of cubes vote on who acts first, and lose their "
                "actions if they can’t agree; or a lot decides; or they all lose their actions."
            ),
            labels={"lot": N_("By lot"), "forfeit": N_("All lose it"), "agree": N_("By agreement")},
            between_people="agree",
        ),
        Option(
            "tasks",
            False,
            (False, True),
            N_("Additional tasks"),
            ("no", "yes"),
            about=N_("Everybody has a secret task, worth 10 points at the end."),
        ),
        Option(
            "direct_sale",
            False,
            (False, True),
            N_("Direct sale"),
            ("no", "yes"),
            about=N_("A plant can be offered to another player for 3 cubes."),
        ),
        FileOption(
            "plants",
            "own",
            ("own",),
            N_("Plants"),
            about=N_("The program’s own deck, or one from a file: give its path."),
            labels={"own": "Spinney’s own"},
            pack=_pack,
            name_of=_name_of,
        ),
    ),
    unfit=_unfit,
    tables=_tables,
    clocks=("none", "bank 20:00 + 10", "move 1:00"),
    time_out=N_(
        "A player who runs out of time chooses nothing, declines, refuses, performs no special "
        "action, and accepts the player proposed to act first; otherwise the first possible move "
        "is played."
    ),
    longest=_longest,
    full_margin=80,
    credits=N_("Designed by Claas Fischer (Waldgärtner). The plants and tasks are Spinney's own."),
    warning=N_(
        "Don’t rely on its cards for what you can eat: of many plants only some parts are "
        "edible, others only when processed, and some are poisonous."
    ),
    age=10,
    minutes=(60, 90),
)
