"""The computer opponent: a search written once, linked to each game.

    >>> import spinney
    >>> from spinney import search
    >>> view = spinney.game("build-your-arboretum").new(seed=7).observe(0)
    >>> thought = search.think(view, search.Budget(playouts=200), seed=1)
    >>> thought.sentence in view.legal
    True

It knows an observation, a budget and a seed, and nothing else.
"""

from __future__ import annotations

from .budget import Budget
from .linked import is_warm, warm
from .think import glance, think
from .thought import Candidate, Thought
from .tuning import Tuning

__all__ = ["Budget", "Candidate", "Thought", "Tuning", "glance", "is_warm", "think", "warm"]
