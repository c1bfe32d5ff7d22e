"""One person, or one address, doesn't use up what is for all."""

from __future__ import annotations

import itertools

from sqlalchemy import update
from tests.house.playing import GAME, guest

import spinney
from spinney.house import duties
from spinney.house.company import Rules
from spinney.house.house import House
from spinney.house.schema import tables
from spinney.match import Clock

FAR = 10**15
"""A house time by which everything is due."""
TIMES = itertools.count(1)
"""When it is due: one after another."""


def levels(house: House, name: str, count: int, origin: str = "") -> list[str]:
    """Open tables at which levels are to move."""
    host = house.people.of_session(f"session of {name}") or guest(house, name)
    seats = ["level:tree", "level:tree"]
    rules, game = Rules(public=True), spinney.game(GAME)
    opened = [house.tables.open(host, game, Clock(), rules, seats) for _ in range(count)]
    with house.store.database.writing() as connection:
        here = tables.c.id.in_(opened)
        connection.execute(update(tables).where(here).values(origin=origin or None))
        for table in opened:
            duties.put(connection, table, duties.LEVEL, next(TIMES))
    return opened


def due(house: House, each: int = 8, most: int = 100) -> list[str]:
    with house.store.database.reading() as connection:
        found = duties.due_levels(connection, FAR, house.hours.worker, each, most)
    return [duty.match for duty, _ in found]


def test_tables_of_one_owner_hide_nobody_elses(house: House) -> None:
    crowd = levels(house, "Cyd", 12)
    (later,) = levels(house, "Ann", 1)
    assert due(house, each=3) == [crowd[0], later, crowd[1], crowd[2]]
    assert later in due(house, each=8, most=2)


def test_an_address_counts_once_whoever_comes_from_it(house: House) -> None:
    crowd = [table for n in range(5) for table in levels(house, f"Guest {n}", 2, "one")]
    (later,) = levels(house, "Ann", 1, "another")
    found = due(house, each=6)
    assert found[:2] == [crowd[0], later]
    assert set(found[2:]) == {*crowd[2::2], crowd[1]}, "its persons take turns as well"


def test_what_another_worker_does_is_left_to_it(house: House) -> None:
    first, second = levels(house, "Ann", 2)
    with house.store.database.writing() as connection:
        assert duties.take(connection, duties.Duty(first, duties.LEVEL), house.hours.worker)
        found = duties.due_levels(connection, FAR, "another", 8, 100)
    assert [duty.match for duty, _ in found] == [second]
    assert due(house) == [first, second]
