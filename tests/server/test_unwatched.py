"""Levels among themselves play while somebody watches."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from sqlalchemy import select, update
from tests.server.playing import GAME, begun, guest, until
from tests.web.shared_server import Guest, opened

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.db.schema import jobs, tables
from spinney.server.jobs.queue import LEVEL
from spinney.server.services import Services
from spinney.server.tables.unwatched import PAUSED, WATCHED_MS, can_pause, pause

LEVELS = ("level:seedling", "level:seedling")


def opening(services: Services, *seats: str, clock: str = "none") -> str:
    host = services.accounts.of_session("session of Ann") or guest(services, "Ann")
    rules = MatchSettings(public=True)
    return services.tables.open(host, spinney.game(GAME), Clock.read(clock), rules, seats)


def unwatch(services: Services, table_id: str) -> None:
    """Let it be long ago that somebody looked."""
    with services.store.database.writing() as connection:
        row = update(tables).where(tables.c.id == table_id)
        connection.execute(row.values(viewed=tables.c.viewed - WATCHED_MS))


def due(services: Services, table_id: str) -> int:
    query = select(jobs.c.at).where(jobs.c.match == table_id, jobs.c.kind == LEVEL)
    with services.store.database.reading() as connection:
        return int(connection.execute(query).scalar_one())


def paused(services: Services, table_id: str) -> bool:
    with services.store.database.writing() as connection:
        return pause(connection, table_id)


def test_levels_alone_pause_until_somebody_looks(services: Services) -> None:
    table_id = opening(services, *LEVELS)
    assert can_pause(services.match_service.live_match(table_id))
    assert not paused(services, table_id), "it has just been opened"
    unwatch(services, table_id)
    assert paused(services, table_id)
    assert due(services, table_id) == PAUSED
    services.server_time.heartbeat()
    services.presence.enter(table_id, "")
    assert due(services, table_id) <= services.server_time.now()
    unwatch(services, table_id)
    assert not paused(services, table_id), "somebody without a name watches"
    services.presence.leave(table_id, "")
    assert not paused(services, table_id), "they may come back at once"
    unwatch(services, table_id)
    assert paused(services, table_id)
    services.presence.note_view(table_id, 0)
    assert due(services, table_id) <= services.server_time.now()


def test_who_watched_through_a_worker_that_is_gone_watches_no_more(services: Services) -> None:
    table_id = opening(services, *LEVELS)
    services.server_time.heartbeat()
    services.presence.enter(table_id, "")
    unwatch(services, table_id)
    assert not paused(services, table_id)
    services.server_time.leave()
    assert paused(services, table_id)


def test_people_and_clocks_are_never_kept_waiting(services: Services) -> None:
    assert not can_pause(
        services.match_service.live_match(begun(services, "Ann", "level:seedling"))
    )
    assert not can_pause(
        services.match_service.live_match(opening(services, *LEVELS, clock="move 1:00"))
    )
    ended = services.match_service.live_match(begun(services, "Bob", "level:seedling"))
    services.match_service.act(ended, lambda now, at: now.resign(0, at))
    assert not can_pause(ended)


def test_a_server_plays_on_when_a_spectator_comes(tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path / 'server.sqlite'}") as (address, services):
        table_id = begun(services, "Ann", LEVELS[1])
        unwatch(services, table_id)
        match = services.match_service.live_match(table_id)
        services.match_service.act(match, lambda now, at: now.substitute(0, LEVELS[0], at))
        assert until(lambda: due(services, table_id) == PAUSED)
        version = services.match_service.live_match(table_id).match.version
        with closing(Guest(address, "Cyd")) as cyd, cyd.socket(table_id):
            assert until(
                lambda: services.match_service.live_match(table_id).match.version > version
            )
