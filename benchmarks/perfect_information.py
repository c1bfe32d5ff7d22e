"""A game of perfect information: each player sees all hands and decks, and all later dice.

Only what others choose at the same time stays unknown. A level that plays it shows about how much a
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
from spinney.players.player_specs import Chooser, PlayerSpec, ProgramSpec
from spinney.search.budget import Progress

INFORMED = " with perfect information"
"""How the name of a player ends who sees all."""


@rule
def observe(s: Any, player: int) -> None:
    """Blank nothing."""


@rule
def determinize(s: Any, player: int, r: int) -> int:  # noqa: ARG001 - as the interface has it
    """Fill nothing: there are no blanks."""
    return r


class PerfectInformationGame(Game):
    """A game whose observations are its states."""

    @staticmethod
    def of(game: Game) -> PerfectInformationGame:
        """Return a game with the same rules but for what players see."""
        return PerfectInformationGame(
            **{part.name: getattr(game, part.name) for part in fields(Game)}
        )

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


def with_perfect_information(
    game: Game, players: Sequence[PlayerSpec]
) -> tuple[PerfectInformationGame, tuple[PlayerSpec, ...]]:
    """Return the game of perfect information, and its players: only those informed see all."""
    return PerfectInformationGame.of(game), tuple(
        player if isinstance(player, Informed) else Uninformed(in_process(player), game)
        for player in players
    )


def in_process(player: PlayerSpec) -> Chooser:
    """Return a player that is no program. Raises TypeError if it is one."""
    if isinstance(player, ProgramSpec):
        raise TypeError(f"{player.seat} is a program: it can't be given another view")
    return player


@dataclass(frozen=True)
class Informed:
    """A player of a `PerfectInformationGame` who looks at all; no program."""

    player: Chooser

    @property
    def seat(self) -> str:
        """The name in a record's header."""
        return f"{self.player.seat}{INFORMED}"

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:
        """Return the player's move."""
        return self.player.choose(view, seed, progress)


@dataclass(frozen=True)
class Uninformed:
    """A player of a `PerfectInformationGame` who looks only at what the usual game shows.

    Attributes:
        player: who; no program.
        game: the usual game.
    """

    player: Chooser
    game: Game

    @property
    def seat(self) -> str:
        """The name in a record's header."""
        return self.player.seat

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:
        """Return the player's move."""
        usual = State(self.game, view.data).observe(view.player)
        return self.player.choose(usual, seed, progress)
