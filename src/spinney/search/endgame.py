"""Exact solution of endgames with nothing hidden: to the end, without any estimate.

Where one player chooses it is alpha-beta search; where both choose at once, the values of all pairs
of choices make a matrix game. Rewards are those of the result alone: 0 lost, 1 won. The search is
depth first, on a stack of its own, and gives up when its nodes are used up.
"""

from __future__ import annotations

from functools import cache
from types import ModuleType
from typing import Any

from spinney.core.batch import settle_stages
from spinney.core.interface import (
    ACTIONS,
    FACTS,
    apply,
    events,
    legal,
    mid_move,
    outcome,
    prior,
)
from spinney.kernel.records import Floats, Ints, Record, f64, i64
from spinney.kernel.rule import lowest, rule, scratch
from spinney.search.matrix_game import MOST_ROWS, MatrixGame, solve_matrix
from spinney.search.one_ply import play_move, promising

PLIES = 64
"""The most actions that are looked ahead; simultaneous choices of both count as one."""
MOST_ACTIONS = 12
"""Room for a move of a simultaneous choice: its actions, and -1 after the last."""
UNSOLVED, OPEN = -1.0, 2.0
"""In place of a value, which is 0 to 1: it can't be found; or it takes more actions to know it."""
MINE, THEIRS, BOTH = 0, 1, 2
"""Which player chooses at a node: the one the endgame is solved for, the other, or both."""


class Ply(Record):
    """One node on the way from the root. `ply_of` makes a class as large as a game needs."""

    kind: int
    """MINE, THEIRS or BOTH."""
    chooser: int
    """Which player; if both choose, the one for whom the endgame is solved."""
    actions: Ints
    """The actions of a single player to act."""
    weights: Floats
    """The order in which to try them: the highest first; -1: already tried."""
    moves: Ints
    """If both choose, the moves of the player for whom it is solved, from `write_moves`,"""
    replies: Ints
    """and those of the other player."""
    count: int
    """How many choices there are; where both choose, pairs of moves."""
    tried: int
    """How many of them have been tried, the last one perhaps not to its end yet."""
    action: int
    """The one tried last."""
    low: float
    """The value need not be known exactly below this,"""
    high: float
    """nor above this."""
    best: float
    """The best value found, for the player to act."""


class Solver(Record):
    """The data that all nodes share."""

    nodes: int
    """The number of nodes that may still be visited."""
    cutoffs: Floats
    """By player and action, how often it caused a cutoff (history heuristic)."""
    codes: Ints
    """The codes of the events that an observer has just seen."""
    outcome: Ints
    """How the game ended for each player."""
    chosen: int
    """The place of the best action at the root."""


@cache
def ply_of(rules: ModuleType) -> type[Ply]:
    """Return the record of a node of a game."""
    fields = {
        "kind": i64(),
        "chooser": i64(),
        "actions": i64(rules.ACTIONS),
        "weights": f64(rules.ACTIONS),
        "moves": i64(MOST_ROWS * MOST_ACTIONS),
        "replies": i64(MOST_ROWS * MOST_ACTIONS),
        "count": i64(),
        "tried": i64(),
        "action": i64(),
        "low": f64(),
        "high": f64(),
        "best": f64(),
    }
    return type("SizedPly", (Ply,), fields)


@cache
def solver_of(rules: ModuleType) -> type[Solver]:
    """Return the record that all nodes of a game share."""
    fields = {
        "nodes": i64(),
        "cutoffs": f64(rules.PLAYERS * rules.ACTIONS),
        "codes": i64(rules.CODES + FACTS),
        "outcome": i64(rules.PLAYERS),
        "chosen": i64(),
    }
    return type("SizedSolver", (Solver,), fields)


@rule
def solve_from(
    a: Any, first: int, me: int, low: float, plies: Any, games: Any, solver: Solver
) -> float:
    """Return the value of ``a[first]`` to ``me``, exact if above ``low``; or UNSOLVED."""
    d = first
    value = enter(a, d, me, low, 1.0, plies[d], games[d], solver)
    if value != OPEN:
        return value
    while True:
        if plies[d].tried < plies[d].count:
            value = try_next(a, d, me, plies, games, solver)
            if value == OPEN:
                d += 1
            elif value == UNSOLVED:
                return value
            else:
                note(plies[d], games[d], solver, value)
            continue
        value = plies[d].best
        if plies[d].kind == BOTH and value < 0.0:
            value = solve_matrix(games[d])
        if value < 0.0 or d == first:
            return value
        d -= 1
        note(plies[d], games[d], solver, value)


@rule
def enter(
    a: Any,
    d: int,
    me: int,
    low: float,
    high: float,
    ply: Ply,
    game: MatrixGame,
    solver: Solver,
) -> float:
    """Come to the node ``a[d]``: return its value if it is the end, else OPEN, or UNSOLVED."""
    solver.nodes -= 1
    acting = settle_stages(a[d])
    if acting == 0:
        outcome(a[d], solver.outcome)
        return (solver.outcome[me] + 1) / 2
    if solver.nodes < 0 or d + 1 == PLIES:
        return UNSOLVED
    ply.low = low
    ply.high = high
    ply.tried = 0
    if acting & (acting - 1) != 0:
        return open_together(a, d, me, ply, game)
    p = lowest(acting)
    ply.kind = MINE if p == me else THEIRS
    ply.chooser = p
    ply.best = -1.0 if p == me else 2.0
    ply.count = legal(a[d], p, ply.actions)
    write_order(a[d], p, ply, solver)
    return OPEN


