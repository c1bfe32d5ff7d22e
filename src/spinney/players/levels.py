"""The computer's levels: numbers of playouts, and of mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spinney.core.errors import Refused, did_you_mean
from spinney.i18n import N_, _

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.search import Tuning
    from spinney.search.search import Shipped


@dataclass(frozen=True)
class Level:
    """A level of the computer.

    Attributes:
        name: in the notation.
        title: on pages.
        strength: how well it plays, in a word.
        playouts: how many games it tries for each move, where a game doesn't say (`playouts_in`);
            0: it looks one action ahead.
        learned: does it play by the network that comes with a game, if one does? Else it plays by
            hand-written advice.
        about: one sentence for a person who picks an opponent.
        mistake_rate: how many of its choices are mistakes, 0 to 1, where a game doesn't say.
    """

    name: str
    title: str
    strength: str
    playouts: int
    learned: bool
    about: str
    mistake_rate: float = 0.0

    @property
    def at_once(self) -> bool:
        """Does it answer at once, even before anything is compiled?"""
        return self.playouts == 0

    def playouts_in(self, game: Game) -> int:
        """Return how many games it tries for each move in a game."""
        return int(self._numbers(game).get("playouts", self.playouts))

    def tuning_in(self, game: Game) -> Tuning:
        """Return how it searches in a game."""
        from spinney.search.tuning import tuning_of

        others = {n: float(x) for n, x in self._numbers(game).items() if n != "playouts"}
        return tuning_of(game)._replace(**others)

    def _numbers(self, game: Game) -> Mapping[str, float]:
        """Return the parameters of a learned level in a game's ``advice``, by its name.

        They are ``playouts``, and numbers of `Tuning`. ``LEVELS`` has them by the number of
        players, for the network that comes with the game; ``LEVELS_FOR_MANY``, for three and more
        players, where none does.
        """
        own: Mapping[str, Mapping[str, float]] = {}
        if self.learned and self._has_network(game):
            own = getattr(game.part("advice"), "LEVELS", {}).get(game.num_players, {})
        elif self.learned and game.num_players > 2:
            own = getattr(game.part("advice"), "LEVELS_FOR_MANY", {})
        return own.get(self.name, {})

    @staticmethod
    def _has_network(game: Game) -> bool:
        from spinney.search.weights import shipped_network

        return shipped_network(game) is not None

    @property
    def network(self) -> Shipped | None:
        """The source of its advice, as in `spinney.search.think`."""
        return "shipped" if self.learned else None


LEVELS = {
    level.name: level
    for level in (
        Level(
            "acorn",
            N_("Acorn"),
            N_("easiest"),
            0,
            False,
            N_("Makes many mistakes. For children, and a very first game."),
            1.0,
        ),
        Level(
            "sprout",
            N_("Sprout"),
            N_("very easy"),
            0,
            False,
            N_("Often makes mistakes. For getting to know the rules."),
            0.6,
        ),
        Level(
            "shoot",
            N_("Shoot"),
            N_("rather easy"),
            0,
            False,
            N_("Makes a mistake now and then."),
            0.3,
        ),
        Level(
            "seedling",
            N_("Seedling"),
            N_("easy"),
            0,
            False,
            N_("Looks one step ahead. For a first game."),
        ),
        Level(
            "sapling",
            N_("Sapling"),
            N_("medium"),
            1_000,
            False,
            N_("Tries 1,000 games before each move. Plays soundly."),
        ),
        Level(
            "tree",
            N_("Tree"),
            N_("hard"),
            10_000,
            True,
            N_("Searches long before each move. Hard to beat."),
        ),
        Level(
            "ancient",
            N_("Ancient"),
            N_("hardest"),
            100_000,
            True,
            N_("Searches many times longer. Takes its time."),
        ),
    )
}

FIRST = "seedling"
"""The level for a new player."""


def check_level(name: str) -> None:
    """Refuse a name that is not a level."""
    if name not in LEVELS:
        raise Refused(
            _("there is no level {level!r}", level=name) + did_you_mean(name, list(LEVELS))
        )
