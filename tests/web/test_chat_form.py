"""Forms at a table in a browser: nothing that one writes is sent twice, lost or scrolled away."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest
from playwright.sync_api import expect
from tests.server.playing import GAME, guest, say
from tests.web.site import until
from tests.web.test_shared_table import (
    VisitedServer,
    visited_server,  # noqa: F401 - a fixture
)

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


class Table(NamedTuple):
    """A table where it is Ann's turn, and Bob's phone."""

    server: VisitedServer
    page: Page
    match: str

    def play(self, move: str) -> None:
        """Make a move for Ann."""
        say(self.server.services, self.match, 0, move)


@pytest.fixture
def table(visited_server: VisitedServer) -> Table:  # noqa: F811
    services = visited_server.services
    ann, page = guest(services, "Ann"), visited_server.visitor("Bob", width=375)
    bob = services.accounts.of_session("Bob-1")
    assert bob is not None
    match = services.tables.open(
        ann, spinney.game(GAME), Clock.read("none"), MatchSettings(), ["me", "open"]
    )
    services.tables.sit(match, bob, 1)
    page.goto(f"{visited_server.address}/match/{match}")
    page.get_by_role("tab", name="Chat").click()
    return Table(visited_server, page, match)


def test_what_is_sent_leaves_the_line_at_once_and_only_once(table: Table) -> None:
    page = table.page
    page.fill("#chat-text", "hello")
    page.evaluate(SEND_TWICE_AND_WRITE_ON)
    expect(page.locator("#chat-log li[data-by]")).to_contain_text(["Bob: hello"])
    expect(page.locator("#chat-text")).to_have_value("more")


SEND_TWICE_AND_WRITE_ON = """() => {
  const field = document.getElementById("chat-text");
  field.form.requestSubmit();
  field.form.requestSubmit();
  field.value = "more";
}"""


def test_a_new_turn_leaves_who_writes_where_they_are(table: Table) -> None:
    page = table.page
    page.locator("#chat-text").focus()
    assert page.evaluate("scrollY") > 0
    table.play("first blue")
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    until(lambda: page.evaluate("document.getElementById('log').textContent.includes('first')"))
    assert 0 < page.evaluate(PLACE) < 800  # in sight, though what is above has grown


def test_who_writes_before_the_narrow_boards_have_come_stays_there(table: Table) -> None:
    page = table.page
    page.add_init_script(HOLD_MESSAGES_BACK)
    page.context.clear_cookies(name="layout")
    page.reload()
    page.get_by_role("tab", name="Chat").click()
    page.locator("#chat-text").focus()
    place, height = page.evaluate(PLACE), page.evaluate(HEIGHT)
    page.evaluate("releaseMessages()")
    expect(page.locator("#table")).to_have_attribute("data-layout", "narrow")
    until(lambda: page.evaluate(HEIGHT) > height + 800)  # the boards stand one below the other
    assert abs(page.evaluate(PLACE) - place) < 8


HEIGHT = "document.documentElement.scrollHeight"

HOLD_MESSAGES_BACK = """
const held = new Promise((release) => (window.releaseMessages = release));
window.WebSocket = class extends WebSocket {
  set onmessage(read) { super.onmessage = async (event) => { await held; read(event); }; }
};
"""

PLACE = "document.querySelector('#chat-text:focus').getBoundingClientRect().top"
"""Where on the screen the line is in which one writes."""


def test_who_reads_older_lines_is_not_led_to_the_end(table: Table) -> None:
    page = table.page
    for number in range(8):
        page.fill("#chat-text", f"line {number} " + "of a long story " * 9)
        page.keyboard.press("Enter")
        expect(page.locator("#chat-log li[data-by]")).to_have_count(number + 1)
    at = "document.getElementById('chat-log').scrollTop"
    until(lambda: page.evaluate(at) > 0)
    page.evaluate(f"{at} = 0")
    table.play("first blue")
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    assert page.evaluate(at) == 0
