"""A bid put together on the board, by mouse, touch and keyboard; what is told of it to whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.web.site import fresh, until
from tests.web.visitor import Visitor, bars_nobody, to

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

BADGES = "#groups .badge"


def bidding(visitor: Visitor) -> Page:
    """A table at which red starts, so red can send five parrots of six, and blue six."""
    visitor.sit(fresh("me", "friend").play(0, "first red", 0))
    expect(visitor.page.locator("#branch-garden")).to_be_visible()
    return visitor.page


def sealed(visitor: Visitor) -> str:
    """What red has locked in."""
    expect(visitor.page.locator("#handover")).to_be_visible()
    live = visitor.match_service.live_match(visitor.page.url.rpartition("/")[2])
    return live.match.sealed.get(0, "")


def test_a_bid_of_some_parrots_takes_one_click_more(visitor: Visitor) -> None:
    page = bidding(visitor)
    page.locator("#branch-bulletin").click()
    page.locator("[data-group='0']").click()
    page.locator("[data-group='0']").click()
    page.locator("#branch-garden").click()
    page.locator("#lock-in").click()
    assert sealed(visitor) == "bid 3b 1g"


def test_a_bid_of_no_parrots_is_called_what_it_is(visitor: Visitor) -> None:
    page = bidding(visitor)
    lock = page.locator("#lock-in.nobody")
    expect(lock).to_have_attribute("aria-label", "Keep all parrots at home: no parrots yet")
    page.locator("#branch-garden").click()
    expect(lock).to_have_count(0)
    expect(page.locator("#lock-in")).to_have_text("Lock in")
    page.locator("[data-less='0']").click()
    lock.click()
    assert sealed(visitor) == "bid none"


def test_who_must_stay_and_what_numbers_mean_is_explained(visitor: Visitor) -> None:
    page = bidding(visitor)
    expect(page.locator("#board-track")).to_contain_text("One must stay: you start this round.")
    page.locator(".bird.stays").click()
    expect(page.locator("#tooltip")).to_contain_text(
        "The starting player sends one fewer in round 1."
    )
    for branch in ("garden", "garden", "garden", "bulletin", "bulletin"):
        page.locator(f"#branch-{branch}").click(position={"x": 20, "y": 20})
    expect(page.locator(BADGES).last).to_have_text("5–✕")
    page.locator("#turns-4").click()
    expect(page.locator("#tooltip")).to_contain_text("There are only nine turns")
    expect(page.locator("#lock-note")).to_have_text("0 of 5 stay at home")


def test_flocks_are_numbered_as_far_as_one_can_know(visitor: Visitor) -> None:
    page = bidding(visitor)
    page.locator("#branch-garden").click()
    # Red starts, so one parrot comes after all larger flocks: blue can send three of two.
    expect(page.locator(BADGES)).to_have_text(["1–4"])
    for _ in range(2):
        page.locator("[data-group='0']").click()
    expect(page.locator(BADGES)).to_have_text(["1–2"])
    page.locator("#branch-bulletin").click()
    page.locator("#branch-bulletin").click()
    expect(page.locator(BADGES)).to_have_text(["1–2", "2–5", "3–6"])
    expect(page.locator("#lock-note")).to_have_text("0 of 5 stay at home")
    page.locator("#branch-garden").click(position={"x": 20, "y": 20})
    expect(page.locator(BADGES)).to_have_count(3)  # nobody is left to be sent
    page.locator("[data-less='0']").click()
    expect(page.locator("#lock-note")).to_have_text("1 of 5 stay at home")
    assert page.locator(".bird.stays").count() == 1
    page.locator("#turns-0").hover()
    expect(page.locator("#tooltip")).to_contain_text("depends on your opponent’s flocks")


def test_a_bid_by_keyboard_is_told(visitor: Visitor) -> None:
    page = bidding(visitor)
    status = page.locator("body > .unseen[role=status]")
    to(page, "#branch-garden")
    page.keyboard.press("Enter")
    expect(status).to_have_text("Flock of 1 for the garden, turn 1 to 4. 4 stay at home.")
    page.keyboard.press("+")
    to(page, "[data-group='0']")
    page.keyboard.press("+")
    expect(page.locator("[data-group='0']")).to_have_attribute("aria-label", GROUP)
    assert page.evaluate("document.activeElement.dataset.group") == "0"
    page.keyboard.press("-")
    expect(status).to_have_text("Flock of 1 for the garden, turn 2 to 5. 3 stay at home.")
    to(page, "#lock-in")
    page.keyboard.press("Enter")
    assert sealed(visitor) == "bid 1g 1g"


GROUP = "Flock of 2 for the garden, turn 1 to 3: press to add a parrot"


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "touch"])
def test_parrots_can_be_dragged(visitor: Visitor, touch: bool) -> None:
    page = bidding(visitor)
    pull(page, "#parrot-red-5", "#branch-bulletin", touch)
    expect(page.locator(BADGES)).to_have_count(1)
    pull(page, "#parrot-red-4", "[data-group='0']", touch)
    expect(page.locator("#lock-note")).to_have_text("3 of 5 stay at home")
    pull(page, "[data-group='0'] .flock-face", "#branch-garden", touch)
    expect(page.locator(BADGES)).to_have_count(2)
    pull(page, "[data-group='0'] .flock-face", "#board-near-garden", touch)
    expect(page.locator(BADGES)).to_have_count(1)
    page.locator("#lock-in").click()
    assert sealed(visitor) == "bid 1g"


def test_a_drag_that_is_broken_off_changes_nothing(visitor: Visitor) -> None:
    page = bidding(visitor)
    pull(page, "#parrot-red-5", "#branch-bulletin", touch=True, end="pointercancel")
    expect(page.locator(BADGES)).to_have_count(0)
    assert visitor.complaints == []


def pull(page: Page, piece: str, place: str, touch: bool, end: str = "pointerup") -> None:
    """Drag the middle of something to a place, as a mouse or a finger does."""
    page.evaluate(PULL, [piece, place, "touch" if touch else "mouse", end])


PULL = """([piece, place, pointerType, end]) => {
  const middle = (one) => {
    const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const tell = (kind, [clientX, clientY]) => {
    const to = document.elementFromPoint(clientX, clientY) ?? document.body;
    const more = { pointerType, pointerId: 5, button: 0, bubbles: true, cancelable: true };
    to.dispatchEvent(new PointerEvent(kind, { clientX, clientY, ...more }));
  };
  const [from, to] = [middle(piece), middle(place)];
  tell("pointerdown", from);
  tell("pointermove", [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
  tell("pointermove", to);
  tell(end, to);
}"""


def test_what_is_put_together_stays_when_the_page_is_renewed(visitor: Visitor) -> None:
    page = bidding(visitor)
    page.locator("#branch-garden").click()
    page.locator("#branch-bulletin").click()
    page.set_viewport_size({"width": 375, "height": 812})
    until(lambda: page.get_attribute("#table", "data-layout") == "narrow")
    expect(page.locator(BADGES)).to_have_count(2)
    box = page.locator("#branch-garden").bounding_box()
    bird = page.locator("#parrot-red-1").bounding_box()
    assert box is not None
    assert bird is not None
    assert box["x"] < bird["x"] < box["x"] + box["width"]
    assert box["y"] < bird["y"] < box["y"] + box["height"]
    bars_nobody(page)


# The reveal.

BEATS = """() => [...document.querySelectorAll("[data-beat]")].map((flock) =>
  [flock.dataset.beat, ...[...flock.querySelectorAll(".bird")].map((bird) => bird.id)].join(" "))"""
"""The step of the reveal at which each flock comes, and its parrots."""


LONG_FLIGHTS = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, timing) {
    return animate.call(this, frames, { ...timing, duration: 1e7 });
  };
}"""
"""Flights take hours: none is over before a busy machine has looked at it."""
LAND = "() => document.getAnimations().forEach((animation) => animation.finish())"
"""All flights are over."""


@pytest.fixture
def revealing(animated: Visitor) -> Page:
    """A table at which blue has sent two and one, and red is about to send as many.

    What flies stays in the air until it is told to land.
    """
    match = fresh("me", "friend").play(0, "first red", 0).play(1, "bid 2b 1g", 0)
    animated.sit(match)
    page = animated.page
    page.locator("#handover button").first.click()
    page.locator("#branch-garden").click()
    page.locator("[data-group='0']").click()
    page.locator("#branch-bulletin").click()
    page.evaluate(LONG_FLIGHTS)
    return page


def test_parrots_fly_to_their_turns_in_order(revealing: Page) -> None:
    revealing.locator("#lock-in").click()
    revealing.locator("body.revealing").wait_for()
    expect(revealing.locator("#headline")).to_have_text("The parrots fly to their turns")
    # Two and two: red starts; one and one: red starts again.
    assert revealing.evaluate(BEATS) == [
        "0 parrot-red-1 parrot-red-2",
        "1 parrot-blue-1 parrot-blue-2",
        "2 parrot-red-3",
        "3 parrot-blue-3",
    ]
    revealing.evaluate(LAND)
    expect(revealing.locator("#headline")).not_to_have_text("The parrots fly to their turns")


def test_the_reveal_is_skipped_by_a_key_or_a_click(revealing: Page) -> None:
    revealing.locator("#lock-in").click()
    revealing.locator("body.revealing").wait_for()
    revealing.keyboard.press("Escape")
    expect(revealing.locator("body.revealing")).to_have_count(0)
    assert revealing.locator("#above > *").count() == 0
