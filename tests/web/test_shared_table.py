"""Two at a table and a phone looking on, in real browsers; and nothing there bars anybody."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from tests.lent_pages import patient_context
from tests.server.playing import GAME
from tests.web.cuttable_connection import CuttableConnection
from tests.web.moves import type_move
from tests.web.shared_server import opened
from tests.web.site import until
from tests.web.visitor import TARGETS, bars_nobody

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.middleware.security import SESSION
from spinney.server.services import Services

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = pytest.mark.browser


class VisitedServer:
    """A shared server, and browsers that visit it."""

    def __init__(self, address: str, services: Services, browser: Browser) -> None:
        self.address, self.services, self._browser = address, services, browser
        self.contexts: list[BrowserContext] = []
        self.complaints: list[str] = []

    def visitor(self, name: str = "", width: int = 1280, scheme: Any = "light") -> Page:
        """Someone with a browser of their own; with a name, if one is given."""
        size: Any = {"width": width, "height": 800}
        context = patient_context(
            self._browser, viewport=size, color_scheme=scheme, reduced_motion="reduce"
        )
        self.contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: self._note(message.type, message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        if name:
            session = f"{name}-{len(self.contexts)}"
            self.services.accounts.guest(session, name)
            context.add_cookies([{"name": SESSION, "value": session, "url": self.address}])
        return page

    def _note(self, kind: str, text: str) -> None:
        expected = ("Failed to load resource", "WebSocket connection to")  # the cable is cut
        if kind == "error" and not any(words in text for words in expected):
            self.complaints.append(text)


@pytest.fixture
def visited_server(tmp_path: Path, browser: Browser) -> Iterator[VisitedServer]:
    with opened(f"sqlite:///{tmp_path / 'server.sqlite'}") as (address, services):
        visited = VisitedServer(address, services, browser)
        yield visited
        for context in visited.contexts:
            context.close()
        assert visited.complaints == []


FIRST = "Choose who starts the first round"


def _say(page: Page, move: str) -> None:
    type_move(page, move)
    expect(page.locator("#move")).not_to_have_value(move)


def test_two_play_and_a_phone_looks_on(visited_server: VisitedServer) -> None:
    ann, ben, cat = (
        visited_server.visitor(),
        visited_server.visitor(),
        visited_server.visitor(width=375),
    )
    ann.goto(f"{visited_server.address}/new/{GAME}?with=friends")
    ann.fill("input[name=name]", "Ann")
    ann.get_by_text("Who may watch, ").click()
    ann.check("input[name=public][value=yes]")
    ann.get_by_role("button", name="Begin").click()
    link = ann.locator("#seat-1 input").input_value()

    cable = CuttableConnection(visited_server.address)
    ben.goto(link.replace(visited_server.address, cable.address))
    ben.fill("input[name=name]", "Ben")
    ben.get_by_role("button", name="Sit down").click()
    expect(ben.locator("#headline")).to_have_text("Ann’s turn")
    expect(ann.locator("#headline")).to_have_text(FIRST)  # led there by itself
    ben.goto(link.replace(visited_server.address, cable.address))  # the link leads there again
    expect(ben.locator("#headline")).to_have_text("Ann’s turn")
    for page in (ann, ben):
        panels = page.locator("#boards svg .panel")
        assert panels.count()
        for number in range(panels.count()):
            expect(panels.nth(number)).to_be_visible()

    cat.goto(visited_server.address)
    cat.locator("#more-lists a.all").click()
    expect(cat.locator("#status-text")).to_contain_text("You are watching")

    _say(ann, "first red")
    for page in (ben, cat):
        expect(page.locator("#log")).to_contain_text("first red")
    ann.check("#draft")
    _say(ann, "bid 1g")
    ann.get_by_role("button", name="I have finished", exact=True).click()
    expect(ann.get_by_role("button", name="I have not finished yet")).to_be_visible()
    expect(ann.locator("#headline")).to_have_text("Ben is choosing")
    for page in (ben, cat):
        expect(page.locator("#log")).to_contain_text("Ann has chosen")
        expect(page.locator("#table")).not_to_contain_text("bid 1g")

    _talk_and_queue(ann, ben)
    _lose_the_connection(cable, ann, ben, cat)

    ben.locator("#more summary").click()
    ben.once("dialog", lambda dialog: dialog.accept())
    ben.get_by_role("button", name="Resign").click()
    expect(ann.locator("#status-text")).to_contain_text("Ben resigned")
    ben.get_by_role("button", name="Rematch").click()
    finished = ann.url
    ann.get_by_role("button", name="Accept the rematch").click()
    for page, headline in ((ann, "Ben’s turn"), (ben, FIRST)):
        expect(page.locator("#headline")).to_have_text(headline)
    ann.goto(finished)
    expect(ann.locator("#rematch-notice p")).to_have_text("There is a rematch.")
    ann.get_by_role("link", name="Go to the table").click()
    expect(ann.locator("#headline")).to_have_text("Ben’s turn")
    cable.close()


def test_what_is_on_the_board_counts_when_time_is_up(visited_server: VisitedServer) -> None:
    services = visited_server.services
    ann, ben = visited_server.visitor("Ann"), services.accounts.guest("ben", "Ben")
    host = services.accounts.of_session("Ann-1")
    assert host is not None
    clock = Clock.read("move 60:00")
    table = services.tables.open(
        host, spinney.game(GAME), clock, MatchSettings(public=True), ["me", "open"]
    )
    services.tables.sit(table, ben, 1)
    ann.goto(f"{visited_server.address}/match/{table}")
    _say(ann, "first red")
    ann.locator("[data-branch]").first.click()
    live = services.match_service.live_match(table)
    until(lambda: len(live.match.events) == 1)
    own = ann.locator(".plate.mine .clock")
    own.evaluate("clock => clock.dataset.left = performance.now() + 2000")  # nearly up
    until(lambda: [event.kind for event in live.match.events] == ["move", "draft"])
    expect(ann.locator("#status-text")).to_contain_text("It counts when time is up")
    late = live.match.tick(live.match.events[-1].at + 3_600_000)
    assert not late.sealed
    assert late.events[-1].kind == "forfeit"


def _talk_and_queue(ann: Page, ben: Page) -> None:
    """Ann queues her next move; Ben says hello where Ann isn't looking, then chooses."""
    ann.get_by_text("Queue a move").click()
    ann.fill("#premove-text", "start")
    ann.get_by_role("button", name="Queue").click()
    expect(ann.locator("#premove-queued")).to_contain_text("start")
    ben.get_by_role("tab", name="Chat").click()
    ben.fill("#chat-text", "hello")
    ben.keyboard.press("Enter")
    expect(ben.locator("#chat-log")).to_contain_text("Ben: hello")
    expect(ben.locator("#chat-log time")).to_have_text(re.compile(r"^\d+:\d\d"))
    expect(ben.locator("#chat-text")).to_have_value("")
    expect(ann.locator("#tab-chat")).to_have_attribute("data-unread", "1")
    ann.focus("#tab-happened")
    ann.keyboard.press("ArrowRight")
    expect(ann.locator("#chat-log")).to_be_visible()
    expect(ann.locator("#tab-chat")).not_to_have_attribute("data-unread", "1")
    _say(ben, "bid none")
    expect(ben.locator("#lines")).to_contain_text("will be the starting player next round")


