"""Lessons on pages: begun, answered, left and gone on with; one played to its end by clicks."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect
from tests.waiting import PATIENCE
from tests.web.moves import write_move
from tests.web.shared_server import Guest, opened
from tests.web.site import Site, until
from tests.web.visitor import Visitor, bars_nobody
from websockets.exceptions import ConnectionClosedError

import spinney
from spinney import lessons
from spinney.match import Match

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAME = "arboretum"


def step(html: str) -> str:
    found = re.search(r"Step (\d+) of \d+|Lesson finished", html)
    assert found
    return found[1] or "end"


def begin(site: Site, **fields: str) -> str:
    answer = site.post(f"/learn/{GAME}", **fields)
    assert answer.status_code == 303
    return str(answer.headers["location"])


def test_a_lesson_is_begun_answered_and_gone_on_with(site: Site) -> None:
    match = begin(site)
    assert step(site.client.get(match).text) == "1"
    answer = site.say(match, "draw 2")
    assert (answer.status_code, "draw from the deck first" in answer.text) == (422, True)
    assert site.say(match, "draw deck").status_code == 204
    assert step(site.client.get(match).text) == "2"
    assert begin(site) == match
    assert site.post(f"{match}/undo", version=site.version(match)).status_code == 204
    assert step(site.client.get(match).text) == "1"
    assert site.post(f"{match}/undo", version=site.version(match)).status_code == 422
    assert begin(site, again="yes") != match


def test_who_starts_a_lesson_over_finds_only_the_new_one(site: Site) -> None:
    match = begin(site)
    assert site.say(match, "draw deck").status_code == 204
    fresh = begin(site, again="yes")
    first = site.client.get("/").text
    assert (first.count("Lesson: Arboretum"), f'href="{fresh}"' in first) == (1, True)
    assert site.client.get(match).status_code == 404
    assert begin(site) == fresh
    assert site.post(f"{fresh}/resign", version=site.version(fresh)).status_code == 204
    begin(site, again="yes")
    assert site.client.get(fresh).status_code == 200, "one that has ended is kept"


def test_a_lesson_has_no_rematch(site: Site) -> None:
    match = begin(site)
    assert site.post(f"{match}/resign", version=site.version(match)).status_code == 204
    assert "Rematch" not in site.client.get(match).text
    fresh = site.post(f"{match}/rematch").headers["location"].rpartition("/")[2]
    rules = site.match_service.live_match(fresh).rules
    assert (rules.lesson, rules.opening) == (False, 0), "whoever asks nevertheless gets a game"


def _forms(page: str) -> list[str]:
    """Return what buttons lead to, in the order of a page."""
    return re.findall(r'action="(/(?:learn|play)/[\w-]+)"', page)


MAIN_LESSON = '<button class="button" aria-label="Learn'


def test_the_first_pages_offer_the_lessons(site: Site) -> None:
    first = site.client.get("/").text
    games = spinney.all_games().values()
    assert all(lessons.lesson_of(game) for game in games if game.package.startswith("spinney."))
    assert first.count("Learn by playing") == sum(bool(lessons.lesson_of(game)) for game in games)
    begin(site)
    assert "Lesson: Arboretum" in site.client.get("/").text
    for game in games:
        site.post(f"/play/{game.name}")
    after = site.client.get("/").text
    assert _forms(after) == _forms(first)
    assert first.count(MAIN_LESSON)
    assert not after.count(MAIN_LESSON)
    assert "Learn by playing" in site.client.get(f"/guide/{GAME}").text


def test_a_guest_learns_without_saying_a_name(tmp_path: Path) -> None:
    with opened(f"sqlite:///{tmp_path / 'server.sqlite'}") as (address, services):
        guest = Guest(address, "nobody")
        answer = guest.post(f"/learn/{GAME}")
        assert answer.status_code == 303
        match = answer.headers["location"].rpartition("/")[2]
        assert step(guest.get(f"/match/{match}").text) == "1"
        assert "draw from the deck first" in guest.say(match, "draw 2").text
        assert guest.say(match, "draw deck").status_code == 204
        assert guest.post(f"/learn/{GAME}").headers["location"] == answer.headers["location"]
        assert "/votes" not in guest.get(f"/match/{match}").text
        table = services.tables.table(match)
        assert table is not None
        assert not table.rules.public
        anna = Guest.named(address, services, "Anna")
        assert anna.get(f"/match/{match}").status_code == 404
        guest.close()
        anna.close()


def test_in_a_shared_server_too_only_the_new_lesson_is_left(tmp_path: Path) -> None:
    with (
        opened(f"sqlite:///{tmp_path / 'server.sqlite'}") as (address, services),
        closing(Guest.named(address, services, "Ann")) as ann,
        closing(Guest.named(address, services, "Bob")) as bob,
    ):
        learn = f"/learn/{GAME}"
        his = bob.post(learn).headers["location"]
        match = ann.post(learn).headers["location"].rpartition("/")[2]
        ann.post(f"/match/{match}/notes", text="draw first")
        with ann.socket(match) as socket:
            assert "page" in json.loads(socket.recv(PATIENCE))
            fresh = ann.post(learn, again="yes").headers["location"]
            with suppress(ConnectionClosedError):
                while True:
                    socket.recv(PATIENCE)
            assert socket.close_code == 1008
        first = ann.get("/").text
        assert (first.count("Lesson: Arboretum"), f'href="{fresh}"' in first) == (1, True)
        assert ann.get(f"/match/{match}").status_code == 404
        assert ann.say(match, "draw deck").status_code == 404
        assert services.store.header(match) is None
        assert ann.post(learn).headers["location"] == fresh
        assert bob.get(his).status_code == 200, "the lessons of others are left alone"


# In a browser.

LESSON = lessons.lesson_of(spinney.game(GAME))


def click(page: Page, *words: str) -> None:
    """Click the pieces that bear the words of a move."""
    for word in words:
        page.locator(f"#table .boards .lit[data-word='{word}']").first.click()


def is_done(page: Page, done: Callable[[], bool]) -> bool:
    """Has what was clicked been done? Where a finished move asks for that, confirm it."""
    if not done() and page.locator("#lock-move").is_visible():
        page.locator("#lock-move").click()
    return done()


def learn(page: Page, address: str) -> str:
    """Begin the lesson from the first page; return the id of its match."""
    page.goto(address)
    page.locator(f"form[action='/learn/{GAME}'] button").first.click()
    page.locator("#table[data-turn=yes] #lesson").wait_for()
    return page.url.rpartition("/")[2]


def fitting(match: Match) -> str:
    """A move that completes the step at hand."""
    now = lessons.status(match)
    assert LESSON is not None
    step = LESSON.steps[now.number - 1]
    return next(move for move in match.view(0).legal if step.fits(move))


POINTS_AT_MANY = """() => {
  const { dataset } = document.getElementById("lesson");
  const points = dataset.points;
  const show = (pattern) => {
    dataset.points = pattern;
    document.dispatchEvent(new CustomEvent("renewed"));
  };
  show("*");
  const shown = [...document.querySelectorAll(".boards .taught")];
  show(points);
  return shown.map((piece) => Boolean(piece.dataset.word));
}"""
"""Point at all pieces at once: can each of those that glow be picked?"""


def test_a_lesson_is_played_to_its_end_by_clicks(visitor: Visitor) -> None:
    page = visitor.page
    match_id = learn(page, visitor.address)
    seen = set[str]()

    def match() -> Match:
        return visitor.match_service.live_match(match_id).match

    while not match().over:
        number = str(lessons.status(match()).number)
        until(lambda number=number: f"Step {number} of" in page.inner_text("#lesson"))
        page.locator("#table[data-turn=yes]").wait_for()
        if number == "1":
            bars_nobody(page)
            page.set_viewport_size({"width": 1280, "height": 800})
            page.locator("#table[data-layout=wide]").wait_for()
            click(page, "2")
            until(lambda: is_done(page, page.locator("#lesson-answer").is_visible))
            assert "draw from the deck first" in page.inner_text("#lesson-answer")
            page.locator(".boards .taught.lit").wait_for()  # and can be tried again
            many = page.evaluate(POINTS_AT_MANY)
            assert many
            assert all(many)
        else:
            assert page.locator("#lesson-answer").is_hidden()
        if number not in seen and number != "9":
            assert page.locator(".boards .taught").count() > 0
        seen.add(number)
        version, move = match().version, fitting(match())
        click(page, *move.split()[1:])
        until(lambda version=version: is_done(page, lambda: match().version > version))
        until(lambda: match().over or match().to_act == (0,))
    assert seen == {str(number) for number in range(1, 10)}
    until(lambda: "Lesson finished" in page.inner_text("#lesson"))
    assert "That is the whole game" in page.inner_text("#lesson-text")
    colour = page.locator("#lesson .button").evaluate("button => getComputedStyle(button).color")
    assert colour == "rgb(255, 255, 255)", "on the dark green of a button"
    page.get_by_role("button", name="Play a whole game").click()
    page.wait_for_url(lambda url: "/match/" in url and match_id not in url)
    expect(page.locator("#headline")).to_have_text(re.compile("first card"))


def test_controls_stay_where_they_are_from_step_to_step(visitor: Visitor) -> None:
    page, places = visitor.page, set[int]()
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(visitor.address)
    page.locator("form[action='/learn/build-your-arboretum'] button").first.click()
    page.locator("#branch-bulletin[tabindex='0']").wait_for()
    live = visitor.match_service.live_match(page.url.rpartition("/")[2])
    for number, move in enumerate(STEPS, 1):
        until(lambda number=number: f"Step {number} of" in page.inner_text("#lesson"))
        places.add(round(page.evaluate(CONTROLS_AT)))
        if move.startswith("hire"):  # more cards could follow: a button ends it
            for card in move.split()[1:]:
                page.locator(f"#card-{card}").click()
            page.locator("#lock-move", has_text="Hire a parrot").click()
        else:
            write_move(page, move)
            page.keyboard.press("Enter")
        until(lambda move=move: any(event.text == move for event in live.match.events))
    assert len(places) == 1
    page.get_by_role("button", name="Start over").click()  # who learns next begins at the start
    page.locator("#branch-bulletin").wait_for()


STEPS = ("bid 1b", "take P6", "bid 2g 2b 1g 1b", "plant Q5 E2", "hire P6 W3")
CONTROLS_AT = "document.getElementById('controls').getBoundingClientRect().y + scrollY"


def test_a_bid_that_does_not_fit_is_answered_beside_the_step(visitor: Visitor) -> None:
    page = visitor.page
    page.goto(visitor.address)
    page.locator("form[action='/learn/build-your-arboretum'] button").first.click()
    page.locator("#branch-garden[tabindex='0']").click()
    page.locator("#lock-in").click()
    until(page.locator("#lesson-answer").is_visible)
    assert "here send one parrot" in page.inner_text("#lesson-answer")
    page.locator(".group").wait_for()  # what was composed stays
    expect(page.locator("#lesson-text")).to_be_hidden()  # the answer takes its place,
    page.locator("#branch-bulletin").click()
    expect(page.locator("#lesson-text")).to_be_visible()  # until one goes on
