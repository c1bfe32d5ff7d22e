"""`LevelPlayer`: the computer at the tables."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from functools import partial

from spinney.match import Match
from spinney.players.local_bots import LocalBots
from spinney.server.async_event import AsyncEvent
from spinney.server.db.database import DatabaseUnavailable, VersionConflict
from spinney.server.jobs.admission import Admission
from spinney.server.jobs.backoff import pause
from spinney.server.play.hints import Hints
from spinney.server.play.level_search import THREADS, LevelSearch, owner_of
from spinney.server.play.level_turns import LevelTurns, can_choose
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_session import MatchSession
from spinney.server.precompile import Precompiler
from spinney.server.wording import level

LONGEST_REST = 30.0
"""Seconds to wait at most after failures in a row at the table of local mode."""
RENEWAL = 1.0
"""Seconds after which a worker looks again whether it is still the one to think."""
EACH = 8
"""How many tables a thread is taken on for, and how many of one address a worker takes on: mostly
people are shown the last move meanwhile."""

Claim = Callable[[], bool]
"""Is it still this worker that thinks for a table?"""
Failed = Callable[[BaseException], None]
"""Notes that a level could not choose, and why."""


class LevelPlayer:
    """Chooses for the seats of levels and bots.

    In local mode a table is looked after as long as its page is open; on a shared server whoever
    does what is due has a worker think for a table.

    Attributes:
        hints: finds hints for players.
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
        self.match_service, self.precompiler, self.bots = match_service, precompiler, bots
        self._move_interval = move_interval
        self._search = LevelSearch(threads)
        self.hints = Hints(match_service, precompiler, self._search)
        self.slots = Admission(EACH * threads, EACH)
        self._drivers: dict[str, asyncio.Task[None]] = {}
        self._unclosed: set[LevelTurns] = set()

    def can_choose(self, match: Match, player: int) -> bool:
        """May this level choose now, or must it wait for the compiler? Is this bot known here?"""
        return can_choose(match, player, self.precompiler, self.bots)

    async def close(self) -> None:
        """Stop everything."""
        self._search.stop()
        drivers = [*self._drivers.values()]
        for driver in drivers:
            driver.cancel()
        await asyncio.gather(*drivers, return_exceptions=True)
        for turns in self._unclosed:  # of drivers that were cancelled while they closed them
            await asyncio.to_thread(turns.close)
        self._search.close()

    def _turns(self, session: MatchSession) -> LevelTurns:
        return LevelTurns(
            session,
            self.match_service,
            self.precompiler,
            self._search,
            self.bots,
            self._move_interval,
        )

    # The one screen of local mode.

    def look_after(self, session: MatchSession) -> None:
        """See to a table of this server's one screen, as long as anybody looks on."""
        if not self._is_driven(session):
            driver = asyncio.create_task(self._drive(session))
            self._drivers[session.id] = driver
            driver.add_done_callback(partial(self._look_again, session))

    def _look_again(self, session: MatchSession, driver: asyncio.Task[None]) -> None:
        """Go on for a viewer who came while a driver was ending because nobody watched."""
        if session.subscribers and not driver.cancelled() and not self._search.closing:
            self.look_after(session)

    def _is_driven(self, session: MatchSession) -> bool:
        for name in [name for name, driver in self._drivers.items() if driver.done()]:
            del self._drivers[name]
        return session.id in self._drivers

    async def _drive(self, session: MatchSession) -> None:
        """Think for the levels at a table and run its clocks until nobody looks on."""
        changed = AsyncEvent()
        session.subscribers.add(changed)
        session.time_source.run(True)
        turns = self._turns(session)
        self._unclosed.add(turns)
        if any(map(level, session.match.seats)):
            self.precompiler.begin(session.match.game, session.notify)
        failures = 0
        try:
            while len(session.subscribers) > 1:
                try:
                    turns.go_on()
                    await changed.wait(
                        RENEWAL if self.match_service.trouble else _until_due(session)
                    )
                    await asyncio.to_thread(self._tick, session)
                    failures = 0
                except Exception as problem:  # noqa: BLE001 - whatever it is, it may do again
                    failures += 1
                    await self._rest(session, problem, failures)
        finally:
            session.subscribers.discard(changed)
            session.time_source.run(False)
            turns.cancel()
            await asyncio.to_thread(turns.close)
            self._unclosed.discard(turns)

    def _tick(self, session: MatchSession) -> None:
        """Let clocks run out.

        Raises DatabaseUnavailable also where the database still can't be written.
        """
        self.match_service.act(session, Match.tick)
        self.match_service.probe()

    async def _rest(self, session: MatchSession, problem: Exception, failures: int) -> None:
        """Wait after a failure: longer each time, but for a database that may be back."""
        if isinstance(problem, DatabaseUnavailable):
            self.match_service.failed(problem)
            failures = 1
        elif not isinstance(problem, MatchError | VersionConflict):  # those are known
            self.match_service.errors.noted(session.id, problem.__cause__ or problem)
        await asyncio.sleep(pause(failures, longest=LONGEST_REST))

    # A shared server.

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

    async def _think_for(self, session: MatchSession, claim: Claim, failed: Failed) -> None:
        changed = AsyncEvent()
        session.subscribers.add(changed)
        turns = self._turns(session)
        self.precompiler.begin(session.match.game, session.notify)
        try:
            await self._think_while(session, claim, changed, turns)
        except (DatabaseUnavailable, VersionConflict):
            pass  # whoever looks what is due begins again
        except Exception as problem:  # noqa: BLE001 - whatever it is, it concerns this match
            await asyncio.to_thread(failed, problem.__cause__ or problem)
        finally:
            session.subscribers.discard(changed)
            turns.cancel()

    async def _think_while(
        self, session: MatchSession, claim: Claim, changed: AsyncEvent, turns: LevelTurns
    ) -> None:
        """Think while levels are awaited, and claim that anew for each turn and each second."""
        begun = session.match.version
        version, until = begun, time.monotonic() + RENEWAL
        while any(level(session.match.seats[p]) for p in session.match.to_act):
            if session.match.version != version or time.monotonic() >= until:
                version, until = session.match.version, time.monotonic() + RENEWAL
                if not await asyncio.to_thread(claim):
                    return
            turns.go_on()
            await changed.wait(RENEWAL)
            if session.match.version > begun and self._gives_way(session, turns):
                return

    def _gives_way(self, session: MatchSession, turns: LevelTurns) -> bool:
        """Is this table's slot for others to have, now that no search would be lost?"""
        return not turns.searching and not self.slots.has_room(owner_of(session))


def _until_due(session: MatchSession) -> float | None:
    due = session.match.due()
    return None if due is None else max(0.0, (due - session.time_source.now()) / 1000) + 0.01
