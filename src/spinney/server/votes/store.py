"""Wishes: what is done at a table when all who play there want it.

* ``undo:0``: player 0's last choice, and all that followed, is taken back. Once anything more has
  happened that everybody heard of, the wish is void.
* ``replace:1:tree``: the computer plays on for player 1. All must agree, with player 1 too; or
  without, where they have been away since it was wished, for `patience` at least. So who is here
  must be the first to wish it of their own seat. Coming back, or choosing, ends the wish.
* ``resume``: the clocks run again that an umpire stopped who has gone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import delete, insert, or_, select

from spinney.core.errors import Refused, did_you_mean
from spinney.match import Clock, Match
from spinney.match.undo import course
from spinney.server.db.database import Database, VersionConflict, now
from spinney.server.db.schema import wishes
from spinney.server.play.match_service import MatchService, MatchSession
from spinney.server.tables.table import LEVEL, Table

UNDO, REPLACE, RESUME = "undo", "replace", "resume"
MINUTE = 60_000
VOID = "nobody wishes that any more; look again"
_NAME = re.compile(r"undo:[0-9]{1,2}|replace:[0-9]{1,2}:[a-z]{1,20}|resume")


class Proposal(NamedTuple):
    """Something that somebody wants.

    Attributes:
        kind: ``undo``, ``replace`` or ``resume``.
        player: whose choice is taken back, or whose seat the computer takes; -1: nobody's.
        level: the computer's, where it takes a seat.
        agreed: the players who want it.
        age: how long ago it was wished first, in ms.
    """

    kind: str
    player: int
    level: str
    agreed: tuple[int, ...]
    age: int

    @property
    def name(self) -> str:
        """How a form names it."""
        whose = str(self.player) if self.player >= 0 else ""
        return ":".join(filter(None, (self.kind, whose, self.level)))


def patience(clock: Clock) -> int:
    """Return for how many ms one must have been away to be replaced.

    A clock says that people play now; without one they may play a choice a day.
    """
    return 24 * 60 * MINUTE if clock.kind == "none" else 2 * MINUTE


class Votes:
    """The wishes at all tables. May be used from any thread."""

    def __init__(self, database: Database, match_service: MatchService) -> None:
        self._database, self._match_service = database, match_service

    def standing(self, session: MatchSession) -> tuple[Proposal, ...]:
        """Return what is wished at a table now."""
        query = select(wishes.c.wish, wishes.c.player, now() - wishes.c.made)
        with self._database.reading() as connection:
            rows = connection.execute(query.where(wishes.c.match == session.id)).all()
        kept: dict[str, list[tuple[int, int]]] = {}
        for wish, player, age in rows:
            kept.setdefault(wish, []).append((player, age))
        found = (_wish(name, agreed, session.match) for name, agreed in sorted(kept.items()))
        return tuple(wish for wish in found if wish is not None)

    def wish(self, session: MatchSession, player: int, name: str, yes: bool = True) -> None:
        """Wish something, agree to it, or say no, which ends the wish.

        Args:
            session: where.
            player: who wishes.
            name: what, as `Wish.name` has it.
            yes: wish it, or not.

        Raises:
            Refused: that can't be wished there, or not any more.
            Away: the database can't be reached.
        """
        if not _NAME.fullmatch(name):
            raise Refused(VOID)
        if not yes:
            self._end(session, name)
        else:
            _check(session, player, name, self.standing(session))
            self._add(session, _kept(session.match, name), player)
            for wish in self.standing(session):
                if wish.name == name and self._agreed(session, wish):
                    self._fulfil(session, wish)
        self._match_service.tell(session.id)

    def back(self, match: str, player: int) -> None:
        """Note that a player has come back: nobody takes their seat, unless they wished it."""
        if player < 0:
            return
        same = (wishes.c.match == match, wishes.c.wish.startswith(f"{REPLACE}:{player}:"))
        own = select(wishes.c.wish).where(*same, wishes.c.player == player)
        with self._database.writing() as connection:
            kept = connection.execute(own).scalars().all()
            connection.execute(delete(wishes).where(*same, wishes.c.wish.not_in(kept)))

    def _add(self, session: MatchSession, kept: str, player: int) -> None:
        row = {"match": session.id, "wish": kept, "player": player}
        try:
            with self._database.writing() as connection:
                connection.execute(insert(wishes).values(**row, made=now()))
        except VersionConflict:
            return  # wished already; it may be ripe now

    def _end(self, session: MatchSession, name: str) -> None:
        same = or_(wishes.c.wish == name, wishes.c.wish.startswith(f"{name}:", autoescape=True))
        with self._database.writing() as connection:
            connection.execute(delete(wishes).where(wishes.c.match == session.id, same))

    def _agreed(self, session: MatchSession, wish: Proposal) -> bool:
        """Do all want it who have a say?"""
        missing = set(session.match.people) - set(wish.agreed)
        if wish.kind == REPLACE and missing == {wish.player} and session.table:
            return session.table.away(wish.player) and wish.age >= patience(session.table.clock)
        return not missing

    def _fulfil(self, session: MatchSession, wish: Proposal) -> None:
        to = last_choice(session.match, wish.player)
        heard = session.match.version_for(-1)

        def change(match: Match, at: int) -> Match:
            if match.version_for(-1) != heard:
                raise Refused(VOID)
            if wish.kind == RESUME:
                return match.resume(at)
            if wish.kind == REPLACE:
                return match.substitute(wish.player, f"level:{wish.level}", at)
            return match.revert(at, to)

        self._match_service.act(session, change)
        self._end(session, wish.name)


def _check(session: MatchSession, player: int, name: str, standing: Sequence[Proposal]) -> None:
    """Refuse what can't be wished there, or not by that player."""
    kind, whose, level = _parts(name)
    match, table = session.match, session.table
    if table is None or player not in match.people:
        raise Refused(VOID)
    if kind == RESUME:
        if not may_resume(match, table):
            raise Refused("the umpire lets the clocks run; players can where the umpire has gone")
    elif kind == UNDO:
        if table.rules.undo == "off" or match.over:
            raise Refused("at this table nothing is taken back")
        if last_choice(match, whose) is None:
            raise Refused("there is no choice of that player’s to take back")
    else:
        _check_replaced(match, table, whose, level)
        offered = any(wish.name == name and whose in wish.agreed for wish in standing)
        if whose != player and not table.away(whose) and not offered:
            raise Refused("who is here can be replaced only if they wish it first")


