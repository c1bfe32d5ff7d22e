"""Storing events: two workers, one database, and nothing is lost or stored twice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import cast

import pytest
from sqlalchemy import select
from tests.server.conftest import Opened
from tests.server.playing import begun, guest, say, until
from tests.waiting import PATIENCE

from spinney import Refused
from spinney.match import Match
from spinney.server.async_event import AsyncEvent
from spinney.server.db.schema import jobs, tables
from spinney.server.play.live_match import LiveMatch
from spinney.server.services import Services

PEOPLE = 4


def at_once(what: list[Callable[[], object]]) -> list[object]:
    """Do things at the same moment; return what came of them, refusals too."""
    together = Barrier(len(what))

    def one(do: Callable[[], object]) -> object:
        together.wait()
        try:
            return do()
        except Refused as refusal:
            return refusal

    with ThreadPoolExecutor(len(what)) as pool:
        return list(pool.map(one, what))


def saying(services: Services, match: str, player: int, move: str) -> Callable[[], object]:
    return lambda: say(services, match, player, move)


def test_two_workers_take_the_same_action_and_one_wins(doors: Opened) -> None:
    services, other = doors(), doors()
    words = ("first red", "first blue")
    for number in range(8):
        match = begun(services, f"Ann{number}", f"Bob{number}")
        got = at_once([saying(services, match, 0, words[0]), saying(other, match, 0, words[1])])
        lost = [isinstance(one, Refused) for one in got]
        assert sorted(lost) == [False, True]
        kept = [event.text for event in services.store.events(match)]
        assert kept == [words[lost.index(False)]]


def test_a_sealed_choice_is_opened_once_whoever_is_the_last(doors: Opened) -> None:
    services, other = doors(), doors()
    for number in range(5):
        match = begun(services, f"Ann{number}", f"Bob{number}")
        say(services, match, 0, "first red")
        at_once([saying(services, match, 0, "bid 2g"), saying(other, match, 1, "bid 1b")])
        one, two = (
            services.match_service.live_match(match).match,
            other.match_service.live_match(match).match,
        )
        assert one.events == two.events
        assert (one.sealed, len(one.position.applied)) == ({}, 2)


def test_a_seat_for_many_is_one_persons(doors: Opened) -> None:
    import spinney
    from spinney.match import Clock
    from spinney.match.settings import MatchSettings

    servers = [doors() for _ in range(2)]
    host = guest(servers[0], "Host")
    game = spinney.game("build-your-arboretum")
    people = [guest(servers[0], f"Guest {n}") for n in range(PEOPLE)]
    table_id = servers[0].tables.open(host, game, Clock(), MatchSettings(), ["me", "open"])

    def sit(n: int) -> Callable[[], object]:
        return lambda: servers[n % 2].tables.sit(table_id, people[n], 1)

    got = at_once([sit(n) for n in range(PEOPLE)])
    assert [one for one in got if not isinstance(one, Refused)] == [None]
    assert servers[0].match_service.live_match(table_id).match.version == 0


def test_what_changes_nothing_is_not_stored(services: Services) -> None:
    match = begun(services, "Ann", "Bob")
    services.match_service.act(services.match_service.live_match(match), Match.tick)
    assert services.store.events(match) == []


def test_duties_and_ends_are_written_with_the_event(services: Services) -> None:
    match = begun(services, "Ann", "level:seedling", clock="move 1:00")

    def rows() -> dict[str, int]:
        with services.store.database.reading() as connection:
            query = select(jobs.c.kind, jobs.c.at).where(jobs.c.match == match)
            return {row.kind: row.at for row in connection.execute(query)}

    assert [*rows()] == ["clock"]
    first = rows()["clock"]
    say(services, match, 0, "first red")
    assert {*rows()} == {"clock", "level"}
    assert rows()["clock"] >= first
    services.match_service.act(
        services.match_service.live_match(match), lambda now, at: now.resign(0, at)
    )
    assert rows() == {}
    with services.store.database.reading() as connection:
        status = connection.execute(select(tables.c.status).where(tables.c.id == match)).scalar()
    assert status == "over"


def test_news_reach_the_other_worker(doors: Opened, database: str) -> None:
    if database.startswith("sqlite"):
        pytest.skip("one file has one worker")
    services, other = doors(), doors()
    other.match_service.pubsub.listen()
    assert other.match_service.pubsub.listening.wait(PATIENCE)
    match = begun(services, "Ann", "Bob")
    live, event = other.match_service.live_match(match), CountedEvent()
    live.subscribers.add(event)  # type: ignore[arg-type]  # it only has to be set
    say(services, match, 0, "first red")
    until(lambda: live.match.version == 1)
    before = event.count
    services.match_service.publish(match)
    until(lambda: event.count > before)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_other_workers_hear_whom_nothing_lets_in_any_more(doors: Opened) -> None:
    services, other = doors(), doors()
    other.match_service.pubsub.listen()
    assert other.match_service.pubsub.listening.wait(PATIENCE)
    ann, bob = services.accounts.guest("a", "Ann"), services.accounts.guest("b", "Bob")
    assert other.accounts.of_session("a") == other.accounts.cached_holder("a", "") == ann
    assert other.accounts.of_session("b") == bob
    services.accounts.sign_out("a")
    services.accounts.ban(bob.id)
    until(
        lambda: (
            other.accounts.cached_holder("a", "") is other.accounts.cached_holder("b", "") is None
        )
    )
    assert other.accounts.of_session("a") is None
    assert other.accounts.of_session("b") == bob._replace(banned=True)


class CountedEvent:
    """Counts how often it is set."""

    count = 0

    def set(self) -> None:
        self.count += 1


# Where somebody looks on and notifications arrive, a table is as it was with the last of them.


class Silent:
    """The event of somebody who looks on."""

    def set(self) -> None:
        """Wake nobody."""


def followed(services: Services, match: str) -> LiveMatch:
    live = services.match_service.live_match(match)
    live.subscribers.add(cast("AsyncEvent", Silent()))
    services.match_service.pubsub.listening.set()
    assert services.match_service.subscribed(match) is live
    return live


def test_what_others_stored_counts_while_news_of_it_are_on_their_way(doors: Opened) -> None:
    one, other = doors(), doors()
    match = begun(one, "Ann", "Bob")
    say(one, match, 0, "first red")
    live = followed(other, match)
    say(one, match, 0, "bid 2g")
    assert live.match.version == 1
    other.match_service.act(live, lambda now, at: now.play(1, "bid 3b", at))
    assert [event.text for event in live.match.events] == ["first red", "bid 2g", "bid 3b"]


def test_nothing_is_added_to_a_table_that_was_closed_elsewhere(doors: Opened) -> None:
    one, other = doors(), doors()
    match = begun(one, "Ann", "Bob")
    live = followed(other, match)
    one.tables.close(match)
    with pytest.raises(Refused, match="closed"):
        other.match_service.act(live, lambda now, at: now.play(0, "first red", at))
    assert one.match_service.live_match(match).match.version == live.match.version == 0


def test_who_was_replaced_sits_there_no_more_at_once(services: Services) -> None:
    match = begun(services, "Ann", "Bob")
    live = followed(services, match)
    services.match_service.act(live, lambda now, at: now.substitute(1, "level:seedling", at))
    bob = services.accounts.of_session("session of Bob")
    assert bob is not None
    assert live.table is not None
    assert live.table.player(bob.id) == -1


# What is at hand.


class ClearedOnLook(dict[object, object]):
    """A cache that somebody clears as soon as it was asked whether it has something."""

    def __contains__(self, name: object) -> bool:
        found = super().__contains__(name)
        self.clear()
        return found


def test_a_cache_can_be_cleared_at_any_time(sqlite_services: Services) -> None:
    live = sqlite_services.match_service.live_match(begun(sqlite_services, "Ann", "Bob"))
    live._cache = ClearedOnLook()
    assert [live.cached("lines", lambda: "read") for _ in range(2)] == ["read", "read"]


def test_the_match_that_was_used_least_recently_makes_room(
    sqlite_services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_service = sqlite_services.match_service
    first, second, third = (begun(sqlite_services, f"Ann{n}", f"Bob{n}") for n in range(3))
    monkeypatch.setattr("spinney.server.play.match_service.MOST_IDLE", 2)
    for match in (first, second, first, third):
        match_service.live_match(match)
    assert [live.id for live in match_service.in_memory()] == [first, third]
