"""Blocking people: at a table, on their page and on one's account page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.lent_pages import patient_context
from tests.server.rated import keep
from tests.web.shared_server import Guest, opened
from tests.web.site import GAME
from tests.web.visitor import bars_nobody

import spinney
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.middleware.security import SESSION
from spinney.server.services import Services

if TYPE_CHECKING:
    from playwright.sync_api import Browser


class BlockingPeople:
    """Ann and Ben at a table of their own, Cat who looks on; each with a password.

    ``ann``: Ann's browser; the others don't need any.
    """

    def __init__(self, address: str, services: Services, stack: ExitStack) -> None:
        self.address, self.services = address, services
        self.people = {
            name: keep(services, services.accounts.guest(f"session-of-{name}", name))
            for name in ("Ann", "Ben", "Cat")
        }
        self.ann, self.ben = (
            stack.enter_context(closing(Guest(address, name, self.people[name])))
            for name in ("Ann", "Ben")
        )
        rules, seats = MatchSettings(public=True), ["me", "open"]
        game = spinney.game(GAME)
        self.table = services.tables.open(self.people["Ann"], game, Clock(), rules, seats)
        services.tables.sit(self.table, self.people["Ben"], 1)

    @property
    def blocked(self) -> list[str]:
        """Whom Ann has blocked."""
        return [one.name for one in self.services.blocks.named(self.people["Ann"].id)]

    def say(self, name: str, text: str, readers: str = "players") -> None:
        self.services.chat.send(self.table, readers, self.people[name], text)
        self.services.match_service.publish(self.table)


@pytest.fixture
def people(tmp_path: Path) -> Iterator[BlockingPeople]:
    url = f"sqlite:///{tmp_path / 'server.sqlite'}"
    with opened(url) as (address, services), ExitStack() as stack:
        yield BlockingPeople(address, services, stack)


def test_a_page_blocks_and_unblocks(people: BlockingPeople) -> None:
    ann, ben = people.ann, people.ben
    assert "Block Ben" in ann.get("/player?name=Ben").text
    assert "Block Ann" not in ann.get("/player?name=Ann").text
    assert ann.post("/player/block", name="Ben").status_code == 303
    page = ann.get("/player?name=Ben").text
    assert "Unblock Ben" in page
    assert "Challenge Ben" not in page
    assert "blocked" not in ben.get("/player?name=Ann").text, "who is blocked isn't told"
    assert "Ben" in ann.get("/account").text
    assert ann.post("/account/unblock", person=people.people["Ben"].id).status_code == 303
    assert "Unblock Ben" not in ann.get("/account").text
    assert "Challenge Ben" in ann.get("/player?name=Ben").text
    ann.post("/player/block", name="Ben")
    ann.post("/player/unblock", name="Ben")
    assert people.blocked == []


@pytest.mark.parametrize(("change", "name"), [("block", ""), ("unblock", "Nobody")])
def test_what_can_not_be_blocked_is_refused(people: BlockingPeople, change: str, name: str) -> None:
    assert people.ann.post(f"/player/{change}", name=name).status_code == 422
    assert people.blocked == []


def test_only_a_line_that_one_reads_leads_to_its_writer(people: BlockingPeople) -> None:
    people.say("Cat", "he has the oaks", "watchers")
    refused = people.ann.post(f"/match/{people.table}/block", line="watchers-1")
    assert (refused.status_code, "no such line" in refused.text) == (422, True)
    people.say("Ben", "hurry up")
    people.ann.post(f"/match/{people.table}/block", line="players-1")
    assert people.blocked == ["Ben"]


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 375])
def test_who_is_blocked_is_not_read_any_more(
    people: BlockingPeople, browser: Browser, width: int
) -> None:
    people.say("Ben", "hurry up")
    context = patient_context(
        browser, viewport={"width": width, "height": 800}, reduced_motion="reduce"
    )
    context.add_cookies([{"name": SESSION, "value": "session-of-Ann", "url": people.address}])
    page = context.new_page()
    page.goto(f"{people.address}/match/{people.table}")
    layout = "narrow" if width < 800 else "wide"
    page.locator(f'#table[data-layout="{layout}"]').wait_for()  # the tab moves as the boards come
    page.locator("#tab-chat").click()
    expect(page.locator("#chat-log")).to_contain_text("hurry up")
    page.get_by_text("Block somebody").click()
    bars_nobody(page)
    page.set_viewport_size({"width": width, "height": 800})
    page.get_by_role("button", name="Block Ben").click()
    expect(page.locator("#chat-log")).not_to_contain_text("hurry up")
    expect(page.locator("#block-writers")).to_have_count(0)
    people.say("Ben", "slow coach")
    page.fill("#chat-text", "peace at last")
    page.keyboard.press("Enter")
    expect(page.locator("#chat-log")).to_contain_text("peace at last")
    expect(page.locator("#chat-log")).not_to_contain_text("slow coach")
    page.goto(f"{people.address}/account#blocked")
    page.get_by_role("button", name="Unblock").click()
    page.goto(f"{people.address}/match/{people.table}")
    expect(page.locator("#chat-log")).to_contain_text("slow coach")
    context.close()
