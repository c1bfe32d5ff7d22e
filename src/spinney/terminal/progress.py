"""The progress of games on stderr: a live bar at a terminal, now and then a line elsewhere."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from types import TracebackType

from rich.console import Console, Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
from rich.text import Text

from spinney.terminal.console import console

WINDOW = 30.0
"""Seconds over which the rate is measured."""
FRESH = 0.25
"""Seconds for which the status is not updated."""
FIRST_LINE, LONGEST_WAIT = 10.0, 300.0
"""Seconds to the first plain line, and at most between two: each wait is twice the one before."""
SECOND, MINUTE, HOUR = 1, 60, 3600


class GameRate:
    """Games a second, over the last `WINDOW` seconds."""

    def __init__(self, now: float) -> None:
        self._marks = deque([(now, 0)])

    def add(self, now: float, done: int) -> None:
        """Note the number of games played since the start."""
        self._marks.append((now, done))
        while len(self._marks) > 2 and now - self._marks[1][0] > WINDOW:
            self._marks.popleft()

    def at(self, now: float) -> float:
        """Return the rate; 0 before the first game has ended."""
        since, before = self._marks[0]
        done = self._marks[-1][1] - before
        return done / max(now - since, 1e-9) if done else 0.0


class GameProgress:
    """The number of games played, their rate, and the status. Use it as a context.

    Args:
        total: how many games there are at most.
        done: how many were played before.
        status: returns the results so far in a line; it is called only if they are shown.
        clock: seconds that never go back.
        out: where to write; by default stderr.
        may_stop: can the series end before all of its games are played?
    """

    def __init__(
        self,
        total: int,
        done: int = 0,
        status: Callable[[], str] = str,
        clock: Callable[[], float] = time.monotonic,
        out: Console | None = None,
        may_stop: bool = False,
    ) -> None:
        self.total, self.done, self._before = total, done, done
        self._may_stop = may_stop
        self._status, self._clock = status, clock
        self._out = out or console(error=True)
        self._rate = GameRate(clock())
        self._next, self._wait = clock() + FIRST_LINE, FIRST_LINE
        self._latest, self._latest_at = "", -FRESH
        self._bar = self._new_bar()
        self._task = self._bar.add_task("preparing", total=total, completed=done)
        self._live = Live(console=self._out, transient=True, get_renderable=self._renderable)

    def __enter__(self) -> GameProgress:
        if self._out.is_terminal:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._live.stop()

    def compiling(self, title: str) -> None:
        """Show that a game is compiled first, so that nobody waits a minute without a message."""
        doing = f"compiling {title}, the first time only"
        if self._out.is_terminal:
            self._bar.update(self._task, description=doing)
        else:
            self._out.print(f"{doing} (a minute or two)", soft_wrap=True)

    def begin(self, doing: str = "playing") -> None:
        """Show that games are played from now on: their rate is counted from here."""
        self._rate = GameRate(self._clock())
        self._bar.update(self._task, description=doing)

    def advance(self, games: int = 1) -> None:
        """Count games that have ended."""
        self.done += games
        now = self._clock()
        self._rate.add(now, self.done - self._before)
        if self._out.is_terminal:
            self._bar.update(self._task, completed=self.done)
            if now - self._latest_at >= FRESH:
                self._latest, self._latest_at = self._status(), now
        elif now >= self._next:
            self._wait = min(2 * self._wait, LONGEST_WAIT)
            self._next = now + self._wait
            self._out.print(self.line(), soft_wrap=True)

    def drop(self, games: int) -> None:
        """Count games that need not be played."""
        self.total -= games
        self._bar.update(self._task, total=self.total)

    def line(self) -> str:
        """Return all of it in a line."""
        parts = (f"{self.done} of {self.total} games", self.pace(), self._status())
        return "; ".join(filter(None, parts))

    def pace(self) -> str:
        """Return how many games a second there are, and the time that is left."""
        rate = self._rate.at(self._clock())
        if not rate:
            return ""
        left = time_text((self.total - self.done) / rate)
        return f"{rate_text(rate)}, {'at most ' if self._may_stop else ''}{left}"

    def _new_bar(self) -> Progress:
        pace = _PaceColumn(self)
        return Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), pace, disable=True
        )

    def _renderable(self) -> Group:
        status = [Text(self._latest)] if self._latest else []
        return Group(self._bar.get_renderable(), *status)


class _PaceColumn(ProgressColumn):
    """The rate and the time left, beside the bar."""

    def __init__(self, progress: GameProgress) -> None:
        super().__init__()
        self._progress = progress

    def render(self, task: Task) -> Text:  # noqa: ARG002 - there is only one
        return Text(self._progress.pace())


def rate_text(rate: float) -> str:
    """Return a number of games a second in words; of slow ones, how many a minute or an hour."""
    for unit, seconds in (("s", SECOND), ("min", MINUTE)):
        if rate * seconds >= 1:
            return f"{rate * seconds:.{0 if rate * seconds >= 100 else 1}f} games/{unit}"
    return f"{rate * HOUR:.1f} games/h"


def time_text(seconds: float) -> str:
    """Return how much time is left, in words."""
    whole = round(seconds)
    if whole < MINUTE:
        return f"{whole} s left"
    if whole < HOUR:
        return f"{whole // MINUTE} min {whole % MINUTE} s left"
    return f"{whole // HOUR} h {whole % HOUR // MINUTE} min left"
