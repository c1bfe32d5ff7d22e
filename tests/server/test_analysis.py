"""Finished matches are judged once, by one worker at a time, alike, and only when they are over."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from typing import Any

import pytest
from sqlalchemy import event, select, update
from tests.match.test_history import played
from tests.patient_server import LONG_MS
from tests.server.conftest import Opened
from tests.server.playing import begun, say, until

from spinney.core.errors import Refused
from spinney.core.state import Observation
from spinney.match import Match
from spinney.players.move_review import MoveReview, Stopped
from spinney.server.analysis import store
from spinney.server.analysis.store import Analyses, Analysis, choices
from spinney.server.db.schema import analyses
from spinney.server.play.live_match import LiveMatch
from spinney.server.precompile import Precompiler
from spinney.server.services import Services

Opener = Callable[[Services], Analyses]


class Judge:
    """Judges nothing, but notes by how many it was asked, and stops at one if told to.

    Attributes:
        seeds: the numbers of the choices it was asked for.
        most: how many it judges before it waits to be told that there may be more.
    """

    def __init__(self) -> None:
        self.seeds: list[int] = []
        self.most = 1_000

    def __call__(
        self, view: Observation, said: str, playouts: int, seed: int, stop: Callable[[], bool]
    ) -> MoveReview:
        del playouts
        self.seeds.append(seed)
        until(lambda: stop() or len(self.seeds) <= self.most)
        if stop():
            raise Stopped
        return MoveReview(said, len(said) / 100, view.player / 10)


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> Judge:
    made = Judge()
    monkeypatch.setattr(store, "review_move", made)
    monkeypatch.setattr(Precompiler, "ready", lambda *_: True)
    monkeypatch.setattr(store, "SAVE_SECONDS", 0.0)
    return made


@pytest.fixture
def opener(monkeypatch: pytest.MonkeyPatch) -> Iterator[Opener]:
    """Gives workers their analyses, wanted for long after they were asked for."""
    monkeypatch.setattr(store, "REQUESTED_MS", LONG_MS)
    with ExitStack() as stack:
        yield lambda services: stack.enter_context(
            closing(Analyses(services.match_service, Precompiler()))
        )


def over() -> Match:
    """A match that ended after some choices."""
    return played("build-your-arboretum", most=24)


def finished(services: Services) -> str:
    """A match that is over; return its id."""
    return services.match_service.begin(over())


def whole(found: Analyses, live: LiveMatch) -> Analysis:
    """Look until all is judged."""
    until(lambda: (seen := found.progress(live)) is not None and seen.done)
    seen = found.progress(live)
    assert seen is not None
    return seen


def test_a_match_is_judged_once_whoever_asks(doors: Opened, opener: Opener, judge: Judge) -> None:
    servers = [doors(), doors()]
    match = finished(servers[0])
    workers = [(opener(services), services.match_service.live_match(match)) for services in servers]
    assert [work.progress(live) for work, live in workers] == [None, None], "nobody has asked"
    together = [threading.Thread(target=work.request, args=(live,)) for work, live in workers * 3]
    for thread in together:
        thread.start()
    for thread in together:
        thread.join()
    first, second = (whole(work, live) for work, live in workers)
    assert first == second
    due = choices(workers[0][1].match)
    assert judge.seeds == list(range(len(due)))
    assert [one[:4] for one in first.reviews] == [(c.player, c.at, c.after, c.move) for c in due]
    workers[0][0].request(workers[0][1])
    assert len(judge.seeds) == len(due), "what is known is not worked out again"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can tell threads apart")
def test_who_stands_back_holds_no_lock(
    services: Services, opener: Opener, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    def priority(*_: object) -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    searching, asking = set[int](), set[int]()

    def review(*given: Any) -> MoveReview:
        searching.add(priority())
        return judge(*given)

    monkeypatch.setattr(store, "review_move", review)
    event.listen(services.store.database.engine, "begin", lambda _: asking.add(priority()))
    whole_of(opener(services), services.match_service.live_match(finished(services)))
    assert (searching, asking) == ({store.NICENESS}, {priority()})


def test_a_match_that_goes_on_is_not_judged(
    services: Services, opener: Opener, judge: Judge
) -> None:
    match = begun(services, "ann", "bob")
    live = say(services, match, 0, "first red")
    found = opener(services)
    for ask in (found.request, found.progress):
        with pytest.raises(Refused, match="after it is over"):
            ask(live)
    assert judge.seeds == []


def test_another_worker_goes_on_where_one_ended(
    doors: Opened, opener: Opener, judge: Judge
) -> None:
    servers = [doors(), doors()]
    match = finished(servers[0])
    (one, live), (other, there) = ((opener(h), h.match_service.live_match(match)) for h in servers)
    judge.most = 5
    one.request(live)
    until(lambda: len(judge.seeds) > 5)
    one.close()
    judge.most = 1_000
    with servers[0].store.database.writing() as connection:  # as if it had been killed
        connection.execute(update(analyses).values(worker="gone"))
        looked = connection.execute(select(analyses.c.reviewed)).scalar_one()
    count = len(judge.seeds)
    assert looked in (count - 1, count), "at most the one it was at is lost"
    whole(other, there)
    assert judge.seeds[count:] == list(range(looked, len(choices(there.match))))


def test_what_nobody_looks_at_is_left_until_somebody_does(
    services: Services, opener: Opener, judge: Judge, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge.most = 5
    live, found = services.match_service.live_match(finished(services)), opener(services)
    found.request(live)
    until(lambda: len(judge.seeds) > 5)
    monkeypatch.setattr(store, "REQUESTED_MS", -1)  # as if they had asked long ago
    judge.most = 1_000
    until(lambda: _worker(services) is None)
    assert len(judge.seeds) == 6 < len(choices(live.match))
    monkeypatch.setattr(store, "REQUESTED_MS", LONG_MS)
    whole(found, live)
    assert judge.seeds == list(range(len(choices(live.match))))


def _worker(services: Services) -> str | None:
    with services.store.database.reading() as connection:
        found: str | None = connection.execute(select(analyses.c.worker)).scalar_one()
        return found


def test_another_end_is_judged_anew(services: Services, opener: Opener, judge: Judge) -> None:
    solitary = Match.begin(played("build-your-arboretum").header).substitute(1, "level:tree", 0)
    live, found = (
        services.match_service.live_match(services.match_service.begin(solitary)),
        opener(services),
    )
    services.match_service.act(live, lambda match, at: match.play(0, "first red", at))
    services.match_service.act(live, lambda match, at: match.resign(1, at))
    assert len((whole_of(found, live)).reviews) == 1
    services.match_service.act(live, lambda match, at: match.revert(at))
    with pytest.raises(Refused):
        found.progress(live)
    services.match_service.act(live, lambda match, at: match.resign(0, at))
    assert found.progress(live) is None
    assert len(judge.seeds) == 1


def whole_of(found: Analyses, live: LiveMatch) -> Analysis:
    found.request(live)
    return whole(found, live)


@pytest.mark.long
@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # it is about the search alone
def test_every_worker_finds_the_same(
    doors: Opened, opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "PLAYOUTS", 20)
    seen = []
    for _ in range(2):
        services = doors()
        seen.append(
            whole_of(opener(services), services.match_service.live_match(finished(services)))
        )
    assert seen[0] == seen[1]
    assert seen[0].reviews
    assert all(0 <= one.made <= one.best <= 1 for one in seen[0].reviews)
