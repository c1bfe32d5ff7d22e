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
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import MatchService
from spinney.server.precompile import Precompiler
from spinney.server.wording import level

LONGEST_REST = 30.0
"""Seconds to wait at most after failures in a row at the table of local mode."""
RENEWAL = 1.0
"""Seconds after which a worker looks again whether it is still the one to think."""
TABLES_PER_THREAD = 8
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
        self.slots = Admission(TABLES_PER_THREAD * threads, TABLES_PER_THREAD)
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

    def _turns(self, live: LiveMatch) -> LevelTurns:
        return LevelTurns(
            live,
            self.match_service,
            self.precompiler,
            self._search,
            self.bots,
            self._move_interval,
        )

    # The one screen of local mode.

    def look_after(self, live: LiveMatch) -> None:
        """See to a table of this server's one screen, as long as anybody looks on."""
        if not self._is_driven(live):
            driver = asyncio.create_task(self._drive(live))
            self._drivers[live.id] = driver
            driver.add_done_callback(partial(self._look_again, live))

    def _look_again(self, live: LiveMatch, driver: asyncio.Task[None]) -> None:
        """Go on for a viewer who came while a driver was ending because nobody watched."""
        if live.subscribers and not driver.cancelled() and not self._search.closing:
            self.look_after(live)

    def _is_driven(self, live: LiveMatch) -> bool:
        for name in [name for name, driver in self._drivers.items() if driver.done()]:
            del self._drivers[name]
        return live.id in self._drivers

    async def _drive(self, live: LiveMatch) -> None:
        """Think for the levels at a table and run its clocks until nobody looks on."""
        changed = AsyncEvent()
        live.subscribers.add(changed)
        live.time_source.run(True)
        turns = self._turns(live)
        self._unclosed.add(turns)
        if any(map(level, live.match.seats)):
            self.precompiler.begin(live.match.game, live.notify)
        failures = 0
        try:
            while len(live.subscribers) > 1:
                try:
                    turns.go_on()
                    await changed.wait(RENEWAL if self.match_service.trouble else _until_due(live))
                    await asyncio.to_thread(self._tick, live)
                    failures = 0
                except Exception as problem:  # noqa: BLE001 - whatever it is, it may do again
                    failures += 1
                    await self._rest(live, problem, failures)
        finally:
            live.subscribers.discard(changed)
            live.time_source.run(False)
            turns.cancel()
            await asyncio.to_thread(turns.close)
            self._unclosed.discard(turns)

    def _tick(self, live: LiveMatch) -> None:
        """Let clocks run out.

        Raises DatabaseUnavailable also where the database still can't be written.
        """
        self.match_service.act(live, Match.tick)
        self.match_service.probe()

    async def _rest(self, live: LiveMatch, problem: Exception, failures: int) -> None:
        """Wait after a failure: longer each time, but for a database that may be back."""
        if isinstance(problem, DatabaseUnavailable):
            self.match_service.failed(problem)
            failures = 1
        elif not isinstance(problem, MatchError | VersionConflict):  # those are known
            self.match_service.errors.noted(live.id, problem.__cause__ or problem)
        await asyncio.sleep(pause(failures, longest=LONGEST_REST))

    # A shared server.

    def think_for(self, live: LiveMatch, claim: Claim, failed: Failed) -> None:
        """Think for the levels at a table that has a slot, and free that in the end.

        It ends when people are to choose, the claim is lost, or other tables wait for the slot.

        Args:
            live: where; it is claimed.
            claim: asks for it once more.
            failed: called in a thread with what went wrong, and then no search goes on.
        """
        driver = asyncio.create_task(self._think_for(live, claim, failed))
        self._drivers[live.id] = driver

        def end(_: object) -> None:
            del self._drivers[live.id]
            self.slots.free(live.id)

        driver.add_done_callback(end)

    async def _think_for(self, live: LiveMatch, claim: Claim, failed: Failed) -> None:
        changed = AsyncEvent()
        live.subscribers.add(changed)
        turns = self._turns(live)
        self.precompiler.begin(live.match.game, live.notify)
        try:
            await self._think_while(live, claim, changed, turns)
        except (DatabaseUnavailable, VersionConflict):
            pass  # whoever looks what is due begins again
        except Exception as problem:  # noqa: BLE001 - whatever it is, it concerns this match
            await asyncio.to_thread(failed, problem.__cause__ or problem)
        finally:
            live.subscribers.discard(changed)
            turns.cancel()

    async def _think_while(
        self, live: LiveMatch, claim: Claim, changed: AsyncEvent, turns: LevelTurns
    ) -> None:
        """Think while levels are awaited, and claim that anew for each turn and each second."""
        begun = live.match.version
        version, until = begun, time.monotonic() + RENEWAL
        while any(level(live.match.seats[p]) for p in live.match.to_act):
            if live.match.version != version or time.monotonic() >= until:
                version, until = live.match.version, time.monotonic() + RENEWAL
                if not await asyncio.to_thread(claim):
                    return
            turns.go_on()
            await changed.wait(RENEWAL)
            if live.match.version > begun and self._gives_way(live, turns):
                return

    def _gives_way(self, live: LiveMatch, turns: LevelTurns) -> bool:
        """Is this table's slot for others to have, now that no search would be lost?"""
        return not turns.searching and not self.slots.has_room(owner_of(live))


def _until_due(live: LiveMatch) -> float | None:
    due = live.match.due()
    return None if due is None else max(0.0, (due - live.time_source.now()) / 1000) + 0.01
