"""The arrays that compiled loops over batches of games read and write."""

from __future__ import annotations

from typing import Any, NamedTuple

from spinney.kernel.records import Record, i64

OUTCOME = 0
"""In place of a margin: rewards tell who won, not by how much."""
NEXT_STEP, SAME_STEP, NEVER = range(3)
"""When a game that has ended is dealt anew."""
RAISE, LOSE, FORFEITS = range(3)
"""The effects of an illegal action: it is refused before anything is changed; or it ends the game;
or it counts as a failure to choose."""
LEAVE, FORFEIT = -1, -2
"""Values in place of an action: leave a game alone, or forfeit the choice."""


class BatchRow(Record):
    """The status of one game of a batch, as a record."""

    seed: int = i64()
    """What the next game is dealt from."""
    deal_seed: int = i64()
    """What this game was dealt from."""
    length: int = i64()
    """How many actions were taken."""
    player: int = i64()
    """The player to act."""
    to_act: int = i64()
    """All players to act, a bit each."""
    num_legal: int = i64()
    """How many actions are legal."""
    done: int = i64()
    """1: the last step has ended it, or it is over and stays so."""


class BatchArrays(NamedTuple):
    """The data of ``n`` games of a batch, a row for each.

    Attributes:
        rows: a batch of `BatchRow`, of shape ``(n,)``.
        mask: which actions are legal, uint8 of 0 and 1, of shape ``(n, num_actions)``.
        legal: the numbers of these actions, ascending; int16 or int32 of that shape.
        tensors: the view of the player to act, float32 or uint8 of shape ``(n, tensor_size)``; of
            width 0 without tensors.
        places: of the numbers that become one-hot the codes of what was written, of those of stacks
            1 + the card; int16 or int32 of shape ``(n, numbers)``.
        sets: the sets that the tensor shows, int64 of shape ``(n, sets)``.
        reward: by player, when the game ends; float32 of shape ``(n, players)``.
        last_tensors: the final view of the player who acted last, like ``tensors``.
    """

    rows: Any
    mask: Any
    legal: Any
    tensors: Any
    places: Any
    sets: Any
    reward: Any
    last_tensors: Any


class StepSettings(NamedTuple):
    """How games of a batch end, and the effect of illegal actions.

    Attributes:
        full_margin: of the game, for rewards that are returns; `OUTCOME`: they are outcomes.
        autoreset: `NEXT_STEP`, `SAME_STEP` or `NEVER`.
        illegal: `RAISE`, `LOSE` or `FORFEITS`.
    """

    full_margin: int
    autoreset: int
    illegal: int


class Encoder(NamedTuple):
    """How observations become tensors. `envs.plan` makes one for each thread.

    Attributes:
        record: a batch of one record, to write observations to.
        bytes1: the same as numbers of 8 bits, of shape ``(size of a record,)``.
        shorts1: of 16 bits, half as many.
        ints1: of 32 bits.
        longs1: of 64 bits.
        runs: by viewer, uint64 of shape ``(players, runs, RUN_COLUMNS)``: which numbers are
            encoded, by their index among those of their width, and their rows in a plan.
        widths: where the runs of each width end, int64 of shape ``(WIDTHS,)``.
        numbers: those that are encoded, in the order of a plan; int64 of shape ``(numbers,)``.
        plan: the encoding of each number, int32 of shape ``(numbers, PLAN_COLUMNS)``.
        ends: where each kind of them begins in it, and where the last ends; int64 of shape
            ``(KINDS + 1,)``.
        codes: by viewer, lists of small numbers that the plan points into, one after the other;
            int32 of shape ``(players, length)``.
        values: lists of the numbers that are written to a tensor, of its type, one after the other.
        fresh_places: as `BatchArrays.places`, for a tensor that is all zeros.
        fresh_sets: as `BatchArrays.sets`, for a tensor that is all zeros.
    """

    record: Any
    bytes1: Any
    shorts1: Any
    ints1: Any
    longs1: Any
    runs: Any
    widths: Any
    numbers: Any
    plan: Any
    ends: Any
    codes: Any
    values: Any
    fresh_places: Any
    fresh_sets: Any
