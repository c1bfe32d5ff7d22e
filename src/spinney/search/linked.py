"""The search linked to a game, compiled or interpreted."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from spinney.core import warmth
from spinney.core.engine import Engine
from spinney.core.link import Rules, link

from . import entry

if TYPE_CHECKING:
    from spinney.core.game import Game

_ready: set[tuple[str, ...]] = set()
_links: dict[tuple[tuple[str, ...], bool], Rules] = {}
_lock = threading.Lock()


def is_warm(game: Game) -> bool:
    """Has `warm` finished compiling the search for this game in this process?"""
    return game.kin in _ready


def engine(game: Game) -> Engine:
    """Return the search to use for this game now; `spinney.core.warmth` says who waits."""
    return linked(game, compiled=warmth.may_compile(is_warm(game)))


def linked(game: Game, *, compiled: bool) -> Engine:
    """Return the search linked to a game."""
    with _lock:
        key = (game.kin, compiled)
        if key not in _links:
            modules = [part for part in (game.rules, game.part("advice")) if part is not None]
            name, tables = f"{game.name}-search", game.constants
            _links[key] = link(name, modules, [entry], compiled=compiled, tables=tables)
    return Engine(_links[key], game.record_class)


def warm(game: Game) -> None:
    """Compile (or load from the cache) the search for a game, by a first little search."""
    from .budget import Budget
    from .think import Search

    state = game.new(seed=1)
    search = Search(state.observe(state.awaits[0]), Budget(1), 1, linked(game, compiled=True))
    search.glance()
    search.think()
    _ready.add(game.kin)
