"""How far a sentence has been said, and what everybody has heard of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from spinney.core.state import Moment
from spinney.kernel.rng import mix, seeded

if TYPE_CHECKING:
    from spinney.core.state import Observation, State


@dataclass(frozen=True)
class Beginning:
    """Some steps of a sentence, taken in an imagined world.

    Any world will do: what is heard inside a sentence depends on nothing hidden.

    Attributes:
        player: who says it.
        steps: those taken so far.
        world: the state after them.
        keys: for each player the hash of what they heard of it: their node in the tree.
    """

    player: int
    steps: tuple[int, ...]
    world: State
    keys: tuple[int, ...]

    @classmethod
    def of(cls, view: Observation, seed: int) -> Beginning:
        """Return the beginning where nothing has been said yet."""
        keys = tuple(seeded(player + 1) for player in range(view.game.players))
        return cls(view.player, (), view.imagine(seed), keys)

    def then(self, step: int) -> Beginning:
        """Return it with one step more."""
        world = self.world.step(self.player, step)
        moment = Moment(self.player, step, self.world, world)
        keys = list(self.keys)
        if world.midway(self.player):  # else others' choices may have been settled with it
            for listener in range(len(keys)):
                for code in moment.heard(listener):
                    keys[listener] = mix(keys[listener], code)
        return Beginning(self.player, (*self.steps, step), world, tuple(keys))

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The steps that may follow."""
        return self.world.steps(self.player)

    @cached_property
    def complete(self) -> bool:
        """Is it a whole sentence?"""
        return bool(self.steps) and not self.world.midway(self.player)

    @cached_property
    def view(self) -> Observation:
        """What the player sees now."""
        return self.world.observe(self.player)

    @property
    def words(self) -> str:
        """The sentence in words."""
        return str(self.world.game.sentences.write(self.steps))
