"""Spring Challenge 2021, by CodinGame: two spirits grow the forest under a moving sun."""

from collections.abc import Mapping
from typing import Any

from spinney.core.game import Game, Option
from spinney.i18n import N_

PLAYER_NAMES = ("red", "blue")
"""What the players are called, by seat."""


def _longest(chosen: Mapping[str, Any]) -> int:
    """Return the most actions of a game.

    On each of 24 days every cell's tree does one thing at most, in two actions, and both wait.
    """
    return 24 * (37 * 2 + 2)


GAME = Game(
    name="spring-2021",
    title="Spring Challenge 2021",
    about=N_(
        "Grow and harvest a forest in 24 days of moving shadows, both choosing at once, for two."
    ),
    package=__name__,
    record="Forest",
    version=2,
    compatible_versions=(1,),
    num_players=2,
    names=PLAYER_NAMES,
    options=(
        Option(
            "league",
            0,
            (0, 1, 2),
            N_("League"),
            ("bronze", "wood-1", "wood-2"),
            N_(
                "The contest began with simpler games: in Wood 2 trees are only completed, in "
                "Wood 1 they grow too. Bronze and every league above play the whole game."
            ),
            labels={"bronze": N_("Bronze and above"), "wood-1": "Wood 1", "wood-2": "Wood 2"},
            added_later=True,
        ),
    ),
    clocks=("none", "move 1:00", "bank 10:00 + 5", "phase 3:00"),
    phase_clock=N_("{time} for each day"),
    time_out=N_(
        "A player who does not choose in time is out with -1 point, and the game ends with that "
        "turn."
    ),
    longest=_longest,
    full_margin=60,
    credits=N_("Designed by CodinGame for its Spring Challenge of 2021."),
)
