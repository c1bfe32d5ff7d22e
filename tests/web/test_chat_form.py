"""Forms at a table in a browser: nothing that one writes is sent twice, lost or scrolled away.

And what stands around them at a table with others: what is unread, what can be asked.
"""

from __future__ import annotations

import re
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
from spinney.server.chat.store import PLAYERS, WATCHERS

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
    return sat_down(visited_server, GAME)


def sat_down(visited_server: VisitedServer, game: str) -> Table:  # noqa: F811
    services = visited_server.services
    ann, page = guest(services, "Ann"), visited_server.visitor("Bob", width=375)
    bob = services.accounts.of_session("Bob-1")
    assert bob is not None
    match = services.tables.open(
        ann, spinney.game(game), Clock.read("none"), MatchSettings(), ["me", "open"]
    )
    services.tables.sit(match, bob, 1)
    page.goto(f"{visited_server.address}/match/{match}")
    page.locator('#table[data-layout="narrow"]').wait_for()  # the tab moves as the boards come
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_role("tab", name="Chat")).to_have_attribute("aria-selected", "true")
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


TWO_FRAMES = """() => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
})"""

HEIGHT = "document.documentElement.scrollHeight"

HOLD_MESSAGES_BACK = """
const held = new Promise((release) => (window.releaseMessages = release));
window.WebSocket = class extends WebSocket {
  set onmessage(read) { super.onmessage = async (event) => { await held; read(event); }; }
};
"""

PLACE = "document.querySelector('#chat-text:focus').getBoundingClientRect().top"
"""Where on the screen the line is in which one writes."""


def test_what_others_choose_meanwhile_scrolls_nothing_away(table: Table) -> None:
    page = table.page
    table.play("first blue")
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    page.evaluate("scrollTo(0, 300)")
    table.play("bid 1g")
    until(lambda: "Ann has chosen" in (page.text_content("#log") or ""))
    page.evaluate(TWO_FRAMES)
    assert page.evaluate("scrollY") == 300


def test_what_one_has_chosen_in_secret_is_marked(visited_server: VisitedServer) -> None:  # noqa: F811
    table = sat_down(visited_server, "spring-2021")
    page = table.page
    wait = page.locator("[data-word=WAIT]")
    expect(wait).to_have_class(re.compile(r"\blit\b"))
    expect(page.locator(".boards .chosen")).to_have_count(0)
    wait.click()
    expect(wait).to_have_class(re.compile(r"\bchosen\b"))
    table.play("WAIT")
    expect(page.locator("#log")).to_contain_text("WAIT")
    expect(page.locator(".boards .chosen")).to_have_count(0)


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


def test_what_is_unread_is_counted_again_after_a_reload(table: Table) -> None:
    page, services = table.page, table.server.services
    ann, badge = services.accounts.of_session("session of Ann"), page.locator("#unread-chat")
    assert ann is not None

    def tell(text: str) -> None:
        services.chat.send(table.match, PLAYERS, ann, text)
        services.match_service.publish(table.match)

    tell("are you there?")
    expect(page.locator("#chat-log li[data-by]")).to_have_count(1)
    page.locator("#tab-chat").click()
    page.locator("#chat-log").scroll_into_view_if_needed()
    until(lambda: page.evaluate(LAST_READ) == 1)
    page.reload()
    expect(page.locator("#tab-chat")).to_have_attribute("aria-selected", "false")
    expect(badge).to_be_hidden()
    for number in (1, 2):
        tell(f"line {number}")
        expect(badge).to_have_attribute("data-unread", str(number))
    page.reload()
    expect(badge).to_have_attribute("data-unread", "2")
    expect(page).to_have_title(re.compile(r"^\(2\) "))
    badge.click()
    expect(badge).to_be_hidden()
    page.reload()
    expect(page.locator("#tab-chat")).to_have_attribute("aria-selected", "false")
    expect(badge).to_be_hidden()


LAST_READ = "JSON.parse(localStorage.getItem('chat read'))?.at(-1)[1].players"
"""Up to which line the players' chat of the match was read that was looked at last."""


def test_at_the_end_spectators_lines_are_new_and_no_others(table: Table) -> None:
    page, services = table.page, table.server.services
    ann, wil = services.accounts.of_session("session of Ann"), guest(services, "Wil")
    assert ann is not None
    for number in range(3):
        services.chat.send(table.match, WATCHERS, wil, f"watched {number}")
    for number in range(4):
        services.chat.send(table.match, PLAYERS, ann, f"played {number}")
    services.match_service.publish(table.match)
    expect(page.locator("#chat-log li[data-by]")).to_have_count(4)
    page.locator("#chat-log").scroll_into_view_if_needed()
    until(lambda: page.evaluate(LAST_READ) == 4)
    page.get_by_role("tab", name="What happened").click()
    resign = services.match_service.live_match(table.match)
    services.match_service.act(resign, lambda match, at: match.resign(0, at))
    badge = page.locator("#unread-chat")
    expect(badge).to_have_attribute("data-unread", "3")
    expect(page.get_by_text("Wil, watching: watched 2 ", exact=False).first).to_be_attached()
    told = page.locator("p.unseen[role=status]", has_text="watched 0")
    expect(told).not_to_contain_text("played")
    page.reload()
    expect(badge).to_have_attribute("data-unread", "3")
    theme = page.locator(".look button:visible").first
    expect(theme).to_be_visible()
    assert not page.evaluate(OVERLAP, [badge.element_handle(), theme.element_handle()])


