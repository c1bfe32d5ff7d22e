"""What Python calls: the search by a batch of records, linked to each game (`linked`)."""

from __future__ import annotations

from typing import Any

from spinney.core.chance import mix
from spinney.core.contract import ACTIONS, CODES, PLAYERS, imagine, legal, prefer, seats
from spinney.core.records import Floats, Ints
from spinney.core.rule import rule, scratch, weights

from .ahead import LONGEST, draw_rest, likeliest, worth_of
from .playout import DEPTH, Desk, judge, play, remember, start
from .tree import Tree
from .tuning import Tuning


@rule
def grow(a: Any, me: int, tree: Tree, roots: Ints, tuning: Tuning, playouts: int, r: int) -> int:
    """Learn from playouts, each in a world of its own that looks to ``me`` like ``a[0]``.

    Works in ``a[1]`` and ``a[2]``. ``roots`` is the hash of each player's node at the root.
    Returns the next random state.
    """
    desk = new_desk()
    for _ in range(playouts):
        a[1] = a[0]
        r = imagine(a[1], me, r)
        start(desk, roots, seats(a[1]))
        r = play(a, tree, tuning, desk, r)
        judge(a[1], tuning, desk)
        remember(a[1], tree, desk)
    return r


@rule
def look_ahead(
    a: Any, me: int, tuning: Tuning, tries: int, worlds: int, said: Ints, worth: Floats, r: int
) -> None:
    """Try sentences from ``a[0]``: every first step, the likeliest first, as often as it goes.

    Works in ``a[1]``. Writes to ``said``, LONGEST numbers a try, the steps of each sentence and
    -1; to ``worth`` what it is worth to ``me``, 0 to 1.
    """
    desk = new_desk()
    steps = scratch(ACTIONS)
    left = weights(ACTIONS)
    n = legal(a[0], me, steps)
    for t in range(tries):
        if t % n == 0:
            prefer(a[0], me, steps, n, left)
        i = likeliest(left, n)
        left[i] = -1.0
        said[t * LONGEST] = steps[i]
        a[1] = a[0]
        x = imagine(a[1], me, mix(r, t + 1))
        draw_rest(a[1], me, said, t * LONGEST, desk, x)
        worth[t] = worth_of(a, me, said, t * LONGEST, worlds, tuning, desk, r)


@rule
def new_desk() -> Desk:
    """Return the arrays that playouts need."""
    return Desk(
        steps=scratch(ACTIONS),
        weights=weights(ACTIONS),
        codes=scratch(CODES + 64),
        keys=scratch(PLAYERS),
        inside=scratch(PLAYERS),
        places=scratch(ACTIONS),
        nodes=scratch(DEPTH),
        path=scratch(DEPTH),
        takers=scratch(DEPTH),
        length=scratch(1),
        outcome=scratch(PLAYERS),
        reward=weights(PLAYERS),
    )
