"""Tables: who sits where, when it begins, who may look on, and what the deal comes from."""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import select, text, update
from tests.house.conftest import Opened
from tests.house.playing import GAME, begun, guest, say, until

import spinney
from spinney import Refused
from spinney.match import Clock, Header, Match
from spinney.match.record_reader import read_record
from spinney.match.settings import MatchSettings
from spinney.server.accounts.store import fingerprint
from spinney.server.db.migrate import NEWEST, migrate
from spinney.server.db.schema import meta, seats, tables, workers
from spinney.server.jobs import queue
from spinney.server.play.match_service import MatchNotFound
from spinney.server.play.match_store import Branch
from spinney.server.rate_limit import Attempts, RateLimited
from spinney.server.services import Services
from spinney.server.tables.links import key_in

NONE = Clock()


def test_a_table_begins_when_its_last_seat_is_taken(house: Services) -> None:
    ann, bob = guest(house, "Ann"), guest(house, "Bob")
    game = spinney.game(GAME)
    table = house.tables.open(ann, game, NONE, MatchSettings(), ["me", "open"])
    with pytest.raises(MatchNotFound):
        house.hall.table(table)
    before = house.tables.company(table)
    assert before is not None
    assert (before.status, before.people) == ("open", {ann.id: 0})
    house.tables.sit(table, bob, 1)
    here = house.hall.table(table)
    assert here.match.header.seats == ("Ann", "Bob")
    assert here.company is not None
    assert [here.company.player(person.id) for person in (ann, bob)] == [0, 1]
    assert here.company.status == "playing"


def test_a_deal_can_be_checked_when_it_is_over(house: Services) -> None:
    table = begun(house, "Ann", "Bob")
    shown = house.hall.table(table).company
    assert shown is not None
    house.hall.act(house.hall.table(table), lambda match, at: match.resign(0, at))
    match = house.hall.table(table).match
    assert len(match.header.secret) == 32
    assert hashlib.sha256(match.header.secret.encode()).hexdigest() == shown.commitment
    assert read_record(match.record(1)).header.secret == match.header.secret


def test_nothing_said_before_the_end_has_the_secret(house: Services) -> None:
    match = house.hall.table(begun(house, "Ann", "Bob")).match
    for observer in (-1, 0, 1):
        assert match.header.secret not in match.record(observer)


def test_a_seat_is_taken_once(doors: Opened) -> None:
    house, other = doors(), doors()
    ann, bob, cat = (guest(house, name) for name in ("Ann", "Bob", "Cat"))
    table = house.tables.open(ann, spinney.game(GAME), NONE, MatchSettings(), ["me", "open"])
    other.tables.sit(table, bob, 1)
    with pytest.raises(Refused, match="taken"):
        house.tables.sit(table, cat, 1)
    with pytest.raises(Refused, match="already"):
        house.tables.sit(table, ann, 1)
    other_table = house.tables.open(
        ann, spinney.game(GAME), NONE, MatchSettings(), ["me", "invited"]
    )
    for number, link in ((1, ""), (1, "nonsense"), (1, "\ud800é"), (-1, ""), (-2, ""), (2, "")):
        with pytest.raises(Refused, match="taken"):
            house.tables.sit(other_table, bob, number, link)


def test_one_person_takes_one_seat_however_quick(doors: Opened) -> None:
    house, other = doors(), doors()
    ann, bob = guest(house, "Ann"), guest(house, "Bob")
    game = spinney.game("arboretum", players=4)
    for _ in range(5):
        table = house.tables.open(ann, game, NONE, MatchSettings(), ["me", "open", "open", "open"])
        with ThreadPoolExecutor(3) as pool:
            sits = [
                pool.submit(there.tables.sit, table, bob, seat)
                for seat, there in ((1, house), (2, other), (3, other))
            ]
        assert sum(sit.exception() is None for sit in sits) == 1
        company = house.tables.company(table)
        assert company is not None
        assert sum(seat.person == bob.id for seat in company.seats) == 1


def test_nobody_sits_down_or_leaves_once_it_has_begun(house: Services) -> None:
    ann, bob, cat = (guest(house, name) for name in ("Ann", "Bob", "Cat"))
    table = house.tables.open(ann, spinney.game(GAME), NONE, MatchSettings(), ["me", "open"])
    house.tables.sit(table, bob, 1)
    for number in (0, 1, 2):
        with pytest.raises(Refused, match="has begun"):
            house.tables.sit(table, cat, number)
    with pytest.raises(Refused, match="has begun"):
        house.tables.stand(table, bob)


