"""The render queue: pages for live updates come first."""

from __future__ import annotations

import threading
from concurrent.futures import Future
from types import SimpleNamespace

import pytest
from tests.server.playing import until
from tests.waiting import PATIENCE

from spinney.server.rendering import queue
from spinney.server.rendering.page_diff import NOTHING
from spinney.server.rendering.pool import done
from spinney.server.rendering.queue import Build, RenderQueue
from spinney.server.rendering.render import Rendered


def _made(name: bytes) -> Future[Rendered]:
    return done(Rendered(name, NOTHING))


def _message(future: Future[Rendered]) -> bytes:
    return future.result(PATIENCE).message


def _held(begin: threading.Event) -> Build:
    """A page that takes its time to be built."""
    return lambda _: _made(str(begin.wait(PATIENCE)).encode())


class Clock:
    """The queue's clock, which goes on only when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(queue, "time", SimpleNamespace(monotonic=lambda: self.now))


def test_who_knows_what_happened_waits_for_others_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch)
    made, begin, renders = list[bytes](), threading.Event(), RenderQueue()

    def make(name: bytes) -> Build:
        def look(_: bool) -> Future[Rendered]:
            made.append(name)
            return _made(name)

        return look

    renders.submit(_held(begin))
    orders = [renders.submit(make(b"patient"), patient=True), renders.submit(make(b"first"))]
    clock.now += 2 * queue.PATIENT_DELAY
    orders.append(renders.submit(make(b"late")))
    begin.set()
    assert [_message(order) for order in orders] == [b"patient", b"first", b"late"]
    assert made == [b"first", b"patient", b"late"]
    renders.close()


def test_what_comes_late_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    begin, renders = threading.Event(), RenderQueue()
    flags: list[bool] = []

    def look(late: bool) -> Future[Rendered]:
        flags.append(late)
        return _made(b"")

    renders.submit(look).result(PATIENCE)
    renders.submit(_held(begin))
    waiting = [renders.submit(look) for _ in range(queue.CROWD + 2)]
    clock.now += 2 * queue.LATE
    begin.set()
    for one in waiting:
        one.result(PATIENCE)
    late = [True, True, *[False] * queue.CROWD]
    assert flags == [False, *late], "of the last few nothing is left out: nobody waits for them"
    renders.close()


def test_what_nobody_wants_any_more_is_not_made_and_what_fails_harms_nothing() -> None:
    begin, renders = threading.Event(), RenderQueue()
    renders.submit(_held(begin))
    unwanted = renders.submit(lambda _: pytest.fail("it was made"))
    assert unwanted.cancel()
    failing = renders.submit(lambda _: _made(b"x" * (1 // 0)))
    begin.set()
    with pytest.raises(ZeroDivisionError):
        failing.result(PATIENCE)
    assert _message(renders.submit(lambda _: _made(b"made"))) == b"made"
    renders.close()


def test_no_more_is_begun_than_can_be_made() -> None:
    renders, making = RenderQueue(), [Future[Rendered]() for _ in range(5)]
    begun: list[Future[Rendered]] = []
    at_once: list[int] = []

    def look(_: bool) -> Future[Rendered]:
        begun.append(making[len(begun)])
        at_once.append(sum(not one.done() for one in begun))
        return begun[-1]

    orders = [renders.submit(look) for _ in making]
    for number, one in enumerate(making):
        until(lambda number=number: len(begun) >= min(5, number + queue.ROOM))
        one.set_result(Rendered(b"%d" % number, NOTHING))
    assert [_message(order) for order in orders] == [b"0", b"1", b"2", b"3", b"4"]
    assert max(at_once) == queue.ROOM
    renders.close()
