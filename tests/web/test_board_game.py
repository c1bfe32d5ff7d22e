"""Build Your Arboretum by clicks on its boards alone, counted: no word typed, no button beside."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.web.moves import write_move
from tests.web.site import fresh, played, until
from tests.web.visitor import Visitor

import spinney
from spinney import lessons
from spinney.search.result import Candidate, SearchResult
from spinney.server.play.hints import Hint

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from spinney.core.state import Observation
    from spinney.match import Match

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("way", ["#plain-moves button[value={}]", "#player-{}"])
@pytest.mark.parametrize("name", ["red", "blue"])
def test_who_starts_is_chosen_by_a_button_or_at_a_garden(
    visitor: Visitor, way: str, name: str
) -> None:
    match, page = visitor.sit(fresh("me", "friend")), visitor.page
    expect(page.locator("#plain-moves button")).to_have_text(["Red", "Blue"])
    page.locator(way.format(name)).click()
    expect(page.locator("#branch-garden, #handover").first).to_be_visible()
    events = visitor.match_service.live_match(match).match.events
    assert [event.text for event in events] == [f"first {name}"]


class Player:
    """Plays by clicks on the boards, and counts those of a move."""

    def __init__(self, page: Page, seed: int) -> None:
        self.page, self.rng, self.clicks = page, random.Random(seed), 0

    def move(self, view: Observation) -> int:
        """Make a move, and return how many clicks it may take."""
        self.clicks = 0
        if self.page.locator("#boards [data-compose]").count():
            return self._bid()
        verbs = {move.split()[0] for move in view.legal}
        if verbs & {"plant", "dig"}:
            self._click("#board-market .card.lit")
            self._click("#board-near-garden .cell.lit")
            return 2
        if "take" in verbs:
            self._click("#board-market .card.lit")
            if view.record.boarded[view.player] < FULL:
                return 1
            self._click("#board-near-board .card.lit")
            return 2
        self._click(".boards .action.lit")
        return 1

    def _bid(self) -> int:
        """Send some parrots: each is a click, and one more locks them in."""
        sent = self.rng.randrange(1, 6)
        for number in range(sent):
            grows = number > 0 and self.rng.random() < 0.4
            branch = self.rng.choice(("#branch-garden", "#branch-bulletin"))
            self._click("[data-group='0']" if grows else branch)
        self._click("#lock-in")
        return sent + 1

    def _click(self, wanted: str) -> None:
        found = self.page.locator(wanted)
        found.first.wait_for()
        one = found.nth(self.rng.randrange(found.count()))
        one.click(position={"x": 20, "y": 20} if "branch" in wanted else None)
        self.clicks += 1


FULL = 7


@pytest.mark.long
@pytest.mark.parametrize(("width", "last"), [(1280, 26), (375, 14)])
def test_the_last_rounds_by_clicks_on_the_boards_alone(
    visitor: Visitor, width: int, last: int
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": width, "height": 812})
    page.add_init_script("localStorage.setItem('play-forced', 'no')")  # each click is counted
    whole = played("me", "level:seedling")
    name = visitor.sit(played("me", "level:seedling", choices=len(whole.events) - last))
    player = Player(page, 5)
    while True:
        until(lambda: _shown(visitor, name))
        match = visitor.match_service.live_match(name).match
        if match.over:
            break
        version = visitor.version
        expected = player.move(match.view(0))
        until(lambda version=version: visitor.version != version)
        assert player.clicks == expected
    mine = [event.text for event in match.events[-last:] if event.player == 0]
    assert any(text.startswith("bid") and len(text.split()) > 1 for text in mine)
    assert any(text.startswith(("plant", "dig", "take")) for text in mine)


def _shown(visitor: Visitor, name: str) -> bool:
    """Is it the person's turn, or the end, and does the page show it?"""
    match = visitor.match_service.live_match(name).match
    mine = match.to_act == (0,) or match.over
    return mine and visitor.version == f"0.{match.version_for(0)}"


def test_a_bid_that_is_typed_is_seen_on_the_board(visitor: Visitor) -> None:
    visitor.sit(fresh("me", "friend").play(0, "first red", 0))
    write_move(visitor.page, "bid 2b 1g")
    expect(visitor.page.locator("#groups .badge")).to_have_count(2)


def hiring() -> Match:
    """A match in which the first player can hire, with U5 and W3 among other cards."""
    match = lessons.begin_lesson(spinney.game("build-your-arboretum"))
    match = match.play(0, "bid 1b", at=0).play(1, "bid 1b", at=0)
    match = match.play(0, "take P6", at=0).play(1, "take P2", at=0)
    match = match.play(0, "bid 2g 2b 1g 1b", at=0).play(1, "bid 2g 1b 1g", at=0)
    return match.play(0, "plant Q5 E2", at=0).play(1, "plant V7 D6", at=0)


