"""One-ply search: a few moves are tried, and the state after each is evaluated.

It is fast enough to run interpreted while the search is still being compiled.
"""

from __future__ import annotations

from typing import Any

from spinney.core.batch import settle_stages
from spinney.core.interface import (
    MOST_ACTIONS_OF_MOVE,
    apply,
    determinize,
    legal,
    mid_move,
    prior,
    to_act,
)
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rng import mix, random, unit
from spinney.kernel.rule import rule
from spinney.search.playout import pick, play_on, reward_of
from spinney.search.tuning import Tuning
from spinney.search.workspace import Workspace

LONGEST = MOST_ACTIONS_OF_MOVE + 1
"""The length of a move in a buffer: its actions, and -1 after the last."""
MOVES_TRIED, MOVES_TRIED_TOGETHER, DETERMINIZATIONS_TOGETHER = 48, 24, 2
"""How many moves are tried, alone and where several choose at once, in how many
determinizations."""


@rule
def draw_rest(s: Any, me: int, tried: Ints, start: int, workspace: Workspace, r: int) -> int:
    """Write a move whose first action is ``tried[start]``, drawn by the prior, and -1 after it.

    Takes its actions in ``s``. Returns the next random state.
    """
    apply(s, me, tried[start])
    k = start + 1
    while mid_move(s, me):
        n = legal(s, me, workspace.actions)
        prior(s, me, workspace.actions, n, workspace.weights)
        r = random(r)
        tried[k] = workspace.actions[pick(workspace.weights, n, unit(r))]
        apply(s, me, tried[k])
        k += 1
    tried[k] = -1
    return r


@rule
def play_move(s: Any, me: int, tried: Ints, start: int) -> None:
    """Take the actions of a move, and perform the stages that are due after it."""
    k = start
    while tried[k] >= 0:
        apply(s, me, tried[k])
        k += 1
    settle_stages(s)


@rule
def is_repeated(tried: Ints, t: int, n: int) -> int:
    """Return an earlier try of the same move, -1 if there is none.

    Tries with the same first action are ``n`` apart.
    """
    before = t - n
    while before >= 0:
        k = 0
        while tried[before * LONGEST + k] == tried[t * LONGEST + k]:
            if tried[t * LONGEST + k] < 0:
                return before
            k += 1
        before -= n
    return -1


@rule
def worth_of(
    a: Any,
    me: int,
    tried: Ints,
    start: int,
    samples: int,
    tuning: Tuning,
    workspace: Workspace,
    r: int,
) -> float:
    """Return the value of a move to ``me``, the mean over some samples; works in ``a[1]``.

    Where others choose at the same time it is played on until that shows.
    """
    alone = to_act(a[0]) == 1 << me
    total = 0.0
    for w in range(samples):
        a[1] = a[0]
        x = determinize(a[1], me, mix(r, w))
        play_move(a[1], me, tried, start)
        if not alone:
            play_on(a, tuning, workspace, x)
        reward_of(a[1], tuning, workspace)
        total += workspace.reward[me]
    return total / samples


@rule
def promising(left: Floats, n: int) -> int:
    """Return the index of the highest weight."""
    best = 0
    for i in range(n):
        if left[i] > left[best]:
            best = i
    return best
