"""A game on a map, in a browser: commands by clicks, stories of cells, the speed of replays."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from tests.web.site import until
from tests.web.visitor import CANONICAL, TARGETS, Visitor, bars_nobody

import spinney
from spinney.core import compilation
from spinney.match import Header, Match

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SPRING = spinney.game("spring-2021")
DEAL = {"soil": ["3"] * 37, "red": ["22/2", "24"], "blue": ["31/2"]}


def match(*seats: str, choices: int = 0, seed: int = 5) -> Match:
    """A match in which both rather grow and sow than sleep."""
    compilation.precompile(SPRING)
    chooser = random.Random(seed)
    match = Match.begin(Header(SPRING, seats, seed=seed))
    for number in range(choices):
        if match.over:
            break
        player = match.to_act[0]
        legal = [*match.view(player).legal]
        busy = [said for said in legal if said != "WAIT"]
        said = chooser.choice(busy) if busy and chooser.random() < 0.5 else "WAIT"
        match = match.play(player, said, at=1000 * number)
    return match


def settled(choices: int = 60) -> Match:
    """A match with trees of several sizes in which both have yet to choose."""
    found = match("me", "friend", choices=choices)
    while found.to_act != (0, 1):
        found = found.play(found.to_act[0], "WAIT", at=10**6)
    return found


# Commands by clicks and keys.


def test_two_cells_make_a_command_whichever_comes_first(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(match("me", "friend"))
    page.locator("#cell-24").click()
    page.keyboard.press("Escape")
    page.locator("#cell-23").click()
    page.locator("#cell-24").click()
    expect(page.locator("#handover")).to_contain_text("Blue")


def test_a_tree_and_a_verb_make_a_command(visitor: Visitor) -> None:
    page = visitor.page
    found = match("me", "friend").play(0, "WAIT", 0).play(1, "WAIT", 0)
    live = visitor.match_service.live_match(visitor.sit(found))
    page.locator("#cell-23").click()
    page.locator("#popover [value=GROW], #action-GROW").first.click()
    until(lambda: live.match.sealed.get(0) == "GROW 23")


def test_a_command_by_keyboard(visitor: Visitor) -> None:
    page = visitor.page
    live = visitor.match_service.live_match(visitor.sit(match("me", "friend")))
    page.locator("#cell-23").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#cell-23")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    page.locator("#cell-23").focus()
    page.keyboard.press("Enter")
    page.locator("#cell-24.lit").focus()
    page.keyboard.press("Enter")
    until(lambda: live.match.sealed.get(0) == "SEED 23 24")


@pytest.mark.long
def test_a_page_kept_up_to_date_equals_a_fresh_one(visitor: Visitor) -> None:
    page = visitor.page
    name = visitor.sit(match("me", "friend", seed=3))
    live, chooser = visitor.match_service.live_match(name), random.Random(3)
    for number in range(400):
        if live.match.over:
            break
        player = live.match.to_act[0]
        legal = [said for said in live.match.view(player).legal if said != "WAIT"]
        said = chooser.choice(legal) if legal and chooser.random() < 0.6 else "WAIT"
        live.at_screen = player
        visitor.match_service.act(live, lambda m, at, p=player, s=said: m.play(p, s, at))  # type: ignore[misc]
        if number % 15 == 0 and not live.match.over:
            wanted = f"{live.at_screen}.{live.match.version_for(player)}"
            if player in live.match.to_act:
                until(lambda wanted=wanted: visitor.version == wanted)
                until(lambda: page.evaluate(CANONICAL) == "")
    assert live.match.over
    until(lambda: 'data-over="yes"' in page.content())
    assert page.evaluate(CANONICAL) == ""


# Stories.


def test_a_cell_tells_its_story_to_a_resting_pointer(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(match("me", "friend"))
    note = page.locator("#tooltip")
    expect(note).to_be_hidden()
    page.locator("#cell-23").hover()
    expect(note).to_contain_text("Red’s small tree")
    assert page.locator("#cell-23 > title").text_content() == ""  # not told twice
    page.locator("#cell-20").hover()
    expect(note).to_contain_text("Blue’s small tree")
    assert "Red’s small tree" in (page.locator("#cell-23 > title").text_content() or "")
    page.locator("#headline").hover()
    page.keyboard.press("Escape")
    expect(note).to_be_hidden()


def test_a_cell_tells_its_story_to_the_keyboard(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(match("me", "friend"))
    page.locator("#action-WAIT").focus()
    page.keyboard.press("ArrowLeft")
    focused = page.evaluate("document.activeElement.id")
    assert focused.startswith("cell-")
    label = page.get_attribute(f"#{focused}", "aria-label") or ""
    expect(page.locator("#tooltip")).to_have_text(label, use_inner_text=True)
    note, piece = (page.locator(where).bounding_box() for where in ("#tooltip", f"#{focused}"))
    assert not _overlap(note, piece)


def _overlap(a: Any, b: Any) -> bool:
    across = a["x"] < b["x"] + b["width"] and b["x"] < a["x"] + a["width"]
    return bool(across and a["y"] < b["y"] + b["height"] and b["y"] < a["y"] + a["height"])


# For every eye and screen.


@pytest.mark.long
def test_nothing_bars_anybody(visitor: Visitor) -> None:
    going, over = (
        visitor.match_service.begin(settled()),
        visitor.match_service.begin(match("me", "friend", choices=999)),
    )
    for address in (f"/match/{going}", f"/match/{over}", f"/match/{over}/replay?at=50&seen_by=all"):
        visitor.page.goto(visitor.address + address)
        visitor.page.wait_for_load_state()
        bars_nobody(visitor.page)


def test_targets_are_large_enough_for_thumbs(phone: Visitor) -> None:
    phone.sit(settled())
    expect(phone.page.locator("#table")).to_have_attribute("data-layout", "narrow")
    phone.page.locator("#boards .lit").first.wait_for()
    assert phone.page.evaluate(TARGETS) == []
    # What can be done with a tree is told by a tap; its story, by a long press or of other cells.
    page = phone.page
    phone.page.locator("#boards .wooded.lit").first.tap()
    offered = phone.page.locator("#popover")
    expect(offered).to_be_visible()
    page.evaluate("() => new Promise((done) => setTimeout(done))")  # a note would come after
    expect(page.locator("#tooltip")).to_be_hidden()
    page.locator("#boards .hex:not([data-word], [data-unavailable])").first.tap()
    expect(page.locator("#tooltip")).to_be_visible()
    expect(offered).to_be_hidden()


# Replays.


def test_a_replay_plays_at_the_speed_chosen_last(visitor: Visitor) -> None:
    page = visitor.page
    name = visitor.match_service.begin(match("me", "friend", choices=999))
    page.goto(f"{visitor.address}/match/{name}/replay?at=10")
    expect(page.locator("#speed")).to_have_value("1000")
    page.select_option("#speed", "200")
    page.click("#play")
    until(lambda: int(page.get_attribute("#table", "data-at") or 0) >= 14)
    page.click("#play")
    page.reload()
    expect(page.locator("#speed")).to_have_value("200")
    page.evaluate("localStorage.setItem('speed', '7')")  # a speed there is not
    page.reload()
    expect(page.locator("#speed")).to_have_value("1000")


def test_a_replay_skips_to_a_day(visitor: Visitor) -> None:
    page = visitor.page
    name = visitor.match_service.begin(match("me", "friend", choices=60))
    page.goto(f"{visitor.address}/match/{name}/replay?at=0")
    days = page.locator("#chapter")
    expect(days.locator("option").first).to_have_text("Day 1")
    days.select_option("Day 4")
    expect(page.locator("#board-sky")).to_have_attribute("aria-label", "Day 4 of 24")
    page.locator(".steps a[data-at='0']").click()
    expect(days.locator("option:checked")).to_have_text("Day 1")


def test_a_tree_tells_why_something_cannot_be_done(visitor: Visitor) -> None:
    page = visitor.page
    found = Match.begin(Header(SPRING, ("me", "friend"), given=DEAL))
    visitor.sit(found)
    page.locator("#cell-22").click()
    reason = page.locator("#popover .refused")
    expect(reason).to_contain_text("Not enough sun: growing costs")
    expect(page.locator("#popover")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#popover")).to_be_hidden()


def test_a_tree_tells_what_the_lit_cells_do_and_cost(visitor: Visitor) -> None:
    page = visitor.page
    deal = DEAL | {"red": ["22/2", "24", "19/0"]}
    visitor.sit(Match.begin(Header(SPRING, ("me", "friend"), given=deal)))
    page.locator("#cell-22").click()
    box = page.locator("#popover")
    expect(box.locator(".refused")).to_contain_text("Not enough sun: growing costs")
    expect(box.locator(".at-targets")).to_have_text("Sow a seed1 sunChoose a lit place.")
    page.locator("#boards .hex.lit").first.click()
    expect(page.locator("#handover")).to_contain_text("Blue")


def test_what_is_offered_stands_near_its_tree_and_hides_none_of_its_targets(
    phone: Visitor,
) -> None:
    """Nearer than where it would cover fewest of all cells."""
    page = phone.page
    page.set_viewport_size({"width": 375, "height": 667})
    deal = DEAL | {"red": ["22/2", "24", "19/0", "0/2", "16/2"]}
    phone.sit(Match.begin(Header(SPRING, ("me", "friend"), given=deal)))
    page.locator("#cell-16").tap()
    page.locator("#popover").wait_for()
    (top, bottom), (high, low) = (_rows(page, one) for one in ("#popover", "#cell-16"))
    assert max(high - bottom, top - low) < 1.5 * (low - high)
    for target in page.locator("#boards .hex.lit").all():
        first, last = _rows(page, f"#{target.get_attribute('id')}")
        assert last <= top or first >= bottom


def _rows(page: Page, selector: str) -> tuple[float, float]:
    """Where something begins and ends on a page, from the top."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"], box["y"] + box["height"]
