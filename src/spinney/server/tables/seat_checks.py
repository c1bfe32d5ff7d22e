"""Checks of who may sit at a table, be its umpire, or change it before it begins."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.i18n import N_, _
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.players.levels import LEVELS
from spinney.server.accounts.names import read_alike
from spinney.server.accounts.person import Person
from spinney.server.ratings.eligibility import check_player, check_setup
from spinney.server.tables.table import (
    ABORTED,
    INVITED,
    ME,
    OPEN,
    OVER,
    PLAYING,
    WAITING,
    Table,
)

CLOSED = N_("this table has been closed")


def check_seats(game: Game, at: Sequence[str]) -> None:
    """Refuse a table whose seats nobody can sit on as asked."""
    choices = [ME, OPEN, INVITED, *(f"level:{name}" for name in LEVELS)]
    if len(at) != game.num_players:
        raise Refused(
            _(
                "{title} has {players} seats here, not {count}",
                title=game.title,
                players=game.num_players,
                count=len(at),
            )
        )
    for seat in at:
        if seat not in choices:
            raise Refused(
                _(
                    "{seat!r} can’t sit there; you can choose: {known}",
                    seat=seat,
                    known=", ".join(choices),
                )
            )
    if at.count(ME) > 1:
        raise Refused(
            _("you can’t sit on two seats; give the others to friends or to the computer")
        )


def check_new_table(
    host: Person,
    agreed: tuple[Game, Clock, MatchSettings],
    at: Sequence[str],
    seed: int | None,
    by_program: bool,
) -> None:
    """Refuse a table whose settings don't go together, or that its host may not open."""
    game, clock, rules = agreed
    check_seats(game, at)
    if rules.rated:
        check_setup(game, clock, at, seed)
        if ME in at:
            check_player(host, by_program)
    if seed is not None and any(seat in (OPEN, INVITED) for seat in at):
        raise Refused(_("you can type a seed only for a table where nobody else plays"))


def check_umpire(table: Table, person: Person) -> None:
    """Refuse an umpire where none is wanted, and one who can't be it."""
    if not table.rules.umpire or table.status not in (WAITING, PLAYING):
        raise Refused(_("this table has no umpire"))
    if table.player(person.id) >= 0:
        raise Refused(_("players can’t be the umpire; leave your seat first"))
    if table.umpire:
        raise Refused(_("there is an umpire already"))
    check_newcomer(table, person)


def may_be_umpire(table: Table, person: str) -> bool:
    """May someone be the umpire without asking those who play?"""
    return table.status == WAITING and (table.rules.umpire_free or table.host == person)


def check_waiting(
    table: Table, begun: str = N_("this match has begun; you can resign instead")
) -> None:
    """Refuse what can't be done any more."""
    if table.status != WAITING:
        raise Refused(_(CLOSED if table.status == ABORTED else begun))


def check_host(table: Table, person: Person) -> None:
    """Refuse to let anybody but its host close a table."""
    if table.host != person.id:
        raise Refused(_("only the person who opened the table can close it"))


def check_rematch(table: Table, person: Person) -> None:
    """Refuse a rematch to who hasn't played, or while the match goes on."""
    if table.status != OVER or table.player(person.id) < 0:
        raise Refused(_("only the players can ask for a rematch, after the match is over"))


def check_newcomer(table: Table, person: Person) -> None:
    """Refuse somebody twice, and two of one name: who said what must be clear."""
    if table.player(person.id) >= 0:
        raise Refused(_("you sit here already"))
    others = [seat.name for seat in table.seats if seat.person != person.id]
    if table.umpire != person.id:
        others.append(table.umpire_name)
    for other in others:
        if other and read_alike(person.name, other):
            raise Refused(
                _("someone called {other} sits here already; choose another name", other=other)
            )


def check_free(table: Table, number: int, person: Person, is_invited: bool) -> None:
    """Refuse a seat that isn't there, or taken, or kept for someone else."""
    seat = next((seat for seat in table.seats if seat.number == number), None)
    mine = seat is not None and (seat.person == person.id or is_invited)
    if seat is None or not (seat.kind == OPEN or (seat.kind == INVITED and mine)):
        raise Refused(_("that seat is taken; there may be others"))
