"""The search with other limits or parameters than the levels."""

from __future__ import annotations

import time
from collections.abc import Callable

from spinney.core import compilation
from spinney.core.game import Game
from spinney.core.state import Observation
from spinney.kernel.engine import Engine
from spinney.search import SEARCH, Budget, Memory
from spinney.search.budget import Deadline
from spinney.search.search import Search
from spinney.search.tuning import tuning_of


class Searching:
    """Searches with one tree on one thread.

    By time it remembers what it learnt before; the time is the processor's, so it makes no
    difference what else a machine has to do.

    Args:
        seat: what it is called.
        playouts: how many a move; None: as many as there is time for.
        seconds: how long a move; None: as long as it takes.
    """

    def __init__(
        self, seat: str, playouts: int | None = None, seconds: float | None = None
    ) -> None:
        self.seat, self.budget = seat, Budget(playouts, seconds)
        self.memory = Memory() if playouts is None else None

    def choose(
        self,
        view: Observation,
        seed: int,
        progress: Callable[[int], object] | None = None,
    ) -> str:
        """Return a move for the viewer."""
        tuning, engine = tuning_of(view.game), self.engine(view.game)
        search = Search(view, self.budget, seed, engine, tuning, self.memory)
        watch = Deadline(self.budget.seconds, progress, clock=time.process_time)
        return search.think(watch).move

    def engine(self, game: Game) -> Engine:
        """Return what it searches with."""
        return compilation.engine(game, SEARCH)
