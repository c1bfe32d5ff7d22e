"""Wishes: what is done at a table when all who play there want it.

* ``undo:0``: player 0's last choice, and all that followed, is taken back. Once anything more has
  happened that everybody heard of, the wish is void.
* ``replace:1:tree``: the computer plays on for player 1. All must agree, with player 1 too; or
  without, where they have been away since it was wished, for `patience` at least. Coming back ends
  the wish.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from sqlalchemy import delete, insert, or_, select

from ..core.refusal import Refused, did_you_mean
from ..match import Clock, Match
from ..match.undo import course
from .company import LEVEL, Company
from .database import Database, Taken, now
from .hall import Hall, Table
from .schema import wishes

UNDO, REPLACE = "undo", "replace"
MINUTE = 60_000
VOID = "nobody wishes that any more; look again"
_NAME = re.compile(r"undo:[0-9]{1,2}|replace:[0-9]{1,2}:[a-z]{1,20}")


class Wish(NamedTuple):
    """Something that somebody wants.

    Attributes:
        kind: ``undo`` or ``replace``.
        player: whose choice is taken back, or whose seat the computer takes.
        level: the computer's; empty for an undo.
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
        return ":".join(filter(None, (self.kind, str(self.player), self.level)))


def patience(clock: Clock) -> int:
    """Return for how many ms one must have been away to be replaced.

    A clock says that people play now; without one they may play a choice a day.
    """
    return 24 * 60 * MINUTE if clock.kind == "none" else 2 * MINUTE


class Wishes:
    """The wishes at all tables. May be used from any thread."""

    def __init__(self, database: Database, hall: Hall) -> None:
        self._database, self._hall = database, hall

    def standing(self, table: Table) -> tuple[Wish, ...]:
        """Return what is wished at a table now."""
        query = select(wishes.c.wish, wishes.c.player, now() - wishes.c.made)
        with self._database.reading() as connection:
            rows = connection.execute(query.where(wishes.c.match == table.id)).all()
        kept: dict[str, list[tuple[int, int]]] = {}
        for wish, player, age in rows:
            kept.setdefault(wish, []).append((player, age))
        found = (_wish(name, agreed, table.match) for name, agreed in sorted(kept.items()))
        return tuple(wish for wish in found if wish is not None)

    def wish(self, table: Table, player: int, name: str, yes: bool = True) -> None:
        """Wish something, agree to it, or say no, which ends the wish.

        Args:
            table: where.
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
            self._end(table, name)
        else:
            self._add(table, _kept(table, player, name), player)
            for wish in self.standing(table):
                if wish.name == name and self._agreed(table, wish):
                    self._fulfil(table, wish)
        self._hall.tell(table.id)

    def back(self, match: str, player: int) -> None:
        """Note that a player has come back: nobody takes their seat."""
        if player < 0:
            return
        same = wishes.c.wish.startswith(f"{REPLACE}:{player}:")
        with self._database.writing() as connection:
            connection.execute(delete(wishes).where(wishes.c.match == match, same))

    def _add(self, table: Table, kept: str, player: int) -> None:
        row = {"match": table.id, "wish": kept, "player": player}
        try:
            with self._database.writing() as connection:
                connection.execute(insert(wishes).values(**row, made=now()))
        except Taken:
            return  # wished already; it may be ripe now

    def _end(self, table: Table, name: str) -> None:
        same = or_(wishes.c.wish == name, wishes.c.wish.startswith(f"{name}:", autoescape=True))
        with self._database.writing() as connection:
            connection.execute(delete(wishes).where(wishes.c.match == table.id, same))

    def _agreed(self, table: Table, wish: Wish) -> bool:
        """Do all want it who have a say?"""
        missing = set(table.match.people) - set(wish.agreed)
        if wish.kind == REPLACE and missing == {wish.player} and table.company:
            return table.company.away(wish.player) and wish.age >= patience(table.company.clock)
        return not missing

    def _fulfil(self, table: Table, wish: Wish) -> None:
        to = last_choice(table.match, wish.player)
        heard = table.match.version_for(-1)

        def change(match: Match, at: int) -> Match:
            if match.version_for(-1) != heard:
                raise Refused(VOID)
            if wish.kind == REPLACE:
                return match.sit(wish.player, f"level:{wish.level}", at)
            return match.revert(at, to)

        self._hall.act(table, change)
        self._end(table, wish.name)


def _kept(table: Table, player: int, name: str) -> str:
    """Return how the database names a wish: with what it depends on. Raises Refused."""
    match, company = table.match, table.company
    kind, _, rest = name.partition(":")
    whose, _, level = rest.partition(":")
    if company is None or player not in match.people:
        raise Refused(VOID)
    if kind == REPLACE:
        _check_replaced(match, company, int(whose), level)
        return name
    if kind != UNDO or company.rules.undo == "off" or match.over:
        raise Refused("at this table nothing is taken back")
    return f"{UNDO}:{whose}:{_depends(match, int(whose))}"


def _check_replaced(match: Match, company: Company, player: int, level: str) -> None:
    from ..bots import LEVELS

    if level not in LEVELS:
        raise Refused(f"there is no level {level!r}" + did_you_mean(level, list(LEVELS)))
    if player not in match.people or match.over or company.seats[player].kind == LEVEL:
        raise Refused("nobody can be replaced there")


def _depends(match: Match, player: int) -> str:
    """Return where an undo leads, and what everybody has heard when it is wished."""
    to = last_choice(match, player)
    if to is None:
        raise Refused("there is no choice of that player’s to take back")
    return f"{to}:{match.version_for(-1)}"


def _wish(kept: str, agreed: list[tuple[int, int]], match: Match) -> Wish | None:
    """Return a wish as it was kept; None if it is void."""
    kind, whose, rest = kept.split(":", 2)
    player, level = int(whose), rest if kind == REPLACE else ""
    if match.over or player not in match.people:
        return None
    if kind == UNDO and (last_choice(match, player) is None or rest != _depends(match, player)):
        return None
    who = tuple(sorted(player for player, _ in agreed))
    return Wish(kind, player, level, who, max(age for _, age in agreed))


def last_choice(match: Match, player: int) -> int | None:
    """Return the version before a player's last choice that counts; None: there is none.

    Where it was made together with others', it is the version before the first of these: all
    choose again.
    """
    past = match.positions
    for version in course(past):
        if any(deed.player == player for deed in past[version].deeds):
            before = past[version].follows
            while past[before].choices:
                before = past[before].follows
            return before
    return None
