"""Tables: who sits where, when it begins, who may look on, and what the deal comes from."""

from __future__ import annotations

import hashlib
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import Connection, insert, select, text, update
from tests.server.conftest import Opened
from tests.server.playing import GAME, begun, guest, say, until
from tests.waiting import PATIENCE

import spinney
from spinney import Refused, lessons
from spinney.i18n import in_language
from spinney.match import Clock, Header, Match
from spinney.match.record_reader import read_record
from spinney.match.settings import MatchSettings
from spinney.server.accounts import personal_data
from spinney.server.accounts.identity import Caller, may_still_look
from spinney.server.accounts.names import GONE
from spinney.server.accounts.person import Person
from spinney.server.db.migrate import NEWEST, migrate
from spinney.server.db.schema import jobs, matches, meta, seats, tables, workers
from spinney.server.jobs import queue
from spinney.server.play.match_service import MatchNotFound
from spinney.server.play.match_store import Branch
from spinney.server.random_ids import fingerprint
from spinney.server.rate_limits.attempts import Attempts
from spinney.server.rate_limits.rate_limited import RateLimited
from spinney.server.rematch import feature as rematch
from spinney.server.services import Services
from spinney.server.tables.details import name_of_host
from spinney.server.tables.feature import viewer_of
from spinney.server.tables.links import key_in
from spinney.server.tables.table import Table
from spinney.server.tables.table_list import table_entries
from spinney.server.votes import view as votes

NONE = Clock()


def test_a_table_begins_when_its_last_seat_is_taken(services: Services) -> None:
    ann, bob = guest(services, "Ann"), guest(services, "Bob")
    game = spinney.game(GAME)
    table_id = services.tables.open(ann, game, NONE, MatchSettings(), ["me", "open"])
    with pytest.raises(MatchNotFound):
        services.match_service.live_match(table_id)
    before = services.tables.table(table_id)
    assert before is not None
    assert (before.status, before.people) == ("open", {ann.id: 0})
    services.tables.sit(table_id, bob, 1)
    live = services.match_service.live_match(table_id)
    assert live.match.header.seats == ("Ann", "Bob")
    assert live.table is not None
    assert [live.table.player(person.id) for person in (ann, bob)] == [0, 1]
    assert live.table.status == "playing"


def test_a_deal_can_be_checked_when_it_is_over(services: Services) -> None:
    table_id = begun(services, "Ann", "Bob")
    shown = services.match_service.live_match(table_id).table
    assert shown is not None
    services.match_service.act(
        services.match_service.live_match(table_id), lambda match, at: match.resign(0, at)
    )
    match = services.match_service.live_match(table_id).match
    assert len(match.header.secret) == 32
    assert hashlib.sha256(match.header.secret.encode()).hexdigest() == shown.commitment
    assert read_record(match.record(1)).header.secret == match.header.secret


def test_nothing_said_before_the_end_has_the_secret(services: Services) -> None:
    match = services.match_service.live_match(begun(services, "Ann", "Bob")).match
    for observer in (-1, 0, 1):
        assert match.header.secret not in match.record(observer)


def test_a_seat_is_taken_once(doors: Opened) -> None:
    services, other = doors(), doors()
    ann, bob, cat = (guest(services, name) for name in ("Ann", "Bob", "Cat"))
    table_id = services.tables.open(ann, spinney.game(GAME), NONE, MatchSettings(), ["me", "open"])
    other.tables.sit(table_id, bob, 1)
    with pytest.raises(Refused, match="taken"):
        services.tables.sit(table_id, cat, 1)
    with pytest.raises(Refused, match="already"):
        services.tables.sit(table_id, ann, 1)
    other_table = services.tables.open(
        ann, spinney.game(GAME), NONE, MatchSettings(), ["me", "invited"]
    )
    for number, link in ((1, ""), (1, "nonsense"), (1, "\ud800é"), (-1, ""), (-2, ""), (2, "")):
        with pytest.raises(Refused, match="taken"):
            services.tables.sit(other_table, bob, number, link)


