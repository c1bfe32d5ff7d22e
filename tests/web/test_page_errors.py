"""The page of a table goes on after an error in its scripts, and where browsers keep nothing.

And it says what it knows of a move whose answer never came.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.web import arboretum
from tests.web.moves import type_move
from tests.web.site import fresh, until
from tests.web.visitor import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocket, WebSocketRoute

pytestmark = pytest.mark.browser

BREAK = """(times) => {
  const { morph } = Idiomorph;
  Idiomorph.morph = (...given) => {
    if (times-- > 0) throw new Error("broken");
    return morph(...given);
  };
}"""
"""Let so many changes of the page fail."""


def play(visitor: Visitor, name: str, player: int, move: str) -> None:
    """Make a move at a table that the page shows."""
    live = visitor.match_service.live_match(name)
    visitor.match_service.act(live, lambda match, at: match.play(player, move, at))


def hears(page: Page, condition: Callable[[], object]) -> None:
    """Wait for something that the browser tells of: it is heard only while it is asked."""
    until(lambda: page.evaluate("true") and condition())


def test_an_error_costs_one_picture_and_no_more(visitor: Visitor) -> None:
    page, name = visitor.page, visitor.sit(fresh("me", "friend"))
    page.evaluate(BREAK, 1)
    play(visitor, name, 0, "first blue")
    expect(page.locator("#log")).to_contain_text("Blue starts the first round")
    assert visitor.complaints == ["broken"]
    visitor.complaints.clear()
    type_move(page, "bid 1g")
    live = visitor.match_service.live_match(name)
    until(lambda: live.match.sealed)


def test_an_error_that_stays_does_not_connect_again_and_again(visitor: Visitor) -> None:
    page, sockets = visitor.page, list["WebSocket"]()

    def note(socket: WebSocket) -> None:  # Playwright takes no method of a list
        sockets.append(socket)

    page.on("websocket", note)
    name = visitor.sit(fresh("me", "friend"))
    hears(page, lambda: len(sockets) == 1)
    page.evaluate(BREAK, 2)
    play(visitor, name, 0, "first blue")
    hears(page, lambda: len(visitor.complaints) == 2)  # of the change, and of the whole page
    play(visitor, name, 0, "bid 1g")
    expect(page.locator("#handover, .boards .lit").first).to_be_visible()
    expect(page.locator("#log")).to_contain_text("Blue starts the first round")
    assert len(sockets) == 2
    assert visitor.complaints == ["broken", "broken"]
    visitor.complaints.clear()


def test_an_error_on_the_page_as_it_came_keeps_it_up_to_date(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(BREAK_FIRST_LOOK)
    name = visitor.sit(fresh("me", "friend"))
    play(visitor, name, 0, "first blue")
    expect(page.locator("#log")).to_contain_text("Blue starts the first round")
    assert [text for text in visitor.complaints if "broken" in text]
    visitor.complaints.clear()


BREAK_FIRST_LOOK = """
const { parse } = JSON;
JSON.parse = (text) => {
  JSON.parse = parse;
  throw new Error("broken");
};
"""
"""Let the first thing fail that the page's scripts read."""


