"""One person, or one address, doesn't use up what is for all."""

from __future__ import annotations

import itertools

import pytest
from sqlalchemy import update
from tests.house.conftest import Opened
from tests.house.playing import GAME, guest

import spinney
from spinney import Refused
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts.store import Person
from spinney.server.db.schema import matches, tables
from spinney.server.jobs import queue
from spinney.server.play.match_store import Branch
from spinney.server.rate_limit import UNLIMITED, RateLimited, chosen
from spinney.server.services import Services
from spinney.server.tables.quotas import RECENT

FAR = 10**15
"""A house time by which everything is due."""
TIMES = itertools.count(1)
"""When it is due: one after another."""


def levels(house: Services, name: str, count: int, origin: str = "") -> list[str]:
    """Open tables at which levels are to move."""
    host = house.people.of_session(f"session of {name}") or guest(house, name)
    seats = ["level:tree", "level:tree"]
    rules, game = MatchSettings(public=True), spinney.game(GAME)
    opened = [house.tables.open(host, game, Clock(), rules, seats) for _ in range(count)]
    with house.store.database.writing() as connection:
        here = tables.c.id.in_(opened)
        connection.execute(update(tables).where(here).values(origin=origin or None))
        for table in opened:
            queue.put(connection, table, queue.LEVEL, next(TIMES))
    return opened


def due(house: Services, each: int = 8, most: int = 100) -> list[str]:
    with house.store.database.reading() as connection:
        found = queue.due_levels(connection, FAR, house.hours.worker, each, most)
    return [duty.match for duty, _ in found]


def test_tables_of_one_owner_hide_nobody_elses(house: Services) -> None:
    crowd = levels(house, "Cyd", 12)
    (later,) = levels(house, "Ann", 1)
    assert due(house, each=3) == [crowd[0], later, crowd[1], crowd[2]]
    assert later in due(house, each=8, most=2)


def test_an_address_counts_once_whoever_comes_from_it(house: Services) -> None:
    crowd = [table for n in range(5) for table in levels(house, f"Guest {n}", 2, "one")]
    (later,) = levels(house, "Ann", 1, "another")
    found = due(house, each=6)
    assert found[:2] == [crowd[0], later]
    assert set(found[2:]) == {*crowd[2::2], crowd[1]}, "its persons take turns as well"


def test_what_another_worker_does_is_left_to_it(house: Services) -> None:
    first, second = levels(house, "Ann", 2)
    with house.store.database.writing() as connection:
        assert queue.take(connection, queue.Job(first, queue.LEVEL), house.hours.worker)
        found = queue.due_levels(connection, FAR, "another", 8, 100)
    assert [duty.match for duty, _ in found] == [second]
    assert due(house) == [first, second]


HERE, THERE = "203.0.113.7", "198.51.100.4"


def opening(house: Services, host: Person, *seats: str, address: str = HERE) -> str:
    game, rules = spinney.game(GAME), MatchSettings(public=True)
    return house.tables.open(host, game, Clock(), rules, seats, address=address)


def test_tables_that_wait_are_bounded_by_person_and_by_address(house: Services) -> None:
    ann, bob, cyd = (guest(house, name) for name in ("Ann", "Bob", "Cyd"))
    house.limits.change({"waiting-per-person": 2, "waiting-per-address": 3})
    first = opening(house, ann, "me", "open")
    opening(house, ann, "open", "me")
    with pytest.raises(Refused, match="2 of your tables wait for players; close one first"):
        opening(house, ann, "me", "invited")
    opening(house, ann, "me", "level:seedling")
    opening(house, bob, "me", "open", address=f"::ffff:{HERE}")
    with pytest.raises(Refused, match="3 tables opened from your address wait for players"):
        opening(house, cyd, "me", "open")
    opening(house, cyd, "me", "open", address=THERE)
    house.tables.abort(first, ann)
    opening(house, bob, "me", "open")


