"""Analyses of finished matches, choice by choice: computed once and stored.

Somebody asks for it. As long as anybody looks, one worker works on it and keeps what it has found
so far; if it ends, the next one who looks has another worker go on from there. After each choice
the matches of others have their turn. It takes playouts and seeds and no time, so that every
worker finds the same.

The search runs in a thread that lets everything else go first. That thread asks nothing of the
database: on a busy machine it would keep everybody waiting for the lock it holds.
"""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from sqlalchemy import insert, or_, select, update

from spinney import __version__
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.state import Observation
from spinney.i18n import N_, _
from spinney.match import Match
from spinney.match.history import turns
from spinney.players.move_review import MoveReview, Stopped, review_move
from spinney.search.win_chance import win_chance
from spinney.server.db.database import DatabaseUnavailable, VersionConflict, now
from spinney.server.db.schema import analyses
from spinney.server.jobs.backoff import pause
from spinney.server.jobs.fair_executor import NOBODY, FairExecutor, Owner
from spinney.server.jobs.priority import lower_priority
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_service import MatchService
from spinney.server.precompile import Precompiler
from spinney.server.server_time import living_workers

_log = logging.getLogger(__name__)

PLAYOUTS = 3000
"""How many playouts a choice is reviewed by: from before it, and from after each of two moves."""
REQUESTED_MS = 15_000
"""Milliseconds since somebody last asked after which nobody works on it any more."""
SAVE_SECONDS = 0.5
"""Seconds from keeping what was found to keeping more of it."""
NICENESS = 19
"""How much others go before, as Unix counts it."""
_DONE = object()
RETRY = 10.0
"""Seconds after which a match is reviewed again for which that failed, the first time."""
REMEMBERED = 1_000
"""How many matches are remembered for which it failed."""
FAILED = N_("the review of this match failed; the computer will try again later")
"""What it waits for then."""
NOT_YET = N_("the computer reviews a game only after it is over; before that, it would be help")


class MadeChoice(NamedTuple):
    """A choice that was made in a match.

    Attributes:
        player: who made it.
        at: the number of the frame in which it was due, of `Match.frames`.
        after: and of that in which it had been made.
        view: what the player saw.
        move: the move.
    """

    player: int
    at: int
    after: int
    view: Observation
    move: str


class ReviewedChoice(NamedTuple):
    """What the computer makes of a choice.

    Attributes:
        player: who made it.
        at: the number of the frame in which it was due, of `Match.frames`.
        after: and of that in which it had been made.
        move: the move.
        preferred: the move that the computer likes most; the same, unless it found a better one.
        best: how likely it thinks the player wins with that, 0 to 1 (`win_chance`).
        made: and with the move played.
        exact: are both exact, because the rest of the game was solved?
    """

    player: int
    at: int
    after: int
    move: str
    preferred: str
    best: float
    made: float
    exact: bool = False

    @property
    def certain(self) -> bool:
        """Is it sure who wins with either, if both play as well as they can?"""
        return self.exact and {self.best, self.made} <= {0.0, 1.0}

    @property
    def loss(self) -> float:
        """What the choice cost its player."""
        return self.best - self.made


@dataclass(frozen=True)
class Analysis:
    """What the computer makes of a match, as far as it has reviewed it.

    Attributes:
        reviewed: how many choices.
        choices: of how many.
        reviews: what it makes of them; where there was nothing to choose, nothing.
        waits: what it waits for, in words; mostly nothing.
    """

    reviewed: int
    choices: int
    reviews: tuple[ReviewedChoice, ...]
    waits: str = ""

    @property
    def done(self) -> bool:
        """Has it reviewed all?"""
        return self.reviewed == self.choices


def choices(match: Match) -> list[MadeChoice]:
    """Return the choices of a match in the order in which they were made, but for forfeits."""
    made = []
    for turn in turns(match):
        frame = turn.frame
        for move in turn.applied:
            own = sum(one.player == move.player for one in move.transitions)
            if move.choice.text:
                view = turn.state.observe(move.player)
                after = frame + own
                made.append(MadeChoice(move.player, turn.frame, after, view, move.choice.text))
            frame += len(move.transitions)
    return made


