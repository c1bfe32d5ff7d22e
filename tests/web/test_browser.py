"""The pages in a real browser: by keyboard alone, kept up to date, for every eye and screen."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from fastapi import FastAPI
from playwright.sync_api import expect
from tests.hedges import hedge
from tests.lent_pages import patient_context
from tests.web.moves import answered, lock_in, press_next, type_move, write_move
from tests.web.site import GAME, fresh, played, until
from tests.web.visitor import CANONICAL, LAID_OUT, TARGETS, Visitor, bars_nobody

from spinney.match import Header, Match

if TYPE_CHECKING:
    from playwright.sync_api import Browser, WebSocketRoute

pytestmark = pytest.mark.browser


# Playing.


@pytest.mark.long
def test_the_last_rounds_by_keyboard_alone(visitor: Visitor) -> None:
    page = visitor.page
    whole = played("me", "level:seedling")
    name = visitor.sit(played("me", "level:seedling", choices=len(whole.events) - 14))
    chooser = random.Random(4)
    for _ in range(100):
        until(lambda: _settled(visitor, name))
        if visitor.match_service.live_match(name).match.over:
            break
        version = visitor.version
        while visitor.version == version:
            press_next(page, chooser)
            until(lambda version=version: answered(page, version))
    assert visitor.match_service.live_match(name).match.over
    expect(page.locator("#headline")).to_contain_text("win")
    expect(page.locator("#sheet table")).to_be_visible()


def _settled(visitor: Visitor, name: str) -> bool:
    """Is it the person's turn, or the end, and does the page show it?"""
    match = visitor.match_service.live_match(name).match
    mine = match.to_act == (0,) or match.over
    return mine and visitor.version == f"0.{match.version_for(0)}"


def test_a_game_without_a_picture_is_played_all_the_same(visitor: Visitor) -> None:
    page = visitor.page
    game = hedge()
    name = visitor.sit(Match.begin(Header(game, ("me", "level:seedling"), seed=5)))
    for _ in range(30):
        until(lambda: _settled(visitor, name))
        if visitor.match_service.live_match(name).match.over:
            break
        version = visitor.version
        page.locator("#plain-moves button").last.click()
        lock_in(page)
        until(lambda version=version: visitor.version != version)
    assert visitor.match_service.live_match(name).match.over
    expect(page.locator("#sheet tfoot")).to_contain_text("win")


def test_clicks_need_not_come_in_order(visitor: Visitor) -> None:
    page = visitor.page
    match = (
        fresh("me", "friend").play(0, "first red", 0).play(0, "bid 1g", 0).play(1, "bid none", 0)
    )
    visitor.sit(match)
    page.locator("#cell-red-C3").click()
    expect(page.locator("#move")).to_have_value("plant … C3")
    card = page.locator("#boards .card.lit").first
    word = card.get_attribute("data-word")
    card.click()
    expect(page.locator("#log")).to_contain_text(f"plant {word} C3")


def test_a_card_can_be_dragged(visitor: Visitor) -> None:
    page = visitor.page
    match = (
        fresh("me", "friend").play(0, "first red", 0).play(0, "bid 1g", 0).play(1, "bid none", 0)
    )
    visitor.sit(match)
    card = page.locator("#boards .card.lit").first
    word = card.get_attribute("data-word")
    card.drag_to(page.locator("#cell-red-B2"))
    expect(page.locator("#log")).to_contain_text(f"plant {word} B2")


