"""Entry points of the compiled solver of endgames: functions on a batch of records."""

from __future__ import annotations

from math import sqrt
from typing import Any

from spinney.core.batch import settle_stages
from spinney.core.interface import apply, legal, mid_move
from spinney.kernel.records import Ints
from spinney.kernel.rng import below, random
from spinney.kernel.rule import lowest, rule
from spinney.search.endgame import PLIES, UNSOLVED, solve_from, take

RANDOM_PLAYOUTS = 8
"""Random playouts from which the size of an endgame is estimated."""


@rule
def estimate_nodes(a: Any, most: float, actions: Ints, r: int) -> float:
    """Return about how many nodes it takes to solve ``a[0]``, or more than ``most``.

    The mean over random playouts of the product of what could be chosen (D. E. Knuth, "Estimating
    the Efficiency of Backtrack Programs", 1975); for choices of one player alone, of its square
    root, because well-ordered alpha-beta search visits no more nodes. Works in ``a[1]`` and
    ``actions``.
    """
    total = 0.0
    for _ in range(RANDOM_PLAYOUTS):
        nodes = 1.0
        together = 0  # the players of a simultaneous choice who have not chosen yet
        a[1] = a[0]
        acting = settle_stages(a[1])
        for _ in range(PLIES):
            if acting == 0 or nodes > RANDOM_PLAYOUTS * most:
                break
            p = lowest(acting)
            if acting != 1 << p:
                together = acting
            n = legal(a[1], p, actions)
            nodes *= n if together >> p & 1 == 1 else sqrt(n)
            r = random(r)
            apply(a[1], p, actions[below(r, n)])
            acting = settle_stages(a[1])
            if acting == 0 or not mid_move(a[1], p):
                together &= ~(1 << p)
        total += nodes
    return total / RANDOM_PLAYOUTS


@rule
def solve(
    a: Any,
    me: int,
    actions: Ints,
    n: int,
    enough: float,
    nodes: int,
    plies: Any,
    games: Any,
    solvers: Any,
) -> float:
    """Return the value of ``a[0]`` to ``me``, one of those who choose there; or UNSOLVED.

    Where ``me`` chooses alone, ``actions`` are ``n`` of the legal ones in the order in which to try
    them. ``solvers[0].chosen`` is then the place of the first of the best, or of those worth
    ``enough``. Where both choose, ``n`` is 0; then ``plies[0]`` has their moves, and ``games[0]``
    how often to choose each. Works in the other rows of ``a``, ``plies`` and ``games``.
    """
    solver = solvers[0]
    solver.nodes = nodes
    first = 0 if n == 0 else 1
    best = UNSOLVED
    for i in range(max(n, 1)):
        if n > 0 and not take(a, 0, me, actions[i], solver):
            return UNSOLVED
        value = solve_from(a, first, me, max(best, 0.0), plies, games, solver)
        if value == UNSOLVED:
            return UNSOLVED
        if value > best:
            best = value
            solver.chosen = i
        if best >= enough:
            break
    return best
