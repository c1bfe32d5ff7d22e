"""The table of Arboretum in a browser: hands, roaming grounds, leaves, scoring, one screen."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from tests.web.arboretum import fresh, move, played
from tests.web.moves import COUNT_BY_HAND, answered, press_next, type_move
from tests.web.site import until
from tests.web.visitor import CANONICAL, TARGETS, Visitor, bars_nobody, to

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.browser


# Playing.


@pytest.mark.long
def test_the_last_rounds_by_keyboard_alone(visitor: Visitor) -> None:
    """Two friends, who pass the screen to each other: Tab, arrows and Enter are all they use."""
    page, chooser = visitor.page, random.Random(4)
    begun = len(played("me", "friend").events) - 12
    live = visitor.match_service.live_match(visitor.sit(played("me", "friend", choices=begun)))
    for _ in range(200):
        until(
            lambda: (
                page.locator("#handover, #move-form").count()
                and not page.locator(".moving").count()
            )
        )
        if live.match.over:
            break
        version = visitor.version
        if page.locator("#handover").count():
            to(page, "#handover .button")
            page.keyboard.press("Enter")
        else:
            press_next(page, chooser)
        until(lambda version=version: answered(page, version))
    assert live.match.over
    expect(page.locator("#headline")).to_contain_text("win")
    expect(page.locator("#sheet table")).to_be_visible()


def test_up_and_down_leave_a_hand_and_stay_in_no_other_card_of_it(visitor: Visitor) -> None:
    """The outer cards of a fan lie lower than the others, but in one row with them."""
    page = visitor.page
    visitor.sit(played("me", "level:seedling", choices=2))
    cards = page.locator("#hand > [data-live]")
    cards.first.wait_for()
    assert cards.count() == 9
    for at in range(9):
        for key in ("ArrowDown", "ArrowUp"):
            cards.nth(at).focus()
            page.keyboard.press(key)
            others = page.locator("#hand > :focus")
            assert others.count() == 0 or others.get_attribute("id") == cards.nth(at).get_attribute(
                "id"
            )
    cards.nth(4).focus()
    page.keyboard.press("ArrowRight")
    expect(cards.nth(5)).to_be_focused()


def test_nobody_has_a_turn_after_a_resignation(visitor: Visitor) -> None:
    name = visitor.sit(played("me", "level:seedling", choices=2))
    turn = visitor.page.locator("#boards .to-act")
    expect(turn).to_have_text("your turn")
    expect(turn).to_be_visible()
    live = visitor.match_service.live_match(name)
    visitor.match_service.act(live, lambda match, at: match.resign(0, at))
    expect(visitor.page.locator("#table[data-over=yes]")).to_be_visible()
    expect(turn).to_be_hidden()


def test_a_card_and_a_cell_in_any_order(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(played("me", "level:seedling", choices=2))
    page.locator("#cell-1-0\\,0").click()
    card = page.locator("#hand .lit").first
    word = card.get_attribute("data-word")
    card.click()
    expect(page.locator(f"#ground-1 #card-{word}")).to_be_visible()


def test_a_card_is_dragged_to_its_cell(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(played("me", "level:seedling", choices=2))
    card = page.locator("#hand .lit").nth(2)
    word = card.get_attribute("data-word")
    card.drag_to(page.locator("#cell-1-0\\,0"))
    expect(page.locator(f"#ground-1 #card-{word}")).to_be_visible()


# Kept up to date.


@pytest.mark.long
@pytest.mark.parametrize("width", [1280, 375])
def test_a_page_kept_up_to_date_equals_a_fresh_one(visitor: Visitor, width: int) -> None:
    page, chooser = visitor.page, random.Random(6)
    page.set_viewport_size({"width": width, "height": 800})
    begun = 0 if width == 1280 else 44
    live = visitor.match_service.live_match(
        visitor.sit(played("me", "friend", choices=begun, wide=True))
    )
    for number in range(400):
        match = live.match
        if match.over:
            break
        player = match.to_act[0]
        said = move(match, player, chooser, wide=True)
        live.at_screen = player  # who chooses has the screen
        visitor.match_service.act(live, lambda match, at, p=player, s=said: match.play(p, s, at))  # type: ignore[misc]
        if player in live.match.to_act:
            expected = f"{player}.{live.match.version_for(player)}"
            until(lambda wanted=expected: visitor.version == wanted)
        if number % 6 == 0:
            until(lambda: page.evaluate(CANONICAL) == "")
    assert live.match.over
    until(lambda: 'data-over="yes"' in page.content())
    until(lambda: page.evaluate(CANONICAL) == "")


# One screen for two.


def test_hands_are_hidden_between_two_friends(visitor: Visitor) -> None:
    """No hand but that of whoever has the screen is ever in the page, not for a moment."""
    page = visitor.page
    match = played("me", "friend", choices=3)
    live = visitor.match_service.live_match(visitor.sit(match))
    expect(page.locator("#handover")).to_contain_text("Player 1")
    page.evaluate("""() => {
      window.seen = [];
      const look = () => {
        const hand = [...document.querySelectorAll("#hand > .piece")].map(piece => piece.id);
        if (hand.length) window.seen.push(hand.sort().join(" "));
      };
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    }""")
    page.click("#handover .button")
    type_move(page, move(live.match, 0, random.Random(1)))
    expect(page.locator("#handover")).to_contain_text("Pass the device to Player 2")
    assert page.locator("#boards .piece, #board-dialogs dialog, #sheet").count() == 0
    seen = page.evaluate("window.seen")
    hands = {p: {f"card-{word}" for word in _hand(live.match, p)} for p in (0, 1)}
    assert seen
    assert all(not hands[1] & set(hand.split()) for hand in seen)
    page.evaluate("window.seen = []")
    page.click("#handover .button")
    expect(page.locator("#hand > .piece")).to_have_count(7)
    assert all(set(hand.split()) <= hands[1] for hand in page.evaluate("window.seen"))


def test_a_phone_that_is_passed_on_shows_nothing_but_that(phone: Visitor) -> None:
    page = phone.page
    live = phone.match_service.live_match(phone.sit(played("me", "friend", choices=3)))
    page.click("#handover .button")
    expect(page.locator("#strip a")).to_have_count(3)
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    type_move(page, move(live.match, 0, random.Random(1)))
    expect(page.locator("#handover")).to_contain_text("Pass the device to Player 2")
    expect(page.locator("#strip a")).to_have_count(0)
    expect(page.locator("#foot")).to_be_hidden()
    until(lambda: page.evaluate(WHOLLY_SEEN))


WHOLLY_SEEN = """() => {
  const [panel, status] = ["handover", "status"].map(
    (id) => document.getElementById(id).getBoundingClientRect());
  return panel.top >= status.bottom && panel.bottom <= innerHeight;
}"""


def _hand(match: Any, player: int) -> list[str]:
    from spinney.games.arboretum.text.names import CARD_NAMES
    from spinney.games.arboretum.view_model import ArboretumView

    return [CARD_NAMES[c] for c in ArboretumView(match.view(player)).hand(player)]


# What moved flies.

FLIGHTS = """() => {
  window.flights = {};
  const note = copy => requestAnimationFrame(() => {
    const [from] = copy.getAnimations()[0]?.effect.getKeyframes() ?? [];
    window.flights[copy.querySelector("title")?.textContent] = from?.transform;
  });
  new MutationObserver(changes => {
    for (const change of changes) for (const node of change.addedNodes)
      if (node.parentNode?.id === "above") note(node);
  }).observe(document.body, { childList: true, subtree: true });
}"""


FLOWN = "start => Object.entries(window.flights).find(([title]) => title.startsWith(start))?.[1]"


def test_a_card_flies_from_the_deck_to_the_hand_and_on_to_the_garden(animated: Visitor) -> None:
    page = animated.page
    live = animated.match_service.live_match(animated.sit(fresh("me", "level:seedling")))
    page.locator("#deck.lit").wait_for()
    page.evaluate(FLIGHTS)
    place = "id => { const m = document.getElementById(id).getScreenCTM(); return [m.e, m.f]; }"
    for wanted, start, where in (
        ("draw deck", "deck", "in your hand"),
        ("draw deck", "deck", "in your hand"),
        ("play", "", "in your garden"),
    ):
        before = set(_hand(live.match, 0))
        said = f"play {min(before)} 0,0" if wanted == "play" else wanted
        x, y = page.evaluate(place, start or f"card-{min(before)}")
        type_move(page, said)
        until(lambda before=before: set(_hand(live.match, 0)) != before)
        (card,) = before ^ set(_hand(live.match, 0))
        title = f"{card[:-1].capitalize()} {card[-1]} {where}"
        until(lambda title=title: page.evaluate(FLOWN, title))
        flown = page.evaluate(FLOWN, title)
        *_, across, down = (float(n) for n in flown[7:-1].split(","))
        assert [across, down] == pytest.approx([x, y], abs=1)
        page.locator("#above > *").first.wait_for(state="detached")
        page.evaluate("window.flights = {}")


LANDING = """async () => {
  const { fly, land, places } = await import("/static/motion.js");
  const before = places();
  const card = document.querySelector(".boards .piece[id^=card-]");
  card.setAttribute("transform", "translate(9 9)");
  fly(before);
  const flying = document.querySelectorAll("#above > *").length;
  land();
  const left = document.querySelectorAll("#above > *").length;
  return [flying, left, card.getAnimations().length];
}"""


def test_what_is_in_the_air_lands_when_the_page_changes(animated: Visitor) -> None:
    animated.sit(fresh("me", "level:seedling"))
    animated.page.locator("#deck.lit").wait_for()
    assert animated.page.evaluate(LANDING) == [1, 0, 0]


# Leaves.


def test_a_pile_can_be_leafed_through(visitor: Visitor) -> None:
    page = visitor.page
    match = played("me", "level:seedling", choices=40)
    visitor.sit(match)
    page.locator("#handle-1").focus()
    page.keyboard.press("Enter")
    dialog = page.locator("#dialog-pile-1")
    expect(dialog).to_be_visible()
    count = int(match.view(0).record.piled[0])
    assert count > 2
    expect(dialog.locator(".card")).to_have_count(count)
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    assert page.evaluate("document.activeElement.id") == "handle-1"
    page.locator("#handle-2 .box").click()
    expect(page.locator("#dialog-pile-2")).to_be_visible()
    page.mouse.click(5, 5)
    expect(page.locator("#dialog-pile-2")).not_to_be_visible()


def test_a_leaf_stays_open_when_the_table_goes_on(visitor: Visitor) -> None:
    page = visitor.page
    live = visitor.match_service.live_match(visitor.sit(played("me", "friend", choices=40)))
    page.click("#handover .button")
    page.locator("#handle-1 .box").click()
    visitor.match_service.act(live, lambda match, at: match.play(match.to_act[0], "draw deck", at))
    expect(page.locator("#log")).to_contain_text("draw deck")
    expect(page.locator("#dialog-pile-1")).to_be_visible()


def test_the_open_score_sheet_draws_the_paths(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(played("me", "level:seedling", choices=80))
    path = page.locator("#boards .path").first
    expect(path).to_have_css("opacity", "0")
    page.locator("#sheet summary").click()
    expect(path).not_to_have_css("opacity", "0")
    page.locator("#sheet summary").click()
    expect(path).to_have_css("opacity", "0")


# Ground that is wider than its window.


def _seen(page: Page) -> list[float]:
    box = page.get_attribute("#ground-1", "viewBox") or ""
    return [float(number) for number in box.split()]


def test_a_wide_garden_is_moved_by_keys_arrows_and_dragging(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 375, "height": 812})
    visitor.sit(played("me", "level:seedling", choices=4 * 12 * 2 - 8, wide=True))
    ground = page.locator("#ground-1.roams")
    ground.wait_for()
    whole = [float(n) for n in (page.get_attribute("#ground-1", "data-box") or "").split()]
    first = _seen(page)
    assert first[2] < whole[2]
    ground.focus()
    page.keyboard.press("ArrowLeft")
    left = _seen(page)
    assert left[0] < first[0]
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    assert _seen(page)[0] == pytest.approx(whole[0], abs=0.1)
    page.locator(".beyond.more[data-ground=ground-1][data-way=right]").click()
    assert _seen(page)[0] > whole[0]
    ground.focus()
    page.keyboard.press("0")
    assert _seen(page)[2] == pytest.approx(whole[2], abs=0.1)
    page.keyboard.press("0")
    box = ground.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = _seen(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 80, y, steps=4)
    page.mouse.up()
    dragged = _seen(page)
    assert dragged[0] < before[0]
    assert page.input_value("#move") == ""  # a drag is not a click


def test_a_wide_garden_is_moved_by_thumb(phone: Visitor) -> None:
    page = phone.page
    phone.sit(played("me", "level:seedling", choices=4 * 12 * 2 - 8, wide=True))
    ground = page.locator("#ground-1.roams")
    ground.scroll_into_view_if_needed()
    box, before = ground.bounding_box(), _seen(page)
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    _swipe(page, (x, y), (x + 60, y))
    until(lambda: _seen(page)[0] < before[0])


def _swipe(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Touch, move in three steps, let go."""
    touch = page.context.new_cdp_session(page)
    (x, y), (u, v) = start, end
    way = [{"x": x + (u - x) * k / 3, "y": y + (v - y) * k / 3} for k in range(4)]
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": way[:1]})
    for point in way[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_what_was_moved_stays_when_the_table_goes_on(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 375, "height": 812})
    match = played("me", "level:seedling", choices=4 * 12 * 2 - 8, wide=True)
    visitor.sit(match)
    page.locator("#ground-1.roams").focus()
    page.keyboard.press("ArrowLeft")
    seen = _seen(page)
    type_move(page, "draw deck")
    expect(page.locator("#log li").last).to_contain_text("drew")
    assert _seen(page) == seen


