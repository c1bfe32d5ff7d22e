"""Turns between owners: counted in calls, never in seconds."""

from __future__ import annotations

import threading
from concurrent.futures import Future

import pytest
from tests.waiting import PATIENCE

from spinney.server.jobs.admission import Admission
from spinney.server.jobs.fair_executor import NOBODY, FairExecutor, FairQueue, Owner

CROWD, ANN, BOB = Owner("crowd", "crowd"), Owner("ann", "ann"), Owner("bob", "bob")


def order(queue: FairQueue[str]) -> list[str]:
    return [queue.pop() for _ in range(len(queue))]


def test_one_owner_is_served_in_the_order_of_asking() -> None:
    queue = FairQueue[str]()
    for item in "abc":
        queue.push(NOBODY, item)
    assert order(queue) == ["a", "b", "c"]
    with pytest.raises(IndexError, match="empty"):
        queue.pop()


def test_owners_take_turns() -> None:
    queue = FairQueue[str]()
    for number in range(3):
        queue.push(CROWD, f"crowd {number}")
    queue.push(ANN, "ann 0")
    queue.push(BOB, "bob 0")
    queue.push(ANN, "ann 1")
    assert order(queue) == ["crowd 0", "ann 0", "bob 0", "crowd 1", "ann 1", "crowd 2"]


def test_who_comes_after_three_hundred_of_one_owner_is_next() -> None:
    queue = FairQueue[str]()
    for number in range(300):
        queue.push(CROWD, f"crowd {number}")
    assert queue.pop() == "crowd 0"
    queue.push(ANN, "ann")
    assert queue.pop() == "ann"


def test_who_asks_again_at_once_goes_behind_those_who_wait() -> None:
    queue = FairQueue[str]()
    queue.push(CROWD, "crowd")
    queue.push(ANN, "ann")
    queue.push(BOB, "bob")
    assert queue.pop() == "crowd"
    queue.push(CROWD, "crowd again")
    assert order(queue) == ["ann", "bob", "crowd again"]


def test_an_address_has_one_turn_however_many_persons_it_makes() -> None:
    queue = FairQueue[str]()
    for number in range(3):
        queue.push(Owner("crowd", f"guest {number}"), f"crowd {number}")
    queue.push(ANN, "ann 0")
    queue.push(ANN, "ann 1")
    assert order(queue) == ["crowd 0", "ann 0", "crowd 1", "ann 1", "crowd 2"]


def test_persons_of_one_address_take_turns() -> None:
    queue = FairQueue[str]()
    for number in range(2):
        queue.push(Owner("class", "cyd"), f"cyd {number}")
    queue.push(Owner("class", "dee"), "dee 0")
    assert order(queue) == ["cyd 0", "dee 0", "cyd 1"]


def test_what_is_dropped_takes_no_turn() -> None:
    queue = FairQueue[str]()
    for item in ("dropped", "crowd"):
        queue.push(CROWD, item)
    queue.push(ANN, "ann")
    assert queue.pop(lambda item: item != "dropped") == "crowd"
    assert queue.pop() == "ann"


def test_only_so_many_owners_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spinney.server.jobs.fair_executor.REMEMBERED", 10)
    queue = FairQueue[int]()
    for number in range(50):
        queue.push(Owner(f"{number}", f"{number}"), number)
        queue.pop()
    assert len(queue._last_turn) == 10


def test_three_hundred_calls_delay_another_owner_by_one() -> None:
    executor, done = FairExecutor(1, "test"), list[str]()
    begun, may_end = threading.Event(), threading.Event()

    def first() -> None:
        begun.set()
        may_end.wait(PATIENCE)
        done.append("crowd")

    calls: list[Future[None]] = [executor.submit(CROWD, first)]
    begun.wait(PATIENCE)
    calls += [executor.submit(CROWD, lambda: done.append("crowd")) for _ in range(299)]
    calls.append(executor.submit(ANN, lambda: done.append("ann")))
    may_end.set()
    for call in calls:
        call.result(PATIENCE)
    assert done[:3] == ["crowd", "ann", "crowd"]
    executor.shutdown(wait=True)


def test_a_call_that_fails_hands_over_why_and_others_go_on() -> None:
    executor = FairExecutor(1, "test")
    failed = executor.submit(CROWD, lambda: [0].index(1))
    assert executor.submit(ANN, lambda: 7).result(PATIENCE) == 7
    with pytest.raises(ValueError, match="not in list"):
        failed.result(PATIENCE)
    executor.shutdown(wait=True)


def test_shutting_down_cancels_what_has_not_begun() -> None:
    executor, begun, may_end = FairExecutor(1, "test"), threading.Event(), threading.Event()

    def wait() -> bool:
        begun.set()
        return may_end.wait(PATIENCE)

    running = executor.submit(CROWD, wait)
    begun.wait(PATIENCE)
    pending = executor.submit(ANN, lambda: None)
    executor.shutdown(wait=False)
    assert pending.cancelled()
    may_end.set()
    assert running.result(PATIENCE)
    with pytest.raises(RuntimeError):
        executor.submit(ANN, lambda: None)


def test_an_address_without_a_slot_always_gets_one() -> None:
    slots = Admission(most=4, each=3)
    assert [slots.take(f"crowd {number}", CROWD) for number in range(5)] == [True] * 3 + [False] * 2
    assert slots.take("ann 0", ANN)
    assert not slots.take("ann 1", ANN), "there are as many as there may be"
    assert slots.take("bob 0", BOB)
    assert not slots.take("bob 0", BOB), "it has one"
    slots.free("crowd 0")
    slots.free("crowd 1")
    assert slots.has_room(ANN)
