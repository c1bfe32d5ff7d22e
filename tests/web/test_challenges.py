"""Challenging a person by name: from their page to the match, or to their answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from tests.lent_pages import patient_context
from tests.server.rated import keep
from tests.web.shared_server import Guest, opened
from tests.web.site import GAME
from tests.web.visitor import LAID_OUT

from spinney.server.db.database import DatabaseUnavailable
from spinney.server.middleware.security import SESSION
from spinney.server.services import Services

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

REFUSED = "there is no such player, or they don’t show their ratings"
WIDTHS = 1280, 375


class ChallengeServer:
    """A server, and the people who come there."""

    def __init__(self, address: str, services: Services, stack: ExitStack) -> None:
        self.address, self.services, self._stack = address, services, stack

    def guest(self, name: str) -> Guest:
        """Somebody who has only said a name."""
        return self._stack.enter_context(closing(Guest.named(self.address, self.services, name)))

    def member(self, name: str) -> Guest:
        """Somebody who keeps their name with a password."""
        person = keep(self.services, self.services.accounts.guest(f"session-of-{name}", name))
        return self._stack.enter_context(closing(Guest(self.address, name, person)))

    def challenge(self, host: Guest, name: str, game: str = GAME, **more: str) -> str:
        """Challenge somebody; return the address of the table."""
        seats = {"seat-0": "me", "seat-1": f"invited:{name}"}
        answer = host.post(f"/new/{game}", **({"clock": "none"} | seats | more))
        assert answer.status_code == 303, answer.text
        return answer.headers["location"]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ChallengeServer]:
    url = f"sqlite:///{tmp_path / 'server.sqlite'}"
    with opened(url) as (address, services), ExitStack() as stack:
        yield ChallengeServer(address, services, stack)


def plain(page: str) -> str:
    """Return the text of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_a_persons_page_leads_to_a_form_that_challenges_them(server: ChallengeServer) -> None:
    ann, bob, gus = server.member("Ann"), server.member("Bob & Co"), server.guest("Gus")
    profile = f"/player?name={quote(bob.name)}"
    address = f"/new/{GAME}?opponent={quote(bob.name)}"
    assert f'href="{address}"' in ann.get(profile).text
    for other in (gus, bob):
        assert "Challenge" not in other.get(profile).text
    assert "Challenge" not in ann.get("/player?name=level:tree").text
    form = ann.get(address).text
    first, second = re.findall(r'<select id="seat-\d".*?</select>', form, re.DOTALL)
    assert '<option value="me" selected>' in first
    assert '<option value="invited:Bob &amp; Co" selected>Bob &amp; Co</option>' in second


def test_the_form_keeps_whom_it_challenges_in_another_theme(server: ChallengeServer) -> None:
    ann, bob = server.member("Ann"), server.member("Bob")
    form, token = f"/new/{GAME}", {"token": ann.token}
    sent = {"seat-0": "me", "seat-1": f"invited:{bob.name}", "clock": "none", "rated": "yes"}
    headers = {"origin": server.address, "referer": f"{server.address}{form}?opponent=Bob"}
    refused = ann.client.post(form, data=token | sent, headers=headers)
    assert refused.status_code == 422
    back = re.search(r'name="back" value="([^"]+)"', refused.text)
    assert back is not None
    headers["referer"] = f"{server.address}{form}"  # the address of what was refused
    chosen = token | {"theme": "dark", "back": back[1]}
    look = ann.client.post("/look", data=chosen, headers=headers)
    assert look.headers["location"] == f"{form}?opponent=Bob"


def test_nobody_begins_unasked_while_an_answer_is_awaited(server: ChallengeServer) -> None:
    ann, bob = server.member("Ann"), server.member("Bob")
    asked = ann.get(server.challenge(ann, bob.name)).text
    assert 'data-ask="Bob hasn’t answered yet. Begin without them?"' in asked
    assert "The computer takes the seats of all who haven’t sat down." in asked


