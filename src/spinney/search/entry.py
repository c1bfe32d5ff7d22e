"""Entry points of the compiled search: functions on a batch of records."""

from __future__ import annotations

from typing import Any

from spinney.core.interface import (
    ACTIONS,
    determinize,
    infers,
    legal,
    num_players,
    plausibility,
    prior,
)
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rng import mix, random, unit
from spinney.kernel.rule import rule, weights
from spinney.search.one_ply import LONGEST, draw_rest, is_repeated, promising, worth_of
from spinney.search.playout import backpropagate, node_of, play, reward_of, start
from spinney.search.tree import Tree, find
from spinney.search.tuning import Tuning
from spinney.search.workspace import Workspace


@rule
def grow(
    a: Any, me: int, tree: Tree, workspaces: Any, roots: Ints, tuning: Tuning, playouts: int, r: int
) -> int:
    """Learn from playouts, each in a determinization of the view of ``me``, ``a[0]``.

    Works in ``a[1]`` to ``a[4]`` and ``workspaces[0]``. ``roots`` is the hash of each player's node
    at the root. Returns the next random state.
    """
    workspace = workspaces[0]
    for _ in range(playouts):
        r = draw_determinization(a, me, workspace, r)
        start(a[1], me, workspace, roots, num_players(a[1]))
        r = play(a, tree, tuning, workspace, r)
        reward_of(a[1], tuning, workspace)
        backpropagate(a[1], tree, workspace)
    return r


@rule
def draw_determinization(a: Any, me: int, workspace: Workspace, r: int) -> int:
    """Draw a determinization into ``a[1]``; return the next random state.

    Where the search infers, each is drawn as often as it is plausible: by independence Metropolis
    sampling, with a chain whose last link is in ``a[4]``.
    """
    a[1] = a[0]
    r = determinize(a[1], me, r)
    if infers():
        drawn = plausibility(a[1], me)
        r = random(r)
        if unit(r) * workspace.plausibility < drawn:
            workspace.plausibility = drawn
            a[4] = a[1]
        else:
            a[1] = a[4]
    return r


@rule
def look_one_ply(
    a: Any,
    me: int,
    workspaces: Any,
    tuning: Tuning,
    tries: int,
    samples: int,
    tried: Ints,
    values: Floats,
    r: int,
) -> None:
    """Try moves from ``a[0]``: all first actions in turn, the most promising first.

    Works in ``a[1]`` and ``workspaces[0]``. Writes to ``tried`` the actions of each move and -1,
    LONGEST numbers a try; to ``values`` the value of each move to ``me``, 0 to 1.
    """
    workspace = workspaces[0]
    left = weights(ACTIONS)
    for t in range(tries):
        n = legal(a[0], me, workspace.actions)
        if t % n == 0:
            prior(a[0], me, workspace.actions, n, left)
        i = promising(left, n)
        left[i] = -1.0
        tried[t * LONGEST] = workspace.actions[i]
        a[1] = a[0]
        x = determinize(a[1], me, mix(r, t + 1))
        draw_rest(a[1], me, tried, t * LONGEST, workspace, x)
        before = is_repeated(tried, t, n)
        if before >= 0:
            values[t] = values[before]
        else:
            values[t] = worth_of(a, me, tried, t * LONGEST, samples, tuning, workspace, r)


@rule
def add_row(
    a: Any, p: int, tree: Tree, observer: int, actions: Ints, n: int, visits: Ints, values: Floats
) -> None:
    """Add to ``visits`` and ``values`` the statistics of a player's ``n`` actions in ``a[0]``.

    ``observer`` is the hash of the events they saw since the root.
    """
    node = node_of(a[0], p, observer)
    for i in range(n):
        entry = tree[find(tree, mix(node, actions[i]))]
        visits[i] += entry.visits
        values[i] += entry.reward_sum