def test_nobody_opens_tables_without_end(house: Services) -> None:
    ann = guest(house, "Ann")
    house.limits.tries["table"] = Attempts(2, 3_600_000)
    at = ["me", "open"]
    for _ in range(2):
        house.tables.open(ann, spinney.game(GAME), NONE, MatchSettings(), at)
    with pytest.raises(RateLimited):
        house.tables.open(ann, spinney.game(GAME), NONE, MatchSettings(), at)
    match = Match.begin(Header(spinney.game(GAME), ["Ann", "level:seedling"], seed=1))
    with pytest.raises(RateLimited):
        house.tables.branch(ann, match, Branch("x", 0))


def test_nobody_takes_the_name_of_one_they_sit_with(house: Services) -> None:
    ann, bob, cat = (guest(house, name) for name in ("Ann", "Bob", "Cat"))
    table = house.tables.open(
        ann, spinney.game(GAME), NONE, MatchSettings(umpire=True, umpire_free=True), ["me", "open"]
    )
    house.tables.sit(table, bob, 1)
    house.tables.sit_umpire(table, cat)
    for who, name in ((bob, "ann"), (bob, "Cat"), (cat, "BOB")):
        with pytest.raises(Refused, match="you sit with someone called"):
            house.people.rename(who.id, name)
    house.people.rename(bob.id, "Bobby")


def test_an_invited_seat_needs_its_link(house: Services) -> None:
    ann, bob = guest(house, "Ann"), guest(house, "Bob")
    table = house.tables.open(ann, spinney.game(GAME), NONE, MatchSettings(), ["me", "invited"])
    with pytest.raises(Refused):
        house.tables.sit(table, bob, 1)
    company = house.tables.company(table)
    assert company is not None
    link = company.seats[1].link
    assert house.tables.by_link(link) == (table, 1)
    house.tables.sit(table, bob, 1, link)
    assert house.tables.by_link(link) is None, "a link is good once"
    assert house.tables.by_link(company.link) == (table, -1)
    assert house.tables.by_link("") is None


def test_who_may_look_on(house: Services) -> None:
    ann, bob = guest(house, "Ann"), guest(house, "Bob")
    game = spinney.game(GAME)
    hidden = house.tables.company(
        house.tables.open(ann, game, NONE, MatchSettings(), ["me", "open"])
    )
    shown = house.tables.company(
        house.tables.open(ann, game, NONE, MatchSettings(public=True), ["me", "open"])
    )
    assert hidden is not None
    assert shown is not None
    assert [house.tables.may_see(hidden, who) for who in (ann, bob, None)] == [True, False, False]
    assert house.tables.may_see(shown, None)
    house.tables.admit(hidden.id, bob)
    house.tables.admit(hidden.id, bob)
    assert house.tables.may_see(hidden, bob)
    assert [table.id for table in house.tables.public()] == [shown.id]
    assert {table.id for table in house.tables.of(ann.id, over=False)} == {hidden.id, shown.id}


def test_leaving_and_closing_before_it_begins(house: Services) -> None:
    ann, bob = guest(house, "Ann"), guest(house, "Bob")
    table = house.tables.open(
        ann, spinney.game(GAME), NONE, MatchSettings(umpire=True, umpire_free=True), ["me", "open"]
    )
    house.tables.sit(table, bob, 1)
    company = house.tables.company(table)
    assert company is not None
    assert company.status == "open", "it waits for an umpire"
    house.tables.stand(table, bob)
    with pytest.raises(Refused, match="closed by"):
        house.tables.abort(table, bob)
    house.tables.abort(table, ann)
    with pytest.raises(Refused, match="closed"):
        house.tables.stand(table, ann)
    assert house.tables.of(ann.id, over=False) == []


def test_at_a_closed_table_nothing_happens_any_more(house: Services) -> None:
    table = begun(house, "Ann", "Bob", clock="move 1:00")
    house.tables.close(table)
    with pytest.raises(Refused, match="closed"):
        say(house, table, 0, "first red")
    with house.store.database.reading() as connection:
        assert queue.following(connection, 0) is None