def test_one_person_takes_one_seat_however_quick(doors: Opened) -> None:
    services, other = doors(), doors()
    ann, bob = guest(services, "Ann"), guest(services, "Bob")
    game = spinney.game("arboretum", players=4)
    for _ in range(5):
        table_id = services.tables.open(
            ann, game, NONE, MatchSettings(), ["me", "open", "open", "open"]
        )
        with ThreadPoolExecutor(3) as pool:
            sits = [
                pool.submit(there.tables.sit, table_id, bob, seat)
                for seat, there in ((1, services), (2, other), (3, other))
            ]
        assert sum(sit.exception() is None for sit in sits) == 1
        table = services.tables.table(table_id)
        assert table is not None
        assert sum(seat.person == bob.id for seat in table.seats) == 1


def test_nobody_sits_down_or_leaves_once_it_has_begun(services: Services) -> None:
    ann, bob, cat = (guest(services, name) for name in ("Ann", "Bob", "Cat"))
    table_id = services.tables.open(ann, spinney.game(GAME), NONE, MatchSettings(), ["me", "open"])
    services.tables.sit(table_id, bob, 1)
    for number in (0, 1, 2):
        with pytest.raises(Refused, match="has begun"):
            services.tables.sit(table_id, cat, number)
    with pytest.raises(Refused, match="has begun"):
        services.tables.stand(table_id, bob)


def test_nobody_opens_tables_without_end(services: Services) -> None:
    ann = guest(services, "Ann")
    services.limits.attempts.limits["table"] = Attempts(2, 3_600_000)
    at = ["me", "open"]
    for _ in range(2):
        services.tables.open(ann, spinney.game(GAME), NONE, MatchSettings(), at)
    with pytest.raises(RateLimited):
        services.tables.open(ann, spinney.game(GAME), NONE, MatchSettings(), at)
    match = Match.begin(Header(spinney.game(GAME), ["Ann", "level:seedling"], seed=1))
    with pytest.raises(RateLimited):
        services.tables.branch(ann, match, Branch("x", 0))


def test_nobody_takes_the_name_of_one_they_sit_with(services: Services) -> None:
    ann, bob, cat = (guest(services, name) for name in ("Ann", "Bob", "Cat"))
    table_id = services.tables.open(
        ann, spinney.game(GAME), NONE, MatchSettings(umpire=True, umpire_free=True), ["me", "open"]
    )
    services.tables.sit(table_id, bob, 1)
    services.umpires.offer(table_id, cat)
    for who, name in ((bob, "ann"), (bob, "Cat"), (cat, "BOB")):
        with pytest.raises(Refused, match="sits at your table"):
            services.accounts.rename(who.id, name)
    services.accounts.rename(bob.id, "Bobby")


def test_an_invited_seat_needs_its_link(services: Services) -> None:
    ann, bob = guest(services, "Ann"), guest(services, "Bob")
    table_id = services.tables.open(
        ann, spinney.game(GAME), NONE, MatchSettings(), ["me", "invited"]
    )
    with pytest.raises(Refused):
        services.tables.sit(table_id, bob, 1)
    table = services.tables.table(table_id)
    assert table is not None
    link = table.seats[1].link
    assert services.tables.by_link(link) == (table_id, 1)
    services.tables.sit(table_id, bob, 1, link)
    assert services.tables.by_link(link, bob.id) == (table_id, 1)
    for other in (ann.id, None):
        with pytest.raises(Refused, match="sits there already"):
            services.tables.by_link(link, other)
    assert services.tables.by_link(table.link) == (table_id, -1)
    assert services.tables.by_link("") is None


def test_who_may_look_on(services: Services) -> None:
    ann, bob = guest(services, "Ann"), guest(services, "Bob")
    game = spinney.game(GAME)
    hidden = services.tables.table(
        services.tables.open(ann, game, NONE, MatchSettings(), ["me", "open"])
    )
    shown = services.tables.table(
        services.tables.open(ann, game, NONE, MatchSettings(public=True), ["me", "open"])
    )
    assert hidden is not None
    assert shown is not None
    assert [services.tables.may_see(hidden, who) for who in (ann, bob, None)] == [
        True,
        False,
        False,
    ]
    assert services.tables.may_see(shown, None)
    services.tables.admit(hidden.id, bob)
    services.tables.admit(hidden.id, bob)
    assert services.tables.may_see(hidden, bob)
    assert [table.id for table in services.tables.public()] == [shown.id]
    assert {table.id for table in services.tables.of(ann.id, over=False)} == {
        hidden.id,
        shown.id,
    }


