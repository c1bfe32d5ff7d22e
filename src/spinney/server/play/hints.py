"""Hints: what the computer would do."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spinney.core.state import Observation
from spinney.server.play.level_search import AT_ONCE, LevelSearch, owner_of
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_service import MatchService
from spinney.server.play.progress import BEGUN, SearchProgress
from spinney.server.precompile import Precompiler

if TYPE_CHECKING:
    from spinney.search import SearchResult

ADVISER = "tree"
"""The level that hints come from."""
HINT = "hint"
"""How a note begins that asks for a hint, before the player's number."""


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


class Hints:
    """Finds hints for players who ask for one."""

    def __init__(
        self, match_service: MatchService, precompiler: Precompiler, search: LevelSearch
    ) -> None:
        """Take the tables, what compiles the games, and what searches."""
        self._match_service, self._precompiler, self._search = match_service, precompiler, search
        self._tasks: set[asyncio.Task[None]] = set()

    def listen(self) -> None:
        """Receive the notes of all workers, from within the event loop."""
        self._loop = asyncio.get_running_loop()
        self._match_service.on_request.append(self.receive)

    def receive(self, live: LiveMatch, note: str) -> None:
        """Begin the hint that a note asks for, if its player looks on through this worker."""
        kind, _, player = note.partition(" ")
        if kind == HINT and live.rules.hints and live.viewers[int(player)]:
            view = live.match.view(int(player))
            self._loop.call_soon_threadsafe(self.begin, live, view)

    def begin(self, live: LiveMatch, view: Observation) -> None:
        """Look for a good choice in the background, and put it at the table as `Hint`."""
        if not _is_asked(live, view):
            task = asyncio.create_task(self._find(live, view))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _find(self, live: LiveMatch, view: Observation) -> None:
        name = ADVISER if self._precompiler.ready(view.game) else AT_ONCE
        self._precompiler.begin(view.game)

        def note(progress: SearchProgress) -> None:
            if _is_asked(live, view):  # else they have moved and asked anew
                _show(live, Hint(view, progress))

        _show(live, Hint(view))
        try:
            result = await self._search.choose(owner_of(live), view, name, note)
            if _is_asked(live, view):
                _show(live, Hint(view, result=result))
        except Exception as problem:  # noqa: BLE001 - whatever it is, it concerns this match
            self._match_service.errors.noted(live.id, problem)
            if _is_asked(live, view):
                live.advice.pop(view.player, None)
                live.notify()


def _is_asked(live: LiveMatch, view: Observation) -> bool:
    """Is what a player sees what they asked about last?"""
    last = live.advice.get(view.player)
    return isinstance(last, Hint) and last.view == view


def _show(live: LiveMatch, hint: Hint) -> None:
    live.advice[hint.view.player] = hint
    live.notify()
