"""What Python calls: the search by a batch of records, linked to each game (`linked`)."""

from __future__ import annotations

from typing import Any

from spinney.core.interface import ACTIONS, determinize, legal, num_players, prior
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rng import mix
from spinney.kernel.rule import rule, weights
from spinney.search.one_ply import LONGEST, draw_rest, likeliest, said_before, worth_of
from spinney.search.playout import judge, node_of, play, remember, start
from spinney.search.tree import Tree, find
from spinney.search.tuning import Tuning


@rule
def grow(
    a: Any, me: int, tree: Tree, desks: Any, roots: Ints, tuning: Tuning, playouts: int, r: int
) -> int:
    """Learn from playouts, each in a world of its own that looks to ``me`` like ``a[0]``.

    Works in ``a[1]``, ``a[2]`` and ``desks[0]``. ``roots`` is the hash of each player's node at
    the root. Returns the next random state.
    """
    workspace = desks[0]
    for _ in range(playouts):
        a[1] = a[0]
        r = determinize(a[1], me, r)
        start(a[1], me, workspace, roots, num_players(a[1]))
        r = play(a, tree, tuning, workspace, r)
        judge(a[1], tuning, workspace)
        remember(a[1], tree, workspace)
    return r


@rule
def look_ahead(
    a: Any,
    me: int,
    desks: Any,
    tuning: Tuning,
    tries: int,
    worlds: int,
    said: Ints,
    worth: Floats,
    r: int,
) -> None:
    """Try moves from ``a[0]``: every first action, the likeliest first, as often as it goes.

    Works in ``a[1]`` and ``desks[0]``. Writes to ``said``, LONGEST numbers a try, the actions of
    each move and -1; to ``worth`` what it is worth to ``me``, 0 to 1.
    """
    workspace = desks[0]
    left = weights(ACTIONS)
    for t in range(tries):
        n = legal(a[0], me, workspace.actions)
        if t % n == 0:
            prior(a[0], me, workspace.actions, n, left)
        i = likeliest(left, n)
        left[i] = -1.0
        said[t * LONGEST] = workspace.actions[i]
        a[1] = a[0]
        x = determinize(a[1], me, mix(r, t + 1))
        draw_rest(a[1], me, said, t * LONGEST, workspace, x)
        before = said_before(said, t, n)
        if before >= 0:
            worth[t] = worth[before]
        else:
            worth[t] = worth_of(a, me, said, t * LONGEST, worlds, tuning, workspace, r)


@rule
def add_row(
    a: Any, p: int, tree: Tree, ear: int, actions: Ints, n: int, visits: Ints, worth: Floats
) -> None:
    """Add to ``visits`` and ``worth`` what came of each of ``n`` actions of a player in ``a[0]``.

    ``ear`` is the hash of what they heard since the root.
    """
    node = node_of(a[0], p, ear)
    for i in range(n):
        entry = tree[find(tree, mix(node, actions[i]))]
        visits[i] += entry.visits
        worth[i] += entry.worth
