"""The computer at the table: levels that choose for seats, and hints.

Everything that takes time runs in threads of its own, few of them; compiled code leaves the
others free, so that nobody's request waits for a search.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from spinney import lessons, players
from spinney.core.errors import Refused
from spinney.core.state import Observation
from spinney.match import Match
from spinney.players.accept_answer import accept_answer
from spinney.players.local_bots import PREFIX, LocalBots
from spinney.players.referee import MatchReferee
from spinney.server.async_event import AsyncEvent
from spinney.server.db.database import DatabaseUnavailable, VersionConflict
from spinney.server.jobs.admission import Admission
from spinney.server.jobs.backoff import pause
from spinney.server.jobs.fair_executor import NOBODY, FairExecutor, Owner
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_session import MatchSession
from spinney.server.play.progress import BEGUN, SearchProgress
from spinney.server.precompile import Precompiler
from spinney.server.wording import level

if TYPE_CHECKING:
    from spinney.search import SearchResult

AT_ONCE = "seedling"
"""The level that answers at once where none is named."""
ADVISER = "tree"
"""The level that hints come from."""
LONGEST_REST = 30.0
"""Seconds to wait at most after failures in a row at the table of local mode."""
RENEWAL = 1.0
"""Seconds after which a worker looks again whether it is still the one to think."""
THREADS = max(1, (os.cpu_count() or 2) - 1)
EACH = 8
"""How many tables a thread is taken on for, and how many of one address a worker takes on: mostly
people are shown the last move meanwhile."""
HINT = "hint"
"""How a note begins that asks for a hint, before the player's number."""
NICE = 10
"""How much others go before a thread that thinks, as Unix counts it."""

SearchTasks = dict[int, tuple[Observation, asyncio.Task[None]]]
"""The searches for a table: by player, of which view, and the task itself."""
Claim = Callable[[], bool]
"""Is it still this worker that thinks for a table?"""
Failed = Callable[[BaseException], None]
"""Notes that a level could not choose, and why."""


class Failure(Exception):  # noqa: N818 - it is what became of a search
    """A level or a bot could not choose; the cause says why."""


@dataclass(frozen=True)
class Hint:
    """What the computer would do.

    Attributes:
        view: of what; a hint is shown only while the player still sees that.
        progress: how far the search is.
        result: what the search found; None while it runs.
    """

    view: Observation
    progress: SearchProgress = BEGUN
    result: SearchResult | None = None