def test_the_keyboard_brings_cells_into_the_window(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 375, "height": 812})
    visitor.sit(played("me", "level:seedling", choices=4 * 12 * 2 - 6, wide=True))
    page.locator("#ground-1.roams").wait_for()
    far = page.locator("#ground-1 .lit").last
    far.focus()
    a, b = page.locator("#ground-1").bounding_box(), far.bounding_box()
    assert a is not None
    assert b is not None
    assert a["x"] - 1 <= b["x"]
    assert b["x"] + b["width"] <= a["x"] + a["width"] + 1


# The hand as its owner likes.


def _shown(page: Page) -> list[str]:
    """The cards of the hand from left to right, as they stand on the screen."""
    found: list[str] = page.evaluate("""() => [...document.querySelectorAll("#hand > .piece")]
      .sort((a, b) => a.getBoundingClientRect().left - b.getBoundingClientRect().left)
      .map(piece => piece.id.slice(5))""")
    return found


TOOLS_IN_A_LINE = """() => {
  const middle = (box) => box.top + box.height / 2;
  const tools = [...document.querySelectorAll("#order, #display summary, #more summary")];
  const middles = tools.map((tool) => middle(tool.getBoundingClientRect()));
  return tools.length === 3 && Math.max(...middles) - Math.min(...middles) < 4;
}"""


