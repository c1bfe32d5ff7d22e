"""Play at which workers are killed at random moments, and what it came to.

Two people play each other; one plays a level; and at a third table nobody moves, so that only time
passes there. All the while a worker now and then ends as if the power had failed.
"""

from __future__ import annotations

import random
import statistics
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

import httpx2
from sqlalchemy import select
from tests.server.playing import GAME, until
from tests.server.served import Served, served
from tests.waiting import PATIENCE
from tests.web.shared_server import Guest

import spinney
from spinney.match import Clock, Match
from spinney.match.settings import MatchSettings
from spinney.server.db.schema import server_clock
from spinney.server.rate_limits.limits import ATTEMPT_OPTIONS, QUOTAS, UNLIMITED
from spinney.server.services import Services

PAUSE = 0.03
"""Seconds that people think about a move."""
APART = 0.4
"""The most seconds from when play goes on to the next kill."""
STUCK = PATIENCE
"""Seconds after which play that does not go on has failed."""


@dataclass
class KillResult:
    """What came of it.

    Attributes:
        kills: how many workers were killed.
        acknowledged: how many actions were.
        lost: how many of these are not there.
        doubled: how many things are there that nobody did, or did once only.
        late: how many clocks ran out at another time than they should have.
        error: the most ms by which the time of an action is out of when it was done.
        people: seconds from a kill until two people's table went on, a number a kill.
        level: likewise until a level answered.
    """

    kills: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    late: int = 0
    error: float = 0.0
    people: list[float] = field(default_factory=list)
    level: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        """Return it as lines of a table."""
        return "\n".join(
            (
                f"kills                                 {self.kills:8}",
                f"actions acknowledged                  {self.acknowledged:8}",
                f"  of these lost                       {self.lost:8}",
                f"  doubled                             {self.doubled:8}",
                f"clocks run out at a wrong time        {self.late:8}",
                f"largest error of a time, in ms        {self.error:8.0f}",
                f"people go on, s: half / 99 % / all    {_spread(self.people)}",
                f"a level goes on, s: half / 99 % / all {_spread(self.level)}",
            )
        )


def _spread(times: list[float]) -> str:
    ordered = sorted(times)
    last = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"{statistics.median(ordered):8.2f} {last:.2f} {ordered[-1]:.2f}"


def result(url: str, workers: int, kills: int, seed: int) -> KillResult:
    """Let people play in a server while its workers are killed one by one."""
    rng, found, killed = random.Random(seed), KillResult(), list[float]()
    with served(url, workers) as server:
        # One opens match after match.
        server.services.limits.change(dict.fromkeys((*ATTEMPT_OPTIONS, *QUOTAS), UNLIMITED))
        people = People(server, "Ann", "Bob")
        # A game in which few moves can be said: a level soon finds one, nothing compiled yet.
        level = People(server, "Cyd", "level:seedling", game="spring-2021")
        tables = [people, level, Waiting(server, "Dee", "Eve")]
        try:
            for _ in range(kills):
                time.sleep(rng.uniform(0, APART))
                until(server.workers, STUCK)  # none may live yet since the last kill
                killed.append(time.monotonic())
                server.kill(rng.choice(server.workers()))
                people.wait(killed[-1])
                level.wait(killed[-1])
        finally:
            for players in tables:
                players.stop()
        for players in tables:
            players.count(found)
    found.kills = len(killed)
    found.people = [people.went_on(moment) or STUCK for moment in killed]
    found.level = [level.went_on(moment) or STUCK for moment in killed]
    return found


class Done(NamedTuple):
    """An action that was acknowledged, or turned out to be there; in server time, within which ms.

    Its time is not before ``first`` nor after ``last``.
    """

    move: str
    first: float
    last: float


