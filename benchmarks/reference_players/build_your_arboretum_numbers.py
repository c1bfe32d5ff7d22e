"""The search of Build Your Arboretum with plainer advice: on the board high numbers go first.

It doesn't ask what hangs on a suit, nor who is ahead in it. All else is the game's own advice.
"""

from __future__ import annotations

import sys
from functools import cache

from benchmarks.reference_players.searching import Searching
from spinney.core import interface
from spinney.core.game import Game
from spinney.games.build_your_arboretum.advice import (
    fit,
    fit_anywhere,
    is_quiet,
    plain_word,
    value,
)
from spinney.games.build_your_arboretum.rules.record import (
    AT,
    DIG,
    DROP,
    GIVE,
    PLANT,
    TAKE,
    Arboreta,
)
from spinney.kernel.engine import Engine
from spinney.kernel.linker import link
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rule import rule
from spinney.search import SEARCH

__all__ = ["HighNumbers", "is_quiet", "prior", "value"]


@rule
def prior(s: Arboreta, p: int, actions: Ints, n: int, out: Floats) -> None:
    """Small groups; trees that go with their neighbours; high numbers for the board."""
    for i in range(n):
        action = actions[i]
        if action >= AT:
            out[i] = fit(s, p, s.held, action - AT)
        elif action >= PLANT:
            out[i] = fit_anywhere(s, p, action - PLANT if action < DIG else action - DIG)
        elif action >= GIVE:
            out[i] = 0.5
        elif action >= DROP:
            out[i] = 1.0 / ((action - DROP) % 8 + 1)
        elif action >= TAKE:
            out[i] = 0.6 + 0.1 * ((action - TAKE) % 8)
        else:
            out[i] = plain_word(action)


@cache
def linked(game: Game) -> Engine:
    """Return the search linked with the game and the plainer advice, compiled."""
    modules = game.rules, sys.modules[__name__]
    rules = link(
        "high-numbers",
        modules,
        SEARCH.shared,
        interface=interface,
        compiled=True,
        tables=game.constants,
    )
    return Engine(rules, game.record_class)


class HighNumbers(Searching):
    """Searches with as many playouts as a level, by plainer advice."""

    def engine(self, game: Game) -> Engine:
        """Return what it searches with."""
        return linked(game)
