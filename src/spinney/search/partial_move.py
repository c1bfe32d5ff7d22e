"""A partial move: the actions chosen so far, and the observations each player has of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from spinney.core import notation
from spinney.kernel.rng import mix, seeded

if TYPE_CHECKING:
    from spinney.core.state import Observation, State


@cache
def _first_keys(players: int) -> tuple[int, ...]:
    """Return for each player the hash of no events."""
    return tuple(seeded(player + 1) for player in range(players))


@dataclass(frozen=True)
class PartialMove:
    """Some actions of a move, taken in a determinization.

    Any determinization serves: events inside a move depend on nothing hidden.

    Attributes:
        player: who makes it.
        root: the player's view before the first action.
        actions: those taken so far.
        determinization: the state after them.
        keys: for each player the hash of the events they learnt of: their node in the tree.
        complete: is it a whole move?
    """

    player: int
    root: Observation
    actions: tuple[int, ...]
    determinization: State
    keys: tuple[int, ...]
    complete: bool = False

    @classmethod
    def of(cls, view: Observation, seed: int) -> PartialMove:
        """Return the move before its first action."""
        keys = _first_keys(view.game.num_players)
        return cls(view.player, view, (), view.determinize(seed), keys)

    def then(self, action: int) -> PartialMove:
        """Return it with one more action, which must be legal."""
        transition = self.determinization.transition(self.player, action)
        complete = not transition.state.mid_move(self.player)
        keys = list(self.keys)
        if not complete:  # trees don't continue from a whole move
            for observer in range(len(keys)):
                for code in transition.events(observer):
                    keys[observer] = mix(keys[observer], code)
        actions = (*self.actions, action)
        return PartialMove(self.player, self.root, actions, transition.state, tuple(keys), complete)

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The actions that may follow."""
        return self.determinization.legal_actions(self.player)

    @property
    def is_forced(self) -> bool:
        """Is there only one way to complete it?"""
        at = self
        while not at.complete:
            if len(at.legal) > 1:
                return False
            at = at.then(at.legal[0])
        return True

    @cached_property
    def view(self) -> Observation:
        """The player's current view."""
        return self.determinization.observe(self.player)

    @property
    def words(self) -> str:
        """The move in words."""
        return notation.writer(self.root)(self.actions)
