"""Drivers of the baseline: random playouts, and the search bound to the game."""

import types
from typing import Any

import numba
import numpy as np

from . import advice_bya, bya, core, search
from .bya import *  # noqa: F403


@core.rule
def playouts(a: Any, games: int, r: int, out: Any) -> int:
    """Deal and play out games in ``a[0]``; return the decisions taken."""
    n = 0
    for _ in range(games):
        r = deal(a[0], 0, core.random(r))  # noqa: F405
        while True:
            w = to_act(a[0])  # noqa: F405
            if w == 0:
                break
            p = 0
            while not w >> p & 1:
                p += 1
            k = legal(a[0], p, out)  # noqa: F405
            r = core.random(r)
            apply(a[0], p, out[core.below(r, k)])  # noqa: F405
            n += 1
    return n


def bound() -> types.SimpleNamespace:
    """Return the search with the game's functions in it."""
    space: dict[str, Any] = {**vars(core), **vars(search), **vars(bya), **vars(advice_bya)}
    for name, function in list(vars(search).items()):
        if isinstance(function, types.FunctionType) and function.__module__ == search.__name__:
            again = types.FunctionType(function.__code__, space, name, function.__defaults__)
            again.__qualname__ = f"{name}-baseline"
            again.__module__ = function.__module__
            space[name] = numba.njit(cache=True, nogil=True)(again)
    return types.SimpleNamespace(**space)


class Search:
    """The baseline's search, as it was measured: advised playouts, stopped at a round's end."""

    PARAMETERS = np.array([1.5, 0.0, 0.0, 0.3, 1.0, 0.0, 20.0, 0.0])

    def __init__(self) -> None:
        self.rules = bound()
        self.batch = bya.Bya.batch(3)
        self.tree = np.zeros(1 << 19, search.ENTRY)

    def begin(self, seed: int) -> None:
        """Deal; red starts, red bids 2g 1b 1g and blue 2b 1g 1b: red plants first."""
        bya.deal(self.batch[0], 0, seed)
        bya.apply(self.batch[0], 0, bya.FIRST)
        for player, groups in enumerate(((2, -1, 1), (-2, 1, -1))):
            for group in groups:
                step = bya.GROUP + 2 * (abs(group) - 1) + (group < 0)
                bya.apply(self.batch[0], player, step)
            bya.apply(self.batch[0], player, bya.DONE)

    def grow(self, playouts: int) -> None:
        """Run playouts from there, for red."""
        self.tree["key"] = 0
        view = self.batch.view(np.int8).reshape(3, -1)
        self.rules.run(self.batch, view, 0, self.tree, 1, self.PARAMETERS, playouts, 5)