def test_a_phone_shows_that_somebody_has_written(visited_server: VisitedServer) -> None:
    """The page's headline and the browser's tab count what was not read, and lead there."""
    ann, ben = visited_server.visitor("Ann"), visited_server.visitor("Ben", width=375)
    tables, accounts = visited_server.services.tables, visited_server.services.accounts
    people = [accounts.of_session(f"{name}-{n}") for n, name in enumerate(("Ann", "Ben"), 1)]
    assert people[0]
    assert people[1]
    agreed = spinney.game(GAME), Clock(), MatchSettings()
    table = tables.open(people[0], *agreed, ["me", "open"])
    tables.sit(table, people[1], 1)
    for page in (ann, ben):
        page.goto(f"{visited_server.address}/match/{table}")
    ann.get_by_role("tab", name="Chat").click()
    badge = ben.locator("#unread-chat")
    expect(badge).to_be_hidden()
    for count, said in enumerate(("hello", "again"), 1):
        ann.fill("#chat-text", said)
        ann.keyboard.press("Enter")
        expect(badge).to_have_attribute("data-unread", str(count))
    expect(badge).to_have_accessible_name("2 new messages")
    expect(badge).to_be_in_viewport()
    expect(ben).to_have_title(re.compile(r"^\(2\) "))
    badge.click()
    expect(ben.locator("#chat-log li").last).to_be_in_viewport()
    expect(badge).to_be_hidden()
    expect(ben).not_to_have_title(re.compile(r"^\("))