def test_a_hand_lies_by_colour_by_number_or_as_it_was_put(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(played("me", "level:seedling", choices=2))
    by_colour = _shown(page)
    assert by_colour == sorted(by_colour)
    assert page.evaluate(TOOLS_IN_A_LINE)
    page.select_option("#order", "number")
    by_number = _shown(page)
    assert [card[-1] for card in by_number] == sorted(card[-1] for card in by_colour)
    page.reload()
    page.locator("#hand .lit").first.wait_for()
    assert _shown(page) == by_number
    first, *rest = by_number
    page.locator(f"#card-{first}").drag_to(page.locator(f"#card-{rest[3]}"))
    own = _shown(page)
    assert own != by_number
    assert [card for card in own if card != first] == rest
    expect(page.locator("#order")).to_have_value("own")
    assert page.input_value("#move") == ""
    page.locator(f"#card-{first}").focus()
    page.keyboard.press("Shift+ArrowRight")
    assert _shown(page).index(first) == own.index(first) + 1
    assert page.evaluate("document.activeElement.id") == f"card-{first}"


def test_a_card_that_comes_lies_last_in_a_hand_put_by_hand(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(fresh("me", "level:seedling"))
    page.locator("#boards .lit").first.wait_for()
    page.select_option("#order", "own")
    before = _shown(page)
    type_move(page, "draw deck")
    expect(page.locator("#hand > .piece")).to_have_count(8)
    assert _shown(page)[:7] == before


def test_a_hand_is_put_in_order_by_thumb(phone: Visitor) -> None:
    page = phone.page
    phone.sit(played("me", "level:seedling", choices=2))
    page.locator("#at-hand #hand .lit").first.wait_for()
    before = _shown(page)
    boxes = [page.locator(f"#card-{card}").bounding_box() for card in (before[0], before[-1])]
    (x, y), (far, _) = ((box["x"] + 10, box["y"] + 60) for box in boxes if box)
    _swipe(page, (x, y), (far + 60, y))
    until(lambda: _shown(page)[-1] == before[0])


# The scoring.


def test_with_reduced_motion_the_score_is_there_at_once(visitor: Visitor) -> None:
    page = visitor.page
    visitor.sit(played("me", "level:seedling"))
    expect(page.locator("#boards")).to_have_class("scored")
    expect(page.locator("#scoring")).not_to_be_visible()
    expect(page.locator("#sheet table")).to_be_visible()


def test_the_score_is_counted_colour_by_colour(animated: Visitor) -> None:
    page = animated.page
    page.add_init_script(COUNT_BY_HAND)
    over = played("me", "friend")
    live = animated.match_service.live_match(
        animated.sit(played("me", "friend", choices=len(over.events) - 1))
    )
    last = over.events[-1].text
    page.click("#handover .button")
    page.locator("#boards .lit, #hand .lit").first.wait_for()
    type_move(page, last)
    panel = page.locator("#scoring")
    expect(panel).to_be_visible()
    expect(page.locator("#headline")).to_have_text("The scoring")
    assert "win" not in page.locator("main").inner_text().split("What happened")[0]
    titles = []
    for _ in range(6):
        titles.append(panel.locator(".title").inner_text())
        panel.locator(".next").click()
    assert titles == ["Cassia", "Crabapple", "Dogwood", "Jacaranda", "Lilac", "Magnolia"]
    expect(panel).not_to_be_visible()
    points = [int(text) for text in page.locator("#players .points b").all_inner_texts()]
    assert points == list(live.match.state.scores)
    expect(page.locator("#headline")).to_contain_text("win")
    page.click("#count")
    expect(panel).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).not_to_be_visible()
    expect(page.locator("#boards")).to_have_class("scored")


def test_nothing_is_counted_of_a_game_that_somebody_gave_up(animated: Visitor) -> None:
    page = animated.page
    animated.sit(played("me", "level:seedling", choices=2))
    page.on("dialog", lambda dialog: dialog.accept())
    page.locator("#more summary").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("#table")).to_have_attribute("data-over", "yes")
    expect(page.locator("#more")).not_to_have_attribute("open", "")
    expect(page.locator("#boards")).to_have_class("scored")
    expect(page.locator("#scoring")).not_to_be_visible()
    expect(page.locator("#headline")).to_contain_text("wins")