@rule
def write_order(s: Any, p: int, ply: Ply, solver: Solver) -> None:
    """Order the actions to try: those good elsewhere first, then those the game prefers."""
    prior(s, p, ply.actions, ply.count, ply.weights)
    total = 0.0
    for i in range(ply.count):
        total += ply.weights[i]
    for i in range(ply.count):
        ply.weights[i] = ply.weights[i] / total + solver.cutoffs[p * ACTIONS + ply.actions[i]]


@rule
def open_together(a: Any, d: int, me: int, ply: Ply, game: MatrixGame) -> float:
    """Begin a node where both choose; return OPEN, or UNSOLVED if there is too much to choose."""
    rows = write_moves(a, d, me, ply.actions, ply.moves)
    columns = write_moves(a, d, 1 - me, ply.actions, ply.replies)
    if rows < 0 or columns < 0:
        return UNSOLVED
    ply.kind = BOTH
    ply.chooser = me
    ply.best = -1.0
    ply.count = rows * columns
    game.rows = rows
    game.columns = columns
    return OPEN


@rule
def write_moves(a: Any, d: int, p: int, actions: Ints, out: Ints) -> int:
    """Write the whole moves of a player of ``a[d]``; return how many, or -1 for too many.

    Each takes MOST_ACTIONS numbers: its actions, and -1 after the last. Works in ``a[d + 1]`` and
    ``actions``: after each move it begins anew, and goes on to the next action at the last place
    that has one.
    """
    digits = scratch(MOST_ACTIONS)
    left = scratch(MOST_ACTIONS)
    count = 0
    while count < MOST_ROWS:
        a[d + 1] = a[d]
        k = 0
        while k == 0 or mid_move(a[d + 1], p):
            if k == MOST_ACTIONS - 1:
                return -1
            left[k] = legal(a[d + 1], p, actions) - digits[k] - 1
            out[count * MOST_ACTIONS + k] = actions[digits[k]]
            apply(a[d + 1], p, actions[digits[k]])
            k += 1
        out[count * MOST_ACTIONS + k] = -1
        count += 1
        while k > 0 and left[k - 1] == 0:
            k -= 1
            digits[k] = 0
        if k == 0:
            return count
        digits[k - 1] += 1
    return -1


@rule
def try_next(a: Any, d: int, me: int, plies: Any, games: Any, solver: Solver) -> float:
    """Take the next choice of ``a[d]``, into ``a[d + 1]``; return the result of `enter`."""
    ply = plies[d]
    if ply.kind == BOTH:
        a[d + 1] = a[d]
        columns = games[d].columns
        play_move(a[d + 1], me, ply.moves, MOST_ACTIONS * (ply.tried // columns))
        play_move(a[d + 1], 1 - me, ply.replies, MOST_ACTIONS * (ply.tried % columns))
        ply.tried += 1
        return enter(a, d + 1, me, 0.0, 1.0, plies[d + 1], games[d + 1], solver)
    i = promising(ply.weights, ply.count)
    ply.weights[i] = -1.0
    ply.action = ply.actions[i]
    ply.tried += 1
    if not take(a, d, ply.chooser, ply.action, solver):
        return UNSOLVED
    return enter(a, d + 1, me, ply.low, ply.high, plies[d + 1], games[d + 1], solver)


@rule
def take(a: Any, d: int, p: int, action: int, solver: Solver) -> bool:
    """Take an action of ``a[d]``, into ``a[d + 1]``; return whether the other player sees which.

    If not, their next choice must not depend on it, and the search can't predict it.
    """
    a[d + 1] = a[d]
    apply(a[d + 1], p, action)
    seen = events(a[d], a[d + 1], 1 - p, p, action, solver.codes)
    return seen > 0 and solver.codes[0] == action


@rule
def note(ply: Ply, game: MatrixGame, solver: Solver, value: float) -> None:
    """Note the value of the choice tried last; if it causes a cutoff, skip the others."""
    if ply.kind == BOTH:
        note_pair(ply, game, value)
        return
    if ply.kind == MINE:
        ply.best = max(ply.best, value)
        ply.low = max(ply.low, value)
    else:
        ply.best = min(ply.best, value)
        ply.high = min(ply.high, value)
    if ply.low >= ply.high:
        solver.cutoffs[ply.chooser * ACTIONS + ply.action] += 1.0
        ply.count = ply.tried


@rule
def note_pair(ply: Ply, game: MatrixGame, value: float) -> None:
    """Note the value of a pair of choices; a row that is good enough causes a cutoff."""
    row = (ply.tried - 1) // game.columns
    column = (ply.tried - 1) % game.columns
    game.entries[MOST_ROWS * row + column] = value
    if column + 1 < game.columns:
        return
    least = 1.0
    for j in range(game.columns):
        least = min(least, game.entries[MOST_ROWS * row + j])
    if least >= ply.high:
        ply.best = least
        ply.count = ply.tried
        for i in range(game.rows):
            game.row_mix[i] = 1.0 if i == row else 0.0