def test_tables_where_levels_play_are_bounded_by_person_and_by_address(house: Services) -> None:
    ann, bob, cyd = (guest(house, name) for name in ("Ann", "Bob", "Cyd"))
    house.limits.change({"levels-per-person": 2, "levels-per-address": 3})
    first = opening(house, ann, "me", "level:tree")
    opening(house, ann, "level:tree", "level:tree")
    with pytest.raises(Refused, match="2 of your tables have the computer playing; finish"):
        opening(house, ann, "me", "level:tree")
    match = house.hall.table(first).match
    with pytest.raises(Refused, match="have the computer playing"):
        house.tables.branch(ann, match, Branch(first, 0), HERE)
    opening(house, ann, "me", "open")
    opening(house, bob, "me", "level:tree")
    with pytest.raises(Refused, match="3 tables opened from your address have the computer"):
        opening(house, cyd, "me", "level:tree")
    opening(house, cyd, "me", "level:tree", address="2001:db8::1")
    house.hall.act(house.hall.table(first), lambda now, at: now.resign(0, at))
    opening(house, ann, "me", "level:tree")


def test_matches_that_nobody_plays_any_more_leave_room(house: Services) -> None:
    ann = guest(house, "Ann")
    house.limits.change({"levels-per-person": 1})
    first = opening(house, ann, "me", "level:tree")
    with house.store.database.writing() as connection:
        row = update(matches).where(matches.c.id == first)
        connection.execute(row.values(changed=matches.c.changed - RECENT))
    opening(house, ann, "me", "level:tree")


def test_opening_is_counted_by_address_for_all_workers_together(doors: Opened) -> None:
    houses = doors(), doors()
    for house in houses:
        house.limits.change({"tables-per-address": 2})
    people = [guest(houses[0], name) for name in ("Ann", "Bob", "Cyd")]
    for house, person, address in zip(
        houses, people[:2], ("2001:db8::1", "2001:db8::2"), strict=True
    ):
        opening(house, person, "me", "open", address=address)
    with pytest.raises(RateLimited, match="from your address; try again in"):
        opening(houses[0], people[2], "me", "open", address="2001:db8::3")
    opening(houses[0], people[2], "me", "open", address="2001:db8:0:1::3")


def test_a_rematch_counts_as_any_other_table(house: Services) -> None:
    ann = guest(house, "Ann")
    house.limits.change({"tables-per-address": 1})
    first = opening(house, ann, "me", "level:tree")
    house.hall.act(house.hall.table(first), lambda now, at: now.resign(0, at))
    with pytest.raises(RateLimited):
        house.tables.again(first, ann, HERE)
    assert house.tables.again(first, ann, THERE)


def test_no_address_is_kept_with_a_table(house: Services) -> None:
    ann = guest(house, "Ann")
    one, other, third = (
        house.tables.company(opening(house, ann, "me", "open", address=address))
        for address in (HERE, f"::ffff:{HERE}", THERE)
    )
    assert one
    assert other
    assert third
    assert one.origin == other.origin != third.origin
    assert HERE not in one.origin
    assert one.owner.person == ann.id


def test_the_public_list_shows_a_few_of_each_person_and_address(house: Services) -> None:
    crowd = [guest(house, f"Guest {number}") for number in range(3)]
    house.limits.change({"listed-per-person": 2, "listed-per-address": 3})
    ann = opening(house, guest(house, "Ann"), "me", "open", address=THERE)
    theirs = [opening(house, who, "me", "open") for who in crowd for _ in range(3)]
    nowhere = opening(house, guest(house, "Bob"), "me", "open", address="")
    shown = [table.id for table in house.tables.public()]
    assert {ann, nowhere} < set(shown)
    hosts = [who for who in crowd for _ in range(3)]
    listed = {hosts[theirs.index(table)].id for table in shown if table in theirs}
    assert listed == {who.id for who in crowd}, "one table of each person"
    assert len(shown) == 2 + 3


def test_limits_are_typed_by_name() -> None:
    given = [("guests-per-address", "600"), ("listed-per-person", "off")]
    assert chosen(given) == {"guests-per-address": 600, "listed-per-person": UNLIMITED}
    with pytest.raises(Refused, match="no limit is called 'guests'; there are: guests-per-address"):
        chosen([("guests", "1")])
    for value in ("-1", "many", "1e9", "²"):
        with pytest.raises(Refused, match="it can be a number, or off"):
            chosen([("guests-per-address", value)])
