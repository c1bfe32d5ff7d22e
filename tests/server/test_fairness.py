"""One person, or one address, doesn't use up what is for all."""

from __future__ import annotations

import itertools

import pytest
from sqlalchemy import update
from tests.server.conftest import Opened
from tests.server.playing import GAME, guest

import spinney
from spinney import Refused
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts.person import Person
from spinney.server.db.schema import matches, tables
from spinney.server.jobs import queue
from spinney.server.play.match_store import Branch
from spinney.server.rate_limits.limits import UNLIMITED, read_limits
from spinney.server.rate_limits.rate_limited import RateLimited
from spinney.server.services import Services
from spinney.server.tables.quotas import ACTIVE_MS

FAR = 10**15
"""A server time by which everything is due."""
TIMES = itertools.count(1)
"""When it is due: one after another."""


def levels(services: Services, name: str, count: int, origin: str = "") -> list[str]:
    """Open tables at which levels are to move."""
    host = services.accounts.of_session(f"session of {name}") or guest(services, name)
    seats = ["level:tree", "level:tree"]
    rules, game = MatchSettings(public=True), spinney.game(GAME)
    opened = [services.tables.open(host, game, Clock(), rules, seats) for _ in range(count)]
    with services.store.database.writing() as connection:
        condition = tables.c.id.in_(opened)
        connection.execute(update(tables).where(condition).values(origin=origin or None))
        for table_id in opened:
            queue.put(connection, table_id, queue.LEVEL, next(TIMES))
    return opened


def due(services: Services, each: int = 8, most: int = 100) -> list[str]:
    with services.store.database.reading() as connection:
        found = queue.due_levels(connection, FAR, services.server_time.worker, each, most)
    return [job.match for job, _ in found]


def test_tables_of_one_owner_hide_nobody_elses(services: Services) -> None:
    crowd = levels(services, "Cyd", 12)
    (later,) = levels(services, "Ann", 1)
    assert due(services, each=3) == [crowd[0], later, crowd[1], crowd[2]]
    assert later in due(services, each=8, most=2)


def test_an_address_counts_once_whoever_comes_from_it(services: Services) -> None:
    crowd = [table_id for n in range(5) for table_id in levels(services, f"Guest {n}", 2, "one")]
    (later,) = levels(services, "Ann", 1, "another")
    found = due(services, each=6)
    assert found[:2] == [crowd[0], later]
    assert set(found[2:]) == {*crowd[2::2], crowd[1]}, "its persons take turns as well"


def test_what_another_worker_does_is_left_to_it(services: Services) -> None:
    first, second = levels(services, "Ann", 2)
    services.server_time.heartbeat()
    with services.store.database.writing() as connection:
        assert queue.claim(connection, queue.Job(first, queue.LEVEL), services.server_time.worker)
        found = queue.due_levels(connection, FAR, "another", 8, 100)
    assert [job.match for job, _ in found] == [second]
    assert due(services) == [first, second]


HERE, THERE = "203.0.113.7", "198.51.100.4"


def opening(services: Services, host: Person, *seats: str, address: str = HERE) -> str:
    game, rules = spinney.game(GAME), MatchSettings(public=True)
    return services.tables.open(host, game, Clock(), rules, seats, address=address)


def test_tables_that_wait_are_bounded_by_person_and_by_address(services: Services) -> None:
    ann, bob, cyd = (guest(services, name) for name in ("Ann", "Bob", "Cyd"))
    services.limits.change({"waiting-per-person": 2, "waiting-per-address": 3})
    first = opening(services, ann, "me", "open")
    opening(services, ann, "open", "me")
    with pytest.raises(Refused, match="2 of your tables wait for players; close one first"):
        opening(services, ann, "me", "invited")
    opening(services, ann, "me", "level:seedling")
    opening(services, bob, "me", "open", address=f"::ffff:{HERE}")
    with pytest.raises(Refused, match="3 tables opened from your address wait for players"):
        opening(services, cyd, "me", "open")
    opening(services, cyd, "me", "open", address=THERE)
    services.tables.abort(first, ann)
    opening(services, bob, "me", "open")