def test_an_umpire_has_no_hand(house: Services) -> None:
    ann, bob, cat = (guest(house, name) for name in ("Ann", "Bob", "Cat"))
    table = house.tables.open(
        ann, spinney.game(GAME), NONE, MatchSettings(umpire=True, umpire_free=True), ["me", "open"]
    )
    house.tables.sit(table, bob, 1)
    with pytest.raises(Refused, match="doesn't play"):
        house.tables.sit_umpire(table, bob)
    other = house.tables.open(
        ann,
        spinney.game(GAME),
        NONE,
        MatchSettings(umpire=True, umpire_free=True),
        ["me", "invited"],
    )
    house.tables.sit_umpire(other, cat)
    link = house.tables.company(other).seats[1].link  # type: ignore[union-attr]
    with pytest.raises(Refused, match="umpire here"):
        house.tables.sit(other, cat, 1, link)
    with pytest.raises(Refused, match="called Cat"):
        house.tables.sit(other, guest(house, "CAT"), 1, link)
    house.tables.sit_umpire(table, cat)
    here = house.hall.table(table)
    assert here.company is not None
    assert (here.company.umpire_name, here.company.player(cat.id)) == ("Cat", -1)


def test_a_rematch_is_one_table_for_all(doors: Opened) -> None:
    house, other = doors(), doors()
    table = begun(house, "Ann", "Bob")
    ann, bob = (house.people.of_session(f"session of {name}") for name in ("Ann", "Bob"))
    assert ann is not None
    assert bob is not None
    with pytest.raises(Refused, match="when it is over"):
        house.tables.again(table, ann)
    house.hall.act(house.hall.table(table), lambda match, at: match.resign(0, at))
    fresh = house.tables.again(table, ann)
    assert other.tables.again(table, bob) == fresh
    company = house.tables.company(fresh)
    assert company is not None
    assert (company.player(ann.id), company.expects(bob.id)) == (1, 0), "one seat on"
    assert house.tables.may_see(company, bob)
    with pytest.raises(Refused, match="taken"):
        other.tables.sit(fresh, guest(house, "Cat"), 0)
    other.tables.sit(fresh, bob, 0)
    assert house.hall.table(fresh).match.header.seats == ("Bob", "Ann")


@pytest.mark.parametrize(
    "seats", [["me"], ["me", "me"], ["me", "bot:rex"], ["me", "level:rock"], ["me", "Ann"]]
)
def test_what_cannot_sit_is_refused(house: Services, seats: list[str]) -> None:
    with pytest.raises(Refused):
        house.tables.open(guest(house, "Ann"), spinney.game(GAME), NONE, MatchSettings(), seats)


def test_a_typed_seed_is_for_who_plays_alone(house: Services) -> None:
    ann, game = guest(house, "Ann"), spinney.game(GAME)
    with pytest.raises(Refused, match="nobody else"):
        house.tables.open(ann, game, NONE, MatchSettings(), ["me", "open"], seed=7)
    table = house.tables.open(ann, game, NONE, MatchSettings(), ["me", "level:seedling"], seed=7)
    assert house.hall.table(table).match.header.seed == 7


