"""The computer's levels, as numbers of playouts."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spinney.core.errors import Refused, did_you_mean

if TYPE_CHECKING:
    from spinney.core.state import Observation
    from spinney.search import SearchResult


@dataclass(frozen=True)
class Level:
    """How hard the computer thinks.

    Attributes:
        name: what it is called.
        playouts: how many games it tries for each move; 0: it looks one action ahead.
        trees: how many trees share them. It changes what is chosen, so it belongs to the level.
        about: one sentence for whoever picks an opponent.
    """

    name: str
    playouts: int
    trees: int
    about: str


LEVELS = {
    level.name: level
    for level in (
        Level("seedling", 0, 1, "Looks one step ahead. For a first game."),
        Level("sapling", 1_000, 1, "Tries 1,000 games before it speaks. Plays soundly."),
        Level("tree", 10_000, 2, "Tries 10,000 games before it speaks. Hard to beat."),
        Level("ancient", 100_000, 4, "Tries 100,000 games before it speaks. Takes its time."),
    )
}


def choose(
    view: Observation,
    level: str,
    seed: int,
    progress: Callable[[int], object] | None = None,
    stop: Callable[[], bool] | None = None,
) -> SearchResult:
    """Return what a level chooses for the viewer; the same view and seed give the same choice.

    Args:
        view: what the player sees who is to choose.
        level: the name of one of `LEVELS`.
        seed: any whole number.
        progress: called now and then with the number of playouts so far; may raise to give up.
        stop: asked now and then whether to answer at once.

    Raises:
        Refused: there is no such level, or nothing is awaited of the viewer.
    """
    from spinney.search import Budget, one_ply, think

    if level not in LEVELS:
        raise Refused(f"there is no level {level!r}" + did_you_mean(level, list(LEVELS)))
    own = LEVELS[level]
    if own.playouts == 0:
        return one_ply(view, seed)
    budget = Budget(own.playouts, trees=own.trees, threads=min(own.trees, os.cpu_count() or 1))
    return think(view, budget, seed, progress=progress, stop=stop)