def test_leaving_and_closing_before_it_begins(services: Services) -> None:
    ann, bob = guest(services, "Ann"), guest(services, "Bob")
    table_id = services.tables.open(
        ann, spinney.game(GAME), NONE, MatchSettings(umpire=True, umpire_free=True), ["me", "open"]
    )
    services.tables.sit(table_id, bob, 1)
    table = services.tables.table(table_id)
    assert table is not None
    assert table.status == "open", "it waits for an umpire"
    services.tables.stand(table_id, bob)
    with pytest.raises(Refused, match="can close it"):
        services.tables.abort(table_id, bob)
    services.tables.abort(table_id, ann)
    with pytest.raises(Refused, match="closed"):
        services.tables.stand(table_id, ann)
    assert services.tables.of(ann.id, over=False) == []


def test_at_a_closed_table_nothing_happens_any_more(services: Services) -> None:
    table_id = begun(services, "Ann", "Bob", clock="move 1:00")
    services.tables.close(table_id)
    with pytest.raises(Refused, match="closed"):
        say(services, table_id, 0, "first red")
    with services.store.database.reading() as connection:
        assert queue.next_due(connection, 0) is None


def test_an_umpire_has_no_hand(services: Services) -> None:
    ann, bob, cat = (guest(services, name) for name in ("Ann", "Bob", "Cat"))
    table_id = services.tables.open(
        ann, spinney.game(GAME), NONE, MatchSettings(umpire=True, umpire_free=True), ["me", "open"]
    )
    services.tables.sit(table_id, bob, 1)
    with pytest.raises(Refused, match="players can’t be the umpire"):
        services.umpires.offer(table_id, bob)
    other = services.tables.open(
        ann,
        spinney.game(GAME),
        NONE,
        MatchSettings(umpire=True, umpire_free=True),
        ["me", "invited"],
    )
    services.umpires.offer(other, cat)
    link = services.tables.table(other).seats[1].link  # type: ignore[union-attr]
    with pytest.raises(Refused, match="umpire here"):
        services.tables.sit(other, cat, 1, link)
    with pytest.raises(Refused, match="called Cat"):
        services.tables.sit(other, guest(services, "CAT"), 1, link)
    services.umpires.offer(table_id, cat)
    live = services.match_service.live_match(table_id)
    assert live.table is not None
    assert (live.table.umpire_name, live.table.player(cat.id)) == ("Cat", -1)


def test_a_rematch_is_one_table_for_all(doors: Opened) -> None:
    services, other = doors(), doors()
    table_id = begun(services, "Ann", "Bob")
    ann, bob = (services.accounts.of_session(f"session of {name}") for name in ("Ann", "Bob"))
    assert ann is not None
    assert bob is not None
    with pytest.raises(Refused, match="after the match is over"):
        services.rematches.ask(table_id, ann)
    services.match_service.act(
        services.match_service.live_match(table_id), lambda match, at: match.resign(0, at)
    )
    fresh = services.rematches.ask(table_id, ann)
    assert other.rematches.ask(table_id, bob) == fresh
    table = services.tables.table(fresh)
    assert table is not None
    assert (table.player(ann.id), table.expects(bob.id)) == (1, 0), "one seat on"
    assert services.tables.may_see(table, bob)
    with pytest.raises(Refused, match="taken"):
        other.tables.sit(fresh, guest(services, "Cat"), 0)
    other.tables.sit(fresh, bob, 0)
    assert services.match_service.live_match(fresh).match.header.seats == ("Bob", "Ann")