def test_who_has_a_table_open_is_known_to_all_workers(
    doors: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spinney.server.server_time.DEAD", 60_000)  # however slow the machine is
    house, other = doors(), doors()
    table = begun(house, "Ann", "Bob")
    ann = house.people.of_session("session of Ann")
    assert ann is not None
    for _ in range(2):
        house.presence.come(table, ann.id)
    seen = other.tables.company(table)
    assert seen is not None
    assert not seen.away(0)
    assert seen.away(1)
    house.presence.go(table, ann.id)
    assert other.tables.company(table) == seen
    house.hours.leave()
    gone = other.tables.company(table)
    assert gone is not None
    assert gone.away(0), "a worker that has ended has nobody any more"


def test_who_has_gone_with_a_dead_worker_is_told(
    doors: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("spinney.server.server_time.DEAD", 60_000)  # however slow the machine is
    house, other = doors(), doors()
    tables = [begun(house, *names) for names in (("Ann", "Bob"), ("Cid", "Dee"))]
    ann = house.people.of_session("session of Ann")
    assert ann is not None
    house.presence.come(tables[0], ann.id)
    told: list[str] = []
    monkeypatch.setattr(other.presence, "_tell", told.append)
    other.presence.look_after()
    assert told == []
    with house.store.database.writing() as connection:
        mine = update(workers).where(workers.c.id == house.hours.worker)
        connection.execute(mine.values(beat=0))
    for _ in range(2):
        other.presence.look_after()
    until(lambda: told)
    assert told == tables[:1]


def test_lists_tell_of_nothing_that_was_sealed(house: Services) -> None:
    table = begun(house, "Ann", "Bob")
    say(house, table, 0, "first red")
    before = house.store.listed()
    say(house, table, 1, "bid 1g", finish=False)
    assert house.store.listed() == before


def test_a_friends_seat_stays_a_friends(house: Services) -> None:
    ann, bob, eve = (guest(house, name) for name in ("Ann", "Bob", "Eve"))
    game = spinney.game("arboretum", players=3)
    at = ["me", "invited", "open"]
    table = house.tables.open(ann, game, NONE, MatchSettings(public=True), at)
    first = house.tables.company(table).seats[1].link  # type: ignore[union-attr]
    house.tables.sit(table, bob, 1, first)
    house.tables.stand(table, bob)
    left = house.tables.company(table)
    assert left is not None
    assert [seat.kind for seat in left.seats] == ["person", "invited", "open"]
    for link in ("", first):
        with pytest.raises(Refused, match="taken"):
            house.tables.sit(table, eve, 1, link)
    house.tables.sit(table, bob, 1, left.seats[1].link)
    house.tables.sit(table, eve, 2)
    assert house.tables.company(table).status == "playing"  # type: ignore[union-attr]


def test_leaving_a_rematch_keeps_the_seat_for_a_friend(house: Services) -> None:
    table = begun(house, "Ann", "Bob")
    ann, bob = (house.people.of_session(f"session of {name}") for name in ("Ann", "Bob"))
    assert ann is not None
    assert bob is not None
    house.hall.act(house.hall.table(table), lambda match, at: match.resign(0, at))
    fresh = house.tables.again(table, ann)
    with pytest.raises(Refused, match="taken"):
        house.tables.sit(fresh, guest(house, "Eve"), 0)
    house.tables.stand(fresh, bob)  # who has not sat down yet leaves nothing
    assert house.tables.company(fresh).expects(bob.id) == 0  # type: ignore[union-attr]


def test_the_database_has_no_link_that_lets_anybody_in(house: Services) -> None:
    table, link, seat = linked(house)
    with house.store.database.reading() as connection:
        kept = str([connection.execute(select(rows)).all() for rows in meta.sorted_tables])
    for plain in (link, seat):
        assert plain not in kept
        assert fingerprint(plain) in kept
    assert house.tables.by_link(link) == (table, -1)
    assert house.tables.by_link(fingerprint(seat)) is None, "its hash is no link"


def linked(house: Services) -> tuple[str, str, str]:
    """A table with a seat for a friend: its id, its link and that of the seat."""
    game = spinney.game(GAME)
    table = house.tables.open(guest(house, "Ann"), game, NONE, MatchSettings(), ["me", "invited"])
    company = house.tables.company(table)
    assert company is not None
    return table, company.link, company.seats[1].link


def test_links_of_an_earlier_version_go_on_to_work_and_are_made_anew(
    doors: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = doors()
    table, _, _ = linked(house)
    with house.store.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0007'"))
        connection.execute(update(tables).values(link="the tables link"))
        connection.execute(update(seats).where(seats.c.number == 1).values(link="the seats link"))
        for name in ("tables", "seats"):
            connection.execute(text(f"ALTER TABLE {name} DROP COLUMN link_count"))
    with monkeypatch.context() as patch:  # what came later is there already
        patch.setattr("spinney.server.db.migrate.NEWEST", "0008")
        migrate(house.store.database)
    with house.store.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": NEWEST})
    company = house.tables.company(table)
    assert company is not None
    assert (company.link, company.seats[1].link) == ("", ""), "they can't be shown"
    assert house.tables.by_link("the tables link") == (table, -1)
    assert house.tables.by_link("the seats link") == (table, 1)
    ann, bob = house.people.of_session("session of Ann"), guest(house, "Bob")
    assert ann is not None
    for seat in (-1, 1):
        with pytest.raises(Refused, match="who opened"):
            house.tables.renew_link(table, bob, seat)
        house.tables.renew_link(table, ann, seat)
    with pytest.raises(Refused, match="nobody is awaited"):
        house.tables.renew_link(table, ann, 0)
    assert house.tables.by_link("the seats link") is None
    fresh = doors().tables.company(table)
    assert fresh is not None
    assert house.tables.by_link(fresh.link) == (table, -1)
    house.tables.sit(table, bob, 1, fresh.seats[1].link)


def test_another_key_shows_no_links_but_takes_them(house: Services) -> None:
    table, link, seat = linked(house)
    other = Services.open(house.store.database, "another key")
    company = other.tables.company(table)
    assert company is not None
    assert (company.link, company.seats[1].link) == ("", "")
    assert other.tables.by_link(link) == (table, -1)
    other.tables.sit(table, guest(other, "Bob"), 1, seat)
    other.hours.leave()


def test_the_key_is_made_once_and_for_its_owners_eyes(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        keys = set(pool.map(key_in, [tmp_path / "key"] * 4))
    assert len(keys) == 1
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["key"]
    with pytest.raises(Refused, match="SPINNEY_LINK_KEY_FILE"):
        key_in(tmp_path / "nowhere" / "key")