def test_a_form_is_offered_only_for_who_can_be_challenged(server: ChallengeServer) -> None:
    ann, gus, hal = server.member("Ann"), server.guest("Gus"), server.member("Hal")
    hal.post("/account/listed")
    for name in ("Gus", "Hal", "Nobody"):
        answer = ann.get(f"/new/{GAME}?opponent={name}")
        assert (answer.status_code, REFUSED in answer.text.lower()) == (422, True), name
    answer = gus.get(f"/new/{GAME}?opponent=Ann")
    assert (answer.status_code, "set a password" in answer.text) == (422, True)


def test_a_refused_challenge_keeps_the_form_and_makes_no_guest(server: ChallengeServer) -> None:
    ann, bob = server.member("Ann"), server.member("Bob")
    seats = {"seat-0": "me", "seat-1": f"invited:{bob.name}"}
    refused = ann.post(f"/new/{GAME}", clock="none", seed="7", **seats)
    assert (refused.status_code, "seed only for a table" in refused.text) == (422, True)
    assert '<option value="invited:Bob" selected>Bob</option>' in refused.text
    nobody = Guest(server.address, "nobody")
    with closing(nobody):
        answer = nobody.post(f"/new/{GAME}", clock="none", name="Zoe", **seats)
        assert (answer.status_code, "set a password" in answer.text) == (422, True)
        assert "Zoe" not in nobody.get("/account").text


def test_who_is_challenged_plays_from_the_home_page(server: ChallengeServer) -> None:
    ann, bob, cat = server.member("Ann"), server.member("Bob"), server.member("Cat")
    table = server.challenge(ann, "Bob", public="yes")
    assert "Waiting for Bob." in plain(ann.get(table).text)
    assert "Your answer is awaited." in plain(bob.get(table).text)
    for path in ("/", "/lobby"):
        theirs = bob.get(path).text
        assert f'action="{table}/decline"' in theirs
        assert "Ann challenges you" in theirs
        assert 'data-awaited="1"' in theirs
        assert bob.token in theirs
        own = ann.get(path).text
        assert "Waiting for Bob" in own
        assert "/decline" not in own
        assert table not in cat.get(path).text, "even a public one isn't hers to sit down at"
    assert cat.post(f"{table}/sit", seat="1").status_code == 422
    assert bob.post(f"{table}/sit", seat="1").headers["location"] == table
    assert bob.get(table).headers["location"] == table.replace("/table/", "/match/")


def test_who_declines_is_led_home_and_the_challenger_is_told(server: ChallengeServer) -> None:
    ann, bob, cat = server.member("Ann"), server.member("Bob"), server.member("Cat")
    table = server.challenge(ann, "Bob")
    assert cat.post(f"{table}/decline").status_code == 404, "she may not see it"
    assert ann.post(f"{table}/decline").status_code == 422
    sent = {"token": bob.token}
    headers = {"origin": server.address, "accept": "text/html"}
    answer = bob.client.post(f"{table}/decline", data=sent, headers=headers)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "Bob has declined. This table has been closed." in plain(ann.get(table).text)
    home = ann.get("/").text
    assert 0 < home.find("Bob has declined") < home.find('id="games"'), "above the games"
    assert home.count(table) == 1
    assert "Replay" not in plain(home), "there is nothing to replay"
    assert table not in ann.get("/finished").text
    assert table not in bob.get("/").text


