"""What Python calls: a game's rules by the index of a record in a batch, and loops over batches.

Written once for all games and linked to each (`link`). ``a`` is a batch of records: an array of
shape ``(n,)`` compiled, a `Rows` interpreted. Passing the array and an index is six times faster
than passing a record from Python.
"""

from __future__ import annotations

from typing import Any

from .chance import random
from .contract import (
    ACTIONS,
    apply,
    awaits,
    begin,
    deal,
    heard,
    imagine,
    infoset,
    lapse,
    legal,
    midway,
    observe,
    outcome,
    period,
    sample,
    score,
    seats,
    settle,
    sound,
)
from .records import Ints
from .rule import rule, scratch


@rule
def deal_at(a: Any, i: int, options: Ints, r: int) -> int:
    return deal(a[i], options, r)


@rule
def begin_at(a: Any, i: int) -> None:
    begin(a[i])


@rule
def seats_at(a: Any, i: int) -> int:
    return seats(a[i])


@rule
def awaits_at(a: Any, i: int) -> int:
    return awaits(a[i])


@rule
def legal_at(a: Any, i: int, player: int, out: Ints) -> int:
    return legal(a[i], player, out)


@rule
def sample_at(a: Any, i: int, player: int, r: int, out: Ints) -> int:
    return sample(a[i], player, r, out)


@rule
def midway_at(a: Any, i: int, player: int) -> bool:
    return midway(a[i], player)


@rule
def apply_at(a: Any, i: int, player: int, step: int) -> None:
    apply(a[i], player, step)


@rule
def settle_at(a: Any, i: int) -> int:
    return settle(a[i])


@rule
def lapse_at(a: Any, i: int, player: int, why: int) -> None:
    lapse(a[i], player, why)


@rule
def period_at(a: Any, i: int, player: int) -> int:
    return period(a[i], player)


@rule
def observe_at(a: Any, i: int, player: int) -> None:
    observe(a[i], player)


@rule
def imagine_at(a: Any, i: int, player: int, r: int) -> int:
    return imagine(a[i], player, r)


@rule
def heard_at(a: Any, i: int, j: int, listener: int, player: int, step: int, out: Ints) -> int:
    return heard(a[i], a[j], listener, player, step, out)


@rule
def infoset_at(a: Any, i: int, player: int) -> int:
    return infoset(a[i], player)


@rule
def score_at(a: Any, i: int, out: Ints) -> None:
    score(a[i], out)


@rule
def outcome_at(a: Any, i: int, out: Ints) -> None:
    outcome(a[i], out)


@rule
def sound_at(a: Any, i: int) -> bool:
    return sound(a[i])


@rule
def first_awaited(awaited: int) -> int:
    """Return the lowest player among the bits of `awaits`."""
    player = 0
    while not awaited >> player & 1:
        player += 1
    return player


@rule
def list_sentences(
    a: Any, player: int, out: Ints, at: Ints, path: Ints, found: Ints, room: int
) -> int:
    """Count the complete sentences of ``a[0]``; the other rows, ``at`` and ``path`` are the stack.

    The first of them are written to ``found``, as many as have ``room`` there: each as the number
    of its steps, and these.

    Depth first; the legal steps are listed anew on the way back up, which costs less than
    keeping a list for every depth.
    """
    depth = 0
    at[0] = 0
    total = 0
    used = 0
    n = legal(a[0], player, out)
    while True:
        if at[depth] == n:
            if depth == 0:
                return total
            depth -= 1
            n = legal(a[depth], player, out)
            continue
        path[depth] = out[at[depth]]
        a[depth + 1] = a[depth]
        apply(a[depth + 1], player, path[depth])
        at[depth] += 1
        if midway(a[depth + 1], player):
            depth += 1
            at[depth] = 0
            n = legal(a[depth], player, out)
            continue
        total += 1
        if used + depth + 2 > room:
            room = 0  # shorter ones that come later are not to be written either
            continue
        found[used] = depth + 1
        for k in range(depth + 1):
            found[used + 1 + k] = path[k]
        used += depth + 2


@rule
def playout(a: Any, i: int, r: int, out: Ints) -> int:
    """Play ``a[i]`` to its end by random steps; return how many were taken."""
    s = a[i]
    decisions = 0
    while True:
        awaited = awaits(s)
        if awaited == 0:
            if settle(s) == 0:
                return decisions
            continue
        player = first_awaited(awaited)
        r = random(r)
        apply(s, player, sample(s, player, r, out))
        decisions += 1


@rule
def playouts(a: Any, first: int, last: int, options: Ints, r: int) -> int:
    """Deal and play out the games ``first <= i < last`` of a batch; return the decisions taken."""
    out = scratch(ACTIONS)
    decisions = 0
    for i in range(first, last):
        r = deal(a[i], options, random(r))
        begin(a[i])
        decisions += playout(a, i, r, out)
    return decisions


@rule
def step_all(a: Any, players: Ints, steps: Ints, count: int) -> None:
    """Take one step in each of the first ``count`` games of a batch, and settle it.

    A step of -1 leaves its game alone.
    """
    for i in range(count):
        if steps[i] >= 0:
            apply(a[i], players[i], steps[i])
            while awaits(a[i]) == 0 and settle(a[i]) != 0:
                pass
