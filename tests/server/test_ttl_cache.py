"""The cache whose values expire."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from spinney.server import ttl_cache
from spinney.server.ttl_cache import TtlCache


class CountingSource:
    """What there is to find, and what was asked for."""

    def __init__(self, **books: str) -> None:
        self.books, self.reads = books, list[list[str]]()

    def read(self, keys: Sequence[str]) -> dict[str, str]:
        self.reads.append(sorted(keys))
        return {key: self.books[key] for key in keys if key in self.books}


class Clock:
    """Time that stands still."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(ttl_cache, "time", clock)
    return clock


def test_a_finding_is_read_once_and_nothing_found_is_read_again() -> None:
    library = CountingSource(a="x")
    kept = TtlCache(library.read, 60, most=10)
    assert [kept.get("a") for _ in range(3)] == ["x"] * 3
    assert [kept.get("b") for _ in range(2)] == [None, None]
    assert library.reads == [["a"], ["b"], ["b"]]


def test_a_finding_is_read_anew_when_it_is_old_or_to_be_forgotten(clock: Clock) -> None:
    library = CountingSource(a="x")
    kept = TtlCache(library.read, 60, most=10)
    kept.get("a")
    library.books["a"] = "y"
    assert (kept.get("a"), kept.peek("a"), kept.peek("b")) == ("x", "x", None)
    clock.now += 60
    assert (kept.peek("a"), kept.get("a")) == (None, "y")
    library.books["a"] = "z"
    kept.forget()
    assert kept.get("a") == "z"


def test_all_that_has_grown_old_and_is_in_use_is_read_at_once(clock: Clock) -> None:
    library = CountingSource(a="a", b="b", c="c", d="d")
    kept = TtlCache(library.read, 16, most=10)
    kept.get("a")
    kept.get("b")
    clock.now += 7
    kept.peek("b")
    kept.get("c")
    clock.now += 14  # a was asked for 21 seconds ago, b and c 14
    del library.books["c"]
    kept.get("d")
    assert library.reads == [["a"], ["b"], ["c"], ["b", "c", "d"]]
    assert [kept.peek(key) for key in "abcd"] == [None, "b", None, "d"]


def test_what_is_only_read_along_falls_out_of_use(clock: Clock) -> None:
    library = CountingSource(a="a", b="b")
    kept = TtlCache(library.read, 12, most=10)
    kept.get("a")
    for _ in range(3):
        kept.get("b")
        clock.now += 12
    assert library.reads == [["a"], ["b"], ["a", "b"], ["b"]]


def test_what_is_being_read_when_all_is_forgotten_is_not_kept() -> None:
    found = iter(("x", "y"))

    def overtaken(keys: Sequence[str]) -> dict[str, str]:
        kept.forget()
        return dict.fromkeys(keys, next(found))

    kept = TtlCache(overtaken, 60, most=10)
    assert kept.get("a") == "x"
    assert kept.get("a") == "y"


def test_no_more_is_kept_than_there_is_room_for() -> None:
    library = CountingSource(a="a", b="b", c="c")
    kept = TtlCache(library.read, 60, most=2)
    for key in "abc":
        kept.get(key)
    assert [kept.peek(key) for key in "abc"] == [None, "b", "c"]
