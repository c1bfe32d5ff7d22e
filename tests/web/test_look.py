"""The look of pages: another theme or language loses neither the place nor what was written."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.web.site import fresh, played, until
from tests.web.test_chat_form import Table, table  # noqa: F401 - a fixture
from tests.web.test_shared_table import visited_server  # noqa: F401 - a fixture
from tests.web.visitor import LAID_OUT, Visitor, bars_nobody

pytestmark = pytest.mark.browser

THEME = ".look button[value={}]:visible"
GERMAN = ".languages button[value=de]"
GROUND = """() => [...document.querySelectorAll("meta[name=theme-color]")]
  .filter((meta) => matchMedia(meta.media).matches).map((meta) => meta.content)"""


def test_another_theme_keeps_a_half_written_line(table: Table) -> None:  # noqa: F811
    page = table.page
    page.fill("#chat-text", "half a li")
    page.evaluate("window.stays = true")
    theme = page.locator(".look .next:visible")
    theme.focus()
    for now in ("light", "dark"):
        page.keyboard.press("Enter")
        expect(page.locator("html")).to_have_attribute("data-theme", now)
    expect(theme).to_be_focused()
    expect(theme).to_have_accessible_name("Colours: Dark. Change to: As your system")
    expect(page.locator("#chat-text")).to_have_value("half a li")
    assert page.evaluate("window.stays"), "it is the same page"
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")


def test_another_language_keeps_a_half_written_line(table: Table) -> None:  # noqa: F811
    page = table.page
    page.fill("#chat-text", "half a li")
    page.locator("#more summary").click()
    page.locator(GERMAN).click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#chat-text")).to_have_value("half a li")
    expect(page.locator("#table")).to_have_attribute("data-match", table.match)
    page.reload()
    expect(page.locator("#chat-text")).to_have_value("")


def test_a_note_that_was_kept_over_another_language_is_saved(table: Table) -> None:  # noqa: F811
    page, services = table.page, table.server.services
    page.get_by_role("tab", name="Notes").click()
    page.fill("#note", "two ponds")
    page.locator("#more summary").click()
    page.locator(GERMAN).click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#note")).to_have_value("two ponds")
    bob = services.accounts.of_session("Bob-1")
    assert bob is not None
    until(lambda: services.notes.read(table.match, bob.id).text == "two ponds")


def test_a_guide_stays_at_its_section(visitor: Visitor) -> None:
    page, guide = visitor.page, f"{visitor.address}/guide/arboretum"
    page.goto(guide)
    section = page.locator(".contents a").last.get_attribute("href") or ""
    page.goto(guide + section)
    page.locator(THEME.format("dark")).click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    assert page.url == guide + section
    addresses = page.eval_on_selector_all(
        "img[src*='theme='], source", "all => all.map((one) => one.src || one.srcset)"
    )
    assert addresses
    assert all("theme=dark" in address for address in addresses)
    assert page.evaluate(GROUND) == ["#141B16"]
    page.locator(THEME.format("light")).click()
    assert page.evaluate(GROUND) == ["#F6F2E7"]
    page.locator(GERMAN).click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url == guide + section


def test_a_new_game_keeps_its_choices_in_another_language(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{visitor.address}/new/arboretum")
    page.locator("[name=clock][value=own]").check(force=True)
    page.locator("[name=clock-time]").fill("7")
    page.locator("#seat-1").select_option("level:ancient")
    page.locator(GERMAN).click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("[name=clock][value=own]")).to_be_checked()
    expect(page.locator("[name=clock-time]")).to_have_value("7")
    expect(page.locator("#seat-1")).to_have_value("level:ancient")


def test_a_table_and_a_replay_offer_languages(visitor: Visitor) -> None:
    page, game = visitor.page, visitor.sit(fresh("me", "friend"))
    page.locator("#more summary").click()
    bars_nobody(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    until(lambda: page.evaluate(LAID_OUT))
    if not page.locator(GERMAN).is_visible():
        page.locator("#more summary").click()
    page.locator(GERMAN).click()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url == f"{visitor.address}/match/{game}"

    name = visitor.match_service.begin(played("me", "level:seedling"))
    page.goto(f"{visitor.address}/match/{name}/replay?at=10")
    following = page.get_attribute("#table", "data-after") or ""
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(f"at={following}&"))
    page.locator(".languages button[value=en]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#table")).to_have_attribute("data-at", following)
