"""The registry of linked code: interpreted at first, compiled when it is ready.

Code that is written once for all games is a `Program`: the rules by batches (`RULES`), the search,
self-play. `engine` links a program to a game, once a process, and returns it compiled or
interpreted. A program that uses Spinney simply gets compiled code, and waits for it the first time.
A server calls `precompile` in the background and `never_wait`: it answers interpreted until then.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING, Any

from spinney.core import batch, interface
from spinney.kernel.engine import Engine
from spinney.kernel.linker import Rules, forwarders, link
from spinney.kernel.rule import lowest

if TYPE_CHECKING:
    from spinney.core.game import Game


@dataclass(frozen=True, eq=False)
class Program:
    """Code written once for all games, to be linked to each.

    Attributes:
        name: as in the names of its caches.
        shared: the modules whose rules Python calls.
        exercise: calls each of these rules once with an engine of a game, so that all code is
            compiled.
        parts: the modules of a game that it is linked with besides its rules, if there are any.
        provides: modules that are linked as if they were the game's.
        tables: arrays that rules read in place of those they know by these names (`link`).
    """

    name: str
    shared: tuple[ModuleType, ...]
    exercise: Callable[[Game, Engine], None]
    parts: tuple[str, ...] = ()
    provides: tuple[ModuleType, ...] = ()
    tables: Mapping[str, Any] = field(default_factory=dict)


class _Settings:
    """The process's settings."""

    interpret = False
    never_wait = False


_Key = tuple[Program, tuple[str, ...]]
_compiled: set[_Key] = set()
"""The programs and code keys of games for which `precompile` has finished."""
_engines: dict[tuple[_Key, bool], Engine] = {}
"""The engines by program, link key of the game, and whether they are compiled."""
_lock = threading.Lock()
MOST_ENGINES = 256
"""How many engines are kept: anyone can send a server new files of tables."""


def _exercise_rules(game: Game, engine: Engine) -> None:
    """Call every rule that Python calls."""
    rules, a, out = engine.rules, engine.rows(80), engine.ints(game.rules.CODES + interface.FACTS)
    options = engine.array(game.settings)
    rules.deal_at(a, 0, options, 1)
    rules.begin_at(a, 0)
    player = _first_to_act(rules, a)
    rules.settle_at(a, 0), rules.infoset_at(a, 0, player)
    rules.num_players_at(a, 0), rules.period_at(a, 0, player), rules.is_consistent_at(a, 0)
    rules.score_at(a, 0, out), rules.outcome_at(a, 0, out)
    rules.list_moves(a, player, out, *(engine.ints(80) for _ in range(3)), 80)
    action = rules.sample_at(a, 0, player, 1, out)
    rules.legal_at(a, 0, player, out), rules.mid_move_at(a, 0, player)
    rules.apply_at(a, 0, player, action)
    rules.events_at(a, 0, 0, player, player, action, out)
    rules.observe_at(a, 0, player), rules.determinize_at(a, 0, player, 1)
    rules.playouts(a, 0, 1, options, 1)
    rules.deal_at(a, 0, options, 1)
    rules.begin_at(a, 0)
    rules.forfeit_at(a, 0, _first_to_act(rules, a), interface.LATE)


def _first_to_act(rules: Rules, a: Any) -> int:
    """Perform the due stages in ``a[0]``, and return the first player to act then."""
    while not rules.to_act_at(a, 0):
        rules.settle_at(a, 0)
    return lowest(rules.to_act_at(a, 0))


RULES = Program("rules", (forwarders(interface), batch), _exercise_rules)
"""A game's rules by the index of a record in a batch, and loops over batches."""


def interpret(only: bool = True) -> None:
    """Use interpreted code everywhere from now on (to debug, to measure coverage), or stop."""
    _Settings.interpret = only


@contextmanager
def interpreting() -> Iterator[None]:
    """Use interpreted code everywhere for a while."""
    before = _Settings.interpret
    interpret()
    try:
        yield
    finally:
        interpret(before)


def never_wait(never: bool = True) -> None:
    """Use interpreted code where `precompile` has not finished yet, instead of waiting."""
    _Settings.never_wait = never


def is_compiled(game: Game, program: Program = RULES) -> bool:
    """Has `precompile` finished for this game and program in this process?"""
    return (program, game.code_key) in _compiled


def engine(game: Game, program: Program = RULES) -> Engine:
    """Return the engine to use now."""
    ready = not _Settings.never_wait or (program, game.code_key) in _compiled
    compiled = ready and not _Settings.interpret
    return _engines.get(((program, game.link_key), compiled)) or linked(
        game, program, compiled=compiled
    )


def interpreted(game: Game, program: Program = RULES) -> Engine:
    """Return the checked, interpreted engine."""
    return linked(game, program, compiled=False)


def compiled(game: Game, program: Program = RULES) -> Engine:
    """Return the compiled engine; functions compile, or load from the cache, when first used."""
    return linked(game, program, compiled=True)


def linked(game: Game, program: Program = RULES, *, compiled: bool) -> Engine:
    """Return one engine or the other.

    One engine serves a game with all options that don't replace its tables.
    """
    key = ((program, game.link_key), compiled)
    with _lock:
        if key not in _engines:
            parts = [game.rules, *program.provides, *filter(None, map(game.part, program.parts))]
            rules = link(
                f"{game.name}-{program.name}",
                parts,
                program.shared,
                interface=interface,
                compiled=compiled,
                tables={**game.constants, **program.tables},
            )
            _engines[key] = Engine(rules, game.record_class)
            if len(_engines) > MOST_ENGINES:
                del _engines[next(iter(_engines))]  # the oldest; it is linked anew if need be
        return _engines[key]


def precompile(game: Game, program: Program = RULES) -> None:
    """Compile, or load from the cache, all of a program that Python calls, by calling it."""
    from spinney.kernel import compiler

    engine = compiled(game, program)
    with compiler.completing(engine.rules.tag):
        program.exercise(game, engine)
    _compiled.add((program, game.code_key))


def is_cached(game: Game, program: Program = RULES) -> bool:
    """Would `precompile` load all code from the cache, or is there no cache?"""
    from spinney.kernel import compiler

    return compiler.is_complete(compiled(game, program).rules.tag)
