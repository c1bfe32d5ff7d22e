"""The table of Forest Garden in a browser: clicks, stories, leaves, one screen, scoring."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Any

import pytest
from fastapi import FastAPI
from playwright.sync_api import expect
from tests.lent_pages import patient_context
from tests.web.forest_garden import fresh, move, played
from tests.web.moves import COUNT_BY_HAND, answered, click_next, clicked, lock_in, type_move
from tests.web.site import until
from tests.web.visitor import CANONICAL, TARGETS, Visitor, bars_nobody

from spinney.games.forest_garden.deck.plant import IDS
from spinney.games.forest_garden.rules.record import CHOOSING, LAST, LEAVES, LOOKING, PLAY

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page, Route

    from spinney.match import Frame, Match

pytestmark = pytest.mark.browser

THREE = ("me", "level:seedling", "level:seedling")
SEVEN = ("me", *("level:seedling",) * 6)


def choosing(record: Any) -> bool:
    """Are all to choose?"""
    return bool(record.phase == CHOOSING)


def playing(record: Any) -> bool:
    """Has the first player to play a card?"""
    return bool(record.doing == PLAY and record.who == 0)


def looking(record: Any) -> bool:
    """Has the first player to pick one of the cards looked at?"""
    return bool(record.doing == LOOKING and record.who == 0)


def selling(record: Any) -> bool:
    """Has the first player a card to play, and another what it takes to buy it?"""
    return playing(record) and max(record.storage[1], record.storage[2]) > 2


def ending(record: Any) -> bool:
    """Has the second of two players to play the last card?"""
    return bool(record.phase == LAST and record.who == 1)


# Playing.


@pytest.mark.long
def test_a_game_by_clicks(visitor: Visitor) -> None:
    """Two friends, who pass the screen to each other, play the last rounds with the mouse alone."""
    page, chooser = visitor.page, random.Random(4)
    whole = played("me", "friend")
    begun = whole.at(len(whole.events) - 14)
    assert not begun.over
    live = visitor.match_service.live_match(visitor.sit(begun))
    while not live.match.over:  # how many clicks it takes depends on how fast the page is
        until(lambda: page.locator("#handover, #move-form").count())
        version = visitor.version
        if lift := page.query_selector("#handover .button"):
            clicked(lift)  # unless the page was drawn anew without it
        elif not page.locator("#handover").count():
            click_next(page, chooser)
            until(lambda version=version: answered(page, version))
    expect(page.locator("#headline")).to_contain_text("win")
    expect(page.locator("#sheet table")).to_be_visible()


def _has(visitor: Visitor, move: str) -> bool:
    """Has the first player made a move?"""
    match = visitor.match_service.live_match(visitor.page.url.rpartition("/")[2]).match
    return any(event.text == move and event.player == 0 for event in match.events)


def test_a_deck_is_chosen_by_its_offer(visitor: Visitor) -> None:
    page = visitor.page
    match = played(*THREE, choices=30, until=choosing)
    visitor.sit(match)
    page.locator("#board-table .lit").first.wait_for()
    page.locator("#special").click()
    expect(page.locator("#move")).to_have_value("choose special")
    page.locator("[data-word='2']").click()
    expect(page.locator("#move")).to_have_value("choose 2")
    lock_in(page)
    until(lambda: _has(visitor, "choose 2"))


def test_a_card_and_a_place_in_any_order_and_a_sale(visitor: Visitor) -> None:
    page = visitor.page
    match = played(*THREE, choices=60, until=playing)
    visitor.sit(match)
    ways = [way.split() for way in match.view(0).legal]
    _, card, place = next(way for way in ways if way[0] == "grow")
    cell = page.locator(f"[id='place-1-{place}']")
    cell.click()
    page.locator(f"#card-{card}").click()
    until(lambda: _has(visitor, f"grow {card} {place}"))
    visitor.sit(match)
    page.locator(f"#card-{card}.lit").drag_to(cell)
    until(lambda: _has(visitor, f"grow {card} {place}"))
    visitor.sit(match)
    page.locator(f"#card-{card}.lit").click()
    page.locator("#popover [value=sell]").click()
    until(lambda: _has(visitor, f"sell {card}"))


def test_a_card_is_offered_to_a_player(visitor: Visitor) -> None:
    page = visitor.page
    match = played(*THREE, choices=40, until=selling, direct_sale=True)
    visitor.sit(match)
    _, card, _, buyer = next(w.split() for w in match.view(0).legal if w.startswith("offer"))
    page.locator(f"#plaque-{buyer}").click()
    page.locator(f"#card-{card}").click()
    until(lambda: _has(visitor, f"offer {card} to {buyer}"))


def test_one_of_the_cards_looked_at_is_picked(visitor: Visitor) -> None:
    page = visitor.page
    match = played(*THREE, choices=30, until=looking)
    visitor.sit(match)
    cards = page.locator("#board-look .lit")
    expect(cards).to_have_count(match.state.record.looks)
    word = cards.nth(1).get_attribute("data-word")
    cards.nth(1).click()
    expect(page.locator(f"#board-hand #card-{word}")).to_be_visible()
    expect(page.locator("#board-look")).to_have_count(0)


# Kept up to date.


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 375])
def test_a_page_kept_up_to_date_equals_a_fresh_one(visitor: Visitor, width: int) -> None:
    page, chooser = visitor.page, random.Random(6)
    page.set_viewport_size({"width": width, "height": 800})
    options = {"tasks": True, "direct_sale": True}
    begun = played("me", "friend", choices=60 if width == 375 else 0, **options)
    live = visitor.match_service.live_match(visitor.sit(begun))
    for number in range(31):
        match = live.match
        if match.over:
            break
        player = match.to_act[0]
        said = move(match, player, chooser)
        live.at_screen = player  # who chooses has the screen
        visitor.match_service.act(live, lambda match, at, p=player, s=said: match.play(p, s, at))  # type: ignore[misc]
        if player in live.match.to_act:
            expected = f"{player}.{live.match.version_for(player)}"
            until(lambda wanted=expected: visitor.version == wanted)
        if number % 6 == 0:
            until(lambda: page.evaluate(CANONICAL) == "")


# One screen for two.


def test_choices_and_hands_are_hidden_between_two_friends(visitor: Visitor) -> None:
    """What one has drawn or chosen is never in the page while the other has the screen."""
    page = visitor.page
    live = visitor.match_service.live_match(visitor.sit(fresh("me", "friend")))
    page.locator(".boards .lit").first.wait_for()
    type_move(page, "draw 1")
    _raise(page, "Player 2")
    for said in ("draw 2", "choose 2"):
        page.locator(".boards .lit").first.wait_for()
        type_move(page, said)
        expect(page.locator("#log")).to_contain_text("draw 2")
    _raise(page, "Player 1")
    expect(page.locator("#board-hand .card")).to_have_count(1)
    content, record = page.content(), live.match.state.record
    own, others = (IDS[int(record.hand[p, 0])] for p in (0, 1))
    assert own in content
    assert others not in content
    assert 'id="chose-' not in content
    assert "Player 2’s die: covered" in content


def _raise(page: Page, name: str) -> None:
    """Take the screen when it is passed on; before that it shows nothing."""
    expect(page.locator("#handover")).to_contain_text(f"Pass the device to {name}")
    assert page.locator("#boards .piece, #board-dialogs dialog, #sheet").count() == 0
    page.click("#handover .button")


# Stories and leaves.


def test_a_plant_tells_its_story(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(played(*THREE, choices=60, until=playing))
    plant = page.locator("#plants-1 > g").first
    name = (plant.locator("title").first.text_content() or "").split("\n")[0]
    plant.hover()
    expect(page.locator("#tooltip")).to_contain_text(name)
    expect(page.locator("#tooltip")).to_contain_text("in your garden")
    page.locator("#variety-1").hover()
    expect(page.locator("#tooltip")).to_contain_text("Flower colours: ")


def test_on_a_phone_a_long_press_tells_the_story(
    services: tuple[str, FastAPI], browser: Browser
) -> None:
    with_thumb: Any = {"width": 375, "height": 812}
    context = patient_context(browser, viewport=with_thumb, reduced_motion="reduce", has_touch=True)
    visitor = Visitor(*services, context.new_page())
    page = visitor.page
    visitor.sit(played(*THREE, choices=60, until=playing))
    page.locator("#at-hand .card.lit").first.wait_for()
    card = page.locator("#at-hand .card").first
    tooltip = page.locator("#tooltip")
    card.dispatch_event("pointerdown", {"pointerType": "touch"})
    expect(tooltip).to_be_visible()
    expect(tooltip).to_contain_text("In your hand")
    note, lying = tooltip.bounding_box(), card.bounding_box()
    assert note is not None
    assert lying is not None
    assert note["y"] + note["height"] <= lying["y"]
    card.dispatch_event("pointerup", {"pointerType": "touch"})
    page.locator("#headline").tap()
    card.tap()
    tags = page.locator(".boards .gain-tag text, #popover .gain-tag")
    expect(tags.first).to_have_text(re.compile(r"^\+\d+$"))
    assert (
        page.evaluate(PIXELS, page.locator(".boards .gain-tag text").first.element_handle()) >= 11
    )
    expect(tooltip).not_to_be_visible()  # what can follow is to be seen
    card.tap()  # takes the word back
    expect(tags).to_have_count(0)
    context.close()
    assert visitor.complaints == []


def test_gardens_are_enlarged_and_piles_leafed_through(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 375, "height": 812})
    match = played(*SEVEN, choices=120, until=playing, tasks=True)
    visitor.sit(match)
    garden = [int(card) for card in match.view(0).record.garden][21:42]
    grown = [IDS[card] for card in garden if card >= 0]
    assert grown
    _open(page.locator("#enlarge-2"))
    dialog = page.locator("#enlarged")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_role("button", name="Close")).to_be_visible()
    expect(dialog.locator("g[id^=plants] .card, .remote .card")).to_have_count(len(grown))
    labels = [text or "" for text in dialog.locator(".card > title").all_text_contents()]
    assert all(any(f", {name}\n" in label for label in labels) for name in grown)
    yields = dialog.locator(".yielded text").first
    assert page.evaluate(PIXELS, yields.element_handle()) >= 11
    expect(dialog.locator("[data-word], a")).to_have_count(0)
    dialog.locator(".remote .card").first.hover()
    expect(page.locator("#tooltip svg")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    assert page.evaluate("document.activeElement.id") == "enlarge-2"
    _open(page.locator("#handle-pile"))
    expect(page.locator("#dialog-pile")).to_be_visible()


PIXELS = """text => {
  const m = text.getScreenCTM();
  return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(m.a, m.b);
}"""


def _open(handle: Locator) -> None:
    handle.focus()
    handle.press("Enter")


def test_a_picked_plant_stands_on_the_bed_under_the_pointer(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(played("me", "level:seedling", choices=40, until=playing))
    page.locator("#hand .card.lit").first.click()
    bed = page.locator("#board-near-garden .cell.lit").first
    bed.hover()
    expect(page.locator("#board-near-garden .cell.lit:hover + .preview")).to_have_count(1)
    gain = page.locator("body > .gained[role=status]")
    expect(gain).to_have_text(re.compile(r"^\+\d+ "))
    page.locator("#headline").hover()
    expect(page.locator(".preview")).to_have_count(0)
    expect(gain).to_be_hidden()


def test_a_gain_that_could_not_be_asked_for_is_asked_for_again(visitor: Visitor) -> None:
    page, asked = visitor.page, list[str]()

    def fail(route: Route) -> None:
        asked.append(route.request.url)
        route.abort()

    page.route("**/gains?*", fail)
    visitor.sit(played("me", "level:seedling", choices=40, until=playing))
    page.locator("#hand .card.lit").first.click()
    bed, gain = page.locator("#board-near-garden .cell.lit").first, page.locator(".gained[role]")
    bed.hover()
    until(lambda: page.evaluate("true") and asked)
    expect(gain).to_be_hidden()
    page.unroute("**/gains?*")
    page.locator("#headline").hover()
    bed.hover()
    expect(gain).to_have_text(re.compile(r"^\+\d+ "))


# The scoring.


def test_the_score_is_counted_row_by_row(animated: Visitor) -> None:
    page = animated.page
    page.add_init_script(COUNT_BY_HAND)
    page.add_init_script("localStorage.setItem('play-forced', 'no')")  # none while one is typed
    live = animated.match_service.live_match(
        animated.sit(played("me", "friend", choices=0, until=ending))
    )
    if page.locator("#handover").count():
        page.click("#handover .button")
    page.locator(".boards .lit").first.wait_for()
    while not live.match.over:
        version = animated.version
        type_move(page, move(live.match, 1, random.Random(1)))
        until(lambda version=version: animated.version != version)
    panel = page.locator("#scoring")
    expect(panel).to_be_visible()
    expect(panel.locator(".title")).to_have_text("Large trees")
    pointed = page.locator("#boards .card.pointed")
    assert pointed.count() == page.locator("#boards .row-large_tree").count()
    page.keyboard.press("Escape")
    expect(panel).not_to_be_visible()
    points = [int(text) for text in page.locator("#players .points b").all_inner_texts()]
    assert points == list(live.match.state.scores)


def test_a_harvest_is_counted_out(services: tuple[str, FastAPI], browser: Browser) -> None:
    """The store counts each cube that flies there; a key ends it, and all are counted at once."""
    context = patient_context(browser, viewport={"width": 1280, "height": 800})
    visitor, match = Visitor(*services, context.new_page()), played("me", "friend")
    stored = [[*frame.transition.state.record.storage][:2] for frame in match.frames]
    at = next(k for k, frame in enumerate(match.frames) if _harvest(frame, stored[k - 1][0]))
    page = visitor.page
    name = visitor.match_service.begin(match)
    page.goto(f"{visitor.address}/match/{name}/replay?at={at - 1}&seen_by=all")
    page.evaluate(WATCH_STORE)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("stored => window.counted.at(-1) === stored", arg=stored[at][0])
    expect(page.locator("body.revealing")).to_have_count(0)
    had, total = stored[at - 1][0], stored[at][0]
    counted, arrived = page.evaluate("[window.counted, window.arrived]")
    assert counted == sorted(counted)
    assert arrived == sorted(arrived)
    assert had < arrived[-2] < total
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("had => window.counted.at(-1) === had", arg=had)
    page.evaluate(PRESS_ESCAPE)
    page.keyboard.press("ArrowRight")
    page.wait_for_function("total => window.counted.at(-1) === total", arg=total)
    assert page.evaluate("window.counted")[-2:] == [had, total]
    expect(page.locator("body.revealing")).to_have_count(0)
    context.close()
    assert visitor.complaints == []


def _harvest(frame: Frame, before: int) -> bool:
    """Has the first player just harvested more cubes than one plant bears?"""
    record = frame.transition.state.record
    return bool(record.phase == LEAVES and record.storage[0] >= before + 3)


PRESS_ESCAPE = """() => {
  const press = () => document.body.classList.contains("revealing")
    && document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  new MutationObserver(press).observe(document.body, { attributeFilter: ["class"] });
}"""
"""A key as soon as something is revealed."""
WATCH_STORE = """() => {
  window.counted = [];
  const look = () => {
    const count = Number(document.querySelector("#store-1 .counter").textContent);
    if (window.counted.at(-1) !== count) window.counted.push(count);
  };
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(look).observe(document.body, all);
  window.arrived = [];
  const text = Object.getOwnPropertyDescriptor(Node.prototype, "textContent");
  const set = function (value) {
    text.set.call(this, value);
    if (this.matches?.("#store-1 .counter")) window.arrived.push(Number(value));
  };
  Object.defineProperty(Node.prototype, "textContent", { ...text, set });
}"""
"""Notes what the store shows, and each number written there: on a busy machine several cubes may
arrive before it is shown."""


def test_the_stages_of_a_round_are_watched_one_by_one(visitor: Visitor) -> None:
    page = visitor.page
    name = visitor.match_service.begin(played("me", "friend"))
    page.goto(f"{visitor.address}/match/{name}/replay?at=0&seen_by=all")
    seen = {".fresh": False, ".vain": False}
    for _ in range(int(page.get_attribute("#table", "data-last") or 0)):
        at = page.get_attribute("#table", "data-at")
        page.keyboard.press("ArrowRight")
        until(lambda at=at: page.get_attribute("#table", "data-at") != at)
        for mark in seen:
            seen[mark] |= page.locator(f"#boards {mark}").count() > 0
        if all(seen.values()):
            return
    raise AssertionError(seen)


# For every eye and screen.


def test_nothing_bars_anybody(visitor: Visitor) -> None:
    page = visitor.page
    going = played(*SEVEN, choices=120, until=playing, tasks=True)
    picking = played(*THREE, choices=30, until=looking)
    for match in (going, picking):
        page.goto(f"{visitor.address}/match/{visitor.match_service.begin(match)}")
        page.locator(".boards .lit").first.wait_for()
        bars_nobody(page)
    page.set_viewport_size({"width": 375, "height": 800})
    page.goto(f"{visitor.address}/match/{visitor.match_service.begin(going)}")
    page.locator("#table[data-layout=narrow] .lit").first.wait_for()
    assert page.evaluate(TARGETS) == []


def test_who_is_tied_is_proposed_by_a_click_and_the_other_accepts(visitor: Visitor) -> None:
    page = visitor.page
    match = next(match for match in map(_tied, range(20)) if match.to_act == (0,))
    visitor.sit(match)
    page.locator("#plaque-2").click()
    until(lambda: _has(visitor, "first 2"))


def _tied(seed: int) -> Match:
    """A match in which both have chosen a special action; the lot says who proposes."""
    match = fresh("me", "level:seedling", seed=seed, special_tie="agree")
    for said in ("draw 1", "draw 2", "choose special", "choose special"):
        match = match.play(match.to_act[0], said, at=0)
    return match