def test_the_page_goes_on_where_nothing_is_kept(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(BLOCK_STORAGE)
    name = visitor.sit(fresh("me", "friend"))
    page.locator("#more > summary").click()
    page.locator("#confirm-moves").check()
    play(visitor, name, 0, "first blue")
    expect(page.locator("#log")).to_contain_text("Blue starts the first round")
    expect(page.locator("#confirm-moves")).to_be_checked()


def test_a_hand_stays_in_its_order_where_nothing_is_kept(visitor: Visitor) -> None:
    page = visitor.page
    page.add_init_script(BLOCK_STORAGE)
    visitor.sit(arboretum.played("me", "level:seedling", choices=2))
    moved = first_card(page)
    page.locator(f"[id='{moved}']").focus()
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#order")).to_have_value("own")
    page.evaluate("dispatchEvent(new Event('online'))")  # the page is sent once more
    expect(page.locator(".fan > .piece").nth(1)).to_have_attribute("id", moved)


BLOCK_STORAGE = """
for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("", "SecurityError"); } });
"""


@pytest.mark.parametrize("kept", ["oops", "7", '{"a": 1}', '["a", "a", 1, null]'])
def test_a_damaged_order_of_a_hand_is_passed_over(visitor: Visitor, kept: str) -> None:
    page = visitor.page
    page.add_init_script(
        f"""localStorage.setItem("order:arboretum", "own");
        for (const who of [0, 1]) localStorage.setItem(`order:arboretum:${{who}}`, '{kept}');"""
    )
    name = visitor.sit(arboretum.fresh("me", "friend"))
    page.locator("#handover .button").click()
    expect(page.locator(".fan > .piece")).to_have_count(7)
    play(visitor, name, 0, "draw deck")
    expect(page.locator(".fan > .piece")).to_have_count(8)


def first_card(page: Page) -> str:
    return page.locator(".fan > .piece").first.get_attribute("id") or ""


# A move whose answer doesn't come.


class LostAnswers:
    """The page's sockets: once the first has sent a move, nothing comes back through it.

    Attributes:
        sockets: as the page opened them; all but the first wait to be connected.
    """

    def __init__(self, page: Page) -> None:
        self.sockets: list[WebSocketRoute] = []
        self._page, self._lost = page, False
        page.route_web_socket(re.compile("/socket"), self._route)

    def _route(self, socket: WebSocketRoute) -> None:
        self.sockets.append(socket)
        if len(self.sockets) > 1:
            return
        server = socket.connect_to_server()
        server.on_message(lambda message: None if self._lost else socket.send(message))
        socket.on_message(lambda message: self._said(message, server.send))

    def _said(self, message: str | bytes, send: Callable[[str | bytes], None]) -> None:
        self._lost = self._lost or '"move"' in str(message)
        send(message)

    def connect_again(self) -> None:
        """Let the page's next socket reach the server."""
        hears(self._page, lambda: len(self.sockets) > 1)
        self.sockets[-1].connect_to_server()


def test_a_move_that_was_stored_unanswered_is_not_offered_again(visitor: Visitor) -> None:
    page, answers = visitor.page, LostAnswers(visitor.page)
    page.add_init_script("localStorage.setItem('play-forced', 'no')")
    name = visitor.sit(arboretum.played("me", "level:seedling", choices=8))
    live = visitor.match_service.live_match(name)
    before = live.match.version
    assert next(iter(live.match.view(0).legal)) == "draw deck"
    type_move(page, "draw deck")
    hears(page, lambda: live.match.version == before + 1)
    answers.sockets[0].close(code=1001, reason="lost")
    again = page.locator("#lock-move", has_text="Send it again")
    expect(page.locator("#reason")).to_contain_text("it isn’t known whether that got through")
    expect(again).to_be_visible()
    answers.connect_again()
    until(lambda: visitor.version == f"0.{live.match.version_for(0)}")
    assert next(iter(live.match.view(0).legal)) == "draw deck"  # it could be said once more
    expect(again).to_be_hidden()
    expect(page.locator("#reason")).to_be_empty()
    expect(page.locator("#move")).to_have_value("")


def test_a_move_that_was_not_stored_is_offered_again(visitor: Visitor) -> None:
    page, sockets = visitor.page, list["WebSocketRoute"]()

    def route(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        server = socket.connect_to_server()
        if len(sockets) == 1:
            socket.on_message(lambda _: socket.close(code=1001, reason="lost"))
            server.on_message(socket.send)

    page.route_web_socket(re.compile("/socket"), route)
    name = visitor.sit(fresh("me", "friend"))
    type_move(page, "first red")
    expect(page.locator("#reason")).to_contain_text("it isn’t known whether that got through")
    hears(page, lambda: len(sockets) == 2)
    page.locator("#lock-move", has_text="Send it again").click()
    expect(page.locator("#log")).to_contain_text("first red")
    assert visitor.match_service.live_match(name).match.version == 1
