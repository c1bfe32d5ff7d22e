"""From the first page to a table in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.web.site import GAME
from tests.web.visitor import Visitor

pytestmark = pytest.mark.browser


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