@pytest.mark.parametrize("first", ["#action-hire", "#card-U5"], ids=["sign first", "card first"])
def test_the_sign_to_hire_says_what_is_missing_and_then_hires(visitor: Visitor, first: str) -> None:
    page, live = visitor.page, visitor.match_service.live_match(visitor.sit(hiring()))
    sign, popover = page.locator("#action-hire"), page.locator("#popover")
    page.locator(first).click()
    if first == "#card-U5":
        sign.click()
    expect(popover).to_contain_text("cards on your bulletin that add up to 7 or more")
    if first != "#card-U5":
        page.locator("#card-U5").click()
        expect(popover).to_be_hidden()
        sign.click()
        expect(popover).to_contain_text("add up to 7 or more")
    expect(page.locator("#action-hire.ready")).to_have_count(0)
    page.locator("#card-W3").click()
    expect(page.locator("#action-hire.ready")).to_have_count(1)
    sign.click()
    until(lambda: live.match.events[-1].text == "hire U5 W3")


def planting() -> Match:
    """A match in which the first player is to plant, from the offering."""
    match = fresh("me", "level:seedling").play(0, "first red", 0)
    return match.play(1, "bid 1g", 0).play(0, "bid 2g 1b", 0)


def test_a_place_is_picked_before_its_card_and_nothing_covers_either(visitor: Visitor) -> None:
    page = visitor.page
    page.clock.install()
    visitor.sit(planting())
    page.locator("#board-near-garden .cell.lit").nth(9).click()
    expect(page.locator(".boards .card.lit").first).to_be_visible()
    expect(page.locator("#popover")).to_be_hidden()  # the card says whether it is planted or dug
    page.evaluate(PRESSED)
    card = page.locator("#board-market .card.lit").first
    word = card.get_attribute("data-word")
    card.click()
    expect(page.locator(f"#board-near-garden #card-{word}")).to_be_visible()
    # What came under the mouse that has not moved covers nothing with its story.
    page.evaluate(OVER, f"#board-near-garden #card-{word}")
    page.clock.run_for(1000)
    expect(page.locator("#tooltip")).to_be_hidden()
    page.locator(f"#board-near-garden #card-{word}").hover()
    page.clock.run_for(1000)
    expect(page.locator("#tooltip svg")).to_be_visible()


PRESSED = """() => addEventListener("pointerdown", (event) => {
  window.pressed = { x: event.clientX, y: event.clientY };
}, true)"""
OVER = """where => {
  const at = { clientX: pressed.x, clientY: pressed.y, pointerType: "mouse", bubbles: true };
  document.querySelector(where).dispatchEvent(new PointerEvent("pointerover", at));
}"""


def test_on_a_phone_a_tap_on_a_card_brings_its_places_into_sight(phone: Visitor) -> None:
    page = phone.page
    phone.sit(planting())
    page.locator("#board-market .card.lit").first.tap()
    until(lambda: page.evaluate(IN_SIGHT) > 0.5)
    page.locator("#board-near-garden .cell.lit").first.wait_for()
    assert page.locator("#tooltip svg").count() == 0  # drawn large only where a finger rests


def test_on_a_phone_a_hint_comes_into_sight_with_its_words(phone: Visitor) -> None:
    name = phone.sit(planting())
    live = phone.match_service.live_match(name)
    view = live.match.view(0)
    best = next(iter(view.legal))
    phone.page.locator("#more").scroll_into_view_if_needed()
    found = (Candidate(best, 0.5, 0.57),)
    live.advice[0] = Hint(view, result=SearchResult(best, 10, 0.5, (0.5, 0.5), found))
    live.notify()
    phone.page.locator("#advice [data-say]").wait_for()
    until(lambda: phone.page.evaluate(HINT_IN_SIGHT))
    assert phone.page.evaluate(FLOATS) == [True, False, False]


FLOATS = """async () => {
  const { inSight } = await import("/static/gains.js");
  const [above, foot] = ["status", "foot"].map(
    (id) => document.getElementById(id).getBoundingClientRect());
  const place = (middle) => ({ top: middle - 5, bottom: middle + 5, width: 10, height: 10 });
  const middles = [foot.top - 30, foot.top + 10, above.bottom - 10];
  return middles.map((middle) => !!inSight(place(middle)));
}"""
"""Does a gain rise from a place above the foot, from one below it, from one below the headline?"""
HINT_IN_SIGHT = """() => {
  const [above, hint, foot] = ["status", "advice", "foot"].map(
    (id) => document.getElementById(id).getBoundingClientRect());
  return hint.top >= above.bottom && hint.bottom <= foot.top;
}"""
IN_SIGHT = """() => {
  const cells = [...document.querySelectorAll("#board-near-garden .cell.lit")];
  const foot = document.getElementById("foot").getBoundingClientRect().top;
  const seen = cells.filter((cell) => cell.getBoundingClientRect().bottom < foot);
  return cells.length ? seen.length / cells.length : 0;
}"""
