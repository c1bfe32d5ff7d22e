"""Entry points of the compiled solver of endgames: functions on a batch of records."""

from __future__ import annotations

from math import sqrt
from typing import Any

from spinney.core.batch import settle_stages
from spinney.core.interface import apply, legal, mid_move
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rng import below, random
from spinney.kernel.rule import lowest, rule
from spinney.search.endgame import MOST_ACTIONS, PLIES, UNSOLVED, solve_from, take

COURSES = 8
"""Random courses of a game from which the size of an endgame is estimated."""


@rule
def estimate_nodes(a: Any, most: float, actions: Ints, r: int) -> float:
    """Return about how many nodes it takes to solve ``a[0]``, or more than ``most``.

    The mean over random courses of the product of what could be chosen (D. E. Knuth, "Estimating
    the Efficiency of Backtrack Programs", 1975); of the choices of one player alone their square
    root, as well ordered alpha-beta search visits no more. Works in ``a[1]`` and ``actions``.
    """
    total = 0.0
    for _ in range(COURSES):
        nodes = 1.0
        together = 0  # those who choose at once, and have not done so yet
        a[1] = a[0]
        awaited = settle_stages(a[1])
        for _ in range(PLIES):
            if awaited == 0 or nodes > COURSES * most:
                break
            p = lowest(awaited)
            if awaited != 1 << p:
                together = awaited
            n = legal(a[1], p, actions)
            nodes *= n if together >> p & 1 == 1 else sqrt(n)
            r = random(r)
            apply(a[1], p, actions[below(r, n)])
            awaited = settle_stages(a[1])
            if awaited == 0 or not mid_move(a[1], p):
                together &= ~(1 << p)
        total += nodes
    return total / COURSES


@rule
def solve_alone(
    a: Any,
    me: int,
    actions: Ints,
    n: int,
    enough: float,
    nodes: int,
    plies: Any,
    games: Any,
    solvers: Any,
    chosen: Ints,
) -> float:
    """Return the value of ``a[0]`` to ``me``, who chooses alone there; or UNSOLVED.

    ``actions`` are ``n`` of the legal ones in the order in which to try them. Writes to ``chosen``
    the place of the first of the best, or of those worth ``enough``. Works in the other rows of
    ``a``, and in ``plies`` and ``games``, as many as there are.
    """
    solver = solvers[0]
    solver.nodes = nodes
    best = UNSOLVED
    for i in range(n):
        if not take(a, 0, me, actions[i], solver):
            return UNSOLVED
        value = solve_from(a, 1, me, max(best, 0.0), plies, games, solver)
        if value == UNSOLVED:
            return UNSOLVED
        if value > best:
            best = value
            chosen[0] = i
        if best >= enough:
            break
    return best


@rule
def solve_together(
    a: Any,
    me: int,
    nodes: int,
    plies: Any,
    games: Any,
    solvers: Any,
    moves: Ints,
    shares: Floats,
    count: Ints,
) -> float:
    """Return the value of ``a[0]`` to ``me``, where both players choose; or UNSOLVED.

    Writes to ``count`` how many moves ``me`` has, to ``moves`` their actions, as `write_moves`
    does, and to ``shares`` how often to choose each. Works in the other rows of ``a``, and in
    ``plies`` and ``games``, as many as there are.
    """
    solver = solvers[0]
    solver.nodes = nodes
    value = solve_from(a, 0, me, 0.0, plies, games, solver)
    if value != UNSOLVED:
        count[0] = games[0].rows
        for i in range(games[0].rows):
            shares[i] = games[0].row_mix[i]
            for k in range(i * MOST_ACTIONS, (i + 1) * MOST_ACTIONS):
                moves[k] = plies[0].moves[k]
    return value
