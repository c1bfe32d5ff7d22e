"""Levels among themselves play while somebody watches."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from sqlalchemy import select, update
from tests.house.playing import GAME, begun, guest, until
from tests.web.open import Guest, opened

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.db.schema import duties, tables
from spinney.server.jobs.queue import LEVEL
from spinney.server.services import Services
from spinney.server.tables.attendance import GRACE, NEVER, can_pause, pause

LEVELS = ("level:seedling", "level:seedling")


def opening(house: Services, *seats: str, clock: str = "none") -> str:
    host = house.people.of_session("session of Ann") or guest(house, "Ann")
    rules = MatchSettings(public=True)
    return house.tables.open(host, spinney.game(GAME), Clock.read(clock), rules, seats)


def unwatch(house: Services, table: str) -> None:
    """Let it be long ago that somebody looked."""
    with house.store.database.writing() as connection:
        row = update(tables).where(tables.c.id == table)
        connection.execute(row.values(looked=tables.c.looked - GRACE))


def due(house: Services, table: str) -> int:
    query = select(duties.c.at).where(duties.c.match == table, duties.c.kind == LEVEL)
    with house.store.database.reading() as connection:
        return int(connection.execute(query).scalar_one())


def paused(house: Services, table: str) -> bool:
    with house.store.database.writing() as connection:
        return pause(connection, table)


def test_levels_alone_pause_until_somebody_looks(house: Services) -> None:
    table = opening(house, *LEVELS)
    assert can_pause(house.hall.table(table))
    assert not paused(house, table), "it has just been opened"
    unwatch(house, table)
    assert paused(house, table)
    assert due(house, table) == NEVER
    house.hours.beat()
    house.presence.come(table, "")
    assert due(house, table) <= house.hours.now()
    unwatch(house, table)
    assert not paused(house, table), "somebody without a name watches"
    house.presence.go(table, "")
    assert not paused(house, table), "they may come back at once"
    unwatch(house, table)
    assert paused(house, table)
    house.presence.look(table, 0)
    assert due(house, table) <= house.hours.now()


def test_who_watched_through_a_worker_that_is_gone_watches_no_more(house: Services) -> None:
    table = opening(house, *LEVELS)
    house.hours.beat()
    house.presence.come(table, "")
    unwatch(house, table)
    assert not paused(house, table)
    house.hours.leave()
    assert paused(house, table)


def test_people_and_clocks_are_never_kept_waiting(house: Services) -> None:
    assert not can_pause(house.hall.table(begun(house, "Ann", "level:seedling")))
    assert not can_pause(house.hall.table(opening(house, *LEVELS, clock="move 1:00")))
    ended = house.hall.table(begun(house, "Bob", "level:seedling"))
    house.hall.act(ended, lambda now, at: now.resign(0, at))
    assert not can_pause(ended)


def test_a_server_plays_on_when_a_spectator_comes(tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path / 'house.sqlite'}") as (address, house):
        table = begun(house, "Ann", LEVELS[1])
        unwatch(house, table)
        match = house.hall.table(table)
        house.hall.act(match, lambda now, at: now.sit(0, LEVELS[0], at))
        assert until(lambda: due(house, table) == NEVER)
        version = house.hall.table(table).match.version
        with closing(Guest(address, "Cyd")) as cyd, cyd.socket(table):
            assert until(lambda: house.hall.table(table).match.version > version)
