"""Pages in a browser: focus that stays, forms that take one press, nothing out of reach."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.web import arboretum
from tests.web.site import fresh, until
from tests.web.test_chat_form import HOLD_MESSAGES_BACK, TWO_FRAMES
from tests.web.test_spring_2021 import DEAL, SPRING
from tests.web.visitor import TOO_WIDE, Visitor

import spinney
from spinney.match import Header, Match

pytestmark = pytest.mark.browser

SOURCES = Path(spinney.__file__).parent


# Styles.


def test_styles_of_pictures_bar_nobody_from_parts_of_pages() -> None:
    """No class of a page is one by which all pictures refuse the pointer or change it."""
    css = (SOURCES / "drawing" / "pictures.css").read_text()
    rules = re.findall(r"^\.([\w-]+) \{([^}]*)\}", css, re.M)
    pictured = {name for name, rule in rules if re.search(r"pointer-events|cursor", rule)}
    assert "gain" in pictured
    used: dict[str, str] = {}
    for template in (SOURCES / "server").rglob("*.html"):
        for names in re.findall(r'class="([^"]*)"', template.read_text()):
            used |= dict.fromkeys(re.findall(r"[\w-]+", names), template.name)
    assert {name: used[name] for name in pictured & used.keys()} == {}


def test_the_seconds_that_a_clock_adds_can_be_clicked(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(f"{visitor.address}/new/arboretum")
    page.get_by_text("Clock").first.click()
    page.locator("[name=clock][value=own]").check(force=True)
    page.locator("[name=clock-more]").click()
    assert page.evaluate("document.activeElement.name") == "clock-more"


# By keyboard.


def grown(opponent: str) -> Match:
    """Return a match where the player's trees can do more than one thing."""
    match = Match.begin(Header(SPRING, ("me", opponent), given=DEAL))
    for turn in range(8):
        match = match.play(match.to_act[0], "WAIT", at=turn)
    return match


