"""Spinney: a home for tree-growing strategy games.

    >>> import spinney
    >>> game = spinney.game("build-your-arboretum", dm_advantage=0)
    >>> state = game.new(seed=7)
    >>> state.to_act
    (0,)

`game` finds a game by name, `all_games` lists them, `register` adds one of your own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spinney.core.errors import Refused
from spinney.core.registry import all_games, game, register

if TYPE_CHECKING:
    from spinney.core.game import Game, Option
    from spinney.core.state import Observation, State
    from spinney.core.table import GameTable

__version__ = "0.2.0.dev0"
__all__ = [
    "Game",
    "GameTable",
    "Observation",
    "Option",
    "Refused",
    "State",
    "all_games",
    "game",
    "register",
]

_ELSEWHERE = {
    "Game": "core.game",
    "GameTable": "core.table",
    "Option": "core.game",
    "Observation": "core.state",
    "State": "core.state",
}


def __getattr__(name: str) -> Any:
    """Import what needs NumPy only when it is asked for: the command line should answer fast."""
    if name in _ELSEWHERE:
        from importlib import import_module

        return getattr(import_module(f".{_ELSEWHERE[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