ROOM = """() => {
  const ids = ["status", "ground-1", "ending", "at-hand"];
  const [status, ground, ending, hand] = ids.map((id) => document.getElementById(id));
  const top = getComputedStyle(status).position === "sticky" ? status.offsetHeight : 0;
  scrollTo({ top: scrollY + ground.getBoundingClientRect().top - top, behavior: "instant" });
  const [seen, edge] = [ground.getBoundingClientRect(), ending.getBoundingClientRect()];
  const fixed = getComputedStyle(hand.parentElement).display === "contents" ? [edge] : [];
  fixed.push(...(fixed.length ? [] : [hand.parentElement.getBoundingClientRect()]));
  const whole = seen.top >= top - 1 && fixed.every((box) => seen.bottom <= box.top);
  return [whole, hand.getBoundingClientRect().height > 0];
}"""


@pytest.mark.parametrize(("width", "height"), [(320, 568), (375, 667)])
def test_a_small_phone_shows_a_scored_garden_whole(
    visitor: Visitor, width: int, height: int
) -> None:
    page = visitor.page
    page.set_viewport_size({"width": width, "height": height})
    visitor.sit(played("me", "level:seedling"))
    expect(page.locator("#table")).to_have_attribute("data-over", "yes")
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport()
    assert page.evaluate(ROOM) == [True, True]
    expect(page.get_by_role("button", name="Rematch")).to_be_in_viewport()