def test_tables_where_levels_play_are_bounded_by_person_and_by_address(services: Services) -> None:
    ann, bob, cyd = (guest(services, name) for name in ("Ann", "Bob", "Cyd"))
    services.limits.change({"levels-per-person": 2, "levels-per-address": 3})
    first = opening(services, ann, "me", "level:tree")
    opening(services, ann, "level:tree", "level:tree")
    with pytest.raises(Refused, match="2 of your tables have the computer playing; finish"):
        opening(services, ann, "me", "level:tree")
    match = services.match_service.live_match(first).match
    with pytest.raises(Refused, match="have the computer playing"):
        services.tables.branch(ann, match, Branch(first, 0), HERE)
    opening(services, ann, "me", "open")
    opening(services, bob, "me", "level:tree")
    with pytest.raises(Refused, match="3 tables opened from your address have the computer"):
        opening(services, cyd, "me", "level:tree")
    opening(services, cyd, "me", "level:tree", address="2001:db8::1")
    services.match_service.act(
        services.match_service.live_match(first), lambda now, at: now.resign(0, at)
    )
    opening(services, ann, "me", "level:tree")


def test_matches_that_nobody_plays_any_more_leave_room(services: Services) -> None:
    ann = guest(services, "Ann")
    services.limits.change({"levels-per-person": 1})
    first = opening(services, ann, "me", "level:tree")
    with services.store.database.writing() as connection:
        row = update(matches).where(matches.c.id == first)
        connection.execute(row.values(changed=matches.c.changed - ACTIVE_MS))
    opening(services, ann, "me", "level:tree")


def test_opening_is_counted_by_address_for_all_workers_together(doors: Opened) -> None:
    servers = doors(), doors()
    for services in servers:
        services.limits.change({"tables-per-address": 2})
    people = [guest(servers[0], name) for name in ("Ann", "Bob", "Cyd")]
    for services, person, address in zip(
        servers, people[:2], ("2001:db8::1", "2001:db8::2"), strict=True
    ):
        opening(services, person, "me", "open", address=address)
    with pytest.raises(RateLimited, match="from your address; try again in"):
        opening(servers[0], people[2], "me", "open", address="2001:db8::3")
    opening(servers[0], people[2], "me", "open", address="2001:db8:0:1::3")


def test_a_rematch_counts_as_any_other_table(services: Services) -> None:
    ann = guest(services, "Ann")
    services.limits.change({"tables-per-address": 1})
    first = opening(services, ann, "me", "level:tree")
    services.match_service.act(
        services.match_service.live_match(first), lambda now, at: now.resign(0, at)
    )
    with pytest.raises(RateLimited):
        services.rematches.ask(first, ann, HERE)
    assert services.rematches.ask(first, ann, THERE)


def test_no_address_is_kept_with_a_table(services: Services) -> None:
    ann = guest(services, "Ann")
    one, other, third = (
        services.tables.table(opening(services, ann, "me", "open", address=address))
        for address in (HERE, f"::ffff:{HERE}", THERE)
    )
    assert one
    assert other
    assert third
    assert one.address_hash == other.address_hash != third.address_hash
    assert HERE not in one.address_hash
    assert one.owner.person == ann.id


def test_the_public_list_shows_a_few_of_each_person_and_address(services: Services) -> None:
    crowd = [guest(services, f"Guest {number}") for number in range(3)]
    services.limits.change({"listed-per-person": 2, "listed-per-address": 3})
    ann = opening(services, guest(services, "Ann"), "me", "open", address=THERE)
    theirs = [opening(services, who, "me", "open") for who in crowd for _ in range(3)]
    nowhere = opening(services, guest(services, "Bob"), "me", "open", address="")
    shown = [table.id for table in services.tables.public()]
    assert {ann, nowhere} < set(shown)
    hosts = [who for who in crowd for _ in range(3)]
    listed = {hosts[theirs.index(table_id)].id for table_id in shown if table_id in theirs}
    assert listed == {who.id for who in crowd}, "one table of each person"
    assert len(shown) == 2 + 3


def test_limits_are_typed_by_name() -> None:
    given = [("guests-per-address", "600"), ("listed-per-person", "off")]
    assert read_limits(given) == {"guests-per-address": 600, "listed-per-person": UNLIMITED}
    with pytest.raises(Refused, match="there is no limit 'guests'; there are: guests-per-address"):
        read_limits([("guests", "1")])
    for value in ("-1", "many", "1e9", "²"):
        with pytest.raises(Refused, match="it can be a number, or off"):
            read_limits([("guests-per-address", value)])