def test_a_link_says_that_it_was_copied_while_the_room_is_renewed(
    visited_server: VisitedServer,
) -> None:
    ann = visited_server.visitor("Ann")
    # Only the test lets the page's time pass: it says so for no more than a moment.
    ann.clock.install(time=0)
    ann.clock.pause_at(1000)
    ann.goto(f"{visited_server.address}/new/{GAME}?with=friends")
    ann.get_by_role("button", name="Begin").click()
    copy = ann.locator("#seat-1 [data-copy]")
    copy.click()
    expect(copy).to_have_text("Copied")
    with ann.expect_response("**/room"):
        ann.clock.run_for(1500)
    expect(copy).to_have_text("Copied")
    ann.clock.run_for(2500)
    expect(copy).to_have_text("Copy")


def _lose_the_connection(cable: CuttableConnection, ann: Page, ben: Page, cat: Page) -> None:
    """Ben's connection drops: everybody sees it; he comes back to what has happened."""
    cable.cut()
    for page in (ann, cat):
        expect(page.locator("#note-1")).to_contain_text("away")
    expect(ben.locator("body.disconnected")).to_be_attached()
    ann.fill("#chat-text", "where are you?")
    ann.keyboard.press("Enter")
    expect(ann.locator("#chat-log")).to_contain_text("where are you?")
    expect(ben.locator("#chat-log")).not_to_contain_text("where are you?")
    cable.mend()
    expect(ann.locator("#note-1")).not_to_contain_text("away")
    expect(ben.locator("#chat-log")).to_contain_text("where are you?")  # nothing was reloaded
    expect(ben.locator("body.disconnected")).not_to_be_attached()


NO_NOTES = """
localStorage.setItem("notify", "yes");
Object.defineProperty(document, "hidden", { get: () => true });
window.Notification = class {
  static permission = "granted";
  constructor() { throw new TypeError("Illegal constructor"); }
};
"""
"""A page nobody sees, in a browser that grants notifications and has none, as phones do."""


def test_the_page_goes_on_where_a_browser_has_no_notifications(
    visited_server: VisitedServer,
) -> None:
    page = visited_server.visitor("Ann")
    page.add_init_script(NO_NOTES)
    match = _with(visited_server, "Ann-1")
    live = visited_server.services.match_service.live_match(match)
    visited_server.services.match_service.act(
        live, lambda now, at: now.play(0, "first red", at).play(0, "bid 1g", at)
    )
    page.goto(f"{visited_server.address}/match/{match}")
    expect(page.locator("#note-0")).not_to_contain_text("away")
    visited_server.services.match_service.act(live, lambda now, at: now.play(1, "bid none", at))
    expect(page.locator("#headline")).to_contain_text("Plant a tree")
    visited_server.services.match_service.act(live, lambda now, at: now.resign(1, at))
    expect(page.locator("#status-text")).to_contain_text("Dan resigned")


