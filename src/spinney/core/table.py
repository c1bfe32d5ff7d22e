"""A game at one moment that is changed in place, for fast single stepping from Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from spinney.core import compilation, table_loops
from spinney.core.arguments import whole_number
from spinney.core.compilation import Program
from spinney.core.errors import Refused
from spinney.core.state import Observation, State
from spinney.core.table_loops import COUNT, TO_ACT
from spinney.kernel.engine import Engine

if TYPE_CHECKING:
    from spinney.core.encoding import TensorType
    from spinney.core.game import Game


class GameTable:
    """One game, changed in place. `Game.table` makes one of a new game.

    A `State` never changes: to step one costs some 15 microseconds, of which the rules take a
    hundredth. A table takes 3. Where several players are to act at once, they may act in any
    order: nobody sees what the others chose.

    Attributes:
        game: the game, with its options.
    """

    __slots__ = ("_batch", "_out", "_own", "_status", "_take", "game")

    def __init__(self, state: State) -> None:
        """Begin at a state."""
        self.game = state.game
        self._own = compilation.engine(state.game, TABLE)
        self._take = self._own.rules.take_action
        self._batch, self._out = self._own.load(state.data), self._own.ints(state.game.num_actions)
        self._update_status()

    def _update_status(self) -> None:
        """Settle, and keep the status: who is to act, and how many actions are legal."""
        self._status: int = self._own.rules.settle_table(self._batch, self._out)

    # The current state.

    @property
    def player(self) -> int:
        """The player to act, the lowest of several; -1: the game is over."""
        acting = self._status >> TO_ACT
        return (acting & -acting).bit_length() - 1

    @property
    def to_act(self) -> tuple[int, ...]:
        """The players who owe a decision, ascending; empty when the game is over."""
        return tuple(p for p in range(self.game.num_players) if self._status >> TO_ACT + p & 1)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return not self._status

    @property
    def outcome(self) -> tuple[int, ...] | None:
        """1 for a win, 0 for a shared one, -1 for a loss, by player; None before the end."""
        return self.freeze().outcome if self.over else None

    @property
    def returns(self) -> npt.NDArray[np.float32]:
        """Each player's return at the end, of shape ``(players,)``: see `State.returns`."""
        if self._status:
            return np.zeros(self.game.num_players, np.float32)
        return self.freeze().returns

    # Actions.

    def legal(self, player: int | None = None) -> npt.NDArray[np.int64]:
        """Return the legal actions, ascending: a new array of shape ``(actions,)``.

        Args:
            player: whose; None: those of `player`. Empty if that player is not to act.

        Raises:
            Refused: the player is not a whole number.
        """
        count, out = self._status & COUNT, self._out
        if player is not None and type(player) is not int:
            player = whole_number(player, "a player")
        if player is not None and player != self.player:
            count, out = 0, self._own.ints(self.game.num_actions)
            if self._is_to_act(player):
                count = self._own.rules.list_legal(self._batch, player, out)
        if not self._own.compiled:
            return np.array(self._own.list_of(out, count), np.int64)
        listed: npt.NDArray[np.int64] = out[:count].copy()
        return listed

    def mask(self, player: int | None = None) -> npt.NDArray[np.uint8]:
        """Return which actions are legal: 0 or 1, a new array of shape ``(num_actions,)``.

        Args:
            player: for whom; None: for `player`. All zeros if that player is not to act.

        Raises:
            Refused: the player is not a whole number.
        """
        mask = np.zeros(self.game.num_actions, np.uint8)
        mask[self.legal(player)] = 1
        return mask

    def apply(self, action: int, player: int | None = None) -> None:
        """Take an action, and perform the automatic stages that are due then.

        Args:
            action: one of `legal`.
            player: who takes it, one of `to_act`; None: `player`.

        Raises:
            Refused: it is not a legal action of that player, or the game is over; nothing has
                changed.
        """
        if type(action) is not int:
            action = whole_number(action, "an action")
        if player is not None and type(player) is not int:
            player = whole_number(player, "a player")
        status = self._status if player is None else self._status_of(player)
        try:
            status = self._take(self._batch, status, action, self._out)
        except Exception:
            if action.bit_length() < 64:
                raise
            status = -1  # too large a number for compiled code
        if status < 0:
            raise self._refusal(action, self.player if player is None else player)
        self._status = status

    def _status_of(self, player: int) -> int:
        """Return the status with one player only, whose actions are not listed yet."""
        if not self._is_to_act(player):
            raise Refused(f"player {player} has nothing to choose; see `to_act`")
        return 1 << TO_ACT + player | COUNT

    def _is_to_act(self, player: int) -> bool:
        return 0 <= player < self.game.num_players and bool(self._status >> TO_ACT + player & 1)

    def _refusal(self, action: int, player: int) -> Refused:
        """Return why an action can't be taken."""
        self._update_status()  # the legal actions of another player may have been listed
        if self.over:
            return Refused("the game is over; `Game.table` deals a new one")
        return Refused(f"action {action} is not legal for player {player}; see `legal`")

    # Observations.

    def observe(self, player: int) -> Observation:
        """Return what a player may know, as `State.observe` does."""
        return self.freeze().observe(player)

    def tensor(self, dtype: TensorType = "f4", player: int | None = None) -> npt.NDArray[Any]:
        """Return what a player sees as numbers: see `Observation.tensor`.

        Args:
            dtype: ``"f4"`` or ``"u1"``.
            player: who sees it; -1: a spectator; None: `player`, when the game is over a spectator.

        Raises:
            Refused: there is no such player or type of tensors.
        """
        return self._observation(player).tensor(dtype)

    def tokens(self, player: int | None = None) -> npt.NDArray[np.int16]:
        """Return what a player sees as small whole numbers, for embeddings: as `tensor` does."""
        return self._observation(player).tokens()

    def _observation(self, player: int | None) -> Observation:
        return self.observe(self.player if player is None else player)

    # Copies.

    def freeze(self) -> State:
        """Return the state at this moment, which never changes."""
        return State(self.game, self._own.save(self._batch))

    def copy(self) -> Self:
        """Return another table with the same game at the same moment."""
        return type(self)(self.freeze())

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.freeze(),)

    def __repr__(self) -> str:
        return f"GameTable({self.freeze()!r})"

    def __str__(self) -> str:
        return str(self.freeze())


def _exercise(game: Game, engine: Engine) -> None:
    """Call each function of a table once, in the engine that is given."""
    rules, state = engine.rules, game.new(seed=1)
    batch, out = engine.load(state.data), engine.ints(game.num_actions)
    rules.list_legal(batch, state.to_act[-1], out)
    status = rules.settle_table(batch, out)
    rules.take_action(batch, status, engine.list_of(out, 1)[0], out)


TABLE = Program("table", (table_loops,), _exercise)
"""The loops of tables."""
