"""Loops over batches of games for learning, written once for all games and linked to each.

``a`` is a batch of records; `BatchArrays` holds what callers learn about each.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from spinney.core.interface import (
    ACTIONS,
    ILLEGAL,
    apply,
    begin,
    deal,
    forfeit,
    legal,
    num_players,
    observe,
    outcome,
    score,
    settle,
    to_act,
)
from spinney.core.returns import write_returns
from spinney.kernel.records import Ints
from spinney.kernel.rng import below, mix, random
from spinney.kernel.rule import rule, scratch

# What a column of a plan says of one number of a record.
BITS, INDEX, KIND, LOW, COUNT, TO, MORE = range(7)
PLAN_ROWS = 7
# Kinds: how the number is written.
UNITS, BYTE, ONE_HOT, MEMBERS, GRID_UNITS, GRID_BYTES = range(6)
MOST = 255

LEAVE, FORFEIT = -1, -2
"""What can be given instead of an action: to leave a game alone, or the player's forfeit."""
NEXT_STEP, SAME_STEP, NEVER = range(3)
"""When a game that has ended is dealt anew."""
OUTCOME = 0
"""In place of a margin: rewards tell who won, not by how much."""


class Encoder(NamedTuple):
    """How observations become tensors.

    Attributes:
        record: a batch of one record, to write observations to.
        bytes1: the same as numbers of 8 bits, of shape ``(1, numbers)``.
        shorts1: of 16 bits.
        longs1: of 64 bits.
        plans: by viewer, what becomes of each number; see `envs.plan`.
        places: the lists that plans point into.
    """

    record: Any
    bytes1: Any
    shorts1: Any
    longs1: Any
    plans: Any
    places: Any


class BatchArrays(NamedTuple):
    """What callers learn about each game of a batch, a row for each.

    Attributes:
        seeds: what the next game is dealt from.
        player: who is to act.
        to_act: all who are, a bit each.
        mask: which actions are legal, 0 or 1.
        tensors: what the player to act sees; of width 0 where nobody wants that.
        length: how many actions were taken.
        reward: by player, when the game ends.
        done: has it ended by this step?
        last_tensors: what who acted last saw in the end.
    """

    seeds: Any
    player: Any
    to_act: Any
    mask: Any
    tensors: Any
    length: Any
    reward: Any
    done: Any
    last_tensors: Any


@rule
def settle_stages(s: Any) -> int:
    """Perform the automatic stages that are due; return who is awaited then, a bit each."""
    awaited = to_act(s)
    while awaited == 0:
        if settle(s) == 0:
            return 0
        awaited = to_act(s)
    return awaited


@rule
def lowest_player(awaited: int) -> int:
    """Return the lowest player among bits; 0 if there is none."""
    player = 0
    while awaited != 0 and not awaited >> player & 1:
        player += 1
    return player


@rule
def number_at(encoder: Encoder, width: int, x: int) -> int:
    """Return a number of the record: number ``x`` among those of ``width`` bits."""
    if width == 8:
        return encoder.bytes1[0, x]  # type: ignore[no-any-return]
    if width == 16:
        return encoder.shorts1[0, x]  # type: ignore[no-any-return]
    return encoder.longs1[0, x]  # type: ignore[no-any-return]