OVERLAP = """([one, other]) => {
  const [a, b] = [one, other].map((part) => part.getBoundingClientRect());
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}"""


def test_after_the_end_players_write_to_all(table: Table) -> None:
    page, services = table.page, table.server.services
    live = services.match_service.live_match(table.match)
    services.match_service.act(live, lambda match, at: match.resign(0, at))
    page.get_by_role("tab", name="Chat").click()
    expect(page.get_by_placeholder("To all")).to_be_visible()
    page.locator("#chat-text").fill("well played")
    page.locator("#chat-form button").click()
    expect(page.locator("#chat-log li[data-by=me]")).to_have_text(re.compile("^Bob: well played"))
    assert [line.text for line in services.chat.lines(table.match, WATCHERS)] == ["well played"]


def test_the_browser_remembers_the_chats_of_a_few_matches_only(table: Table) -> None:
    page = table.page
    page.evaluate(REMEMBER_MANY)
    page.reload()
    until(lambda: page.evaluate(LAST_READ) == 0)
    kept = page.evaluate("JSON.parse(localStorage.getItem('chat read'))")
    assert len(kept) == 50
    assert kept[-1][0] == table.match


REMEMBER_MANY = """localStorage.setItem("chat read",
  JSON.stringify([...Array(60).keys()].map((number) =>
    [`match-${number}`, { players: 7, watchers: 0 }])))"""


def test_the_place_of_undo_is_that_of_asking_once_a_slip_cannot_be_fixed(
    visited_server: VisitedServer,  # noqa: F811
) -> None:
    services, page = visited_server.services, visited_server.visitor("Ann")
    ann, bob = services.accounts.of_session("Ann-1"), guest(services, "Bob")
    assert ann is not None
    rules = MatchSettings(fix=60, undo="consent")
    match = services.tables.open(ann, spinney.game(GAME), Clock.read("none"), rules, ["me", "open"])
    services.tables.sit(match, bob, 1)
    page.goto(f"{visited_server.address}/match/{match}")
    controls = page.locator("#controls")
    expect(controls.get_by_role("button", name="Undo", exact=True)).to_be_disabled()
    for player, move in ((0, "first red"), (0, "bid 1g 1g")):
        say(services, match, player, move)
    live = say(services, match, 1, "bid 1g 1b")
    plant = next(one for one in live.match.view(0).legal if one.startswith("plant"))
    say(services, match, 0, plant)
    undo, ask = (page.locator(f"{form} button") for form in ("#fix", "#ask-undo"))
    expect(undo).to_be_enabled()
    expect(ask).to_be_hidden()
    undo.focus()
    page.evaluate("document.getElementById('fix').dataset.fix = '0'")  # as when its time is up
    expect(ask).to_be_focused()
    expect(ask).to_have_text("Ask to undo")
    expect(undo).to_be_hidden()
    assert page.locator("#more").get_by_text("undo").count() == 0
    ask.click()
    expect(page.locator("#notices")).to_contain_text("Bob has been asked.")
    expect(ask).to_have_count(0)
    services.votes.vote(services.match_service.live_match(match), 1, "undo:0")
    expect(page.locator("#log")).to_contain_text("The last choice was taken back")


def test_who_starts_a_lesson_over_is_led_to_the_new_one(
    visited_server: VisitedServer,  # noqa: F811
) -> None:
    page = visited_server.visitor("Ann")
    page.goto(visited_server.address)
    page.locator("form[action='/learn/arboretum'] button").first.click()
    page.locator("#boards .taught").first.wait_for()
    before = page.url
    page.get_by_role("button", name="Start over").click()
    page.wait_for_url(lambda address: "/match/" in address and address != before)
    expect(page.locator("#lesson")).to_be_visible()


def test_where_one_waits_a_link_leads_to_the_next_game(table: Table) -> None:
    page, services = table.page, table.server.services
    ann, bob = (services.accounts.of_session(one) for one in ("session of Ann", "Bob-1"))
    assert ann is not None
    assert bob is not None
    other = services.tables.open(
        bob, spinney.game(GAME), Clock.read("none"), MatchSettings(), ["me", "open"]
    )
    services.tables.sit(other, ann, 1)
    page.reload()
    page.get_by_role("link", name="Next game (1)").click()
    expect(page.locator("#table")).to_have_attribute("data-match", other)
    expect(page.locator("#table")).to_have_attribute("data-turn", "yes")
    expect(page.locator("#next-game")).to_be_hidden()
