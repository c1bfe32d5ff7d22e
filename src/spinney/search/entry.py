"""What Python calls: the search by a batch of records, linked to each game (`warmth`)."""

from __future__ import annotations

from typing import Any

from spinney.core.contract import ACTIONS, CODES, PLAYERS, imagine, seats
from spinney.core.records import Ints
from spinney.core.rule import rule, scratch, weights

from .playout import DEPTH, Desk, judge, play, remember, start
from .tree import Tree
from .tuning import Tuning


@rule
def desk() -> Desk:
    """Return the arrays that playouts need."""
    return Desk(
        scratch(ACTIONS),
        weights(ACTIONS),
        scratch(CODES + 64),
        scratch(PLAYERS),
        scratch(PLAYERS),
        scratch(DEPTH),
        scratch(DEPTH),
        scratch(DEPTH),
        scratch(1),
        scratch(PLAYERS),
        weights(PLAYERS),
    )


@rule
def grow(a: Any, me: int, tree: Tree, roots: Ints, tuning: Tuning, playouts: int, r: int) -> int:
    """Learn from playouts, each in a world of its own that looks to ``me`` like ``a[0]``.

    Works in ``a[1]``. ``roots`` is the hash of each player's node at the root. Returns the next
    random state.
    """
    d = desk()
    for _ in range(playouts):
        a[1] = a[0]
        r = imagine(a[1], me, r)
        start(d, roots, seats(a[1]))
        r = play(a[1], tree, tuning, d, r)
        judge(a[1], tuning, d)
        remember(a[1], tree, d)
    return r