@rule
def write_cell(cell: int, kind: int, origin: int, grid: Any, out: Any, i: int, to: int) -> None:
    """Write a cell of a grid that has so many columns and rows."""
    columns, rows = grid
    row = cell // columns
    column = cell - row * columns
    out[i, to] = 1
    if kind == GRID_BYTES:
        out[i, to + 1] = column
        out[i, to + 2] = row
    else:
        out[i, to + 1] = (column - origin % columns) / columns
        out[i, to + 2] = (row - origin // columns) / rows


@rule
def write_tensor(s: Any, viewer: int, encoder: Encoder, out: Any, i: int) -> None:
    """Write what a player sees to row ``i`` of an array."""
    out[i, :] = 0
    encoder.record[0] = s
    observe(encoder.record[0], viewer)
    plan, places = encoder.plans[viewer], encoder.places
    for k in range(plan.shape[1]):
        value = number_at(encoder, plan[BITS, k], plan[INDEX, k])
        kind, to, low = plan[KIND, k], plan[TO, k], plan[LOW, k]
        count, more = plan[COUNT, k], plan[MORE, k]
        if kind == ONE_HOT:
            place = places[more + value - low]
            if place >= 0:
                out[i, to + place] = 1
        elif kind == MEMBERS:
            for j in range(count):
                out[i, to + j] = value >> places[more + j] & 1
        elif kind == UNITS:
            out[i, to] = max(value - low, 0) / count
        elif kind == BYTE:
            out[i, to] = min(max(value - low, 0), MOST)
        elif value >= 0:
            write_cell(value, kind, low, (count, more), out, i, to)


@rule
def write_row(
    a: Any, i: int, awaited: int, encoder: Encoder, arrays: BatchArrays, out: Ints
) -> None:
    """Write who is to act in ``a[i]``, what they may do, and what they see."""
    viewer = lowest_player(awaited)
    arrays.player[i] = viewer
    arrays.to_act[i] = awaited
    arrays.mask[i, :] = 0
    if awaited != 0:
        for k in range(legal(a[i], viewer, out)):
            arrays.mask[i, out[k]] = 1
    if arrays.tensors.shape[1] > 0:
        write_tensor(a[i], viewer, encoder, arrays.tensors, i)


@rule
def deal_row(a: Any, i: int, options: Ints, arrays: BatchArrays) -> int:
    """Deal a new game and draw the seed of the next; return who is awaited."""
    seed = arrays.seeds[i]
    arrays.seeds[i] = random(seed)
    arrays.length[i] = 0
    deal(a[i], options, seed)
    begin(a[i])
    return settle_stages(a[i])


@rule
def deal_rows(
    a: Any,
    first: int,
    last: int,
    options: Ints,
    encoder: Encoder,
    arrays: BatchArrays,
    chosen: Any,
) -> None:
    """Deal those of the games ``first <= i < last`` anew that are chosen (1 or 0)."""
    out = scratch(ACTIONS)
    for i in range(first, last):
        if chosen[i] != 0:
            arrays.done[i] = 0
            write_row(a, i, deal_row(a, i, options, arrays), encoder, arrays, out)


@rule
def take(s: Any, player: int, action: int) -> None:
    """Take a player's action, or their forfeit."""
    if action == FORFEIT:
        forfeit(s, player, ILLEGAL)
    else:
        apply(s, player, action)


@rule
def write_rewards(s: Any, full_margin: int, reward: Any, out: Ints) -> None:
    """Write the rewards of a game that has ended."""
    players = num_players(s)
    if full_margin == OUTCOME:
        outcome(s, out)
        for p in range(players):
            reward[p] = out[p]
        return
    score(s, out)
    write_returns(out, players, full_margin, reward)


@rule
def step_rows(
    a: Any,
    first: int,
    last: int,
    options: Ints,
    encoder: Encoder,
    arrays: BatchArrays,
    actions: Ints,
    full_margin: int,
    autoreset: int,
) -> None:
    """Take an action in each of the games ``first <= i < last``, or ``LEAVE`` or ``FORFEIT``."""
    out = scratch(ACTIONS)
    for i in range(first, last):
        for p in range(arrays.reward.shape[1]):
            arrays.reward[i, p] = 0
        ended = arrays.done[i]
        arrays.done[i] = 0
        if ended == 1 and autoreset == NEXT_STEP:
            write_row(a, i, deal_row(a, i, options, arrays), encoder, arrays, out)
            continue
        if actions[i] == LEAVE:
            continue
        player = arrays.player[i]
        take(a[i], player, actions[i])
        arrays.length[i] += 1
        awaited = settle_stages(a[i])
        if awaited == 0:
            arrays.done[i] = 1
            write_rewards(a[i], full_margin, arrays.reward[i], out)
            if autoreset == SAME_STEP:
                if arrays.last_tensors.shape[1] > 0:
                    write_tensor(a[i], player, encoder, arrays.last_tensors, i)
                awaited = deal_row(a, i, options, arrays)
        write_row(a, i, awaited, encoder, arrays, out)


@rule
def choose_random(arrays: BatchArrays, actions: Ints, seed: int) -> None:
    """Draw a legal action for each game, else ``LEAVE``.

    What is drawn depends on the seed, the game and its length, and on no other game.
    """
    mask = arrays.mask
    for i in range(len(actions)):
        n = 0
        for k in range(mask.shape[1]):
            n += mask[i, k]
        actions[i] = LEAVE
        if n == 0:
            continue
        left = below(mix(mix(seed, arrays.seeds[i]), arrays.length[i]), n)
        for k in range(mask.shape[1]):
            if mask[i, k] != 0:
                if left == 0:
                    actions[i] = k
                    break
                left -= 1
