"""Moves on a page that still shows an animation; its timers stand still meanwhile."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

import pytest
from fastapi import FastAPI
from playwright.sync_api import expect
from tests.lent_pages import patient_context
from tests.web.moves import type_move
from tests.web.site import until
from tests.web.visitor import Visitor

import spinney
from spinney.core import compilation
from spinney.match import Header, Match

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.fixture
def slow(services: tuple[str, FastAPI], browser: Browser) -> Iterator[Visitor]:
    """A visitor whose page shows things move, and waits where it would wait for a moment."""
    context = patient_context(browser, viewport={"width": 1280, "height": 800})
    context.clock.install(time=0)
    context.add_init_script("localStorage.setItem('play-forced', 'no')")
    context.add_init_script(COUNT_RENEWALS)
    visitor = Visitor(*services, context.new_page())
    yield visitor
    context.close()
    assert visitor.complaints == []


@cache
def forced() -> Match:
    """A match in which the first player can only wait, which ends the day."""
    game = spinney.game("spring-2021")
    compilation.precompile(game)
    match, chooser = Match.begin(Header(game, ("me", "bot:absent"), seed=5)), random.Random(5)
    while match.to_act != (0,) or len(match.view(0).legal) > 1:
        player = match.to_act[0]
        match = match.play(player, chooser.choice([*match.view(player).legal]), at=0)
    return match


def sit(visitor: Visitor, match: Match) -> str:
    """Go to a table, let its time stand still, and wait until its socket has spoken.

    What happened before a socket opened is not animated, and time that leaps so far makes the
    page take its socket for dead: only a move made when the next one has spoken is shown.
    """
    name = visitor.sit(match)
    until(lambda: renewals(visitor) >= 2)  # the page as it came, and as its first socket sent it
    visitor.page.clock.pause_at(600_000)
    until(lambda: renewals(visitor) >= 3)
    return name


COUNT_RENEWALS = """
window.renewals = 0;
document.addEventListener("renewed", () => (window.renewals += 1));
"""


def renewals(visitor: Visitor) -> int:
    """How often the page has been renewed since it was opened."""
    return int(visitor.page.evaluate("window.renewals"))


def made(visitor: Visitor, name: str, match: Match) -> list[str]:
    """The moves that the first player has made since a match was begun on the page."""
    events = visitor.match_service.live_match(name).match.events[len(match.events) :]
    return [event.text for event in events if event.player == 0 and event.kind == "move"]


def watch(visitor: Visitor) -> None:
    """Wait until the page shows something on the way, where it then stays."""
    visitor.page.locator("body.moving").wait_for()
    expect(visitor.page.locator("#headline")).to_have_text("Watch what happens")


def test_skip_animation_shows_how_things_stand(slow: Visitor) -> None:
    name, page = sit(slow, forced()), slow.page
    type_move(page, "WAIT")
    watch(slow)
    page.locator("#skip button").click()
    expect(page.locator("body:not(.moving)")).to_be_attached()
    until(lambda: slow.version == f"0.{slow.match_service.live_match(name).match.version_for(0)}")


def test_a_move_made_while_something_is_shown_is_accepted(slow: Visitor) -> None:
    match, page = forced(), slow.page
    name = sit(slow, match)
    type_move(page, "WAIT")
    watch(slow)
    page.locator("#action-WAIT").click()
    until(lambda: len(made(slow, name, match)) == 2)
    assert made(slow, name, match) == ["WAIT", "WAIT"]
    expect(page.locator("#reason")).to_be_empty()


def test_a_click_on_a_move_that_plays_itself_is_passed_over(slow: Visitor) -> None:
    match, page = forced(), slow.page
    name = sit(slow, match)
    page.evaluate(PLAY_FORCED)
    page.clock.run_for(1000)
    watch(slow)
    assert made(slow, name, match) == ["WAIT"]
    page.locator("#action-WAIT").click()
    expect(page.locator("body:not(.moving)")).to_be_attached()
    expect(page.locator("#reason")).to_be_empty()
    other = next(m for m in slow.match_service.live_match(name).match.view(0).legal if m != "WAIT")
    type_move(page, other)
    until(lambda: len(made(slow, name, match)) > 1)
    assert made(slow, name, match) == ["WAIT", other]


PLAY_FORCED = """() => new Promise((resolve) => {
  document.addEventListener("renewed", resolve, { once: true });
  document.getElementById("play-forced").checked = true;
  dispatchEvent(new Event("online"));  // the page is sent once more
})"""
"""Change the setting as a reader can, and wait until the page heeds it."""
