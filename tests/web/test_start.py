"""From the first page to a table in a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.web.legibility import offenders
from tests.web.shared_server import opened
from tests.web.site import GAME
from tests.web.visitor import Visitor

import spinney
from spinney.i18n import LONG
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.middleware.language import COOKIE
from spinney.server.middleware.security import SESSION

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser

SIZES = (1280, 800), (375, 812)


def test_one_click_leads_from_the_first_page_to_a_running_table(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(visitor.address)
    page.locator(f"form[action='/play/{GAME}'] button").click()
    expect(page.locator("#boards .lit").first).to_be_visible()
    expect(page).to_have_title(re.compile("^●"))
    assert page.get_attribute("link[rel=icon]", "href") == "/static/icon-turn.svg"
    page.goto(visitor.address)
    expect(page.get_by_role("heading", name="Continue playing")).to_be_visible()
    assert visitor.complaints == []


def test_a_waiting_room_that_one_may_see_no_more_says_so(tmp_path: Path, page: Page) -> None:
    with opened(f"sqlite:///{tmp_path / 'server.sqlite'}") as (address, services):
        host = services.accounts.guest("session", "Ann")
        game, agreed = spinney.game(GAME), (Clock.read("none"), MatchSettings(public=False))
        table = services.tables.open(host, game, *agreed, ["me", "open"])
        page.context.add_cookies([{"name": SESSION, "value": "session", "url": address}])
        page.goto(f"{address}/table/{table}")
        expect(page.locator("#room")).to_be_visible()
        services.accounts.sign_out("session")
        expect(page.get_by_role("heading", name="Nothing grows here")).to_be_visible()


@pytest.mark.long
def test_long_texts_and_names_fit_before_the_match(
    tmp_path: Path, page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPINNEY_LONG_TEXTS", "1")
    with opened(f"sqlite:///{tmp_path / 'server.sqlite'}") as (address, services):
        host = services.accounts.guest("session", "Wilhelmina Featherstone")
        other = services.accounts.guest("other session", "Maximilian von Hohenberg")
        agreed = Clock.read("move 3 days"), MatchSettings(public=True)
        game, seats = spinney.game(GAME), ["me", "open"]
        begun = services.tables.open(host, game, *agreed, seats)
        services.tables.sit(begun, other, 1)
        game = spinney.game("forest-garden", players=4)
        seats = ["me", "open", "invited", "level:tree"]
        waiting = services.tables.open(host, game, *agreed, seats)
        services.tables.sit(waiting, other, 1)
        for name, value in ((SESSION, "session"), (COOKIE, LONG)):
            page.context.add_cookies([{"name": name, "value": value, "url": address}])
        found = []
        for path in ("/", "/new/forest-garden?with=friends", f"/table/{waiting}"):
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.goto(address + path)
                assert "~~~" in page.inner_text("main")
                found += [f"{path} at {width}: {offender}" for offender in offenders(page, "body")]
    assert not found, "\n".join(found)
