"""Which engine a game uses now: compiled code, or interpreted until that is there.

A program simply gets compiled code, and waits for it the first time. A server calls `warm` in the
background and answers interpreted until then, so nobody waits for the compiler.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from . import entry
from .engine import Engine
from .link import link

if TYPE_CHECKING:
    from .game import Game


_ready: set[tuple[str, ...]] = set()
_engines: dict[tuple[tuple[str, ...], bool], Engine] = {}


class _Wish:
    """What the program has asked for."""

    interpreted = False
    impatient = False


def interpret(only: bool = True) -> None:
    """Use interpreted rules everywhere from now on (to debug, to measure coverage), or stop."""
    _Wish.interpreted = only


@contextmanager
def interpreting() -> Iterator[None]:
    """Use interpreted rules everywhere for a while."""
    before = _Wish.interpreted
    interpret()
    try:
        yield
    finally:
        interpret(before)


def never_wait(impatient: bool = True) -> None:
    """Use interpreted rules for games that `warm` has not finished with, instead of waiting."""
    _Wish.impatient = impatient


def is_warm(game: Game) -> bool:
    """Has `warm` finished compiling this game's rules in this process?"""
    return game.kin in _ready


def may_compile(ready: bool) -> bool:
    """May compiled code be used now, for something of which it is ``ready`` or not yet?"""
    return not _Wish.interpreted and (ready or not _Wish.impatient)


def engine(game: Game) -> Engine:
    """Return the engine to use for this game now."""
    return compiled(game) if may_compile(is_warm(game)) else interpreted(game)


def interpreted(game: Game) -> Engine:
    """Return the checked, interpreted engine."""
    return _engine(game, False)


def compiled(game: Game) -> Engine:
    """Return the compiled engine; functions compile, or load from the cache, when first used."""
    return _engine(game, True)


def _engine(game: Game, compiled: bool) -> Engine:
    """One engine serves a game with whatever options, as long as they leave its tables alone."""
    key = (game.kin, compiled)
    if key not in _engines:
        name, tables = f"{game.name}-rules", game.constants
        linked = link(name, [game.rules], [entry], compiled=compiled, tables=tables)
        _engines[key] = Engine(linked, game.record_class)
    return _engines[key]


def warm(game: Game) -> None:
    """Compile (or load) every rule of the game that is called from Python, by calling it."""
    engine = compiled(game)
    rules, a, out = engine.rules, engine.rows(80), engine.ints(game.rules.CODES + 64)
    options = engine.array(game.settings)
    rules.deal_at(a, 0, options, 1)
    rules.begin_at(a, 0)
    while rules.awaits_at(a, 0) == 0 and rules.settle_at(a, 0):
        pass
    player = entry.first_awaited(rules.awaits_at(a, 0))
    rules.seats_at(a, 0), rules.period_at(a, 0, player), rules.sound_at(a, 0)
    rules.score_at(a, 0, out), rules.outcome_at(a, 0, out)
    rules.list_sentences(a, player, out, *(engine.ints(80) for _ in range(3)), 80)
    step = rules.sample_at(a, 0, player, 1, out)
    rules.legal_at(a, 0, player, out), rules.midway_at(a, 0, player)
    rules.apply_at(a, 0, player, step)
    rules.heard_at(a, 0, 0, player, player, step, out)
    rules.observe_at(a, 0, player), rules.imagine_at(a, 0, player, 1)
    rules.playouts(a, 0, 1, options, 1)
    rules.deal_at(a, 0, options, 1)
    rules.begin_at(a, 0)
    while rules.awaits_at(a, 0) == 0 and rules.settle_at(a, 0):
        pass
    rules.lapse_at(a, 0, entry.first_awaited(rules.awaits_at(a, 0)), 1)
    _ready.add(game.kin)
