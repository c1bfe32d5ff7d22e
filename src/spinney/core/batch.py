"""Loops over batches of records, written once for all games and linked to each.

``a`` is a batch of records: an array of shape ``(n,)`` compiled, a `Rows` interpreted. The rules
of a single record are called from Python through `linker.forwarders`.
"""

from __future__ import annotations

from typing import Any

from spinney.core.interface import (
    ACTIONS,
    MOST_ACTIONS_OF_MOVE,
    apply,
    begin,
    deal,
    legal,
    mid_move,
    sample,
    settle,
    to_act,
)
from spinney.kernel.records import Ints
from spinney.kernel.rng import random
from spinney.kernel.rule import lowest, rule, scratch


@rule
def settle_stages(s: Any) -> int:
    """Perform the automatic stages that are due; return who is to act then, a bit each."""
    acting = to_act(s)
    while acting == 0 and settle(s) != 0:
        acting = to_act(s)
    return acting


@rule
def list_moves(a: Any, player: int, out: Ints, at: Ints, path: Ints, found: Ints, room: int) -> int:
    """Count the complete moves of ``a[0]``; the other rows, ``at`` and ``path`` are the stack.

    The first of them are written to ``found``, as many as fit into ``room`` numbers: each as the
    number of its actions, and the actions.

    Returns -1 if a move has more than MOST_ACTIONS_OF_MOVE actions: the stack is no longer.

    Depth first; the legal actions are listed anew on the way back up, which costs less than
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
        if mid_move(a[depth + 1], player):
            depth += 1
            if depth == MOST_ACTIONS_OF_MOVE:
                return -1
            at[depth] = 0
            n = legal(a[depth], player, out)
            continue
        total += 1
        if used + depth + 2 > room:
            room = 0  # later, shorter moves must not be written either
            continue
        found[used] = depth + 1
        for k in range(depth + 1):
            found[used + 1 + k] = path[k]
        used += depth + 2


@rule
def playout(a: Any, i: int, r: int, out: Ints) -> int:
    """Play ``a[i]`` to its end by random actions; return how many were taken."""
    s = a[i]
    decisions = 0
    acting = settle_stages(s)
    while acting != 0:
        player = lowest(acting)
        r = random(r)
        apply(s, player, sample(s, player, r, out))
        decisions += 1
        acting = settle_stages(s)
    return decisions


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
