"""A game in which nothing is hidden: each player sees all hands and decks, and all later dice.

Only what others choose at the same time stays unknown. A level that plays it shows the most that a
search of its size could gain by inferring what is hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from types import ModuleType
from typing import Any

from spinney.core.game import Game
from spinney.core.state import Observation, State
from spinney.kernel.rule import rule
from spinney.players.player_specs import PlayerSpec, ProgramSpec, Progress

SEEING_ALL = " seeing all"
"""How the name of a player ends who does."""


@rule
def observe(s: Any, player: int) -> None:
    """Blank nothing."""


@rule
def determinize(s: Any, player: int, r: int) -> int:  # noqa: ARG001 - as the interface has it
    """Fill nothing: there are no blanks."""
    return r


class OpenGame(Game):
    """A game whose observations are its states."""

    @staticmethod
    def of(game: Game) -> OpenGame:
        """Return a game with the same rules but for what players see."""
        return OpenGame(**{part.name: getattr(game, part.name) for part in fields(Game)})

    @cached_property
    def rules(self) -> ModuleType:
        """The game's rules, with these observations."""
        own = super().rules
        found = ModuleType(own.__name__)
        vars(found).update(vars(own), observe=observe, determinize=determinize)
        return found

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        return ("open", *super()._key)

    @cached_property
    def link_key(self) -> tuple[str, ...]:
        """The key of the linked rules: others than the game's."""
        return ("open", *super().link_key)

    @cached_property
    def code_key(self) -> tuple[str, ...]:
        """The key of the compiled rules: others than the game's."""
        return ("open", *super().code_key)


def opened(game: Game, players: Sequence[PlayerSpec]) -> tuple[OpenGame, tuple[PlayerSpec, ...]]:
    """Return the open game, and players of whom only those see all who are to."""
    return OpenGame.of(game), tuple(
        player if isinstance(player, SeeingAll) else Blindfolded(player, game) for player in players
    )


@dataclass(frozen=True)
class SeeingAll:
    """A player of an `OpenGame` who looks at all. Programs can't be."""

    player: PlayerSpec

    @property
    def seat(self) -> str:
        """What a record's header calls it."""
        return f"{self.player.seat}{SEEING_ALL}"

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:
        """Return the player's move."""
        assert not isinstance(self.player, ProgramSpec)
        return self.player.choose(view, seed, progress)


@dataclass(frozen=True)
class Blindfolded(SeeingAll):
    """A player of an `OpenGame` who looks only at what the usual game shows.

    Attributes:
        game: the usual game.
    """

    game: Game

    @property
    def seat(self) -> str:
        """What a record's header calls it."""
        return self.player.seat

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:
        """Return the player's move."""
        usual = State(self.game, view.data).observe(view.player)
        return super().choose(usual, seed, progress)