def ended(services: Services) -> tuple[str, Person, Person]:
    """A private match between Ann and Bob that is over: its id and the two."""
    table_id = begun(services, "Ann", "Bob", rules=MatchSettings())
    services.match_service.act(
        services.match_service.live_match(table_id), lambda match, at: match.resign(0, at)
    )
    ann, bob = (services.accounts.of_session(f"session of {name}") for name in ("Ann", "Bob"))
    assert ann is not None
    assert bob is not None
    return table_id, ann, bob


def test_who_has_lost_their_seat_at_a_rematch_may_look_on(services: Services) -> None:
    table_id, ann, bob = ended(services)
    fresh = services.rematches.ask(table_id, ann)
    services.tables.begin_with_levels(fresh, ann, "seedling")
    begun_without = services.tables.table(fresh)
    assert begun_without is not None
    assert not services.tables.may_see(begun_without, bob)
    assert services.rematches.ask(table_id, bob) == fresh
    services.rematches.accept(fresh, bob)
    assert services.tables.may_see(begun_without, bob)


def test_a_finished_match_learns_what_becomes_of_its_rematch(
    sqlite_services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = sqlite_services
    table_id, ann, bob = ended(services)
    fresh = services.rematches.ask(table_id, ann)
    read, seen = list[str](), services.tables.table

    def note(match_id: str, connection: Connection | None = None) -> Table | None:
        if connection is None:
            read.append(match_id)
        return seen(match_id, connection)

    def awaited() -> bool:
        live = services.match_service.live_match(table_id)
        return rematch.view(viewer_of(services, Caller("", bob, ""), live)).awaited

    monkeypatch.setattr(services.tables, "table", note)
    assert [awaited() for _ in range(3)] == [True] * 3
    assert read.count(fresh) == 1, "it is read anew only after a change"
    services.tables.begin_with_levels(fresh, ann, "seedling")
    assert not awaited()


def test_a_rematch_waits_for_nobody_who_has_deleted_their_account(services: Services) -> None:
    table_id, ann, bob = ended(services)
    asked = services.tables.table(services.rematches.ask(table_id, ann))
    personal_data.delete(services.match_service, services.accounts, bob.id)
    assert asked is not None
    assert asked.asked_beside(ann.id) == ["Bob"]
    services.tables.abort(asked.id, ann)
    for fresh in (asked.id, services.rematches.ask(table_id, ann)):
        table = services.tables.table(fresh)
        assert table is not None
        assert [(seat.kind, seat.name) for seat in table.seats] == [
            ("invited", ""),
            ("person", "Ann"),
        ]


def test_who_deletes_their_account_leaves_all_tables_that_wait(services: Services) -> None:
    ann = guest(services, "Ann")
    waiting = services.tables.open(ann, spinney.game(GAME), NONE, MatchSettings(), ["open", "open"])
    with services.store.database.writing() as connection:
        row = dict(connection.execute(select(tables)).one()._mapping)
        newer = [
            {**row, "id": f"n{n}", "link": f"n{n}", "status": "playing", "created": 2**42}
            for n in range(200)
        ]
        connection.execute(insert(tables), newer)
    personal_data.delete(services.match_service, services.accounts, ann.id)
    assert services.tables.table(waiting).status == "aborted"  # type: ignore[union-attr]


def test_data_tell_what_was_agreed_to_from_what_was_declined(services: Services) -> None:
    match = begun(services, "Cyd", "Dan")
    live = say(services, match, 0, "first red")
    cyd, dan = (services.accounts.of_session(f"session of {name}") for name in ("Cyd", "Dan"))
    assert cyd is not None
    assert dan is not None
    services.votes.vote(live, 0, "undo:0")
    exported = personal_data.export(services.store.database, cyd.id)
    assert (exported["proposed"], exported["declined"]) == (
        [{"match": match, "proposal": "undo:0"}],
        [],
    )
    services.votes.vote(live, 1, "undo:0", yes=False)
    services.match_service.act(live, lambda now, at: now.resign(0, at))
    fresh = services.rematches.ask(match, cyd)
    services.tables.decline(fresh, dan)
    exported = personal_data.export(services.store.database, dan.id)
    assert exported["proposed"] == []
    declined = {(one["match"], one["proposal"]) for one in exported["declined"]}
    assert declined == {(match, "undo:0"), (fresh, "seat")}


def test_who_has_left_is_named_in_the_readers_language(services: Services) -> None:
    match = begun(services, "Ann", "Bob")
    ann = services.accounts.of_session("session of Ann")
    assert ann is not None
    personal_data.delete(services.match_service, services.accounts, ann.id)
    table = services.tables.table(match)
    assert table is not None
    with in_language("de"):
        (row,) = table_entries(services, [table], Caller("", None, ""))
        assert row.people[0][0] == table.seats[0].shown != GONE
        assert name_of_host(services, table) == "Jemand, der gegangen ist"


def test_nobody_asks_the_computer_to_play_on_at_a_closed_table(services: Services) -> None:
    match = begun(services, "Ann", "Bob")
    ann = services.accounts.of_session("session of Ann")

    def may_leave() -> bool:
        live = services.match_service.live_match(match)
        return votes.view(viewer_of(services, Caller("", ann, ""), live)).may_leave

    assert may_leave()
    services.tables.close(match)
    assert not may_leave()


def test_a_guest_who_looks_on_is_looked_up_once(
    sqlite_services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = sqlite_services
    match = begun(services, "Ann", "Bob", rules=MatchSettings())
    live, cat = services.match_service.live_match(match), guest(services, "Cat")
    caller = Caller("session of Cat", cat, "")
    assert not may_still_look(services, caller, live)
    services.tables.admit(match, cat)
    assert may_still_look(services, caller, live), "as soon as they have followed the link"
    monkeypatch.setattr(services.tables, "is_guest", lambda *_: pytest.fail("asked again"))
    assert may_still_look(services, caller, live)


def test_a_double_click_begins_one_rematch(doors: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    workers = doors(), doors()
    table_id = begun(workers[0], "Ann", "level:seedling")
    ann = workers[0].accounts.of_session("session of Ann")
    assert ann is not None
    live = workers[0].match_service.live_match(table_id)
    workers[0].match_service.act(live, lambda match, at: match.resign(0, at))
    both = threading.Barrier(2, timeout=PATIENCE)
    for worker in workers:  # a table is counted once it may be opened, before it is written
        monkeypatch.setattr(worker.limits.attempts, "count", lambda *_: both.wait())
    with ThreadPoolExecutor(2) as pool:
        answers = {*pool.map(lambda worker: worker.rematches.ask(table_id, ann), workers)}
    assert len(answers) == 1
    with workers[0].store.database.reading() as connection:
        for ids in (select(tables.c.id), select(matches.c.id)):
            assert {*connection.execute(ids).scalars()} == {table_id, *answers}
        assert {*connection.execute(select(jobs.c.match)).scalars()} <= answers


def test_nobody_asks_for_a_rematch_of_a_match_that_goes_on_again(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = begun(services, "Ann", "Bob")
    ann = services.accounts.of_session("session of Ann")
    assert ann is not None
    live = services.match_service.live_match(table_id)
    services.match_service.act(live, lambda match, at: match.resign(0, at))

    def take_back(*_: str) -> None:
        services.match_service.act(live, lambda match, at: match.revert(at, 0))

    monkeypatch.setattr(services.limits.attempts, "count", take_back)
    with pytest.raises(Refused, match="after the match is over"):
        services.rematches.ask(table_id, ann)
    with services.store.database.reading() as connection:
        assert [*connection.execute(select(tables.c.id)).scalars()] == [table_id]


@pytest.mark.parametrize(
    "seats", [["me"], ["me", "me"], ["me", "bot:rex"], ["me", "level:rock"], ["me", "Ann"]]
)
def test_what_cannot_sit_is_refused(services: Services, seats: list[str]) -> None:
    with pytest.raises(Refused):
        services.tables.open(
            guest(services, "Ann"), spinney.game(GAME), NONE, MatchSettings(), seats
        )


def test_a_typed_seed_is_for_who_plays_alone(services: Services) -> None:
    ann, game = guest(services, "Ann"), spinney.game(GAME)
    with pytest.raises(Refused, match="nobody else"):
        services.tables.open(ann, game, NONE, MatchSettings(), ["me", "open"], seed=7)
    table_id = services.tables.open(
        ann, game, NONE, MatchSettings(), ["me", "level:seedling"], seed=7
    )
    assert services.match_service.live_match(table_id).match.header.seed == 7


def test_who_has_a_table_open_is_known_to_all_workers(doors: Opened) -> None:
    services, other = doors(), doors()
    table_id = begun(services, "Ann", "Bob")
    ann = services.accounts.of_session("session of Ann")
    assert ann is not None
    for _ in range(2):
        services.presence.enter(table_id, ann.id)
    seen = other.tables.table(table_id)
    assert seen is not None
    assert not seen.away(0)
    assert seen.away(1)
    services.presence.leave(table_id, ann.id)
    assert other.tables.table(table_id) == seen
    services.server_time.leave()
    later = other.tables.table(table_id)
    assert later is not None
    assert later.away(0), "a worker that has ended has nobody any more"


def test_sockets_that_open_at_once_are_all_counted(doors: Opened) -> None:
    services = doors()
    table_id = begun(services, "Ann", "Bob")
    ann = services.accounts.of_session("session of Ann")
    assert ann is not None
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: services.presence.enter(table_id, ann.id), range(8)))
    for _ in range(7):
        services.presence.leave(table_id, ann.id)
    seen = services.tables.table(table_id)
    assert seen is not None
    assert not seen.away(0)


def test_who_has_gone_with_a_dead_worker_is_told(
    doors: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    services, other = doors(), doors()
    tables = [begun(services, *names) for names in (("Ann", "Bob"), ("Cid", "Dee"))]
    ann = services.accounts.of_session("session of Ann")
    assert ann is not None
    services.presence.enter(tables[0], ann.id)
    notified: list[str] = []
    monkeypatch.setattr(other.presence, "_tell", notified.append)
    other.presence.refresh()
    assert notified == []
    with services.store.database.writing() as connection:
        mine = update(workers).where(workers.c.id == services.server_time.worker)
        connection.execute(mine.values(heartbeat=0))
    for _ in range(2):
        other.presence.refresh()
    until(lambda: notified)
    assert notified == tables[:1]


def test_lists_tell_of_nothing_that_was_sealed(services: Services) -> None:
    table_id = begun(services, "Ann", "Bob")
    say(services, table_id, 0, "first red")
    before = services.store.recent()
    say(services, table_id, 1, "bid 1g", finish=False)
    assert services.store.recent() == before


def test_a_friends_seat_stays_a_friends(services: Services) -> None:
    ann, bob, eve = (guest(services, name) for name in ("Ann", "Bob", "Eve"))
    game = spinney.game("arboretum", players=3)
    at = ["me", "invited", "open"]
    table_id = services.tables.open(ann, game, NONE, MatchSettings(public=True), at)
    first = services.tables.table(table_id).seats[1].link  # type: ignore[union-attr]
    services.tables.sit(table_id, bob, 1, first)
    services.tables.stand(table_id, bob)
    left = services.tables.table(table_id)
    assert left is not None
    assert [seat.kind for seat in left.seats] == ["person", "invited", "open"]
    for link in ("", first):
        with pytest.raises(Refused, match="taken"):
            services.tables.sit(table_id, eve, 1, link)
    services.tables.sit(table_id, bob, 1, left.seats[1].link)
    services.tables.sit(table_id, eve, 2)
    assert services.tables.table(table_id).status == "playing"  # type: ignore[union-attr]


def test_who_leaves_a_seat_may_still_look_on(services: Services) -> None:
    ann, bob = guest(services, "Ann"), guest(services, "Bob")
    game = spinney.game(GAME)
    table_id = services.tables.open(ann, game, NONE, MatchSettings(), ["open", "open"])
    services.tables.sit(table_id, bob, 1)
    services.tables.stand(table_id, bob)
    left = services.tables.table(table_id)
    assert left is not None
    assert services.tables.may_see(left, bob)


def test_the_host_frees_the_seat_of_another_who_takes_it_no_more(services: Services) -> None:
    ann, bob, eve = (guest(services, name) for name in ("Ann", "Bob", "Eve"))
    game = spinney.game("arboretum", players=4)
    at = ["me", "open", "invited", "open"]
    table_id = services.tables.open(ann, game, NONE, MatchSettings(), at)
    link = services.tables.need(table_id).seats[2].link
    services.tables.sit(table_id, eve, 1)
    services.tables.sit(table_id, bob, 2, link)
    with pytest.raises(Refused, match="who opened the table can free a seat"):
        services.tables.free_seat(table_id, bob, 1)
    for number in (-1, 0, 3, 4):
        with pytest.raises(Refused, match="nobody else sits on that seat"):
            services.tables.free_seat(table_id, ann, number)
    for number in (1, 2):
        services.tables.free_seat(table_id, ann, number)
    left = services.tables.need(table_id)
    assert [seat.kind for seat in left.seats] == ["person", "open", "invited", "open"]
    for person in (bob, eve):
        assert services.tables.may_see(left, person)
        assert services.tables.was_removed(table_id, person.id)
        for number in (1, 2, 3):
            with pytest.raises(Refused):
                services.tables.sit(table_id, person, number, link)
    assert not services.tables.was_removed(table_id, ann.id)
    services.tables.sit(table_id, bob, 2, left.seats[2].link)  # which only the host has
    for number, name in ((1, "Cat"), (3, "Dan")):
        services.tables.sit(table_id, guest(services, name), number)
    with pytest.raises(Refused, match="already begun"):
        services.tables.free_seat(table_id, ann, 2)


def test_a_seat_of_a_rematch_that_the_host_freed_is_any_friends(services: Services) -> None:
    table_id, ann, bob = ended(services)
    rules = services.tables.need(table_id).rules
    assert not rules.umpire
    fresh = services.rematches.ask(table_id, ann)
    uma = MatchSettings(umpire=True)
    with services.store.database.writing() as connection:  # so that it waits with Bob
        waits = update(tables).where(tables.c.id == fresh)
        connection.execute(waits.values(rules=json.dumps(uma.to_json())))
    services.tables.sit(fresh, bob, 0)
    services.tables.free_seat(fresh, ann, 0)
    assert services.tables.need(fresh).expects(bob.id) == -1
    with pytest.raises(Refused, match="taken"):
        services.tables.sit(fresh, bob, 0)


def test_a_match_that_was_closed_stays_in_its_players_lists(services: Services) -> None:
    closed, going = (begun(services, f"Ann{n}", f"Bob{n}") for n in range(2))
    bob = services.accounts.of_session("session of Bob0")
    ann = services.accounts.of_session("session of Ann0")
    assert bob is not None
    assert ann is not None
    unplayed = services.tables.open(ann, spinney.game(GAME), NONE, MatchSettings(), ["me", "open"])
    lesson = services.tables.open_begun(
        ann, lessons.begin_lesson(spinney.game(GAME), "Ann0"), MatchSettings(lesson=True)
    )
    for table_id in (closed, unplayed, lesson):
        services.tables.close(table_id)
    for person in (ann, bob):
        assert services.tables.of(person.id, over=False) == []
        (table,) = services.tables.of(person.id, over=True)
        assert table.id == closed
        (row,) = table_entries(services, [table], Caller("", person, ""))
        assert (row.headline, row.mine) == ("This table was closed", False)
        assert row.address == f"/match/{closed}/replay"
    assert services.tables.need(going).status == "playing"


def test_only_the_host_closes_a_table(services: Services) -> None:
    ann, bob = guest(services, "Ann"), guest(services, "Bob")
    game = spinney.game(GAME)
    table_id = services.tables.open(ann, game, NONE, MatchSettings(), ["open", "open"])
    services.tables.sit(table_id, bob, 1)
    with pytest.raises(Refused, match="who opened the table can close it"):
        services.tables.abort(table_id, bob)
    services.tables.abort(table_id, ann)
    assert services.tables.table(table_id).status == "aborted"  # type: ignore[union-attr]


def test_leaving_a_rematch_keeps_the_seat_for_a_friend(services: Services) -> None:
    table_id = begun(services, "Ann", "Bob")
    ann, bob = (services.accounts.of_session(f"session of {name}") for name in ("Ann", "Bob"))
    assert ann is not None
    assert bob is not None
    services.match_service.act(
        services.match_service.live_match(table_id), lambda match, at: match.resign(0, at)
    )
    fresh = services.rematches.ask(table_id, ann)
    with pytest.raises(Refused, match="taken"):
        services.tables.sit(fresh, guest(services, "Eve"), 0)
    services.tables.stand(fresh, bob)  # who has not sat down yet leaves nothing
    assert services.tables.table(fresh).expects(bob.id) == 0  # type: ignore[union-attr]


def test_the_database_has_no_link_that_lets_anybody_in(services: Services) -> None:
    table_id, link, seat = linked(services)
    with services.store.database.reading() as connection:
        kept = str([connection.execute(select(rows)).all() for rows in meta.sorted_tables])
    for plain in (link, seat):
        assert plain not in kept
        assert fingerprint(plain) in kept
    assert services.tables.by_link(link) == (table_id, -1)
    assert services.tables.by_link(fingerprint(seat)) is None, "its hash is not a link"


def linked(services: Services) -> tuple[str, str, str]:
    """A table with a seat for a friend: its id, its link and that of the seat."""
    game = spinney.game(GAME)
    table_id = services.tables.open(
        guest(services, "Ann"), game, NONE, MatchSettings(), ["me", "invited"]
    )
    table = services.tables.table(table_id)
    assert table is not None
    return table_id, table.link, table.seats[1].link


def test_links_of_an_earlier_version_go_on_to_work_and_are_made_anew(
    doors: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = doors()
    table_id, _, _ = linked(services)
    with services.store.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0007'"))
        connection.execute(update(tables).values(link="the tables link"))
        connection.execute(update(seats).where(seats.c.number == 1).values(link="the seats link"))
        for name in ("tables", "seats"):
            connection.execute(text(f"ALTER TABLE {name} DROP COLUMN link_count"))
    with monkeypatch.context() as patch:  # what came later is there already
        patch.setattr("spinney.server.db.migrate.NEWEST", "0008")
        migrate(services.store.database)
    with services.store.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :to"), {"to": NEWEST})
    table = services.tables.table(table_id)
    assert table is not None
    assert (table.link, table.seats[1].link) == ("", ""), "they can't be shown"
    assert services.tables.by_link("the tables link") == (table_id, -1)
    assert services.tables.by_link("the seats link") == (table_id, 1)
    ann, bob = services.accounts.of_session("session of Ann"), guest(services, "Bob")
    assert ann is not None
    for seat in (-1, 1):
        with pytest.raises(Refused, match="who opened"):
            services.tables.renew_link(table_id, bob, seat)
        services.tables.renew_link(table_id, ann, seat)
    with pytest.raises(Refused, match="isn't reserved"):
        services.tables.renew_link(table_id, ann, 0)
    assert services.tables.by_link("the seats link") is None
    fresh = doors().tables.table(table_id)
    assert fresh is not None
    assert services.tables.by_link(fresh.link) == (table_id, -1)
    services.tables.sit(table_id, bob, 1, fresh.seats[1].link)


def test_another_key_shows_no_links_but_takes_them(services: Services) -> None:
    table_id, link, seat = linked(services)
    other = Services.open(services.store.database, "another key")
    table = other.tables.table(table_id)
    assert table is not None
    assert (table.link, table.seats[1].link) == ("", "")
    assert other.tables.by_link(link) == (table_id, -1)
    other.tables.sit(table_id, guest(other, "Bob"), 1, seat)
    other.server_time.leave()


def test_the_key_is_made_once_and_for_its_owners_eyes(tmp_path: Path) -> None:
    with ThreadPoolExecutor(4) as pool:
        keys = set(pool.map(key_in, [tmp_path / "key"] * 4))
    assert len(keys) == 1
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["key"]
    with pytest.raises(Refused, match="SPINNEY_LINK_KEY_FILE"):
        key_in(tmp_path / "nowhere" / "key")
