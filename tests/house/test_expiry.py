"""What nobody uses goes, little by little, and nothing else does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, select, update
from sqlalchemy import Table as Rows
from tests.house.conftest import Opened
from tests.house.playing import GAME, begun, guest
from tests.house.served import CODE, served
from tests.web.open import Guest

import spinney
from spinney import Refused, cli
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.db.schema import matches, people, sessions, settings, tables
from spinney.server.jobs import expiry
from spinney.server.jobs.expiry import DAY, LIFETIMES, chosen
from spinney.server.services import Services
from spinney.server.tables.table import ABORTED, PLAYING


def waiting(house: Services, name: str) -> str:
    host = house.people.of_session(f"session of {name}") or guest(house, name)
    return house.tables.open(host, spinney.game(GAME), Clock(), MatchSettings(), ["me", "open"])


def age(house: Services, rows: Rows, id_: str, days: int, *columns: Column[Any]) -> None:
    """Let times of a row lie further back."""
    key = next(iter(rows.primary_key.columns))
    earlier = {column: column - days * DAY for column in columns}
    with house.store.database.writing() as connection:
        connection.execute(update(rows).where(key == id_).values(earlier))


def age_table(house: Services, table: str, days: int) -> None:
    age(house, tables, table, days, tables.c.created, tables.c.looked)


def sweep(house: Services) -> dict[str, int]:
    with house.store.database.writing() as connection:
        row = update(settings).where(settings.c.name == expiry.LEASE)
        connection.execute(row.values(value="0"))
    return house.expiry.sweep()


def ids(house: Services, rows: Rows) -> set[str]:
    with house.store.database.reading() as connection:
        return set(connection.execute(select(next(iter(rows.primary_key.columns)))).scalars())


def test_tables_that_never_began_are_removed(house: Services) -> None:
    kept, looked_at, old, closed = (waiting(house, "Ann") for _ in range(4))
    playing = begun(house, "Bob", "Cyd")
    ann = house.people.of_session("session of Ann")
    assert ann
    house.tables.abort(closed, ann)
    for table in (looked_at, old, closed, playing):
        age_table(house, table, 8)
    house.presence.look(looked_at, 0)
    assert sweep(house) == {"tables": 2}
    assert ids(house, tables) == {kept, looked_at, playing}
    assert sweep(house) == {}


def test_a_match_can_be_played_again_when_its_rematch_has_expired(house: Services) -> None:
    ann, bob = guest(house, "Ann"), guest(house, "Bob")
    game, seats = spinney.game(GAME), ["me", "open"]
    table = house.tables.open(ann, game, Clock(), MatchSettings(), seats)
    house.tables.sit(table, bob, 1)
    house.hall.act(house.hall.table(table), lambda now, at: now.resign(0, at))
    first = house.tables.again(table, ann)
    age_table(house, first, 8)
    assert sweep(house) == {"tables": 1}
    assert house.tables.again(table, ann) != first


def test_matches_that_nobody_goes_on_with_are_closed_and_kept(house: Services) -> None:
    going, watched, left, over = (begun(house, f"A{n}", f"B{n}") for n in range(4))
    house.hall.act(house.hall.table(over), lambda now, at: now.resign(0, at))
    for table in (watched, left, over):
        age_table(house, table, 181)
        age(house, matches, table, 181, matches.c.changed)
    house.presence.look(watched, 0)
    assert sweep(house) == {"matches": 1}
    status = {
        id_: company.status
        for id_ in (going, watched, left, over)
        if (company := house.tables.company(id_))
    }
    assert status == {going: PLAYING, watched: PLAYING, left: ABORTED, over: "over"}
    assert house.hall.table(left).match.record()


def test_guests_without_a_password_a_token_or_a_table_are_removed(house: Services) -> None:
    names = ("new", "gone", "kept", "host", "sits", "owns a token", "banned")
    who = {name: guest(house, name) for name in names}
    house.people.keep(who["kept"].id, "a good password")
    house.people.issue(who["owns a token"].id, "my bot")
    house.people.ban(who["banned"].id)
    game, seats = spinney.game(GAME), ["me", "open"]
    table = house.tables.open(who["host"], game, Clock(), MatchSettings(), seats)
    house.tables.sit(table, who["sits"], 1)
    for name in names[1:]:
        age(house, people, who[name].id, 31, people.c.seen)
    assert sweep(house) == {"guests": 1}
    assert ids(house, people) == {who[name].id for name in names} - {who["gone"].id}
    assert house.people.of_session("session of host")


def test_sessions_end(house: Services) -> None:
    guest(house, "Ann")
    guest(house, "Bob")
    keys = sorted(ids(house, sessions))
    age(house, sessions, keys[0], 366, sessions.c.seen)
    assert sweep(house) == {"sessions": 1}
    assert ids(house, sessions) == {keys[1]}


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


def test_what_is_off_never_expires(house: Services) -> None:
    house.expiry.lifetimes.update(chosen([("tables", "off"), ("guests", "2")]))
    age_table(house, waiting(house, "Ann"), 10_000)
    age(house, people, guest(house, "Bob").id, 3, people.c.seen)
    assert sweep(house) == {"guests": 1}


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
    code = CODE.replace("warm=False", "warm=False, limits={{'guests-per-address': 1}}")
    with served(f"sqlite:///{tmp_path / 'house.sqlite'}", code=code) as here:
        answers = []
        for name in ("Ann", "Bob"):
            visitor = Guest(here.address, name)
            answers.append(visitor.post("/account/name", name=name).status_code)
            visitor.close()
    assert answers == [303, 429]
