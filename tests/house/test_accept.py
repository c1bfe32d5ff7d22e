"""One way to accept an event: two workers, one database, and nothing lost or twice."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import cast

import pytest
from sqlalchemy import select
from tests.house.conftest import Opened
from tests.house.playing import begun, guest, say, until
from tests.waiting import PATIENCE

from spinney import Refused
from spinney.match import Match
from spinney.server.async_event import AsyncEvent
from spinney.server.db.schema import duties, tables
from spinney.server.play.match_service import MatchSession
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


def saying(house: Services, match: str, player: int, move: str) -> Callable[[], object]:
    return lambda: say(house, match, player, move)


def test_two_workers_take_the_same_action_and_one_wins(doors: Opened) -> None:
    house, other = doors(), doors()
    words = ("first red", "first blue")
    for number in range(8):
        match = begun(house, f"Ann{number}", f"Bob{number}")
        got = at_once([saying(house, match, 0, words[0]), saying(other, match, 0, words[1])])
        lost = [isinstance(one, Refused) for one in got]
        assert sorted(lost) == [False, True]
        kept = [event.text for event in house.store.events(match)]
        assert kept == [words[lost.index(False)]]


def test_a_sealed_choice_is_opened_once_whoever_is_the_last(doors: Opened) -> None:
    house, other = doors(), doors()
    for number in range(5):
        match = begun(house, f"Ann{number}", f"Bob{number}")
        say(house, match, 0, "first red")
        at_once([saying(house, match, 0, "bid 2g"), saying(other, match, 1, "bid 1b")])
        one, two = house.hall.table(match).match, other.hall.table(match).match
        assert one.events == two.events
        assert (one.sealed, len(one.position.deeds)) == ({}, 2)


def test_a_seat_for_many_is_one_persons(doors: Opened) -> None:
    import spinney
    from spinney.match import Clock
    from spinney.match.settings import MatchSettings

    houses = [doors() for _ in range(2)]
    host = guest(houses[0], "Host")
    game = spinney.game("build-your-arboretum")
    people = [guest(houses[0], f"Guest {n}") for n in range(PEOPLE)]
    table = houses[0].tables.open(host, game, Clock(), MatchSettings(), ["me", "open"])

    def sit(n: int) -> Callable[[], object]:
        return lambda: houses[n % 2].tables.sit(table, people[n], 1)

    got = at_once([sit(n) for n in range(PEOPLE)])
    assert [one for one in got if not isinstance(one, Refused)] == [None]
    assert houses[0].hall.table(table).match.version == 0


def test_what_changes_nothing_is_not_stored(house: Services) -> None:
    match = begun(house, "Ann", "Bob")
    house.hall.act(house.hall.table(match), Match.tick)
    assert house.store.events(match) == []


def test_duties_and_ends_are_written_with_the_event(house: Services) -> None:
    match = begun(house, "Ann", "level:seedling", clock="move 1:00")

    def rows() -> dict[str, int]:
        with house.store.database.reading() as connection:
            query = select(duties.c.kind, duties.c.at).where(duties.c.match == match)
            return {row.kind: row.at for row in connection.execute(query)}

    assert [*rows()] == ["clock"]
    first = rows()["clock"]
    say(house, match, 0, "first red")
    assert {*rows()} == {"clock", "level"}
    assert rows()["clock"] >= first
    house.hall.act(house.hall.table(match), lambda now, at: now.resign(0, at))
    assert rows() == {}
    with house.store.database.reading() as connection:
        status = connection.execute(select(tables.c.status).where(tables.c.id == match)).scalar()
    assert status == "over"


def test_news_reach_the_other_worker(doors: Opened, database: str) -> None:
    if database.startswith("sqlite"):
        pytest.skip("one file has one worker")
    house, other = doors(), doors()
    other.hall.news.listen()
    assert other.hall.news.listening.wait(PATIENCE)
    match = begun(house, "Ann", "Bob")
    table, ear = other.hall.table(match), Ear()
    table.bells.add(ear)  # type: ignore[arg-type]  # it only has to ring
    say(house, match, 0, "first red")
    until(lambda: table.match.version == 1)
    heard = ear.rung
    house.hall.tell(match)
    until(lambda: ear.rung > heard)


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_other_workers_hear_whom_nothing_lets_in_any_more(doors: Opened) -> None:
    house, other = doors(), doors()
    other.hall.news.listen()
    assert other.hall.news.listening.wait(PATIENCE)
    ann, bob = house.people.guest("a", "Ann"), house.people.guest("b", "Bob")
    assert other.people.of_session("a") == other.people.known("a", "") == ann
    assert other.people.of_session("b") == bob
    house.people.leave("a")
    house.people.ban(bob.id)
    until(lambda: other.people.known("a", "") is other.people.known("b", "") is None)
    assert other.people.of_session("a") is None
    assert other.people.of_session("b") == bob._replace(banned=True)


class Ear:
    """Counts how often it rings."""

    rung = 0

    def ring(self) -> None:
        self.rung += 1


# Where somebody looks on and news are heard, a table is taken as it was with the last of them.


class Silent:
    """A bell of somebody who looks on."""

    def ring(self) -> None:
        """Wake nobody."""


def followed(house: Services, match: str) -> MatchSession:
    table = house.hall.table(match)
    table.bells.add(cast("AsyncEvent", Silent()))
    house.hall.news.listening.set()
    assert house.hall.followed(match) is table
    return table


def test_what_others_stored_counts_while_news_of_it_are_on_their_way(doors: Opened) -> None:
    one, other = doors(), doors()
    match = begun(one, "Ann", "Bob")
    say(one, match, 0, "first red")
    table = followed(other, match)
    say(one, match, 0, "bid 2g")
    assert table.match.version == 1
    other.hall.act(table, lambda now, at: now.say(1, "bid 3b", at))
    assert [event.text for event in table.match.events] == ["first red", "bid 2g", "bid 3b"]


def test_nothing_is_added_to_a_table_that_was_closed_elsewhere(doors: Opened) -> None:
    one, other = doors(), doors()
    match = begun(one, "Ann", "Bob")
    table = followed(other, match)
    one.tables.close(match)
    with pytest.raises(Refused, match="closed"):
        other.hall.act(table, lambda now, at: now.say(0, "first red", at))
    assert one.hall.table(match).match.version == table.match.version == 0


def test_who_was_replaced_sits_there_no_more_at_once(house: Services) -> None:
    match = begun(house, "Ann", "Bob")
    table = followed(house, match)
    house.hall.act(table, lambda now, at: now.sit(1, "level:seedling", at))
    bob = house.people.of_session("session of Bob")
    assert bob is not None
    assert table.company is not None
    assert table.company.player(bob.id) == -1
