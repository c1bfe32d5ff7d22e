"""`LevelTurns`: the turns of levels and bots at one table."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from functools import partial

from spinney import lessons, players
from spinney.core.errors import Refused
from spinney.core.state import Observation
from spinney.match import Match
from spinney.players.accept_answer import accept_answer
from spinney.players.local_bots import PREFIX, LocalBots
from spinney.server.db.database import DatabaseUnavailable, VersionConflict
from spinney.server.play.level_search import AT_ONCE, LevelSearch, owner_of
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_service import MatchService
from spinney.server.play.progress import SearchProgress
from spinney.server.precompile import Precompiler
from spinney.server.wording import level


class Failure(Exception):
    """A level or a bot could not choose; the cause says why."""


class LevelTurns:
    """Chooses for the levels and bots at a table, each in a task of its own."""

    def __init__(
        self,
        live: LiveMatch,
        match_service: MatchService,
        precompiler: Precompiler,
        search: LevelSearch,
        bots: LocalBots,
        move_interval: float,
    ) -> None:
        """Take the table, and what it works with.

        Args:
            live: the table.
            match_service: makes the moves.
            precompiler: compiles the games.
            search: finds the moves.
            bots: local ones.
            move_interval: seconds between two moves that people watch.
        """
        self._live, self._match_service, self._search = live, match_service, search
        self._precompiler, self._bots, self._move_interval = precompiler, bots, move_interval
        self._referee = bots.referee(live.match.header)
        self._tasks: dict[int, tuple[Observation, asyncio.Task[None]]] = {}

    def cancel(self) -> None:
        """Drop all searches."""
        for _, task in self._tasks.values():
            task.cancel()

    def close(self) -> None:
        """End the bots' processes; this may take a while."""
        self._referee.close()

    @property
    def searching(self) -> bool:
        """Does a search run for what a player sees now?"""
        match = self._live.match
        return any(
            not task.done() and view == match.view(player)
            for player, (view, task) in self._tasks.items()
        )

    def go_on(self) -> None:
        """Begin the searches that are due, and drop those that are not any more.

        Raises:
            Failure: one has failed.
            DatabaseUnavailable: what it came to could not be stored.
        """
        match = self._live.match
        due = {
            player: match.view(player)
            for player in match.to_act
            if level(match.seats[player])
            and can_choose(match, player, self._precompiler, self._bots)
        }
        for player, (view, task) in list(self._tasks.items()):
            if due.get(player) != view or task.done():
                task.cancel()
                del self._tasks[player]
                _check(task)
        for player, view in due.items():
            if player not in self._tasks:
                self._tasks[player] = (view, self._begin(player, view))

    def _begin(self, player: int, view: Observation) -> asyncio.Task[None]:
        is_bot = self._live.match.seats[player].startswith(PREFIX)
        task = asyncio.create_task(self._ask(player) if is_bot else self._move(player, view))
        task.add_done_callback(partial(_notify_if_failed, self._live))
        return task

    async def _ask(self, player: int) -> None:
        """Ask a bot, wait until people have seen what was before, and make its move."""
        live, referee = self._live, self._referee
        match, left = live.match, live.match.remaining(live.time_source.now())[player]
        clock = None if left is None else left / 1000
        answer = await self._search.in_thread(
            owner_of(live), lambda: referee.ask(match, player, secrets.randbits(62), clock)
        )
        await self._pause()
        with suppress(Refused):  # a clock ran out meanwhile
            await asyncio.to_thread(
                self._match_service.act,
                live,
                lambda match, at: accept_answer(match, player, answer, at),
            )

    async def _move(self, player: int, view: Observation) -> None:
        """Choose, wait until people have seen what was before, and make the move."""
        live = self._live
        try:
            move = await self._chosen(player, view)
            await self._pause()
            with suppress(Refused):  # a clock ran out meanwhile
                await asyncio.to_thread(
                    self._match_service.act,
                    live,
                    lambda match, at: match.play(player, move, at),
                )
        finally:
            live.thinking.pop(player, None)

    async def _chosen(self, player: int, view: Observation) -> str:
        """Return the move of a level, or of an opponent in a lesson."""
        live = self._live
        if live.rules.lesson:
            return await asyncio.to_thread(lessons.reply, live.match, player)
        name = level(live.match.seats[player]) or AT_ONCE
        note = partial(_note, live, player)
        return (await self._search.choose(owner_of(live), view, name, note)).move

    async def _pause(self) -> None:
        """Wait until people have seen what was before."""
        wait = self._live.moved + self._move_interval - time.monotonic()
        if wait > 0 and not self._live.hurried:
            await asyncio.sleep(wait)


def can_choose(match: Match, player: int, precompiler: Precompiler, bots: LocalBots) -> bool:
    """May this level choose now, or must it wait for the compiler? Is this bot known here?"""
    seat = match.seats[player]
    if seat.startswith(PREFIX):
        return level(seat) in bots.commands
    name = level(seat)
    at_once = name is not None and players.LEVELS[name].at_once
    return at_once or precompiler.ready(match.game)


def _note(live: LiveMatch, player: int, progress: SearchProgress) -> None:
    live.thinking[player] = progress
    live.notify()


def _failed(task: asyncio.Task[None]) -> BaseException | None:
    """Return what a search has failed of, if it has ended so."""
    return task.exception() if task.done() and not task.cancelled() else None


def _notify_if_failed(live: LiveMatch, task: asyncio.Task[None]) -> None:
    if _failed(task) is not None:
        live.notify()


def _check(task: asyncio.Task[None]) -> None:
    """Raise what a search has failed of, if it has ended so: Failure, or what is no fault."""
    problem = _failed(task)
    if isinstance(problem, DatabaseUnavailable | VersionConflict):
        raise problem
    if problem is not None:
        raise Failure from problem
