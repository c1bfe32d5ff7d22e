"""Proposals and votes in the database, and their effects once all players agree.

* ``undo:0``: player 0's last choice, and all that followed, is taken back. Once anything more has
  happened that everybody has learnt of, the proposal is void.
* ``replace:1:tree``: the computer plays on for player 1. All must agree, with player 1 too; or
  without, where they have been away since it was proposed, for `patience` at least. So who is here
  must be the first to propose it of their own seat. Coming back, or choosing, ends the proposal.
* ``resume``: the clocks run again that an umpire stopped who has gone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import delete, insert, or_, select

from spinney.core.errors import Refused, did_you_mean
from spinney.i18n import N_, _
from spinney.match import Clock, Match
from spinney.match.clocks import DAY, MINUTE
from spinney.match.undo import course
from spinney.server.db.database import Database, VersionConflict, now
from spinney.server.db.schema import votes
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_service import MatchService
from spinney.server.tables.table import LEVEL, Table

UNDO, REPLACE, RESUME = "undo", "replace", "resume"
DECLINED = "no:"
"""What begins the name under which it is kept that somebody has declined."""
VOID = N_("that proposal is no longer open; look again")
_NAME = re.compile(r"undo:[0-9]{1,2}|replace:[0-9]{1,2}:[a-z]{1,20}|resume")


class Proposal(NamedTuple):
    """Something that all who play must agree to.

    Attributes:
        kind: ``undo``, ``replace`` or ``resume``.
        player: whose choice is taken back, or whose seat the computer takes; -1: nobody's.
        level: the computer's, where it takes a seat.
        agreed: the players who have agreed.
        age: how long ago it was proposed, in ms.
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

    A clock of minutes says that people play now. Without one they may play a move a day, and a
    clock of days gives them its days.
    """
    if clock.kind == "none":
        return DAY
    return clock.allowance if clock.allowance >= DAY else 2 * MINUTE


class Votes:
    """The proposals at all tables. May be used from any thread."""

    def __init__(self, database: Database, match_service: MatchService) -> None:
        self._database, self._match_service = database, match_service

    def proposals(self, live: LiveMatch, match: Match | None = None) -> tuple[Proposal, ...]:
        """Return what is proposed at a table, for its match as it is now or as it was here."""
        match = match or live.match
        query = select(votes.c.proposal, votes.c.player, now() - votes.c.created)
        with self._database.reading() as connection:
            rows = connection.execute(query.where(votes.c.match == live.id)).all()
        voters: dict[str, list[tuple[int, int]]] = {}
        for name, player, age in rows:
            voters.setdefault(name, []).append((player, age))
        parsed = (_read(name, agreed, match) for name, agreed in sorted(voters.items()))
        return tuple(proposal for proposal in parsed if proposal is not None)

    def vote(self, live: LiveMatch, player: int, name: str, yes: bool = True) -> None:
        """Propose something, agree to it, or decline it, which ends it.

        Who has declined an undo isn't asked again before the next event, but can still agree.

        Args:
            live: where.
            player: who votes.
            name: for what, as `Proposal.name` has it.
            yes: for it, or against.

        Raises:
            Refused: that can't be proposed there, or not any more.
            DatabaseUnavailable: the database can't be reached.
        """
        if not _NAME.fullmatch(name):
            raise Refused(_(VOID))
        if yes:
            self._agree(live, live.match, player, name)
        else:
            self._decline(live, live.match, player, name)
        self._match_service.publish(live.id)

    def declined(self, live: LiveMatch, match: Match | None = None) -> dict[str, int]:
        """Return who has declined an undo that could be proposed now, by the proposal's name."""
        match = match or live.match
        query = select(votes.c.proposal, votes.c.player).where(
            votes.c.match == live.id, votes.c.proposal.startswith(f"{DECLINED}{UNDO}:")
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        undos = ((text.removeprefix(DECLINED), player) for text, player in rows)
        named = ((text.rpartition(":")[0], text, player) for text, player in undos)
        return {name: player for name, text, player in named if text == _stored_name(match, name)}

    def _decline(self, live: LiveMatch, match: Match, player: int, name: str) -> None:
        """End a proposal, and remember who was asked for an undo and declined it."""
        asked = any(
            proposal.name == name and proposal.kind == UNDO and player not in proposal.agreed
            for proposal in self.proposals(live, match)
        )
        self._end(live, name)
        if asked:
            self._add(live, f"{DECLINED}{_stored_name(match, name)}", player)

    def _agree(self, live: LiveMatch, match: Match, player: int, name: str) -> None:
        """Propose something or agree to it, and carry it out if all have agreed.

        All of it is about one ``match``, whatever others play meanwhile.
        """
        _check(match, live.table, player, name, self.proposals(live, match))
        declined_by = self.declined(live, match).get(name)
        if declined_by == player:
            self._end(live, f"{DECLINED}{name}")
        elif declined_by is not None:
            raise Refused(_("somebody has said no; you can ask again after the next move"))
        self._add(live, _stored_name(match, name), player)
        for proposal in self.proposals(live, match):
            if proposal.name == name and _agreed(match, live.table, proposal):
                self._carry_out(live, match, proposal)

    def returned(self, match_id: str, player: int) -> None:
        """Note that a player has come back: nobody takes their seat, unless they agreed."""
        if player < 0:
            return
        same = (votes.c.match == match_id, votes.c.proposal.startswith(f"{REPLACE}:{player}:"))
        own = select(votes.c.proposal).where(*same, votes.c.player == player)
        with self._database.writing() as connection:
            agreed = connection.execute(own).scalars().all()
            connection.execute(delete(votes).where(*same, votes.c.proposal.not_in(agreed)))

    def _add(self, live: LiveMatch, proposal: str, player: int) -> None:
        row = {"match": live.id, "proposal": proposal, "player": player}
        try:
            with self._database.writing() as connection:
                connection.execute(insert(votes).values(**row, created=now()))
        except VersionConflict:
            return  # voted already; it may be due now

    def _end(self, live: LiveMatch, name: str) -> None:
        same = or_(
            votes.c.proposal == name, votes.c.proposal.startswith(f"{name}:", autoescape=True)
        )
        with self._database.writing() as connection:
            connection.execute(delete(votes).where(votes.c.match == live.id, same))

    def _carry_out(self, live: LiveMatch, match: Match, proposal: Proposal) -> None:
        """Do what all have agreed to of a match, unless another's vote has done it meanwhile.

        Raises Refused: something else has happened since.
        """
        to, version = last_choice(match, proposal.player), match.version_for(-1)

        def change(current: Match, at: int) -> Match:
            if current.version_for(-1) == version:
                return _effect(current, proposal, at, to)
            if _was_done(match, current, proposal, to):
                return current
            raise Refused(_(VOID))

        self._match_service.act(live, change)
        self._end(live, proposal.name)


def _effect(match: Match, proposal: Proposal, at: int, to: int | None) -> Match:
    """Return a match after what all have agreed to; ``to``: which version an undo goes back to."""
    if proposal.kind == RESUME:
        return match.resume(at)
    if proposal.kind == REPLACE:
        return match.substitute(proposal.player, f"level:{proposal.level}", at)
    return match.revert(at, to)


def _was_done(before: Match, after: Match, proposal: Proposal, to: int | None) -> bool:
    """Has what all agreed to been done between two versions of a match?"""
    then = before.events[-1].at if before.events else 0
    done = _effect(before, proposal, then, to).events[-1]
    return any(replace(done, at=event.at) == event for event in after.events[before.version :])


def _agreed(match: Match, table: Table | None, proposal: Proposal) -> bool:
    """Have all agreed whose agreement is needed?"""
    missing = set(match.people) - set(proposal.agreed)
    if table and proposal.kind == REPLACE and missing == {proposal.player}:
        return table.away(proposal.player) and proposal.age >= patience(table.clock)
    return not missing


def _check(
    match: Match, table: Table | None, player: int, name: str, proposals: Sequence[Proposal]
) -> None:
    """Refuse a proposal that this player can't make."""
    kind, whose, level = _parts(name)
    if table is None or player not in match.people:
        raise Refused(_(VOID))
    if table.rules.lesson:
        raise Refused(
            _("there are no votes in a lesson; undo your last choice yourself, or start over")
        )
    if kind == RESUME:
        if not may_resume(match, table):
            raise Refused(
                _(
                    "only the umpire can restart the clocks; the players can once the umpire has "
                    "left"
                )
            )
    elif kind == UNDO:
        if table.rules.undo == "off" or match.over:
            raise Refused(_("at this table you can’t undo moves"))
        if last_choice(match, whose, table.rules.opening) is None:
            raise Refused(_("that player has no choice to undo"))
    else:
        _check_replaced(match, table, whose, level)
        offered = any(each.name == name and whose in each.agreed for each in proposals)
        if whose != player and not table.away(whose) and not offered:
            raise Refused(
                _("only players who are away can be replaced, unless they propose it first")
            )


def _check_replaced(match: Match, table: Table, player: int, level: str) -> None:
    from spinney.players import LEVELS

    if level not in LEVELS:
        raise Refused(
            _("there is no level {level!r}", level=level) + did_you_mean(level, list(LEVELS))
        )
    if table.rules.rated:
        raise Refused(
            _("in a rated game nobody can take over a seat; whoever leaves loses on time")
        )
    if player not in match.people or match.over or table.seats[player].kind == LEVEL:
        raise Refused(_("there is nobody to replace on that seat"))


def may_resume(match: Match, table: Table) -> bool:
    """May the players let the clocks run again?"""
    return match.paused and not match.over and table.umpire not in table.present


def _parts(name: str) -> tuple[str, int, str]:
    """Return the kind, the player and the level of a proposal."""
    kind, _, rest = name.partition(":")
    whose, _, level = rest.partition(":")
    return kind, int(whose or -1), level


def _stored_name(match: Match, name: str) -> str:
    """Return how the database names a proposal: with what it depends on."""
    kind, whose, _ = _parts(name)
    if kind == REPLACE:  # how often everybody has seen them choose
        return f"{name}:{sum(d.player == whose for past in match.positions for d in past.applied)}"
    to = last_choice(match, whose) if kind == UNDO else ""
    return f"{name}:{to}.{match.version_for(-1)}"


def _read(text: str, agreed: list[tuple[int, int]], match: Match) -> Proposal | None:
    """Return a proposal as it was kept; None if it is void."""
    name = text.rpartition(":")[0]
    if match.over or not _NAME.fullmatch(name) or text != _stored_name(match, name):
        return None
    kind, whose, level = _parts(name)
    if kind != RESUME and whose not in match.people:
        return None
    who = tuple(sorted(player for player, _ in agreed))
    return Proposal(kind, whose, level, who, max(age for _, age in agreed))


def last_choice(match: Match, player: int, opening: int = 0) -> int | None:
    """Return the version before a player's last choice that counts; None: there is none.

    Where it was made together with others', it is the version before the first of these: all
    choose again. Nobody takes back an ``opening``, the events that a match began with.
    """
    past = match.positions
    for version in course(past):
        if any(move.player == player for move in past[version].applied):
            before = past[version].follows
            while past[before].choices:
                before = past[before].follows
            return before if before >= opening else None
    return None
