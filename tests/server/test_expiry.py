"""Expiry: unused rows go in small batches, and nothing else does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, select, update
from sqlalchemy import Table as Rows
from tests.server.conftest import Opened
from tests.server.playing import GAME, begun, guest
from tests.server.served import CODE, served
from tests.web.shared_server import Guest

import spinney
from spinney import Refused, cli
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.db.schema import accounts, matches, sessions, settings, tables
from spinney.server.jobs import expiry
from spinney.server.jobs.expiry import DAY, LIFETIMES, chosen
from spinney.server.services import Services
from spinney.server.tables.table import ABORTED, PLAYING


def waiting(services: Services, name: str) -> str:
    host = services.accounts.of_session(f"session of {name}") or guest(services, name)
    return services.tables.open(host, spinney.game(GAME), Clock(), MatchSettings(), ["me", "open"])


def age(services: Services, rows: Rows, id_: str, days: int, *columns: Column[Any]) -> None:
    """Let times of a row lie further back."""
    key = next(iter(rows.primary_key.columns))
    earlier = {column: column - days * DAY for column in columns}
    with services.store.database.writing() as connection:
        connection.execute(update(rows).where(key == id_).values(earlier))


def age_table(services: Services, table_id: str, days: int) -> None:
    age(services, tables, table_id, days, tables.c.created, tables.c.viewed)


def sweep(services: Services) -> dict[str, int]:
    with services.store.database.writing() as connection:
        row = update(settings).where(settings.c.name == expiry.LEASE)
        connection.execute(row.values(value="0"))
    return services.expiry.sweep()


def ids(services: Services, rows: Rows) -> set[str]:
    with services.store.database.reading() as connection:
        return set(connection.execute(select(next(iter(rows.primary_key.columns)))).scalars())


def test_tables_that_never_began_are_removed(services: Services) -> None:
    kept, looked_at, old, closed = (waiting(services, "Ann") for _ in range(4))
    playing = begun(services, "Bob", "Cyd")
    ann = services.accounts.of_session("session of Ann")
    assert ann
    services.tables.abort(closed, ann)
    for table_id in (looked_at, old, closed, playing):
        age_table(services, table_id, 8)
    services.presence.note_view(looked_at, 0)
    assert sweep(services) == {"tables": 2}
    assert ids(services, tables) == {kept, looked_at, playing}
    assert sweep(services) == {}


def test_a_match_can_be_played_again_when_its_rematch_has_expired(services: Services) -> None:
    ann, bob = guest(services, "Ann"), guest(services, "Bob")
    game, seats = spinney.game(GAME), ["me", "open"]
    table_id = services.tables.open(ann, game, Clock(), MatchSettings(), seats)
    services.tables.sit(table_id, bob, 1)
    services.match_service.act(
        services.match_service.live_match(table_id), lambda now, at: now.resign(0, at)
    )
    first = services.rematches.ask(table_id, ann)
    age_table(services, first, 8)
    assert sweep(services) == {"tables": 1}
    assert services.rematches.ask(table_id, ann) != first


def test_matches_that_nobody_goes_on_with_are_closed_and_kept(services: Services) -> None:
    going, watched, left, over = (begun(services, f"A{n}", f"B{n}") for n in range(4))
    services.match_service.act(
        services.match_service.live_match(over), lambda now, at: now.resign(0, at)
    )
    for table_id in (watched, left, over):
        age_table(services, table_id, 181)
        age(services, matches, table_id, 181, matches.c.changed)
    services.presence.note_view(watched, 0)
    assert sweep(services) == {"matches": 1}
    status = {
        id_: table.status
        for id_ in (going, watched, left, over)
        if (table := services.tables.table(id_))
    }
    assert status == {going: PLAYING, watched: PLAYING, left: ABORTED, over: "over"}
    assert services.match_service.live_match(left).match.record()
    host = services.accounts.of_session("session of A2")
    assert host is not None
    assert [table.id for table in services.tables.of(host.id, over=True)] == [left]


def test_a_match_goes_on_as_long_as_its_clock_runs(services: Services) -> None:
    slow, untimed = begun(services, "A", "B", clock="move 7 days"), begun(services, "C", "D")
    services.expiry.lifetimes["matches"] = 1
    for table_id in (slow, untimed):
        age_table(services, table_id, 2)
        age(services, matches, table_id, 2, matches.c.changed)
    assert sweep(services) == {"matches": 1}
    assert services.tables.table(slow).status == PLAYING  # type: ignore[union-attr]


def test_guests_without_a_password_a_token_or_a_table_are_removed(services: Services) -> None:
    names = ("new", "gone", "kept", "host", "sits", "owns a token", "banned")
    who = {name: guest(services, name) for name in names}
    services.accounts.set_password(who["kept"].id, "a good password")
    services.accounts.issue_api_token(who["owns a token"].id, "my bot")
    services.accounts.ban(who["banned"].id)
    game, seats = spinney.game(GAME), ["me", "open"]
    table_id = services.tables.open(who["host"], game, Clock(), MatchSettings(), seats)
    services.tables.sit(table_id, who["sits"], 1)
    for name in names[1:]:
        age(services, accounts, who[name].id, 31, accounts.c.seen)
    assert sweep(services) == {"guests": 1}
    assert ids(services, accounts) == {who[name].id for name in names} - {who["gone"].id}
    assert services.accounts.of_session("session of host")


def test_sessions_end(services: Services) -> None:
    guest(services, "Ann")
    guest(services, "Bob")
    keys = sorted(ids(services, sessions))
    age(services, sessions, keys[0], 366, sessions.c.seen)
    assert sweep(services) == {"sessions": 1}
    assert ids(services, sessions) == {keys[1]}


def test_one_worker_sweeps_a_batch_at_a_time(
    doors: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expiry, "BATCH", 2)
    one, other = doors(), doors()
    for _ in range(3):
        age_table(one, waiting(one, "Ann"), 8)
    assert one.expiry.sweep() == {"tables": 2}
    assert other.expiry.sweep() == {}, "it is not yet time for the next batch"
    assert sweep(other) == {"tables": 1}


def test_what_is_off_never_expires(services: Services) -> None:
    services.expiry.lifetimes.update(chosen([("tables", "off"), ("guests", "2")]))
    age_table(services, waiting(services, "Ann"), 10_000)
    age(services, accounts, guest(services, "Bob").id, 3, accounts.c.seen)
    assert sweep(services) == {"guests": 1}


def test_lifetimes_are_typed_by_name() -> None:
    assert chosen([("tables", "3"), ("sessions", "off")]) == {"tables": 3, "sessions": None}
    with pytest.raises(Refused, match="nothing called 'games' expires; there are: tables"):
        chosen([("games", "1")])
    for value in ("0", "-1", "soon", "1.5"):
        with pytest.raises(Refused, match="number of days"):
            chosen([("guests", value)])


def test_a_server_takes_what_its_operator_says(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    monkeypatch.setattr("spinney.server.workers.serve", lambda order, *_: taken.append(order))
    given = ["--limit", "guests-per-address=7", "--expire", "tables=off", "--expire", "guests=2"]
    assert cli.main(["serve", "--database", "sqlite:////nowhere.sqlite", *given]) == 0
    assert taken[0].limits == {"guests-per-address": 7}
    assert taken[0].lifetimes == {"tables": None, "guests": 2}
    assert set(LIFETIMES) == {"tables", "matches", "guests", "sessions"}


def test_a_worker_has_the_limits_it_was_given(tmp_path: Path) -> None:
    code = CODE.replace("precompile=False", "precompile=False, limits={{'guests-per-address': 1}}")
    with served(f"sqlite:///{tmp_path / 'server.sqlite'}", code=code) as server:
        answers = []
        for name in ("Ann", "Bob"):
            visitor = Guest(server.address, name)
            answers.append(visitor.post("/account/name", name=name).status_code)
            visitor.close()
    assert answers == [303, 429]