def test_a_replay_counts_too_and_forgets_it_when_left(animated: Visitor) -> None:
    page = animated.page
    name = animated.match_service.begin(played("me", "friend"))
    page.goto(f"{animated.address}/match/{name}/replay?at=10000")
    last = int(page.get_attribute("#table", "data-last") or 0)
    expect(page.locator("#boards")).to_have_class("scored")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#table")).to_have_attribute("data-at", str(last - 1))
    expect(page.locator("#boards")).not_to_have_class("scored")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#scoring")).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#scoring")).not_to_be_visible()
    expect(page.locator("#boards")).not_to_have_class("scored")
    page.locator("#handle-1, #handle-2").first.click()
    expect(page.locator("dialog[open]")).to_be_visible()


# For every eye and screen.


@pytest.mark.long
def test_nothing_bars_anybody(visitor: Visitor) -> None:
    page = visitor.page
    seats = ("me", "level:seedling", "level:seedling", "level:seedling")
    going, over = played(*seats, choices=66), played(*seats)
    handover = played("me", "friend", choices=9)
    for match, replay in ((going, ""), (over, ""), (handover, ""), (over, "/replay?at=50")):
        page.goto(f"{visitor.address}/match/{visitor.match_service.begin(match)}{replay}")
        page.wait_for_load_state()
        for details in page.locator("details:not(#more):not([hidden]) > summary:visible").all():
            details.click()
        bars_nobody(page)
        if match is going:
            page.locator(".handle").first.click()
            bars_nobody(page)


def test_targets_are_large_enough_for_thumbs(phone: Visitor) -> None:
    for choices in (0, 2, 3, 66):
        phone.sit(played("me", *["level:seedling"] * 3, choices=choices))
        expect(phone.page.locator("#table")).to_have_attribute("data-layout", "narrow")
        phone.page.locator(".boards .lit").first.wait_for()
        assert phone.page.evaluate(TARGETS) == []


def test_on_a_phone_what_is_lit_is_in_sight(phone: Visitor) -> None:
    page = phone.page
    phone.sit(played("me", "level:seedling", choices=10))
    cell = page.locator("#ground-1 .lit").first
    expect(cell).to_be_in_viewport(ratio=0.999)  # fractions of pixels are rounded
    box, foot = cell.bounding_box(), page.locator("#foot").bounding_box()
    assert box is not None
    assert foot is not None
    assert box["y"] + box["height"] < foot["y"]
