"""The value of every first action of a move, by a search that tries all of them alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spinney.search.budget import Budget, Deadline
from spinney.search.partial_move import PartialMove
from spinney.search.root_parallel import RootParallelSearch
from spinney.search.search import search_engine
from spinney.search.tuning import tuning_of

if TYPE_CHECKING:
    from spinney.core.state import Observation

WIDE = 30.0
"""The weight of exploration: so high that bad actions are tried as often as good ones."""


def action_values(view: Observation, playouts: int, seed: int) -> tuple[float | None, ...]:
    """Return the mean reward of the viewer, 0 to 1, after each legal action, in their order.

    None stands for an action that was never tried, because the game's advice gives it no weight.
    """
    engine, budget = search_engine(view.game), Budget(playouts)
    tuning, root = tuning_of(view.game)._replace(exploration=WIDE), PartialMove.of(view, seed)
    if len(root.legal) < 2:
        return (None,) * len(root.legal)
    trees = RootParallelSearch(engine, view.game, budget, tuning, seed)
    trees.grow(root, budget.shares(), Deadline(None))
    row = trees.row(root)
    return tuple(row.value(i) if visits else None for i, visits in enumerate(row.visits))