class LevelPlayer:
    """Chooses for the computer's seats, and for players who ask for a hint.

    Attributes:
        slots: which tables of a shared server it thinks for.
    """

    def __init__(
        self,
        match_service: MatchService,
        precompiler: Precompiler,
        move_interval: float,
        bots: LocalBots,
        threads: int = THREADS,
    ) -> None:
        """Take what it works with.

        Args:
            match_service: the tables.
            precompiler: compiles the games.
            move_interval: seconds between two moves that people watch.
            bots: local ones.
            threads: how many searches at once.
        """
        self.match_service, self.precompiler, self.move_interval, self.bots = (
            match_service,
            precompiler,
            move_interval,
            bots,
        )
        self.slots = Admission(EACH * threads, EACH)
        self._pool = FairExecutor(threads, "think", _stand_back)
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._advice: set[asyncio.Task[None]] = set()
        self._closing = threading.Event()

    def look_after(self, session: MatchSession) -> None:
        """See to a table of this server's one screen, as long as anybody looks on."""
        if not self._is_driven(session):
            driver = asyncio.create_task(self._drive(session))
            self._drivers[session.id] = driver
            driver.add_done_callback(partial(self._look_again, session))

    def _look_again(self, session: MatchSession, driver: asyncio.Task[None]) -> None:
        """Go on for a viewer who came while a driver was ending because nobody watched."""
        if session.subscribers and not driver.cancelled() and not self._closing.is_set():
            self.look_after(session)

    def think_for(self, session: MatchSession, claim: Claim, failed: Failed) -> None:
        """Think for the levels at a table that has a slot, and free that in the end.

        It ends when people are to choose, the claim is lost, or other tables wait for the slot.

        Args:
            session: where; it is claimed.
            claim: asks for it once more.
            failed: called in a thread with what went wrong, and then no search goes on.
        """
        driver = asyncio.create_task(self._think_for(session, claim, failed))
        self._drivers[session.id] = driver

        def end(_: object) -> None:
            del self._drivers[session.id]
            self.slots.free(session.id)

        driver.add_done_callback(end)

    def _is_driven(self, session: MatchSession) -> bool:
        for name in [name for name, driver in self._drivers.items() if driver.done()]:
            del self._drivers[name]
        return session.id in self._drivers

    async def close(self) -> None:
        """Stop everything."""
        self._closing.set()
        drivers = [*self._drivers.values()]
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)
        self._pool.shutdown(wait=False)

    # One table.

    async def _drive(self, session: MatchSession) -> None:
        """Think for the levels at a table and run its clocks until nobody looks on."""
        changed = AsyncEvent()
        session.subscribers.add(changed)
        session.time_source.run(True)
        searches: SearchTasks = {}
        game, referee = session.match.game, self.bots.referee(session.match.header)
        if any(map(level, session.match.seats)):
            self.precompiler.begin(game, session.notify)
        failures = 0
        try:
            while len(session.subscribers) > 1:
                try:
                    self._think_on(session, searches, referee)
                    await changed.wait(
                        RENEWAL if self.match_service.trouble else self._until_due(session)
                    )
                    await asyncio.to_thread(self._tick, session)
                    failures = 0
                except Exception as problem:  # noqa: BLE001 - whatever it is, it may do again
                    failures += 1
                    await self._rest(session, problem, failures)
        finally:
            session.subscribers.discard(changed)
            session.time_source.run(False)
            for _, task in searches.values():
                task.cancel()
            await asyncio.to_thread(referee.close)

    def _tick(self, session: MatchSession) -> None:
        """Let clocks run out.

        Raises DatabaseUnavailable also where the database still can't be written.
        """
        self.match_service.act(session, Match.tick)
        self.match_service.probe()

    async def _rest(self, session: MatchSession, problem: Exception, failures: int) -> None:
        """Wait after a failure: longer each time, but for a database that may be back."""
        if isinstance(problem, DatabaseUnavailable):
            self.match_service.lost(problem)
            failures = 1
        elif not isinstance(problem, MatchError | VersionConflict):  # those are known
            self.match_service.errors.noted(session.id, problem.__cause__ or problem)
        await asyncio.sleep(pause(failures, longest=LONGEST_REST))

    async def _think_for(self, session: MatchSession, claim: Claim, failed: Failed) -> None:
        changed = AsyncEvent()
        session.subscribers.add(changed)
        searches: SearchTasks = {}
        self.precompiler.begin(session.match.game, session.notify)
        try:
            await self._think_while(session, claim, changed, searches)
        except (DatabaseUnavailable, VersionConflict):
            pass  # whoever looks what is due begins again
        except Exception as problem:  # noqa: BLE001 - whatever it is, it concerns this match
            await asyncio.to_thread(failed, problem.__cause__ or problem)
        finally:
            session.subscribers.discard(changed)
            for _, task in searches.values():
                task.cancel()

    async def _think_while(
        self, session: MatchSession, claim: Claim, changed: AsyncEvent, searches: SearchTasks
    ) -> None:
        """Think while levels are awaited, and claim that anew for each turn and each second."""
        referee, begun = self.bots.referee(session.match.header), session.match.version
        version, until = begun, time.monotonic() + RENEWAL
        while any(level(session.match.seats[p]) for p in session.match.to_act):
            if session.match.version != version or time.monotonic() >= until:
                version, until = session.match.version, time.monotonic() + RENEWAL
                if not await asyncio.to_thread(claim):
                    return
            self._think_on(session, searches, referee)
            await changed.wait(RENEWAL)
            if session.match.version > begun and self._gives_way(session, searches):
                return

    def _gives_way(self, session: MatchSession, searches: SearchTasks) -> bool:
        """Is this table's slot for others to have, now that no search would be lost?"""
        match = session.match
        going = any(
            not task.done() and view == match.view(p) for p, (view, task) in searches.items()
        )
        return not going and not self.slots.has_room(_owner(session))

    def _until_due(self, session: MatchSession) -> float | None:
        due = session.match.due()
        return None if due is None else max(0.0, (due - session.time_source.now()) / 1000) + 0.01

    def _think_on(
        self, session: MatchSession, searches: SearchTasks, referee: MatchReferee
    ) -> None:
        """Begin the searches that are due, and drop those that are not any more.

        Raises:
            Failure: one has failed.
            DatabaseUnavailable: what it came to could not be stored.
        """
        match = session.match
        due = {
            p: match.view(p) for p in match.to_act if level(match.seats[p]) and self.can(match, p)
        }
        for player, (view, task) in list(searches.items()):
            if due.get(player) != view or task.done():
                task.cancel()
                del searches[player]
                _check(task)
        for player, view in due.items():
            if player not in searches:
                bot = match.seats[player].startswith(PREFIX)
                answering = (
                    self._ask(session, player, referee)
                    if bot
                    else self._move(session, player, view)
                )
                task = asyncio.create_task(answering)
                task.add_done_callback(partial(_notify_if_failed, session))
                searches[player] = (view, task)

    def can(self, match: Match, player: int) -> bool:
        """May this level choose now, or must it wait for the compiler? Is this bot known here?"""
        seat = match.seats[player]
        if seat.startswith(PREFIX):
            return level(seat) in self.bots.commands
        name = level(seat)
        at_once = name is not None and players.LEVELS[name].at_once
        return at_once or self.precompiler.ready(match.game)

    async def _ask(self, session: MatchSession, player: int, referee: MatchReferee) -> None:
        """Ask a bot, wait until people have seen what was before, and say it."""
        match, left = session.match, session.match.remaining(session.time_source.now())[player]
        clock = None if left is None else left / 1000
        answer = await asyncio.wrap_future(
            self._pool.submit(
                _owner(session), lambda: referee.ask(match, player, secrets.randbits(62), clock)
            )
        )
        await self._pause(session)
        with suppress(Refused):  # a clock ran out meanwhile
            await asyncio.to_thread(
                self.match_service.act,
                session,
                lambda match, at: accept_answer(match, player, answer, at),
            )

    async def _move(self, session: MatchSession, player: int, view: Observation) -> None:
        """Choose, wait until people have seen what was before, and say it."""
        try:
            move = await self._chosen(session, player, view)
            await self._pause(session)
            with suppress(Refused):  # a clock ran out meanwhile
                await asyncio.to_thread(
                    self.match_service.act,
                    session,
                    lambda match, at: match.play(player, move, at),
                )
        finally:
            session.thinking.pop(player, None)

    async def _chosen(self, session: MatchSession, player: int, view: Observation) -> str:
        """Return the move of a level, or of an opponent in a lesson."""
        if session.rules.lesson:
            return await asyncio.to_thread(lessons.reply, session.match, player)
        name = level(session.match.seats[player]) or AT_ONCE
        note = partial(_note, session, player)
        return (await self._choose(_owner(session), view, name, note)).move

    async def _pause(self, session: MatchSession) -> None:
        """Wait until people have seen what was before."""
        wait = session.moved + self.move_interval - time.monotonic()
        if wait > 0 and not session.hurried:
            await asyncio.sleep(wait)

    async def _choose(
        self, owner: Owner, view: Observation, name: str, note: Callable[[SearchProgress], None]
    ) -> SearchResult:
        """Return a level's search, got in a thread; a task that is cancelled stops it."""
        stopped = threading.Event()
        last = time.monotonic()  # of what takes no longer than this nobody is told

        def progress(done: int) -> None:
            nonlocal last
            if time.monotonic() - last > 0.2 and not stop():
                last = time.monotonic()
                note(SearchProgress(done, players.LEVELS[name].playouts_in(view.game)))

        def think() -> SearchResult:
            return players.choose(view, name, secrets.randbits(62), progress, stop)

        def stop() -> bool:
            return stopped.is_set() or self._closing.is_set()

        # What is done in a moment stands back for nobody: on a machine with more to do than it can,
        # that moment would last, and whoever waits for this process to let go would wait with it.
        try:
            if players.LEVELS[name].at_once:
                return await asyncio.to_thread(think)
            return await asyncio.wrap_future(self._pool.submit(owner, think))
        finally:
            stopped.set()

    # Hints.

    def receive(self, session: MatchSession, note: str) -> None:
        """Begin the advice that a note asks for, if its player looks on through this worker."""
        kind, _, player = note.partition(" ")
        if kind == HINT and session.rules.hints and session.viewers[int(player)]:
            view = session.match.view(int(player))
            self._loop.call_soon_threadsafe(self.begin_advice, session, view)

    def listen(self) -> None:
        """Receive the notes of all workers, from within the event loop."""
        self._loop = asyncio.get_running_loop()
        self.match_service.on_request.append(self.receive)

    def begin_advice(self, session: MatchSession, view: Observation) -> None:
        """Look for a good choice in the background, and put it at the table as `Hint`."""
        last = session.advice.get(view.player)
        if not (isinstance(last, Hint) and last.view == view):
            task = asyncio.create_task(self._advise(session, view))
            self._advice.add(task)
            task.add_done_callback(self._advice.discard)

    async def _advise(self, session: MatchSession, view: Observation) -> None:
        name = ADVISER if self.precompiler.ready(view.game) else AT_ONCE
        self.precompiler.begin(view.game)

        def show(hint: Hint) -> None:
            session.advice[view.player] = hint
            session.notify()

        show(Hint(view))
        owner = _owner(session)
        try:
            result = await self._choose(owner, view, name, lambda told: show(Hint(view, told)))
            show(Hint(view, result=result))
        except Exception as problem:  # noqa: BLE001 - whatever it is, it concerns this match
            self.match_service.errors.noted(session.id, problem)
            session.advice.pop(view.player, None)
            session.notify()


def _owner(session: MatchSession) -> Owner:
    return NOBODY if session.table is None else session.table.owner


def _stand_back() -> None:
    """Let people's moves go before a thinking thread, where the system can tell threads apart."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)


def _failed(task: asyncio.Task[None]) -> BaseException | None:
    """Return what a search has failed of, if it has ended so."""
    return task.exception() if task.done() and not task.cancelled() else None


def _notify_if_failed(session: MatchSession, task: asyncio.Task[None]) -> None:
    if _failed(task) is not None:
        session.notify()


def _check(task: asyncio.Task[None]) -> None:
    """Raise what a search has failed of, if it has ended so: Failure, or what is no fault."""
    problem = _failed(task)
    if isinstance(problem, DatabaseUnavailable | VersionConflict):
        raise problem
    if problem is not None:
        raise Failure from problem


def _note(session: MatchSession, player: int, told: SearchProgress) -> None:
    session.thinking[player] = told
    session.notify()
