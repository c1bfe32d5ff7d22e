"""The computer opponent: a search written once, linked to each game.

    >>> import spinney
    >>> from spinney import search
    >>> view = spinney.game("build-your-arboretum").new(seed=7).observe(0)
    >>> result = search.think(view, search.Budget(playouts=200), seed=1)
    >>> result.move in view.legal
    True

Its input is an observation, a budget and a seed, and optionally a `Memory` of earlier searches.
"""

from __future__ import annotations

from spinney.search.budget import Budget
from spinney.search.result import Candidate, SearchResult
from spinney.search.search import (
    SEARCH,
    SHIPPED,
    is_cached,
    is_compiled,
    one_ply,
    precompile,
    search_engine,
    think,
)
from spinney.search.tree_worker import Memory
from spinney.search.tuning import Tuning
from spinney.search.weights import Network

__all__ = [
    "SEARCH",
    "SHIPPED",
    "Budget",
    "Candidate",
    "Memory",
    "Network",
    "SearchResult",
    "Tuning",
    "is_cached",
    "is_compiled",
    "one_ply",
    "precompile",
    "search_engine",
    "think",
]