def test_typing_completes_and_is_told_what_is_wrong(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(fresh("me", "friend"))
    write_move(page, "first ")
    expect(page.locator("#completions li")).to_have_text(["red", "blue"])
    page.fill("#move", "first green")
    page.keyboard.press("Enter")
    expect(page.locator("#reason")).to_contain_text("first red")
    expect(page.locator("#move")).to_have_value("first green")
    page.keyboard.press("Escape")
    expect(page.locator("#move")).to_have_value("")


def test_what_did_not_get_through_is_kept(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(fresh("me", "friend"))
    page.context.set_offline(True)
    type_move(page, "first red")
    expect(page.locator("#reason")).to_contain_text("Send it again when it is back")
    page.context.set_offline(False)
    page.keyboard.press("Enter")
    expect(page.locator("#log")).to_contain_text("first red")


def test_a_click_plays_again_what_did_not_get_through(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(fresh("me", "friend"))
    page.context.set_offline(True)
    page.locator(".boards [data-word=red].lit").first.click()
    again = page.locator("#lock-move", has_text="Send it again")
    expect(again).to_be_visible()
    page.context.set_offline(False)
    again.click()
    expect(page.locator("#log")).to_contain_text("first red")


# Kept up to date.


@pytest.mark.long
def test_a_page_kept_up_to_date_equals_a_fresh_one(visitor: Visitor) -> None:
    page = visitor.page
    name = visitor.sit(fresh("me", "friend", seed=3))
    live = visitor.match_service.live_match(name)
    for number in range(400):
        match = live.match
        if match.over:
            break
        player = match.to_act[0]
        move = match.view(player).legal.sample(number)
        live.at_screen = player  # who chooses has the screen
        visitor.match_service.act(live, lambda match, at, p=player, s=move: match.play(p, s, at))  # type: ignore[misc]
        expected = f"{live.at_screen}.{live.match.version_for(player)}"
        if player in live.match.to_act or live.match.over:
            until(lambda wanted=expected: visitor.version == wanted)
        if number % 6 == 0:
            until(lambda: page.evaluate(CANONICAL) == "")
    assert live.match.over
    until(lambda: 'data-over="yes"' in page.content())
    assert page.evaluate(CANONICAL) == ""


def test_every_line_reaches_the_live_region(visitor: Visitor) -> None:
    page = visitor.page
    name = visitor.sit(fresh("me", "level:seedling"))
    page.evaluate("""() => {
      window.heard = [];
      const log = document.getElementById("lines");
      new MutationObserver(changes => {
        for (const change of changes) for (const node of change.addedNodes)
          if (node.localName === "li") window.heard.push(node.textContent.trim());
      }).observe(log, { childList: true });
    }""")
    for move in ("first red", "bid 1g 1b"):
        type_move(page, move)
        expect(page.locator("#log")).to_contain_text(move)
    until(lambda: _settled(visitor, name))
    lines = page.locator("#log li").all_text_contents()
    assert page.get_attribute("#log", "role") == "log"
    heard = page.evaluate("window.heard")
    assert [*map(_plain, heard)] == [*map(_plain, lines)]


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def test_the_page_finds_its_way_back(visitor: Visitor) -> None:
    page = visitor.page
    name = visitor.sit(fresh("me", "friend"))
    live = visitor.match_service.live_match(name)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('offline'))")
    visitor.match_service.act(live, lambda match, at: match.play(0, "first blue", at))
    page.context.set_offline(False)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("#log")).to_contain_text("Blue starts the first round")


def test_a_match_that_is_gone_says_so(visitor: Visitor) -> None:
    page, name = visitor.page, visitor.sit(fresh("me", "friend"))
    visitor.match_service.forget(name)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.get_by_role("heading", name="Nothing grows here")).to_be_visible()


def test_the_focus_goes_to_the_boards_when_a_button_goes_away(visitor: Visitor) -> None:
    page = visitor.page
    live = visitor.match_service.live_match(visitor.sit(fresh("me", "level:seedling")))
    page.locator("#hint button").focus()
    visitor.match_service.act(live, lambda match, at: match.resign(0, at))
    expect(page.locator("#table")).to_have_attribute("data-over", "yes")
    expect(page.locator("#boards")).to_be_focused()


@pytest.fixture
def timeless(services: tuple[str, FastAPI], browser: Browser) -> Iterator[Visitor]:
    """A visitor for whose page no time passes by itself; clocks are shared within a context."""
    context = patient_context(browser, reduced_motion="reduce")
    context.clock.install(time=0)
    context.clock.pause_at(1000)
    visitor = Visitor(*services, context.new_page())
    yield visitor
    context.close()
    assert visitor.complaints == []