class Analyses:
    """All analyses of a server. May be used from any thread."""

    def __init__(self, match_service: MatchService, precompiler: Precompiler) -> None:
        self._match_service, self._precompiler = match_service, precompiler
        self._database = match_service.store.database
        self._worker = (
            match_service.server_time.worker if match_service.server_time is not None else ""
        )
        self._pool = FairExecutor(1, "analyse")
        self._search = ThreadPoolExecutor(1, "review", partial(lower_priority, NICENESS))
        self._active: set[str] = set()
        self._failures: dict[str, tuple[int, float]] = {}
        self._lock, self._closing = threading.Lock(), threading.Event()

    def close(self) -> None:
        """Stop everything; what was found is kept."""
        self._closing.set()
        self._pool.shutdown(wait=True)
        self._search.shutdown(wait=True)

    def request(self, live: LiveMatch) -> Analysis:
        """Have a match reviewed, and return how far that is.

        Raises:
            Refused: it isn't over.
            DatabaseUnavailable: the database can't be reached.
        """
        match = _finished(live)
        if self._stored(live.id, match) is None:
            self._begin(live.id, match)
        return self.progress(live) or Analysis(0, 1, ())

    def progress(self, live: LiveMatch) -> Analysis | None:
        """Return how far a match is reviewed, and see to it that this goes on; None: nobody asked.

        Raises:
            Refused: it isn't over.
            DatabaseUnavailable: the database can't be reached.
        """
        match = _finished(live)
        analysis = self._stored(live.id, match)
        if analysis is None or analysis.done:
            return analysis
        self._note_request(live.id)
        if self._is_put_off(live.id):
            return Analysis(analysis.reviewed, analysis.choices, analysis.reviews, _(FAILED))
        if not self._precompiler.ready(match.game):
            self._precompiler.begin(match.game)
            waits = self._precompiler.doing(match.game)
            return Analysis(analysis.reviewed, analysis.choices, analysis.reviews, waits)
        self._go_on(live, match)
        return analysis

    # What is kept.

    def _stored(self, match_id: str, match: Match) -> Analysis | None:
        query = select(analyses).where(analyses.c.match == match_id, analyses.c.key == _key(match))
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        if row is None:
            return None
        reviews = tuple(ReviewedChoice(*one) for one in json.loads(row.reviews))
        return Analysis(row.reviewed, row.choices, reviews)

    def _begin(self, match_id: str, match: Match) -> None:
        """Keep that somebody has asked, in place of what was found of an earlier end, if any."""
        fresh = {"key": _key(match), "reviewed": 0, "choices": len(choices(match)), "reviews": "[]"}
        stale = (analyses.c.match == match_id, analyses.c.key != _key(match))
        with suppress(VersionConflict), self._database.writing() as connection:
            again = update(analyses).where(*stale).values(**fresh, worker=None, requested=now())
            if connection.execute(again).rowcount == 0:
                connection.execute(
                    insert(analyses).values(match=match_id, **fresh, requested=now())
                )

    def _note_request(self, match_id: str) -> None:
        with self._database.writing() as connection:
            of_match = analyses.c.match == match_id
            connection.execute(update(analyses).where(of_match).values(requested=now()))

    # The work.

    def _go_on(self, live: LiveMatch, match: Match) -> None:
        """Work on it here, unless that is done already, here or elsewhere."""
        owner = NOBODY if live.table is None else live.table.owner
        with self._lock:
            if live.id in self._active or self._closing.is_set() or not self._claim(live.id):
                return
            self._active.add(live.id)
            self._queue(owner, live.id, self._review(live.id, match))

    def _queue(self, owner: Owner, match_id: str, work: Iterator[None]) -> None:
        """Have one more choice reviewed when it is this owner's turn."""
        with suppress(RuntimeError):  # it is closed
            self._pool.submit(owner, lambda: self._work(owner, match_id, work))

    def _claim(self, match_id: str) -> bool:
        free = or_(
            analyses.c.worker.is_(None),
            analyses.c.worker == self._worker,
            analyses.c.worker.not_in(living_workers()),
        )
        mine = update(analyses).where(analyses.c.match == match_id, free)
        with self._database.writing() as connection:
            return connection.execute(mine.values(worker=self._worker)).rowcount == 1

    def _work(self, owner: Owner, match_id: str, work: Iterator[None]) -> None:
        """Review one choice, and let others have their turn before the next one."""
        going = False
        try:
            going = next(work, _DONE) is not _DONE
            if not going:
                self._leave(match_id)
            self._failures.pop(match_id, None)
        except (
            DatabaseUnavailable,
            VersionConflict,
        ) as problem:  # whoever looks when it is back has it go on
            _log.warning("%s can't be reviewed now: %r", match_id, problem)
        except Exception as problem:  # noqa: BLE001 - whatever it is, others are reviewed as well
            self._match_service.errors.noted(match_id, problem)
            self._put_off(match_id)
        if going:
            self._queue(owner, match_id, work)
        else:
            with self._lock:
                self._active.discard(match_id)

    def _put_off(self, match_id: str) -> None:
        """Review a match no sooner than some time after it has failed, longer each time."""
        if len(self._failures) >= REMEMBERED:
            self._failures.clear()
        failures = self._failures.get(match_id, (0, 0.0))[0] + 1
        self._failures[match_id] = failures, time.monotonic() + pause(failures, RETRY)

    def _is_put_off(self, match_id: str) -> bool:
        return time.monotonic() < self._failures.get(match_id, (0, 0.0))[1]

    def _review(self, match_id: str, match: Match) -> Iterator[None]:
        """Review the choices that are left, one per step, as long as somebody wants that."""
        earlier = self._stored(match_id, match)
        if earlier is None:
            return
        reviews, saved_at = list(earlier.reviews), time.monotonic()
        made = self._search.submit(choices, match).result()
        for number, choice in enumerate(made[earlier.reviewed :], earlier.reviewed):
            view, move, stop = choice.view, choice.move, self._closing.is_set
            try:
                one = self._search.submit(review_move, view, move, PLAYOUTS, number, stop).result()
            except Stopped:
                return
            if one is not None:
                reviews.append(_reviewed(match.game, choice, one))
            part = Analysis(number + 1, earlier.choices, tuple(reviews))
            if part.done or time.monotonic() - saved_at > SAVE_SECONDS:
                saved_at = time.monotonic()
                if not self._keep(match_id, match, part):
                    return
            yield

    def _keep(self, match_id: str, match: Match, analysis: Analysis) -> bool:
        """Keep what was found; return whether it is this worker's still, and wanted."""
        mine = (
            analyses.c.match == match_id,
            analyses.c.key == _key(match),
            analyses.c.worker == self._worker,
        )
        reviews = json.dumps(analysis.reviews)
        with self._database.writing() as connection:
            row = update(analyses).where(*mine).values(reviewed=analysis.reviewed, reviews=reviews)
            connection.execute(row)
            requested = select(analyses.c.match).where(
                *mine, analyses.c.requested > now() - REQUESTED_MS
            )
            return connection.execute(requested).first() is not None

    def _leave(self, match_id: str) -> None:
        """Let another worker go on."""
        mine = (analyses.c.match == match_id, analyses.c.worker == self._worker)
        with self._database.writing() as connection:
            connection.execute(update(analyses).where(*mine).values(worker=None))


def _reviewed(game: Game, choice: MadeChoice, review: MoveReview) -> ReviewedChoice:
    """Return what is kept of a review."""
    best, made = (
        round(win_chance(game, value, exact=review.exact), 4)
        for value in (review.preferred_value, review.played_value)
    )
    return ReviewedChoice(
        choice.player,
        choice.at,
        choice.after,
        choice.move,
        review.preferred,
        best,
        made,
        review.exact,
    )


def _finished(live: LiveMatch) -> Match:
    if not live.match.over:
        raise Refused(_(NOT_YET))
    return live.match


def _key(match: Match) -> str:
    """Return what must be the same for what was found to hold still."""
    return f"{match.version} {match.game.version} {__version__} {PLAYOUTS}"
