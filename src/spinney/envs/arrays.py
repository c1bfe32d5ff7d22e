"""The arrays that compiled loops over batches of games read and write."""

from __future__ import annotations

from typing import Any, NamedTuple

from spinney.kernel.records import Record, i64

OUTCOME = 0
"""In place of a margin: rewards tell who won, not by how much."""
NEXT_STEP, SAME_STEP, NEVER = range(3)
"""When a game that has ended is dealt anew."""
RAISE, LOSE, LAPSE = range(3)
"""What an illegal action does: it is refused before anything is changed; or it ends the game; or it
counts as a failure to choose."""
LEAVE, FORFEIT = -1, -2
"""What can be given instead of an action: to leave a game alone, or the player's forfeit."""


class BatchRow(Record):
    """What is known of one game of a batch, in few numbers."""

    seed: int = i64()
    """What the next game is dealt from."""
    length: int = i64()
    """How many actions were taken."""
    player: int = i64()
    """Who is to act."""
    to_act: int = i64()
    """All who are, a bit each."""
    num_legal: int = i64()
    """How many actions are legal."""
    done: int = i64()
    """1: it has ended by the last step."""


class BatchArrays(NamedTuple):
    """What is known of each game of a batch, a row for each.

    Attributes:
        rows: a batch of `BatchRow`.
        mask: which actions are legal, 0 or 1.
        legal: these actions, ascending, as many as there are.
        tensors: what the player to act sees; of width 0 where nobody wants that.
        places: where in the tensor the 1 of each one-hot number is.
        sets: the sets that the tensor shows.
        reward: by player, when the game ends.
        last_tensors: what who acted last saw in the end.
    """

    rows: Any
    mask: Any
    legal: Any
    tensors: Any
    places: Any
    sets: Any
    reward: Any
    last_tensors: Any


class Conduct(NamedTuple):
    """How games of a batch end, and what becomes of illegal actions.

    Attributes:
        full_margin: of the game, for rewards that are returns; `OUTCOME`: they are outcomes.
        autoreset: `NEXT_STEP`, `SAME_STEP` or `NEVER`.
        illegal: `RAISE`, `LOSE` or `LAPSE`.
    """

    full_margin: int
    autoreset: int
    illegal: int


class Encoder(NamedTuple):
    """How observations become tensors. `envs.plan` makes one for each thread.

    Attributes:
        record: a batch of one record, to write observations to.
        bytes1: the same as numbers of 8 bits, of shape ``(numbers,)``.
        shorts1: of 16 bits.
        ints1: of 32 bits.
        longs1: of 64 bits.
        sources: by viewer, the index of each number that is encoded among those of its width.
        slots: for each of these, its row in a plan.
        widths: where the numbers of each width end in both.
        numbers: the numbers that are encoded, in the order of a plan.
        plan: what becomes of each number, of shape ``(numbers, PLAN_COLUMNS)``.
        ends: where each kind of them ends in it.
        codes: by viewer, lists of small numbers that the plan points into.
        values: lists of what is written to a tensor, of its type.
        fresh_places: as `BatchArrays.places`, for a tensor that is all zeros.
        fresh_sets: as `BatchArrays.sets`, likewise.
    """

    record: Any
    bytes1: Any
    shorts1: Any
    ints1: Any
    longs1: Any
    sources: Any
    slots: Any
    widths: Any
    numbers: Any
    plan: Any
    ends: Any
    codes: Any
    values: Any
    fresh_places: Any
    fresh_sets: Any