@pytest.mark.parametrize(
    ("code", "reason"), [(1011, "something is wrong with it"), (1013, "has too much to do")]
)
def test_a_socket_closed_for_a_reason_says_it_and_connects_again(
    timeless: Visitor, code: int, reason: str
) -> None:
    visitor, page = timeless, timeless.page
    sockets: list[WebSocketRoute] = []

    def route(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        if len(sockets) == 1:
            socket.close(code=code)
        else:
            socket.connect_to_server()

    page.route_web_socket(re.compile("/socket"), route)
    live = visitor.match_service.live_match(visitor.sit(fresh("me", "friend")))
    expect(page.locator("#status-text")).to_contain_text(reason)
    expect(page.locator("body.disconnected")).to_be_attached()
    page.clock.fast_forward(60_000)
    expect(page.locator("body.disconnected")).not_to_be_attached()
    visitor.match_service.act(live, lambda match, at: match.play(0, "first blue", at))
    expect(page.locator("#log")).to_contain_text("Blue starts the first round")
    expect(page.locator("#status-text")).not_to_contain_text(reason)
    assert len(sockets) == 2


# For every eye and screen.

PAGES = ("/", f"/new/{GAME}", f"/guide/{GAME}", "/about", "/nowhere")


def _addresses(visitor: Visitor) -> list[str]:
    match_service = visitor.match_service
    going = match_service.begin(played("me", "friend", choices=30))
    over = match_service.begin(played("me", "friend"))
    handover = match_service.begin(
        fresh("me", "friend").play(0, "first red", 0).play(0, "bid 1g", 0)
    )
    tables = [f"/match/{name}" for name in (going, over, handover)]
    return [*PAGES, *tables, f"/match/{over}/replay?at=30"]


@pytest.mark.long
def test_nothing_bars_anybody(visitor: Visitor) -> None:
    page = visitor.page
    for address in _addresses(visitor):
        page.goto(visitor.address + address)
        page.wait_for_load_state()
        for details in page.locator("details:not(#more):not([hidden]) > summary:visible").all():
            details.click()
        bars_nobody(page)


def test_targets_are_large_enough_for_thumbs(phone: Visitor) -> None:
    match = (
        fresh("me", "friend").play(0, "first red", 0).play(0, "bid 1g", 0).play(1, "bid none", 0)
    )
    phone.sit(match)
    expect(phone.page.locator("#table")).to_have_attribute("data-layout", "narrow")
    phone.page.locator("#boards .lit").first.wait_for()
    assert phone.page.evaluate(TARGETS) == []


OWN_CLOCK = "getComputedStyle(document.getElementById('headline'), '::before').content"


def test_a_phone_repeats_ones_own_time_where_plates_are_out_of_sight(phone: Visitor) -> None:
    phone.sit(fresh("me", "friend", clock="bank 15:00"))
    until(lambda: ":" in phone.page.evaluate(OWN_CLOCK))
    assert phone.page.locator(".plate.mine .clock").inner_text()[:3] in ("15:", "14:")
    phone.page.set_viewport_size({"width": 1280, "height": 800})
    until(lambda: ":" not in phone.page.evaluate(OWN_CLOCK))
    phone.page.set_viewport_size({"width": 375, "height": 812})
    phone.sit(fresh("me", "friend"))
    until(lambda: phone.page.evaluate(LAID_OUT))
    assert ":" not in phone.page.evaluate(OWN_CLOCK), "no clock runs"


@pytest.mark.parametrize(("width", "layout"), [(1280, "wide"), (375, "narrow")])
def test_a_replay_takes_the_layout_of_its_window(visitor: Visitor, width: int, layout: str) -> None:
    """Also where the cookie of another window says otherwise."""
    page, name = visitor.page, visitor.match_service.begin(played("me", "friend"))
    page.set_viewport_size({"width": width, "height": 800})
    other = "narrow" if layout == "wide" else "wide"
    page.context.add_cookies([{"name": "layout", "value": other, "url": visitor.address}])
    page.goto(f"{visitor.address}/match/{name}/replay?at=10")
    expect(page.locator("#table")).to_have_attribute("data-layout", layout)
    until(lambda: page.evaluate(LAID_OUT))


def test_another_theme_leaves_a_replay_at_its_position(visitor: Visitor) -> None:
    """Also at one that scripts have shown since: the address says which."""
    page, name = visitor.page, visitor.match_service.begin(played("me", "level:seedling"))
    page.goto(f"{visitor.address}/match/{name}/replay?at=10")
    following = page.get_attribute("#table", "data-after") or ""
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(f"at={following}&"))
    page.locator(".look button[value=dark]:visible").first.click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    expect(page).to_have_url(re.compile(f"at={following}&"))
    expect(page.locator("#table")).to_have_attribute("data-at", following)


def test_replay_by_keys_slider_and_itself(visitor: Visitor) -> None:
    page = visitor.page
    name = visitor.match_service.begin(played("me", "friend"))
    page.goto(f"{visitor.address}/match/{name}/replay?at=10")
    table = page.locator("#table")
    following = page.get_attribute("#table", "data-after") or ""
    page.keyboard.press("ArrowRight")
    expect(table).to_have_attribute("data-at", following)
    until(lambda: f"at={following}" in page.url)
    page.keyboard.press("End")
    expect(table).to_have_attribute("data-at", page.get_attribute("#table", "data-last") or "")
    page.locator("#at").fill("20")
    expect(table).to_have_attribute("data-at", "20")
    page.select_option("#seen-by", "all")
    expect(table).to_have_attribute("data-seen-by", "all")
    page.select_option("#speed", "400")
    page.click("#play")
    expect(table).not_to_have_attribute("data-at", "20")
    page.click("#play")
    page.reload()
    expect(table).to_have_attribute("data-seen-by", "all")
