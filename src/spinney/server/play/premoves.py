"""Pre-moves: a move queued for one's next turn.

A worker says it as soon as its player is awaited (`duties`); if it can't be said then, it is
dropped, and its player alone is told why. Whatever a player says uses up what they had queued, in
the same transaction, so that nothing is said twice.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import delete, insert, select, update

from spinney.core.errors import Refused
from spinney.match import Match
from spinney.server.db.database import Database, now
from spinney.server.db.schema import premoves
from spinney.server.jobs import queue as duties
from spinney.server.jobs.queue import PREMOVE, Job
from spinney.server.play.match_service import MatchService, MatchSession

LONGEST = 400
"""The most letters of a move."""


class Premove(NamedTuple):
    """What a player has queued.

    Attributes:
        player: whose it is.
        move: what is to be said.
        why: why it was dropped; empty while it waits.
    """

    player: int
    move: str
    why: str


class PremoveStale(Refused):
    """The match has moved on; look again."""


class Premoves:
    """The moves queued at all tables. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def queue(self, match: str, player: int, move: str) -> None:
        """Queue a move in place of the one before. Raises Refused if it can't be one."""
        move = " ".join(move.split())
        if not 1 <= len(move) <= LONGEST or not move.isprintable():
            raise Refused("write the move you would say on your next turn")
        row = {"match": match, "player": player, "move": move}
        with self._database.writing() as connection:
            connection.execute(delete(premoves).where(*_of(match, player)))
            connection.execute(insert(premoves).values(**row, made=now()))

    def drop(self, match: str, player: int) -> None:
        """Forget what a player has queued, or why it was dropped."""
        with self._database.writing() as connection:
            connection.execute(delete(premoves).where(*_of(match, player)))

    def of(self, match: str, player: int) -> Premove | None:
        """Return what a player has queued, or what was dropped last."""
        found = self._read(match, premoves.c.player == player)
        return found[0] if found else None

    def play(self, match_service: MatchService, session: MatchSession) -> None:
        """Say what is queued for those who are awaited, or drop it. Raises Away.

        All of it at once, and then tell: what becomes of one's own move, and when, mustn't
        show whether others have queued anything.
        """
        said = dropped = False
        for premove in self._read(session.id, premoves.c.why.is_(None)):
            match = match_service.refresh(session)
            if premove.player in match.to_act:
                why = self._play(match_service, session, match.version, premove)
                said, dropped = said or not why, dropped or bool(why)
        if not said:  # else what is due now was written with that
            with self._database.writing() as connection:
                duties.drop(connection, Job(session.id, PREMOVE))
        if dropped:
            match_service.tell(session.id)

    def _play(
        self, match_service: MatchService, session: MatchSession, version: int, premove: Premove
    ) -> str:
        """Say a move, or drop it; return why it was dropped."""

        def change(match: Match, at: int) -> Match:
            if match.version != version:
                raise PremoveStale
            return match.play(premove.player, premove.move, at)

        try:
            match_service.act(session, change)
        except PremoveStale:
            return ""
        except Refused as refusal:
            self._drop(session.id, premove, str(refusal))
            return str(refusal)
        return ""

    def _drop(self, match: str, premove: Premove, why: str) -> None:
        """Drop a move with a word, unless its player has queued another meanwhile."""
        same = premoves.c.move == premove.move
        row = update(premoves).where(*_of(match, premove.player), same)
        with self._database.writing() as connection:
            connection.execute(row.values(why=why))

    def _read(self, match: str, *which: object) -> list[Premove]:
        query = select(premoves.c.player, premoves.c.move, premoves.c.why)
        query = query.where(premoves.c.match == match, *which)  # type: ignore[arg-type]  # clauses
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(premoves.c.player)).all()
        return [Premove(player, move, why or "") for player, move, why in rows]


def _of(match: str, player: int):  # type: ignore[no-untyped-def]  # two clauses of a query
    return premoves.c.match == match, premoves.c.player == player
