"""Build Your Arboretum, by chaotic_iak: two players bid with parrots, then plant and advertise."""

from collections.abc import Mapping
from typing import Any

from spinney.core.game import Game, Option
from spinney.i18n import N_

PLAYER_NAMES = ("red", "blue")
"""What the players are called, by seat."""

MINI_DEALS, MINI_LENGTH = 6, 14
"""The mini game: how many deals there are, and the most actions of a game.

The order of cards that come together makes no difference.
"""


def _is_mini(chosen: Mapping[str, Any]) -> bool:
    return bool(chosen["size"] == "mini")


def _longest(chosen: Mapping[str, Any]) -> int:
    """Return the most actions of a game.

    In each of 11 rounds two bids of at most 17 groups and their ends, nine turns of two actions,
    and in one of them a hire: at most seven cards and its end.
    """
    if _is_mini(chosen):
        return MINI_LENGTH
    return 1 + 11 * (2 * 18 + 9 * 2 + 6)


def _deals(chosen: Mapping[str, Any]) -> int:
    """Return how many deals the mini game has."""
    return MINI_DEALS if _is_mini(chosen) else 0


GAME = Game(
    name="build-your-arboretum",
    title="Build Your Arboretum",
    about=N_("Bid in secret with your parrots, then plant a garden and advertise it, for two."),
    package=__name__,
    record="Arboreta",
    num_players=2,
    version=2,  # planting became two actions, with the same words
    compatible_versions=(1,),
    names=PLAYER_NAMES,
    options=(
        Option(
            "dm_advantage",
            0,
            (0, 1),
            N_("Who wins a tie"),
            PLAYER_NAMES,
            N_(
                "That player also chooses who starts the first round. The rules call this the DM "
                "Advantage."
            ),
        ),
        Option(
            "size",
            "full",
            ("full", "mini"),
            N_("Size"),
            about=N_(
                "The mini game is so small that programs can solve it: four cards in two rounds, "
                "and one parrot each."
            ),
            labels={"full": N_("The full game"), "mini": N_("Mini")},
            added_later=True,
        ),
    ),
    clocks=("none", "phase 3:00 all", "phase 3:00 all wait 3", "bank 15:00 + 10", "move 1:00"),
    phase_clock=N_("{time} for each bid, and {time} for all your turns of a round"),
    time_out=N_(
        "A player who does not choose a starting player in time starts. A player who does not "
        "bid in time has no groups this round; one who runs out of time on a turn skips the rest "
        "of the round."
    ),
    example_from=71,  # round 11, which the rules go through turn by turn
    longest=_longest,
    deals=_deals,
    full_margin=25,
    credits=N_("Designed by chaotic_iak, after Arboretum by Dan Cassar."),
)