def _check_replaced(match: Match, table: Table, player: int, level: str) -> None:
    from spinney.players import LEVELS

    if level not in LEVELS:
        raise Refused(f"there is no level {level!r}" + did_you_mean(level, list(LEVELS)))
    if player not in match.people or match.over or table.seats[player].kind == LEVEL:
        raise Refused("nobody can be replaced there")


def may_resume(match: Match, table: Table) -> bool:
    """May the players let the clocks run again?"""
    return match.paused and not match.over and table.umpire not in table.present


def _parts(name: str) -> tuple[str, int, str]:
    """Return the kind, the player and the level of a wish."""
    kind, _, rest = name.partition(":")
    whose, _, level = rest.partition(":")
    return kind, int(whose or -1), level


def _kept(match: Match, name: str) -> str:
    """Return how the database names a wish: with what it depends on."""
    kind, whose, _ = _parts(name)
    if kind == REPLACE:  # how often everybody has seen them choose
        return f"{name}:{sum(d.player == whose for past in match.positions for d in past.applied)}"
    to = last_choice(match, whose) if kind == UNDO else ""
    return f"{name}:{to}.{match.version_for(-1)}"


def _wish(kept: str, agreed: list[tuple[int, int]], match: Match) -> Proposal | None:
    """Return a wish as it was kept; None if it is void."""
    name = kept.rpartition(":")[0]
    if match.over or not _NAME.fullmatch(name) or kept != _kept(match, name):
        return None
    kind, whose, level = _parts(name)
    if kind != RESUME and whose not in match.people:
        return None
    who = tuple(sorted(player for player, _ in agreed))
    return Proposal(kind, whose, level, who, max(age for _, age in agreed))


def last_choice(match: Match, player: int) -> int | None:
    """Return the version before a player's last choice that counts; None: there is none.

    Where it was made together with others', it is the version before the first of these: all
    choose again.
    """
    past = match.positions
    for version in course(past):
        if any(move.player == player for move in past[version].applied):
            before = past[version].follows
            while past[before].choices:
                before = past[before].follows
            return before
    return None