def test_a_bid_that_is_locked_in_can_be_changed_until_both_are(
    visited_server: VisitedServer,
) -> None:
    page = visited_server.visitor("Ann")
    match = _with(visited_server, "Ann-1")
    live = visited_server.services.match_service.live_match(match)
    visited_server.services.match_service.act(live, lambda now, at: now.play(0, "first red", at))
    page.goto(f"{visited_server.address}/match/{match}")
    page.locator("#branch-garden").click()
    lock = page.locator("#lock-in")
    lock.click()
    expect(lock).to_have_text("Locked in")
    assert live.match.sealed == {0: "bid 1g"}
    page.locator("[data-group='0']").click()
    expect(lock).to_have_text("Lock in")
    page.reload()  # what was not locked in is gone, what was is there
    expect(lock).to_have_text("Locked in")
    expect(page.locator("#lock-note")).to_have_text("4 of 5 stay at home")
    page.locator("#branch-bulletin").click()
    lock.click()
    until(lambda: live.match.sealed == {0: "bid 1g 1b"})
    expect(lock).to_have_text("Locked in")
    visited_server.services.match_service.act(live, lambda now, at: now.play(1, "bid none", at))
    expect(page.locator("#group-1")).to_be_visible()


def _with(visited_server: VisitedServer, session: str) -> str:
    """A match of whoever has this session against somebody who isn't there."""
    people, tables = visited_server.services.accounts, visited_server.services.tables
    host, other = people.of_session(session), people.guest("dan", "Dan")
    assert host is not None
    match = tables.open(host, spinney.game(GAME), Clock(), MatchSettings(), ["me", "open"])
    tables.sit(match, other, 1)
    return match


@pytest.mark.long
def test_nothing_bars_anybody_among_others(visited_server: VisitedServer) -> None:
    ann, ben, cat = (visited_server.visitor(name) for name in ("Ann", "Ben", "Cat"))
    nobody = visited_server.visitor()
    ann.goto(f"{visited_server.address}/new/{GAME}?with=friends")
    _check(ann)
    ann.locator("label:has-text('Everybody: the home page')").click()
    ann.get_by_role("button", name="Begin").click()
    ann.wait_for_url("**/table/*")
    _check(ann)
    nobody.goto(ann.locator("#seat-1 input").input_value())
    _check(nobody)
    nobody.goto(f"{visited_server.address}/account")
    _check(nobody)
    ann.goto(f"{visited_server.address}/account")
    _check(ann)
    match = _begun(visited_server)
    for page in (ben, cat):
        page.goto(f"{visited_server.address}/match/{match}")
        page.locator("[data-tab]").wait_for()
        page.get_by_role("tab", name="Chat").click()
        _check(page)
    ben.set_viewport_size({"width": 375, "height": 800})
    expect(ben.locator("#table")).to_have_attribute("data-layout", "narrow")
    assert ben.evaluate(TARGETS) == []
    ben.goto(visited_server.address)
    _check(ben)


def _begun(visited_server: VisitedServer) -> str:
    """A match in which Ben is asked something, and has something queued."""
    people, tables = visited_server.services.accounts, visited_server.services.tables
    dan, ben = people.guest("dan", "Dan"), people.of_session("Ben-2")
    assert ben is not None
    rules = MatchSettings(public=True, hints=False)
    match = tables.open(dan, spinney.game(GAME), Clock.read("phase 3:00"), rules, ["me", "open"])
    tables.sit(match, ben, 1)
    live = visited_server.services.match_service.live_match(match)
    visited_server.services.match_service.act(live, lambda now, at: now.play(0, "first red", at))
    visited_server.services.match_service.act(live, lambda now, at: now.play(1, "bid 1g", at))
    visited_server.services.votes.vote(live, 0, "undo:0")
    visited_server.services.premoves.queue(match, 1, "skip")
    until(lambda: live.table is not None)
    return match


def _check(page: Page) -> None:
    for details in page.locator("details:not(#more, .gone) > summary:visible").all():
        details.click()
    bars_nobody(page)