class People:
    """A table where people play, match after match, in a thread of its own."""

    clock = "bank 60:00 + 5"

    def __init__(self, server: Served, *names: str, game: str = GAME) -> None:
        self.game = spinney.game(game)
        self.names, self.services, self.stopped = names, server.services, threading.Event()
        self.guests = {
            player: Guest.named(server.address, server.services, name)
            for player, name in enumerate(names)
            if not name.startswith("level:")
        }
        self.matches: dict[str, list[Done]] = {}
        self.actions: list[tuple[float, float]] = []
        """When each thing was begun that went on here, and when it was done."""
        self.thread = ThreadPoolExecutor(1)
        self.running = self.thread.submit(self._run)

    def stop(self) -> None:
        self.stopped.set()
        self.running.result(STUCK)
        for guest in self.guests.values():
            guest.close()

    def went_on(self, since: float) -> float:
        """Return how long after a moment something was done that was begun since; 0: not yet."""
        return next((done - since for begun, done in self.actions if begun > since), 0)

    def wait(self, since: float) -> None:
        """Wait until something is done that was begun since a moment."""
        until(lambda: self.running.done() or self.went_on(since), STUCK)
        if self.running.done():
            self.running.result()  # it raises what went wrong

    def _run(self) -> None:
        while not self.stopped.is_set():
            match = self._begin()
            self.matches[match] = []
            while not self.stopped.is_set() and not self._now(match).over:
                self._play(match)
                time.sleep(PAUSE)

    def _now(self, match: str) -> Match:
        return self.services.match_service.live_match(match).match

    def _begin(self) -> str:
        people = {player: guest.person for player, guest in self.guests.items() if guest.person}
        seats = ["me", *("open" if p in people else self.names[p] for p in range(1, 2))]
        rules, clock = MatchSettings(public=True), Clock.read(self.clock)
        match = self.services.tables.open(people[0], self.game, clock, rules, seats)
        if 1 in people:
            self.services.tables.sit(match, people[1], 1)
        return match

    def _play(self, match: str) -> None:
        """Let whoever is awaited play."""
        now = self._now(match)
        player = now.to_act[0]
        if player in self.guests:
            self._say(match, now, player)
        elif until(lambda: self.stopped.is_set() or self._now(match).version > now.version, STUCK):
            self.actions.append((time.monotonic(),) * 2)

    def _say(self, match: str, now: Match, player: int) -> None:
        """Say something, again until it is acknowledged or something is there."""
        move = now.view(player).legal.sample(now.version)
        version = f"{player}.{now.version_for(player)}"
        first, lost, acknowledged = time.time() * 1000, _lost(self.services), False
        while self._now(match).version == now.version:
            begun = time.monotonic()
            with suppress(httpx2.HTTPError):  # the worker is gone; another answers
                words = {"move": move, "version": version}
                acknowledged |= (
                    self.guests[player].post(f"/match/{match}/move", **words).status_code == 204
                )
                self.actions.append((begun, time.monotonic()))
        last = time.time() * 1000
        new = self._now(match).events[now.version :]
        if acknowledged or any(event.player == player for event in new):  # else others were quicker
            done = Done(move, first - _lost(self.services), last - lost)
            self.matches[match].append(done)

    def count(self, found: KillResult) -> None:
        """Add up what came of it here."""
        for match, done in self.matches.items():
            events = self.services.store.events(match)
            kept = [e for e in events if e.kind == "move" and e.player in self.guests]
            same = sum(one.move == e.text for one, e in zip(done, kept, strict=False))
            found.acknowledged += len(done)
            found.lost += len(done) - same
            found.doubled += len(kept) - same
            forfeits = sorted({event.at for event in events if event.kind == "forfeit"})
            found.late += self.late(forfeits)
            began = _began(self.services, match)
            for one, event in zip(done, kept, strict=False):
                at = began + event.at
                found.error = max(found.error, one.first - at, at - one.last)

    def late(self, forfeits: list[int]) -> int:
        """Return how many clocks ran out at a wrong time, of those that did: none should here."""
        return len(forfeits)


class Waiting(People):
    """A table where nobody moves: only time passes there."""

    clock = "move 0:01"

    def _play(self, match: str) -> None:
        """Just look on; when a clock runs out, it must be noticed soon."""
        now = self._now(match)
        until(lambda: self.stopped.is_set() or self._now(match).version > now.version, STUCK)

    def late(self, forfeits: list[int]) -> int:
        """Likewise: here one should each second, by match time, whatever died meanwhile."""
        return sum(at != 1000 * (number + 1) for number, at in enumerate(forfeits))


def _began(services: Services, match: str) -> int:
    table = services.tables.table(match)
    assert table is not None
    return table.began or 0


def _lost(services: Services) -> int:
    with services.store.database.reading() as connection:
        return int(connection.execute(select(server_clock.c.lost)).scalar_one())
