"""The computer at the table: levels that choose for seats, hints, and getting ready for both.

Everything that takes time runs in threads of its own, few of them; compiled code leaves the
others free, so that nobody's request waits for a thought.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..arena.playing import accept
from ..bots.named import PREFIX, Bots
from ..bots.umpire import Umpire
from ..core import warmth
from ..core.game import Game
from ..core.refusal import Refused
from ..core.state import Observation
from ..match import Match
from .hall import Bell, Hall, Table
from .telling import level

if TYPE_CHECKING:
    from ..search import Thought

AT_ONCE = "seedling"
"""The level that answers before anything is compiled."""
ADVISER = "tree"
"""The level that hints come from."""
THREADS = max(1, (os.cpu_count() or 2) - 1)


@dataclass(frozen=True)
class Hint:
    """What the computer would do.

    Attributes:
        view: of what; a hint is shown only while the player still sees that.
        told: how far it is, while it thinks.
        thought: what came of it; None while it thinks.
    """

    view: Observation
    told: str = "thinking"
    thought: Thought | None = None


class Warming:
    """Compiles games in the background, one after another."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, "warm")
        self._begun: dict[str, Future[None]] = {}
        self._doing: dict[str, str] = {}
        self._lock = threading.Lock()

    def begin(self, game: Game, then: Callable[[], None] = lambda: None) -> None:
        """Get a game ready, if nobody has begun to; call ``then`` when something is done."""
        with self._lock:
            if game.package not in self._begun:
                self._doing[game.package] = "learning the rules (step 1 of 2)"
                self._begun[game.package] = self._pool.submit(self._warm, game)
        self._begun[game.package].add_done_callback(lambda _: then())

    def _warm(self, game: Game) -> None:
        from .. import search

        if not warmth.is_warm(game):
            warmth.warm(game)
        self._doing[game.package] = "learning to look ahead (step 2 of 2)"
        search.warm(game)

    def ready(self, game: Game) -> bool:
        """Can every level choose in this game?"""
        begun = self._begun.get(game.package)
        return begun is not None and begun.done()

    def doing(self, game: Game) -> str:
        """Return what is being done, in words; empty when all is ready."""
        return "" if self.ready(game) else self._doing.get(game.package, "waiting")

    def close(self) -> None:
        """Begin nothing more."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class Computer:
    """Moves the computer's seats at tables somebody looks at, and the clocks there."""

    def __init__(self, hall: Hall, warming: Warming, beat: float, bots: Bots) -> None:
        """Arguments: tables; who compiles; seconds between two moves that people watch; bots."""
        self.hall, self.warming, self.beat, self.bots = hall, warming, beat, bots
        self._pool = ThreadPoolExecutor(THREADS, "think")
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._advice: set[asyncio.Task[None]] = set()
        self._closing = threading.Event()

    def look_after(self, table: Table) -> None:
        """See to a table from now on, as long as anybody looks on."""
        driver = self._drivers.get(table.id)
        if driver is None or driver.done():
            self._drivers[table.id] = asyncio.create_task(self._drive(table))

    async def close(self) -> None:
        """Stop everything."""
        self._closing.set()
        for driver in self._drivers.values():
            driver.cancel()
        await asyncio.gather(*self._drivers.values(), return_exceptions=True)
        self._pool.shutdown(wait=False, cancel_futures=True)

    # One table.

    async def _drive(self, table: Table) -> None:
        """Think for the levels at a table and run its clocks until nobody looks on."""
        bell = Bell()
        table.bells.add(bell)
        table.watch.run(True)
        thoughts: dict[int, tuple[Observation, asyncio.Task[None]]] = {}
        game, umpire = table.match.game, self.bots.umpire(table.match.header)
        if any(map(level, table.match.header.seats)):
            self.warming.begin(game, table.ring)
        try:
            while len(table.bells) > 1:
                self._think_on(table, thoughts, umpire)
                await bell.wait(self._until_due(table))
                await asyncio.to_thread(self.hall.act, table, Match.tick)
        finally:
            table.bells.discard(bell)
            table.watch.run(False)
            for _, task in thoughts.values():
                task.cancel()
            await asyncio.to_thread(umpire.close)

    def _until_due(self, table: Table) -> float | None:
        due = table.match.due()
        return None if due is None else max(0.0, (due - table.watch.now()) / 1000) + 0.01

    def _think_on(
        self,
        table: Table,
        thoughts: dict[int, tuple[Observation, asyncio.Task[None]]],
        umpire: Umpire,
    ) -> None:
        """Begin the thoughts that are due, and drop those that are not any more."""
        match = table.match
        due = {
            p: match.view(p)
            for p in match.awaits
            if level(match.header.seats[p]) and self.can(match, p)
        }
        for player, (view, task) in list(thoughts.items()):
            if due.get(player) != view or task.done():
                task.cancel()
                del thoughts[player]
        for player, view in due.items():
            if player not in thoughts:
                bot = match.header.seats[player].startswith(PREFIX)
                move = self._ask(table, player, umpire) if bot else self._move(table, player, view)
                task = asyncio.create_task(move)
                thoughts[player] = (view, task)

    def can(self, match: Match, player: int) -> bool:
        """May this level choose now, or must it wait for the compiler? Is this bot known here?"""
        seat = match.header.seats[player]
        if seat.startswith(PREFIX):
            return level(seat) in self.bots.commands
        return level(seat) == AT_ONCE or self.warming.ready(match.game)

    async def _ask(self, table: Table, player: int, umpire: Umpire) -> None:
        """Ask a bot, wait until people have seen what was before, and say it."""
        match, left = table.match, table.match.remaining(table.watch.now())[player]
        clock = None if left is None else left / 1000
        answer = await asyncio.get_running_loop().run_in_executor(
            self._pool, umpire.ask, match, player, secrets.randbits(62), clock
        )
        await self._pause(table)
        with suppress(Refused):  # a clock ran out meanwhile
            await asyncio.to_thread(
                self.hall.act, table, lambda match, at: accept(match, player, answer, at)
            )

    async def _move(self, table: Table, player: int, view: Observation) -> None:
        """Choose, wait until people have seen what was before, and say it."""
        name = level(table.match.header.seats[player]) or AT_ONCE
        # Refused: a clock ran out meanwhile, or a record names a level that is not known here.
        try:
            with suppress(Refused):
                thought = await self._choose(view, name, lambda told: _note(table, player, told))
                await self._pause(table)
                await asyncio.to_thread(
                    self.hall.act, table, lambda match, at: match.say(player, thought.sentence, at)
                )
        finally:
            table.thinking.pop(player, None)

    async def _pause(self, table: Table) -> None:
        """Wait until people have seen what was before."""
        wait = table.moved + self.beat - time.monotonic()
        if wait > 0 and not table.hurried:
            await asyncio.sleep(wait)

    async def _choose(self, view: Observation, name: str, note: Callable[[str], None]) -> Thought:
        """Return a level's thought, got in a thread; a task that is cancelled stops it."""
        from .. import bots

        stopped = threading.Event()
        last = 0.0

        def progress(done: int) -> None:
            nonlocal last
            if time.monotonic() - last > 0.2 and not stop():
                last = time.monotonic()
                note(f"{done:,} of {bots.LEVELS[name].playouts:,} games tried")

        def think() -> Thought:
            return bots.choose(view, name, secrets.randbits(62), progress, stop)

        def stop() -> bool:
            return stopped.is_set() or self._closing.is_set()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, think)
        finally:
            stopped.set()

    # Hints.

    def begin_advice(self, table: Table, view: Observation) -> None:
        """Look for a good choice in the background, and put it at the table as `Hint`."""
        if not (isinstance(table.advice, Hint) and table.advice.view == view):
            task = asyncio.create_task(self._advise(table, view))
            self._advice.add(task)
            task.add_done_callback(self._advice.discard)

    async def _advise(self, table: Table, view: Observation) -> None:
        name = ADVISER if self.warming.ready(view.game) else AT_ONCE
        self.warming.begin(view.game)
        table.advice = Hint(view)
        table.ring()

        def note(told: str) -> None:
            if isinstance(table.advice, Hint) and table.advice.thought is None:
                table.advice = Hint(view, told)
                table.ring()

        thought = await self._choose(view, name, note)
        table.advice = Hint(view, "", thought)
        table.ring()


def _note(table: Table, player: int, told: str) -> None:
    table.thinking[player] = told
    table.ring()
