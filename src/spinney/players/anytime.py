"""An anytime player: a level that searches in another process and answers in time.

Until that process has loaded (or compiled) the search, and should it ever be held up, the answer
comes from looking one action ahead with interpreted rules, at as many moves as there is time.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from spinney.core import compilation
from spinney.kernel.rng import mix
from spinney.players.mistakes import with_mistakes_of
from spinney.players.protocol.bot_side import MoveRequest
from spinney.players.search_worker import SearchAnswer, SearchProcess, SearchTask
from spinney.search import one_ply

if TYPE_CHECKING:
    from spinney.core.state import Observation
    from spinney.players.levels import Level
    from spinney.search import SearchResult

ANSWERING = 0.004
"""The least seconds that are kept for sending an answer, on a machine with nothing else to do."""
LEAST_SPARE, MOST_SPARE, MOST_SECONDS = 0.05, 0.5, 0.5
"""The parts of the time, and the most seconds, that are kept for a search that ends late."""
DELAY = 0.002
"""Seconds by which a search is taken to end late before there was one."""
FORGET = 0.9
"""The share of the worst delay that is remembered from one choice to the next."""
WAITING, MOST_WAITING = 0.9, 2.0
"""The part of the time, and the most seconds, to wait for a search that is still being loaded."""
LOOKING = 0.25
"""The part of the time for looking one action ahead meanwhile."""
STAGES = (1, 4, 12, 24, 48)
"""How many moves are tried, one stage after another."""
SLOWER = 6
"""How much longer the next stage is expected to last than in proportion."""


class AnytimePlayer:
    """A level that keeps to the time it is given."""

    def __init__(self, level: Level, seed: int, process: SearchProcess) -> None:
        """Take the process that searches; interpreted rules are used here from now on."""
        compilation.interpret()
        self._level, self._seed, self._process = level, seed, process
        self._number, self._ready, self._delay = 0, False, DELAY

    def choose(self, request: MoveRequest) -> tuple[str, str]:
        """Return a move in time and, if it comes from the search, its chance to win in words."""
        self._number += 1
        view, seed = request.parsed.view, mix(self._seed, self._number)
        searching = self._ready and self._ask(request, seed)
        looking = 0.0 if searching else min(LOOKING * request.parsed.seconds, MOST_WAITING)
        quick = answer_at_once(view, seed, request.begun + looking)
        quick = with_mistakes_of(quick, view.game, self._level, seed)
        waiting = min(WAITING * request.parsed.seconds, MOST_WAITING)
        if not self._ready and self._process.answer(0, request.begun + waiting):
            self._ready = True
            searching = self._ask(request, seed)
        spare = self._spare(request)
        answer = self._process.answer(self._number, request.end - spare / 2) if searching else None
        if searching:
            late = time.monotonic() - (request.end - spare)
            self._delay = max(late, FORGET * self._delay)
        return (answer.move, _win_chance(answer)) if answer else (quick.move, "")

    def _ask(self, request: MoveRequest, seed: int) -> bool:
        """Let the other process search until a little before the answer is due."""
        end = request.end - self._spare(request)
        view = request.parsed.view
        return self._process.ask(SearchTask(self._number, view, self._level, end, seed))

    def _spare(self, request: MoveRequest) -> float:
        """Return the seconds kept for a search that ends late, from its recent delays.

        After half of them the answer is sent without the search's result.
        """
        seconds = request.parsed.seconds
        spare = max(LEAST_SPARE * seconds, ANSWERING + 2 * self._delay)
        return min(spare, MOST_SPARE * seconds, MOST_SECONDS)


def answer_at_once(view: Observation, seed: int, end: float) -> SearchResult:
    """Look one action ahead, at one move at least and then at more while there is time."""
    before = time.monotonic()
    result = one_ply(view, seed, STAGES[0])
    for tries in STAGES[1:]:
        now = time.monotonic()
        if now + SLOWER * (now - before) > end:
            break
        before, result = now, one_ply(view, seed, tries)
    return result


def _win_chance(answer: SearchAnswer) -> str:
    return f"{100 * answer.value:.0f} % after {answer.playouts:,}" if answer.playouts else ""
