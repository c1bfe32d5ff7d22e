"""Pre-moves: a move queued for one's next turn.

A worker plays it as soon as its player is to act (`jobs.queue`); if it is not legal then, it is
dropped, and its player alone is told why. Whatever a player plays uses up what they had queued, in
the same transaction, so that nothing is played twice.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, select, update

from spinney.core import notation
from spinney.core.errors import Refused
from spinney.i18n import SOURCE_LANGUAGE, _, best_language, current_language, in_language
from spinney.match import Match
from spinney.server.db.database import Database, now
from spinney.server.db.schema import premoves
from spinney.server.jobs import queue as jobs
from spinney.server.jobs.queue import PREMOVE, UNDONE, Job
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_store import lock_version
from spinney.server.play.play_move import play_move

LONGEST = 400
"""The most letters of a move."""


class Premove(NamedTuple):
    """What a player has queued.

    Attributes:
        player: whose it is.
        move: what is to be played.
        reason: why it was dropped, in the player's language; empty while it waits.
        language: of the player when they queued it.
    """

    player: int
    move: str
    reason: str
    language: str = SOURCE_LANGUAGE


class PremoveStale(Refused):
    """The match has moved on; look again."""


class Premoves:
    """The moves queued at all tables. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def queue(self, match_id: str, player: int, move: str) -> None:
        """Queue a move in place of the one before. Raises Refused if it can't be one."""
        move = " ".join(move.split())
        if not 1 <= len(move) <= LONGEST or not move.isprintable():
            raise Refused(_("write the move you would play on your next turn"))
        row = {"match": match_id, "player": player, "move": move, "language": current_language()}
        with self._database.writing() as connection:
            fresh = row | {"reason": None, "created": now()}
            connection.execute(self._database.upsert(premoves, fresh))

    def drop(self, match_id: str, player: int) -> None:
        """Forget what a player has queued, or why it was dropped."""
        with self._database.writing() as connection:
            connection.execute(delete(premoves).where(*_of(match_id, player)))

    def of(self, match_id: str, player: int) -> Premove | None:
        """Return what a player has queued, or what was dropped last."""
        found = self._read(match_id, premoves.c.player == player)
        return found[0] if found else None

    def change(self, match_service: MatchService, live: LiveMatch, player: int, move: str) -> None:
        """Queue a move as its player asks, or with an empty one forget what is queued.

        Raises:
            Refused: it can't be a move in any state of the game, or the match is over.
            DatabaseUnavailable: the database can't be reached.
        """
        if live.match.over:
            raise Refused(_("the match is over"))
        if move.strip():
            notation.check_text(live.match.game, move)
            self.queue(live.id, player, move)
            # The turn may have come meanwhile, before there was anything for it.
            self.play(match_service, live)
        else:
            self.drop(live.id, player)
        match_service.publish(live.id)

    def play(self, match_service: MatchService, live: LiveMatch) -> None:
        """Play what is queued for those who are to act, or drop it. Raises DatabaseUnavailable.

        All of it at once, and then publish it: what becomes of one's own move, and when, mustn't
        show whether others have queued anything.
        """
        version = match_service.refresh(live).version
        played = dropped = False
        for premove in self._read(live.id, premoves.c.reason.is_(None)):
            match = match_service.refresh(live)
            if premove.player in match.to_act:
                reason = self._play(match_service, live, match.version, premove)
                played, dropped = played or not reason, dropped or bool(reason)
        if not played:  # else what is due now was written with that
            with self._database.writing() as connection:
                # A later event may have brought the turn of somebody who was not to act here.
                if lock_version(connection, live.id) == version:
                    jobs.delete_job(connection, Job(live.id, PREMOVE))
        if dropped:
            match_service.publish(live.id)

    def _play(
        self, match_service: MatchService, live: LiveMatch, version: int, premove: Premove
    ) -> str:
        """Play a move, or drop it; return why it was dropped."""

        def change(match: Match, at: int) -> Match:
            if match.version != version:
                raise PremoveStale
            return play_move(match, live.rules, premove.player, premove.move, at)

        try:
            with in_language(best_language([premove.language])):
                match_service.act(live, change)
        except PremoveStale:
            return ""
        except Refused as refusal:
            self._drop(live.id, premove, str(refusal))
            return str(refusal)
        return ""

    def _drop(self, match_id: str, premove: Premove, reason: str) -> None:
        """Drop a move with a reason, unless its player has queued another meanwhile."""
        same = premoves.c.move == premove.move
        row = update(premoves).where(*_of(match_id, premove.player), same)
        with self._database.writing() as connection:
            connection.execute(row.values(reason=reason))

    def _read(self, match_id: str, *which: object) -> list[Premove]:
        query = select(premoves.c.player, premoves.c.move, premoves.c.reason, premoves.c.language)
        query = query.where(premoves.c.match == match_id, *which)  # type: ignore[arg-type]  # clauses
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(premoves.c.player)).all()
        return [
            Premove(player, move, _(UNDONE) if reason == UNDONE else reason or "", language)
            for player, move, reason, language in rows
        ]


def _of(match_id: str, player: int) -> tuple[ColumnElement[bool], ...]:
    return premoves.c.match == match_id, premoves.c.player == player
