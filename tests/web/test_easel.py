"""Where pictures are made: one after another, and first for those who wait for news."""

from __future__ import annotations

import threading
import time

import pytest

from spinney.web import easel
from spinney.web.easel import Easel


def test_who_knows_what_happened_waits_for_others_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(easel, "GRACE", 0.3)
    made, begin, here = list[str](), threading.Event(), Easel()

    def make(name: str) -> str:
        made.append(name)
        return name

    here.draw(lambda: str(begin.wait(10)))
    orders = [here.draw(lambda: make("patient"), patient=True), here.draw(lambda: make("first"))]
    time.sleep(0.31)
    orders.append(here.draw(lambda: make("late")))
    begin.set()
    assert [order.result(10) for order in orders] == ["patient", "first", "late"]
    assert made == ["first", "patient", "late"]


def test_what_nobody_wants_any_more_is_not_made_and_what_fails_harms_nothing() -> None:
    begin, here = threading.Event(), Easel()
    here.draw(lambda: str(begin.wait(10)))
    unwanted = here.draw(lambda: pytest.fail("it was made"))
    assert unwanted.cancel()
    failing = here.draw(lambda: str(1 // 0))
    begin.set()
    with pytest.raises(ZeroDivisionError):
        failing.result(10)
    assert here.draw(lambda: "made").result(10) == "made"


def test_no_picture_is_begun_while_something_is_said_unless_that_takes_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = Easel()
    monkeypatch.setattr(easel, "PAUSE", 30)
    with here.kept_back():
        with here.kept_back():
            waiting = here.draw(lambda: "made")
        time.sleep(0.05)
        assert not waiting.done()
    assert waiting.result(10) == "made"
    monkeypatch.setattr(easel, "PAUSE", 0.05)
    with here.kept_back():
        assert here.draw(lambda: "made").result(10) == "made"
