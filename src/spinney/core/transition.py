"""`Transition`: one action, stage or forfeit of a game, and what each observer learnt from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spinney.core.arguments import check_observer
from spinney.core.interface import FACTS

if TYPE_CHECKING:
    from spinney.core.state import State


@dataclass(frozen=True)
class Transition:
    """One action, stage or forfeit, and the state after it.

    Attributes:
        player: who took the action, or who forfeited; -1 for an automatic stage.
        action: the action; a stage's number; ``-reason`` for a forfeit.
        before: the state right before it.
        state: the state right after it.
    """

    player: int
    action: int
    before: State
    state: State
    _events: dict[int, tuple[int, ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    def events(self, observer: int) -> tuple[int, ...]:
        """Return what ``observer`` (-1: a spectator) learnt from it, as codes.

        Raises:
            Refused: there is no such observer.
        """
        if observer not in self._events:
            self._events[observer] = self._learnt_by(observer)
        return self._events[observer]

    def _learnt_by(self, observer: int) -> tuple[int, ...]:
        observer = check_observer(observer, self.state.game.num_players)
        engine = self.state.engine
        out = engine.ints(self.state.game.rules.CODES + FACTS)
        batch = engine.load(self.before.data, self.state.data)
        count = engine.rules.events_at(batch, 0, 1, observer, self.player, self.action, out)
        return engine.list_of(out, count)
