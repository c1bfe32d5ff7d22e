"""Legal moves: those of one player in a state, listed only as far as needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from operator import index
from typing import TYPE_CHECKING

from spinney.core import notation
from spinney.core.errors import Refused
from spinney.core.interface import MOST_ACTIONS_OF_MOVE
from spinney.kernel.rng import random, seeded

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

ROOM = 1024
"""The length of the first buffer for moves, which suffices if there are few."""


class LegalMoves:
    """The complete moves of one player: iterate, ``len``, ``in``, ``[0]``, or draw one.

    Moves are listed only when needed: there can be a hundred thousand.
    """

    def __init__(self, value: State | Observation, player: int) -> None:
        self._value, self._player = value, player

    def __iter__(self) -> Iterator[str]:
        write = self._write
        return (write(actions) for actions in self.paths())

    @property
    def _write(self) -> Callable[[Sequence[int]], str]:
        """What writes these moves. A view is needed only where one of them has begun."""
        if self._value._is_mid_move(self._player):
            return notation.writer(self._value._seen_by(self._player))
        write: Callable[[Sequence[int]], str] = self._value.game.notation.write
        return write

    def __getitem__(self, number: int) -> str:
        """Return a move by its number in the order of iteration. Raises IndexError: none has it."""
        wanted = index(number) + (len(self) if number < 0 else 0)
        found = next(islice(self, wanted, None), None) if wanted >= 0 else None
        if found is None:
            raise IndexError(f"there are {len(self)} moves, and none has the number {number}")
        return found

    def paths(self) -> Iterator[tuple[int, ...]]:
        """Yield each move as its actions."""
        yield from _paths(self._value._as_state(), self._player)

    def __len__(self) -> int:
        return self._listed(0)[0]

    def few(self, most: int) -> tuple[tuple[int, ...], ...] | None:
        """Return all moves as their actions, as `paths` does.

        None: there are more than ``most``.
        """
        room, count, moves = ROOM, *self._listed(ROOM)
        while len(moves) < count <= most:
            room *= 8
            count, moves = self._listed(room)
        return tuple(moves) if count <= most else None

    def _listed(self, room: int) -> tuple[int, list[tuple[int, ...]]]:
        """Return how many moves there are, and those that fit into ``room`` numbers."""
        if self._player not in self._value.to_act:
            return 0, []
        engine = self._value.engine
        batch = engine.load(self._value._as_state().data, spare=MOST_ACTIONS_OF_MOVE)
        out, codes = engine.ints(self._value.game.rules.ACTIONS), engine.ints(room)
        stack = engine.ints(MOST_ACTIONS_OF_MOVE + 1), engine.ints(MOST_ACTIONS_OF_MOVE + 1)
        count = engine.rules.list_moves(batch, self._player, out, *stack, codes, room)
        if count < 0:
            title = self._value.game.title
            raise ValueError(f"{title} has a move of more than {MOST_ACTIONS_OF_MOVE} actions")
        return int(count), _moves(engine.list_of(codes, room))

    def __contains__(self, move: object) -> bool:
        try:
            return isinstance(move, str) and bool(
                notation.read(self._value._seen_by(self._player), move)
            )
        except Refused:
            return False

    def __bool__(self) -> bool:
        return self._player in self._value.to_act

    def sample(self, seed: int) -> str:
        """Return a move drawn action by action, by ``seed``."""
        r = seeded(seed)
        state, actions = self._value._as_state(), []
        while True:
            r = random(r)
            choices = state._legal_actions(self._player)
            if not choices:
                raise Refused("this player has nothing to choose")
            actions.append(choices[(r >> 32) % len(choices)])
            state = state._after(self._player, actions[-1])
            if not state._is_mid_move(self._player):
                return self._write(actions)

    def __repr__(self) -> str:
        return f"<the {len(self)} moves player {self._player} can make>"


def _moves(codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Read moves as rules write them: each as the number of its actions, and these."""
    moves, at = list[tuple[int, ...]](), 0
    while at < len(codes) and (length := codes[at]):
        moves.append(tuple(codes[at + 1 : at + 1 + length]))
        at += 1 + length
    return moves


def _paths(state: State, player: int) -> Iterator[tuple[int, ...]]:
    """Yield each move of a player as its actions; a batch is the stack."""
    if player not in state.to_act:
        return
    engine = state.engine
    batch = engine.load(state.data, spare=MOST_ACTIONS_OF_MOVE)
    out = engine.ints(state.game.rules.ACTIONS)
    legal, apply, mid_move = engine.rules.legal_at, engine.rules.apply_at, engine.rules.mid_move_at

    def going_on(before: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        depth = len(before)
        for action in engine.list_of(out, legal(batch, depth, player, out)):
            batch[depth + 1] = batch[depth]
            apply(batch, depth + 1, player, action)
            if mid_move(batch, depth + 1, player):
                yield from going_on((*before, action))
            else:
                yield (*before, action)

    yield from going_on(())


def illegal_text(player: int, action: int, legal: Sequence[int]) -> str:
    """Return why an action can't be taken, given those that are legal."""
    count = len(legal)
    listed = "there is 1 legal one" if count == 1 else f"there are {count or 'no'} legal ones"
    return f"{action} is not a legal action of player {player}; {listed}"
