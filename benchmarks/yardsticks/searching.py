"""The search on other terms than the levels': for so long, or tuned otherwise."""

from __future__ import annotations

from collections.abc import Callable

from spinney.core.state import Observation
from spinney.search import Budget, think
from spinney.search.tuning import tuning_of


class Searching:
    """Searches with one tree on one thread.

    Args:
        seat: what it is called.
        playouts: how many a sentence; None: as many as there is time for.
        seconds: how long a sentence; None: as long as it takes.
        tuning: what is other than the game's advice says.
    """

    def __init__(
        self,
        seat: str,
        playouts: int | None = None,
        seconds: float | None = None,
        **tuning: float,
    ) -> None:
        self.seat, self.budget, self.tuning = seat, Budget(playouts, seconds), tuning

    def choose(
        self,
        view: Observation,
        seed: int,
        progress: Callable[[int], object] | None = None,
    ) -> str:
        """Return a sentence for the viewer."""
        tuning = tuning_of(view.game)._replace(**self.tuning)
        return think(view, self.budget, seed, progress=progress, tuning=tuning).sentence