def test_who_chooses_at_a_piece_by_keyboard_stays_on_the_boards(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(grown("friend"))
    page.locator("#cell-22.lit").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#popover button:focus")).to_contain_text("Grow")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#popover button:focus")).to_contain_text("Sow a seed")
    page.keyboard.press("Enter")
    until(lambda: page.evaluate("Boolean(document.activeElement.closest('.boards [data-word]'))"))


def test_a_button_at_a_piece_stays_when_the_page_is_renewed(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(grown("level:seedling"))
    page.locator("#cell-22.lit").click()
    button = page.locator("#popover button").first
    button.evaluate("button => { button.pressed = true; }")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.locator("#advice .word").wait_for()
    assert button.evaluate("button => button.pressed")


def test_the_line_to_type_in_is_not_unfolded_where_nobody_can_type(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(fresh("level:seedling", "level:seedling"))
    page.keyboard.press("/")
    expect(page.locator("#type-move[open]")).to_have_count(0)


# Boards.


def test_others_boards_are_enlarged_in_a_replay_too(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 375, "height": 812})
    name = visitor.match_service.begin(arboretum.played("me", "friend", choices=60))
    page.goto(f"{visitor.address}/match/{name}/replay?at=40&seen_by=0")
    page.locator("a.enlarger").first.focus()
    page.keyboard.press("Enter")
    dialog = page.locator("#enlarged")
    expect(dialog).to_be_visible()
    cards = dialog.locator(".card").count()
    page.keyboard.press("End")  # the dialog's key: the replay behind it stays
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    assert cards
    expect(page.locator("#table")).to_have_attribute("data-at", "40")


def test_the_strip_of_boards_leaves_no_steps_in_the_history(phone: Visitor) -> None:
    page = phone.page
    phone.sit(arboretum.played("me", "level:seedling", choices=8))
    steps = page.evaluate("history.length")
    page.locator("#strip a").last.click()
    until(lambda: page.evaluate("scrollY") > 0)
    assert page.evaluate("history.length") == steps


@pytest.mark.parametrize("menu", ["display", "more"])
def test_a_menu_opens_below_its_button_and_in_sight(phone: Visitor, menu: str) -> None:
    page = phone.page
    phone.sit(arboretum.played("me", "friend", choices=12))
    button, shown = page.locator(f"#{menu} > summary"), page.locator(f"#{menu} > .menu")
    before = page.evaluate(PLACE_AMONG_TOOLS, menu)
    button.click()
    expect(shown.locator("> *").first).to_be_in_viewport(ratio=1)
    expect(shown.locator("> *").last).to_be_in_viewport(ratio=1)
    assert page.evaluate(PLACE_AMONG_TOOLS, menu) == before
    button.click()
    expect(shown).not_to_be_visible()


PLACE_AMONG_TOOLS = """(menu) => {
  const [part, tools] = [`#${menu} > summary`, "#tools"].map(
    (selector) => document.querySelector(selector).getBoundingClientRect());
  return [part.left - tools.left, part.top - tools.top];
}"""


def test_the_first_table_on_a_phone_comes_in_its_layout(phone: Visitor) -> None:
    page = phone.page
    page.add_init_script("window.WebSocket = class { close() {} };")  # nothing comes over a socket
    for path in ("/", "/about"):  # also from a page that has no other script
        page.context.clear_cookies(name="layout")
        page.goto(phone.address + path)
        until(lambda: "layout=narrow" in page.evaluate("document.cookie"))
    name = phone.match_service.begin(fresh("me", "friend"))
    page.goto(f"{phone.address}/match/{name}")
    expect(page.locator("#table")).to_have_attribute("data-layout", "narrow")
    page.set_viewport_size({"width": 1280, "height": 800})
    until(lambda: "layout=wide" in page.evaluate("document.cookie"))


def test_a_replay_keeps_its_line_in_sight_when_the_log_gets_smaller(visitor: Visitor) -> None:
    page = visitor.page
    name = visitor.match_service.begin(arboretum.played("me", "friend", choices=60))
    page.goto(f"{visitor.address}/match/{name}/replay?at=50")
    page.locator("#log .now").wait_for()
    assert page.evaluate("document.getElementById('log').clientHeight") > 150
    page.evaluate("document.getElementById('log').style.maxHeight = '4.5rem'")
    until(lambda: page.evaluate(NOW_IN_LOG))
    page.evaluate("document.getElementById('log').style.maxHeight = ''")
    until(lambda: page.evaluate("document.getElementById('log').clientHeight") > 150)
    until(lambda: page.evaluate(NOW_IN_LOG))


NOW_IN_LOG = """() => {
  const [now, log] = ["#log .now", "#log"].map(
    (one) => document.querySelector(one).getBoundingClientRect());
  return log.height < 150 ? now.top >= log.top && now.bottom <= log.bottom : now.top >= log.top;
}"""


# What was put together, and what can be thrown away.


def test_the_log_shows_its_end_however_fast_lines_come(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(fresh("level:seedling", "level:seedling"))
    expect(page.locator("#table")).to_have_attribute("data-over", "yes")
    assert page.evaluate(END_AFTER_LINES_THAT_COME_BEFORE_A_SCROLL_IS_HEARD_OF)


END_AFTER_LINES_THAT_COME_BEFORE_A_SCROLL_IS_HEARD_OF = """async () => {
  const [log, lines] = ["log", "lines"].map((id) => document.getElementById(id));
  const two = (done) => requestAnimationFrame(() => requestAnimationFrame(done));
  const frame = () => new Promise(two);
  const more = () => lines.append(lines.lastElementChild.cloneNode(true));
  new ResizeObserver(() => { for (let k = 0; k < 40; k++) more(); }).observe(log);
  log.style.flex = "none";
  for (const height of ["150px", "140px", "130px"]) {
    log.style.height = height;
    await frame();
  }
  const below = log.scrollHeight - log.clientHeight - log.scrollTop;
  return below < (50 * lines.offsetHeight) / lines.childElementCount;  // what came last
}"""


def test_a_bid_that_is_put_together_outlives_a_reload(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(fresh("me", "friend").play(0, "first red", 0))
    page.locator("#branch-bulletin").click()
    page.locator("[data-group='0']").click()
    page.reload()
    expect(page.locator("[data-group]")).to_have_attribute("aria-label", re.compile("2"))
    page.locator("#lock-in").click()
    expect(page.locator("#handover")).to_be_visible()
    assert page.evaluate("sessionStorage.length") == 0  # the next player finds nothing


def test_a_match_is_deleted_only_when_that_is_confirmed(visitor: Visitor) -> None:
    page = visitor.page
    name = visitor.match_service.begin(fresh("me", "friend"))
    page.goto(visitor.address)
    row = page.locator(".row", has=page.locator(f"[href='/match/{name}']"))
    row.locator("summary").click()
    assert visitor.match_service.live_match(name).id == name
    row.get_by_role("button", name="Delete permanently").click()
    expect(row).to_have_count(0)


def test_the_first_page_fits_the_smallest_phones(visitor: Visitor) -> None:
    page = visitor.page
    visitor.match_service.begin(fresh("me", "friend"))
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto(visitor.address)
    assert page.evaluate(TOO_WIDE) <= 0


# Lessons.


@pytest.mark.parametrize(
    "game", ["arboretum", "build-your-arboretum", "forest-garden", "spring-2021"]
)
def test_what_a_lesson_is_about_is_in_sight_on_a_small_phone(phone: Visitor, game: str) -> None:
    page = phone.page
    page.set_viewport_size({"width": 375, "height": 667})
    page.goto(phone.address)
    page.locator(f"form[action='/learn/{game}'] button").first.click()
    page.locator("#boards .taught").first.wait_for()
    until(lambda: page.evaluate(TAUGHT_IN_SIGHT))


TAUGHT_IN_SIGHT = """() => {
  const [taught, status, foot] = ["#boards .taught", "#status", "#foot"].map(
    (one) => document.querySelector(one).getBoundingClientRect());
  return taught.top >= status.bottom && taught.bottom <= (foot.height ? foot.top : innerHeight);
}"""


def test_what_a_lesson_is_about_stays_in_sight_when_others_have_chosen(phone: Visitor) -> None:
    page = phone.page
    page.add_init_script(HOLD_MESSAGES_BACK)
    page.set_viewport_size({"width": 375, "height": 667})
    page.goto(phone.address)
    page.locator("form[action='/learn/forest-garden'] button").first.click()
    page.locator("#boards .taught").first.wait_for()
    live = phone.match_service.live_match(page.url.rpartition("/")[2])
    until(lambda: live.match.to_act == (0,))
    page.evaluate("releaseMessages()")
    until(lambda: page.evaluate(TAUGHT_IN_SIGHT))
    page.evaluate(TWO_FRAMES)
    assert page.evaluate(TAUGHT_IN_SIGHT)


def test_who_composes_a_bid_in_the_lesson_sees_how_to_lock_it_in(phone: Visitor) -> None:
    page = phone.page
    page.set_viewport_size({"width": 375, "height": 667})
    phone.sit(fresh("me", "friend").play(0, "first red", 0))
    page.evaluate(BRANCH_UNDER_STATUS)
    page.locator("#branch-garden").click()
    until(lambda: page.evaluate(LOCK_IN_SIGHT))


BRANCH_UNDER_STATUS = """() => {
  const [branch, status] = ["branch-garden", "status"].map(
    (id) => document.getElementById(id).getBoundingClientRect());
  scrollBy(0, branch.top - status.bottom - 4);
}"""
LOCK_IN_SIGHT = """() => {
  const [lock, status] = ["lock-in", "status"].map(
    (id) => document.getElementById(id).getBoundingClientRect());
  return lock.top >= status.bottom;
}"""