def test_every_page_leads_to_a_challenge(server: ChallengeServer) -> None:
    ann, bob = server.member("Ann"), server.member("Bob")
    first, second = (server.challenge(ann, bob.name) for _ in range(2))

    def sign(who: Guest, path: str) -> tuple[str, str]:
        """Return where the sign in the head of a page leads, and what it says."""
        found = re.search(
            r'<a id="challenges" href="([^"]+)"[^>]*?(?<!hidden)>(.*?)</a>', who.get(path).text
        )
        return (found[1], plain(found[2])) if found else ("", "")

    newest, count = sign(bob, "/about")
    assert newest in (first, second)
    assert count == "2 challenges"
    for path in ("/account", "/guide/arboretum", "/ratings", "/finished", f"/new/{GAME}"):
        assert sign(bob, path) == (newest, count)
    assert sign(bob, first) == (second, "1 challenge"), "the page shows the other one itself"
    for who, path in ((bob, "/"), (bob, "/nowhere"), (ann, "/about")):
        assert sign(who, path) == ("", "")
    for table in (first, second):
        bob.post(f"{table}/decline")
    assert sign(bob, "/about") == ("", "")


def test_a_page_without_a_database_shows_no_challenges(
    server: ChallengeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = server.member("Ann"), server.member("Bob")
    server.challenge(ann, bob.name)

    def refuse(_person: str) -> list[str]:
        raise DatabaseUnavailable

    monkeypatch.setattr(server.services.tables, "challenges", refuse)
    assert bob.get("/about").status_code == 200


def test_the_account_page_says_who_can_challenge(server: ChallengeServer) -> None:
    assert "people with a password can challenge you" in server.member("Ann").get("/account").text


@pytest.mark.browser
@pytest.mark.parametrize("width", WIDTHS)
def test_a_challenge_is_seen_from_a_table(
    server: ChallengeServer, browser: Browser, width: int
) -> None:
    ann, bob = server.member("Ann"), server.member("Bartholomew-the-Great")
    match = server.challenge(bob, ann.name).replace("/table/", "/match/")
    ann.post(f"{match.replace('/match/', '/table/')}/sit", seat="1")
    bob.say(match.rpartition("/")[2], "first blue")
    bob.say(match.rpartition("/")[2], "bid none")
    context = patient_context(browser, viewport={"width": width, "height": 800})
    context.add_cookies([{"name": SESSION, "value": bob.session, "url": server.address}])
    page = context.new_page()
    page.goto(server.address + match)
    page.wait_for_function(LAID_OUT)
    sign = page.locator("#challenges")
    expect(sign).to_be_hidden()
    table = server.challenge(ann, bob.name)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as who comes back
    expect(sign).to_be_visible()
    expect(sign).to_have_accessible_name("1 challenge")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    sign.click()
    page.wait_for_url(f"**{table}")
    expect(page.get_by_role("button", name="Decline")).to_be_visible()
    context.close()


@pytest.mark.browser
@pytest.mark.parametrize("width", WIDTHS)
def test_a_challenge_is_made_and_accepted_on_any_screen(
    server: ChallengeServer, browser: Browser, width: int
) -> None:
    ann, bob = server.member("Wilhelmina-Featherst"), server.member("Bartholomew-the-Great")

    def page_of(guest: Guest) -> Page:
        context = patient_context(browser, viewport={"width": width, "height": 800})
        context.add_cookies([{"name": SESSION, "value": guest.session, "url": server.address}])
        return context.new_page()

    def fits(page: Page) -> None:
        page.wait_for_function(LAID_OUT)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    challenger, challenged = page_of(ann), page_of(bob)
    challenged.goto(server.address)
    challenger.goto(f"{server.address}/player?name={bob.name}")
    fits(challenger)
    challenger.get_by_role("link", name="Build Your Arboretum").click()
    expect(challenger.locator("#seat-1")).to_have_value(f"invited:{bob.name}")
    fits(challenger)
    challenger.get_by_role("button", name="Begin").click()
    expect(challenger.locator("#waits")).to_contain_text(f"Waiting for {bob.name}.")
    fits(challenger)
    row = challenged.get_by_role("listitem").filter(has_text=f"{ann.name} challenges you")
    expect(row.get_by_role("button", name="Decline")).to_be_visible()  # without a reload
    fits(challenged)
    row.get_by_role("button", name="Play").click()
    for page in (challenger, challenged):
        page.wait_for_url("**/match/*")
        page.context.close()
