"""A partial move: the actions chosen so far, and the observations each player has of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from spinney.core.state import Transition
from spinney.kernel.rng import mix, seeded

if TYPE_CHECKING:
    from spinney.core.state import Observation, State


@dataclass(frozen=True)
class PartialMove:
    """Some actions of a move, taken in an imagined world.

    Any world will do: what is heard inside a move depends on nothing hidden.

    Attributes:
        player: who says it.
        actions: those taken so far.
        world: the state after them.
        keys: for each player the hash of what they heard of it: their node in the tree.
    """

    player: int
    actions: tuple[int, ...]
    determinization: State
    keys: tuple[int, ...]

    @classmethod
    def of(cls, view: Observation, seed: int) -> PartialMove:
        """Return the beginning where nothing has been said yet."""
        keys = tuple(seeded(player + 1) for player in range(view.game.players))
        return cls(view.player, (), view.determinize(seed), keys)

    def then(self, action: int) -> PartialMove:
        """Return it with one action more."""
        world = self.determinization.apply_action(self.player, action)
        transition = Transition(self.player, action, self.determinization, world)
        keys = list(self.keys)
        if world.mid_move(self.player):  # else others' choices may have been settled with it
            for observer in range(len(keys)):
                for code in transition.events(observer):
                    keys[observer] = mix(keys[observer], code)
        return PartialMove(self.player, (*self.actions, action), world, tuple(keys))

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The actions that may follow."""
        return self.determinization.legal_actions(self.player)

    @cached_property
    def complete(self) -> bool:
        """Is it a whole move?"""
        return bool(self.actions) and not self.determinization.mid_move(self.player)

    @cached_property
    def view(self) -> Observation:
        """What the player sees now."""
        return self.determinization.observe(self.player)

    @property
    def words(self) -> str:
        """The move in words."""
        return str(self.determinization.game.notation.write(self.actions))
