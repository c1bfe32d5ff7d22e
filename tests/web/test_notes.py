"""Notes in two tabs of a browser: each shows what the other writes, and no word is lost."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import expect
from tests.server.playing import GAME, guest
from tests.web.site import until
from tests.web.test_shared_table import (
    VisitedServer,
    visited_server,  # noqa: F401 - a fixture
)

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts.person import Person
from spinney.server.notes.store import BETWEEN

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser


class Tabs(NamedTuple):
    """Two tabs of Bob's, in which he takes notes on a match against Ann."""

    server: VisitedServer
    match: str
    bob: Person
    one: Page
    other: Page

    @property
    def stored(self) -> str:
        return self.server.services.notes.read(self.match, self.bob.id).text

    def look(self, page: Page) -> None:
        """Show the notes in a tab."""
        page.goto(f"{self.server.address}/match/{self.match}")
        page.get_by_role("tab", name="Notes").click()
        expect(page.locator("#note")).to_be_visible()


@pytest.fixture
def tabs(visited_server: VisitedServer) -> Tabs:  # noqa: F811
    services = visited_server.services
    ann, one = guest(services, "Ann"), visited_server.visitor("Bob")
    bob = services.accounts.of_session("Bob-1")
    assert bob is not None
    agreed = spinney.game(GAME), Clock.read("none"), MatchSettings()
    match = services.tables.open(ann, *agreed, ["me", "open"])
    services.tables.sit(match, bob, 1)
    other = one.context.new_page()
    other.on("pageerror", lambda error: visited_server.complaints.append(str(error)))
    tabs = Tabs(visited_server, match, bob, one, other)
    tabs.look(one)
    return tabs


def unconnected(tabs: Tabs) -> Page:
    """The other tab, which learns nothing of what is written elsewhere."""
    tabs.other.route_web_socket(re.compile("/socket"), lambda _: None)
    tabs.look(tabs.other)
    return tabs.other


def write(page: Page, text: str) -> None:
    """Write notes anew and save them."""
    page.fill("#note", text)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#note-status")).to_contain_text("Saved")


def test_a_tab_shows_what_is_written_in_another(tabs: Tabs) -> None:
    tabs.look(tabs.other)
    tabs.other.locator("#note").focus()  # and writes nothing
    write(tabs.one, "she bids low")
    expect(tabs.other.locator("#note")).to_have_value("she bids low")
    write(tabs.other, "she bids low, always")
    expect(tabs.other.locator("#note-status")).to_have_text("Saved")
    expect(tabs.one.locator("#note")).to_have_value("she bids low, always")
    assert tabs.stored == "she bids low, always"


def test_what_was_written_without_knowing_each_other_stands_together(tabs: Tabs) -> None:
    other, held = unconnected(tabs), list["Route"]()

    def hold(route: Route) -> None:
        held.append(route)

    write(tabs.one, "from one tab")
    other.route("**/notes", hold)
    other.fill("#note", "from the other")
    other.get_by_role("button", name="Save").click()
    until(lambda: other.evaluate("true") and held)
    other.locator("#note").press_sequentially(" and more")  # while it is being saved
    held[0].continue_()
    other.unroute("**/notes")
    expect(other.locator("#note-status")).to_contain_text("both texts stand here")
    both = f"from one tab{BETWEEN}from the other and more"
    expect(other.locator("#note")).to_have_value(both)
    until(lambda: tabs.stored == both)
    expect(tabs.one.locator("#note")).to_have_value(both)


def test_what_is_being_written_is_not_replaced(tabs: Tabs) -> None:
    tabs.look(tabs.other)
    tabs.other.route("**/notes", lambda route: route.abort())
    tabs.other.fill("#note", "from the other")
    write(tabs.one, "from one tab")
    renewed = "document.getElementById('notes-form').dataset.text"
    until(lambda: tabs.other.evaluate(renewed) == "from one tab")
    expect(tabs.other.locator("#note")).to_have_value("from the other")
    tabs.other.unroute("**/notes")
    tabs.other.get_by_role("button", name="Save").click()
    until(lambda: tabs.stored == f"from one tab{BETWEEN}from the other")


def test_who_leaves_while_writing_loses_nothing(tabs: Tabs) -> None:
    other = unconnected(tabs)
    write(tabs.one, "from one tab")
    other.fill("#note", "from the other")
    other.goto("about:blank")
    until(lambda: tabs.stored == f"from one tab{BETWEEN}from the other")


def test_notes_that_are_refused_stay_and_are_told_why(tabs: Tabs) -> None:
    page = tabs.one
    page.evaluate("document.getElementById('note').maxLength = 20_000")
    page.fill("#note", "x" * 10_001)
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#note-status")).to_contain_text("Not saved: a note has at most")
    expect(page.locator("#note")).to_have_value("x" * 10_001)
    page.fill("#note", "shorter")  # what is left isn't sent when the page is closed


def test_notes_saved_without_an_answer_are_not_doubled(tabs: Tabs) -> None:
    page = tabs.one

    def lose_answer(route: Route) -> None:
        route.fetch()
        route.abort()

    page.route("**/notes", lose_answer)
    page.fill("#note", "she bids low")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#note-status")).to_have_text("Not saved")
    page.unroute("**/notes")
    version = tabs.server.services.notes.read(tabs.match, tabs.bob.id).version
    expect(page.locator("[name=based_on]")).to_have_value(str(version))  # the table was sent
    write(page, "he bids low")
    assert tabs.stored == "he bids low"
