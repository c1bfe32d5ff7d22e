"""Pairing: near ratings first, farther ones the longer somebody waits."""

from __future__ import annotations

import pytest
from sqlalchemy import event, update
from tests.server.playing import GAME, guest
from tests.server.rated import CLOCK, bot, kept, put_rating

import spinney
from spinney import Refused
from spinney.core.game import Game
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts.person import Person
from spinney.server.db.database import now
from spinney.server.db.schema import seats, tables
from spinney.server.ratings import pairing
from spinney.server.ratings.glicko2 import Rating
from spinney.server.services import Services
from spinney.server.tables.table import Table

DEVIATION = 50.0


def player(services: Services, name: str, rating: float) -> Person:
    """Somebody with a sure rating."""
    person = kept(services, name)
    with services.store.database.writing() as connection:
        put_rating(connection, services.ratings, person.id, Rating(rating, DEVIATION))
    return person


def sought(services: Services, person: Person, clock: Clock = CLOCK) -> Table:
    """Let somebody seek an opponent; return where they sit then."""
    game = spinney.game(GAME)
    return found(services, pairing.pair(services, person, game, clock, "", person.owner != ""))


def found(services: Services, table_id: str) -> Table:
    table = services.tables.table(table_id)
    assert table is not None
    return table


def look_again(services: Services, table: Table, person: Person) -> Table:
    now_at = found(services, table.id)
    return found(services, pairing.look_again(services, now_at, person, "", False))


def let_wait(services: Services, table: Table, seconds: float) -> None:
    """Let a table have been opened so much earlier."""
    query = update(tables).where(tables.c.id == table.id)
    with services.store.database.writing() as connection:
        earlier = tables.c.created - int(1000 * seconds)
        connection.execute(query.values(created=earlier))


def leave(services: Services) -> None:
    """Let nobody who sits anywhere have looked for a minute."""
    with services.store.database.writing() as connection:
        connection.execute(update(seats).values(viewed=now() - 60_000))


def test_the_nearest_of_those_in_reach_is_found(services: Services) -> None:
    far, near, nearer = (player(services, n, r) for n, r in (("A", 2000), ("B", 1400), ("C", 1560)))
    waiting = [sought(services, one) for one in (far, near)]
    assert {table.status for table in waiting} == {"open"}
    assert all(table.rules.public and table.rules.rated for table in waiting)
    assert len({table.id for table in waiting}) == 2, "600 points apart are not paired at once"
    other = services.tables.open(nearer, *_agreed(waiting[0]), ["me", "open"])
    me = player(services, "Dan", 1500)
    table = sought(services, me)
    assert (table.id, table.status) == (other, "playing")
    assert set(table.people) == {me.id, nearer.id}


def _agreed(table: Table) -> tuple[Game, Clock, MatchSettings]:
    return table.game, table.clock, table.rules


def test_who_waits_longer_takes_who_is_farther(services: Services) -> None:
    low, high = player(services, "Low", 1400), player(services, "High", 1800)
    one, other = sought(services, low), sought(services, high)
    assert one.id != other.id
    assert look_again(services, other, high).id == other.id
    apart = 400 - pairing.NEAR - DEVIATION
    let_wait(services, one, apart / pairing.WIDENING + 1)
    assert look_again(services, one, low).id == one.id, "who has waited longer stays"
    table = look_again(services, other, high)
    assert (table.id, table.status) == (one.id, "playing")
    assert found(services, other.id).status == "aborted"


def test_nobody_is_paired_with_themselves_or_who_is_away(sqlite_services: Services) -> None:
    ann, bob = player(sqlite_services, "Ann", 1500), player(sqlite_services, "Bob", 1500)
    rex = bot(sqlite_services, ann, "Rex")
    table = sought(sqlite_services, ann)
    assert sought(sqlite_services, ann).id == table.id, "one table is enough"
    assert sought(sqlite_services, rex).id != table.id
    leave(sqlite_services)
    assert sought(sqlite_services, bob).status == "open"
    assert (
        sought(
            sqlite_services, player(sqlite_services, "Cyd", 1500), Clock.read("move 1:00")
        ).status
        == "open"
    )


def test_only_who_waits_is_there_whoever_else_looks(services: Services) -> None:
    ann, bob, cyd = (player(services, name, 1500) for name in ("Ann", "Bob", "Cyd"))
    table = sought(services, ann)
    leave(services)
    for looks in (None, cyd):
        pairing.note_view(services, table, looks)
    assert sought(services, bob).id != table.id, "Ann would lose on time"
    pairing.note_view(services, table, ann)
    assert (sought(services, cyd).id, found(services, table.id).status) == (table.id, "playing")


def test_a_table_with_company_is_not_left(sqlite_services: Services) -> None:
    ann, bob, cyd = (player(sqlite_services, name, 1500) for name in ("Ann", "Bob", "Cyd"))
    table = sought(sqlite_services, ann)
    other = sqlite_services.tables.open(cyd, *_agreed(table), ["me", "open"])
    sqlite_services.tables.sit(other, bob, 1)
    with pytest.raises(Refused, match="has begun"):
        sqlite_services.tables.change_table(other, table.id, cyd, 0, "", False)
    assert found(sqlite_services, table.id).people.keys() == {ann.id}


def test_nobody_closes_the_table_of_another(sqlite_services: Services) -> None:
    ann, bob, rex = (player(sqlite_services, name, 1500) for name in ("Ann", "Bob", "Rex"))
    older = sought(sqlite_services, ann)
    others = sqlite_services.tables.open(rex, *_agreed(older), ["open", "open"])
    sqlite_services.tables.sit(others, bob, 1)
    assert look_again(sqlite_services, found(sqlite_services, others), bob).id == others
    free = next(seat.number for seat in older.seats if seat.free)
    with pytest.raises(Refused, match="who opened the table"):
        sqlite_services.tables.change_table(others, older.id, bob, free, "", False)
    assert found(sqlite_services, others).status == "open"


def test_guests_are_not_paired(sqlite_services: Services) -> None:
    with pytest.raises(Refused, match="password"):
        sought(sqlite_services, guest(sqlite_services, "Eve"))


def test_many_who_wait_are_rated_by_one_query(services: Services) -> None:
    for number in range(4):
        sought(services, player(services, f"P{number}", 1000 + 700 * number))
    far, asked = player(services, "Far", 4900), list[str]()
    engine = services.store.database.engine

    def note(*given: object) -> None:
        asked.extend(word for word in given if isinstance(word, str) and "FROM ratings" in word)

    event.listen(engine, "before_cursor_execute", note)
    try:
        sought(services, far)
    finally:
        event.remove(engine, "before_cursor_execute", note)
    assert len(asked) == 1
