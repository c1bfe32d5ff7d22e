"""Driver of the baseline of Arboretum: random playouts."""

from typing import Any

from . import core
from .arboretum import ACTIONS, Arb, apply, deal, legal, to_act

__all__ = ["ACTIONS", "Arb", "playouts"]


@core.rule
def playouts(a: Any, players: int, games: int, r: int, out: Any) -> int:
    """Deal and play out games in ``a[0]``; return the decisions taken."""
    n = 0
    for _ in range(games):
        r = deal(a[0], players, core.random(r))
        while True:
            w = to_act(a[0])
            if w == 0:
                break
            p = 0
            while not w >> p & 1:
                p += 1
            k = legal(a[0], p, out)
            r = core.random(r)
            apply(a[0], p, out[core.below(r, k)])
            n += 1
    return n
