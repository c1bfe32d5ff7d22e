"""The analysis of a finished match, matches that branch off, and addresses of frames."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect
from tests.api.caller import Caller
from tests.match.test_history import played as whole
from tests.web.shared_server import Guest, opened
from tests.web.site import GAME, Site, played, until
from tests.web.visitor import Visitor, violations

import spinney
from spinney.core import suggestions
from spinney.core.state import Observation
from spinney.match import Clock, Match
from spinney.match.history import turn_at, turns
from spinney.match.settings import MatchSettings
from spinney.players.move_review import MoveReview
from spinney.server.analysis import pages, store
from spinney.server.play.match_store import Branch
from spinney.server.precompile import Precompiler
from spinney.server.services import Services


@pytest.fixture
def judge(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer that judges at once: every seventh choice was bad, and another is better."""

    def judged(
        view: Observation, said: str, playouts: int, seed: int, stop: Callable[[], bool]
    ) -> MoveReview:
        del playouts, stop
        legal = list(islice(view.legal, 400)) if seed % 7 == 3 else [said]
        better = next((move for move in legal if move.startswith(("plant", "take"))), legal[0])
        return MoveReview(better, 0.6, 0.6 if better == said else 0.4)

    monkeypatch.setattr(store, "review_move", judged)
    monkeypatch.setattr(Precompiler, "ready", lambda *_: True)


def over(*seats: str) -> Match:
    """A match that ended after some choices."""
    match = played(*seats, choices=40)
    return match.resign(match.to_act[0], 50_000)


def looked(site: Site, match: str) -> str:
    """Have a match judged, and return what the page then tells of it."""
    assert site.post(f"{match}/replay/analysis").status_code == 204
    part = f"{match}/replay/analysis?seen_by=all"
    until(lambda: 'data-state="done"' in site.client.get(part).text)
    return str(site.client.get(part).text)


# What the computer makes of it.


def test_turning_points_lead_to_their_frames(site: Site, judge: None) -> None:
    finished = over("me", "friend")
    match = f"/match/{site.match_service.begin(finished)}"
    assert 'data-state="none"' in site.client.get(f"{match}/replay").text
    html = looked(site, match)
    turns_told = re.findall(r'<li><span class="number"[^>]*>(\d)<.*?</li>', html)
    assert turns_told == [str(number) for number in range(1, len(turns_told) + 1)]
    assert len(turns_told) > 2
    links = re.findall(r'href="([^"]+at=(\d+)[^"]*)"', html)
    assert {int(at) for _, at in links} == {turn.frame for turn in turns(finished) if turn.applied}
    for address, frame in links[:: len(links) // 5]:
        page = site.client.get(address.replace("&amp;", "&")).text
        assert f'data-at="{frame}"' in page
        assert 'data-seen-by="all"' in page
    for line in re.findall(r'class="way" d="M([^"]+)"', html):
        assert line.count("L") > 5
    assert html in site.client.get(f"{match}/replay?at=0&seen_by=all").text, "it is there at once"


def test_it_speaks_to_who_played_alone(site: Site, judge: None) -> None:
    match = f"/match/{site.match_service.begin(over('me', 'level:seedling'))}"
    html = looked(site, match)
    assert "</svg> You</span>" in html
    assert re.search(r">You [a-z]+", html)
    assert not re.search(r">Red\b|Red:", html)


def test_a_game_that_goes_on_is_not_judged(site: Site, judge: None) -> None:
    match = f"/match/{site.match_service.begin(played('me', 'friend', choices=9))}"
    for answer in (
        site.post(f"{match}/replay/analysis"),
        site.client.get(f"{match}/replay/analysis"),
        site.post(f"{match}/replay/what-if", seat="red", level="sapling", at="3"),
    ):
        assert answer.status_code == 422
        assert "over" in answer.text
    page = site.client.get(f"{match}/replay").text
    assert 'id="review"' not in page
    assert "what-if" not in page


def test_the_computer_itself_looks(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "PLAYOUTS", 8)
    match = played("me", "friend", choices=14)
    html = looked(site, f"/match/{site.match_service.begin(match.resign(match.to_act[0], 50_000))}")
    assert len(re.findall("\\d+\u00a0% to win", html)) > 5


def test_it_says_where_it_is_certain() -> None:
    assert pages._odds(100, 0, certain=True).startswith("A certain win before, a certain loss")
    assert pages._odds(100, 0, certain=False).startswith("100 % to win before, 0 % after")
    assert suggestions.odds(0, certain=True).startswith("Lost for certain")
    assert suggestions.odds(100, certain=True) == "A certain win."
    assert suggestions.odds(100, certain=False) == "100 % to win."
    found = store.ReviewedChoice(0, 1, 2, "skip", "start", 1.0, 0.0, exact=True)
    assert found.certain
    assert not found._replace(exact=False).certain
    assert not found._replace(made=0.5).certain, "a draw, or left to lots"


# Addresses.


def test_a_replay_begins_with_the_end(site: Site) -> None:
    for match in (over("me", "friend"), played("me", "friend", choices=9)):
        page = site.client.get(f"/match/{site.match_service.begin(match)}/replay").text
        at, last = re.findall(r'data-(?:at|last)="(\d+)"', page)[:2]
        assert at == last != "0"


def test_a_frame_is_the_same_whoever_looks(site: Site) -> None:
    name = site.match_service.begin(over("me", "friend"))
    live = site.match_service.live_match(name)
    frame = [turn.frame for turn in turns(live.match)][-3]
    pages = [
        site.client.get(f"/match/{name}/replay?at={frame}&seen_by={seen_by}").text
        for seen_by in ("0", "1", "-1", "all")
    ]
    lasts = {re.findall(r'data-last="(\d+)"', page)[0] for page in pages}
    assert lasts == {str(len(live.match.frames) - 1)}
    for page in pages:
        assert f'data-at="{frame}"' in page
        assert f'data-link="/match/{name}/replay?at={frame}&amp;seen_by=' in page
    plates = [re.findall(r"<b>(-?\d+)</b>", page) for page in pages]
    assert plates.count(plates[0]) == len(plates), "the same frame has the same score"


def test_steps_pass_over_what_one_did_not_learn(site: Site) -> None:
    name = site.match_service.begin(over("me", "friend"))
    match = site.match_service.live_match(name).match
    at, seen = 0, [0]
    while at < len(match.frames) - 1:
        page = site.client.get(f"/match/{name}/replay?at={at}&seen_by=-1").text
        at = int(re.findall(r'data-after="(\d+)"', page)[0])
        seen.append(at)
    observed = [n for n, frame in enumerate(match.frames) if frame.transition.events(-1)]
    assert set(observed) <= set(seen)
    assert len(seen) < len(match.frames)


def test_the_log_of_a_finished_game_leads_to_its_frames(site: Site) -> None:
    going = site.client.get(
        f"/match/{site.match_service.begin(played('me', 'friend', choices=9))}"
    ).text
    assert "/replay?at=" not in going
    name = site.match_service.begin(over("me", "friend"))
    match = site.match_service.live_match(name).match
    page = site.client.get(f"/match/{name}").text
    line = r'<a href="/match/[\w-]+/replay\?at=(\d+)">.*?</a>(?: <code[^>]*>([^<]*)</code>)?</li>'
    lines = re.findall(line, page)
    assert len(lines) == page.count('id="line-') > len(match.events)
    assert [int(at) for at, _ in lines] == sorted(int(at) for at, _ in lines)
    at, said = next((at, move) for at, move in lines if move.startswith("plant"))
    replay = site.client.get(f"/match/{name}/replay?at={at}&seen_by=0").text
    assert said in re.findall(r'<li[^>]*now">.*?</li>', replay)[-1]


# What if.


@pytest.mark.parametrize("name", ["arboretum", GAME, "forest-garden", "spring-2021"])
def test_what_if_begins_in_exactly_that_state(site: Site, name: str) -> None:
    match = whole(name, most=24)
    trunk = site.match_service.begin(match)
    frame = [turn.frame for turn in turns(match)][9]
    seat = match.game.player_names[1]
    answer = site.post(f"/match/{trunk}/replay/what-if", seat=seat, level="sapling", at=str(frame))
    assert answer.status_code == 303
    address = answer.headers["location"]
    live = site.match_service.live_match(address.rpartition("/")[2])
    turn = turn_at(match, frame)
    assert live.match.state == turn.state
    assert live.match.seats[1] == "me"
    assert {*live.match.seats} == {"me", "level:sapling"}
    assert live.branch == Branch(trunk, turn.frame)
    page = site.client.get(address).text
    assert f'<a href="/match/{trunk}/replay?at={turn.frame}">step {turn.frame}' in page
    assert "What if" in site.client.get("/").text
    assert site.match_service.live_match(trunk).match == match


def test_what_if_says_what_would_do(site: Site) -> None:
    match = f"/match/{site.match_service.begin(over('me', 'friend'))}/replay/what-if"
    assert "sapling" in site.post(match, seat="red", level="sappling", at="3").text
    assert "red, blue" in site.post(match, seat="green", level="sapling", at="3").text
    assert site.post(match, seat="red", level="sapling", at="x").status_code == 303


# A shared server.


@pytest.fixture(scope="module")
def village(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Services, ExitStack]]:
    folder: Path = tmp_path_factory.mktemp("village")
    with (
        opened(f"sqlite:///{folder / 'server.sqlite'}") as (address, services),
        ExitStack() as stack,
    ):
        yield address, services, stack


Village = tuple[str, Services, ExitStack]


def resigned(village: Village, *names: str) -> tuple[list[Guest], str]:
    """People who have played a public match, and its id."""
    address, services, stack = village
    people = [stack.enter_context(closing(Guest.named(address, services, name))) for name in names]
    host, other = (guest.person for guest in people[:2])
    assert host is not None
    assert other is not None
    seats, rules = ["me", "open"], MatchSettings(public=True)
    match = services.tables.open(host, spinney.game(GAME), Clock.read("none"), rules, seats)
    services.tables.sit(match, other, 1)
    live = services.match_service.live_match(match)
    services.match_service.act(live, lambda now, at: now.play(0, "first red", at))
    services.match_service.act(live, lambda now, at: now.play(0, "bid 2g", at))
    services.match_service.act(live, lambda now, at: now.play(1, "bid 1b", at))
    services.match_service.act(live, lambda now, at: now.resign(1, at))
    return people, match


def test_what_if_is_ones_own(village: Village) -> None:
    (ann, bob, cat), match = resigned(village, "Ann", "Bob", "Cat")
    services = village[1]
    trunk = services.match_service.live_match(match).match
    last = str(len(trunk.frames) - 1)
    sent: dict[str, Any] = {"seat": "blue", "level": "seedling", "at": last}
    answer = cat.post(f"/match/{match}/replay/what-if", **sent)
    assert answer.status_code == 303
    fresh = answer.headers["location"].rpartition("/")[2]
    live = services.match_service.live_match(fresh)
    assert live.match.at(3).state == trunk.state
    assert live.match.seats == ("level:seedling", "Cat")
    until(
        lambda: services.match_service.live_match(fresh).match.version > 3
    )  # whoever is to move does
    assert f"at={turn_at(trunk, int(last)).frame}" in cat.get(f"/match/{fresh}").text
    assert "What if · Build Your Arboretum" in cat.get("/lobby").text
    for other in (ann, bob):
        assert other.get(f"/match/{fresh}").status_code == 404
        assert "What if" not in other.get("/lobby").text


def test_who_has_no_name_yet_says_it_first(village: Village) -> None:
    _, match = resigned(village, "Ada", "Ben")
    with closing(Guest(village[0], "nobody")) as nobody:
        assert 'name="name"' in nobody.get(f"/match/{match}/replay").text
        sent = {"seat": "red", "level": "seedling", "at": "0"}
        assert nobody.post(f"/match/{match}/replay/what-if", **sent).status_code == 422
        answer = nobody.post(f"/match/{match}/replay/what-if", name="Dot", **sent)
        assert answer.status_code == 303
        assert nobody.get(answer.headers["location"]).status_code == 200


def test_programs_are_told_too(village: Village, judge: None) -> None:
    address, services, stack = village
    _, match = resigned(village, "Amy", "Bea")
    caller = stack.enter_context(closing(Caller.named(address, services, "Rex")))
    until(lambda: caller.get(f"/matches/{match}/analysis")["done"])
    analysis = caller.get(f"/matches/{match}/analysis")
    assert [one["move"] for one in analysis["reviews"]] == ["first red", "bid 2g", "bid 1b"]
    assert {one["player"] for one in analysis["reviews"]} == {0, 1}
    going = caller.open("me", "level:seedling")
    answer = caller.client.get(f"/matches/{going}/analysis")
    assert answer.status_code == 422
    assert "after it is over" in answer.json()["problem"]


# In a browser.


PROGRESS = """<section id="review" data-analysis="{address}" data-state="going" data-layout="wide">
<p class="progress"><progress max="200" value="{reviewed}"></progress> <span id="time-left"></span>
</p></section>"""


@pytest.mark.browser
def test_it_tells_how_long_it_takes(visitor: Visitor, judge: None) -> None:
    page = visitor.page
    path = f"/match/{visitor.match_service.begin(over('me', 'friend'))}/replay"
    looks = count(10, 3)

    def answer(route: Route) -> None:
        body = PROGRESS.format(address=f"{path}/analysis", reviewed=next(looks))
        route.fulfill(body=body, content_type="text/html")

    page.route("**/replay/analysis*", answer)
    page.goto(visitor.address + path)
    page.get_by_role("button", name="Analyse this game").click()
    expect(page.locator("#time-left")).to_contain_text("left")


@pytest.mark.browser
def test_the_graph_follows_the_frame_and_leads_to_others(visitor: Visitor, judge: None) -> None:
    page = visitor.page
    name = visitor.match_service.begin(over("me", "friend"))
    page.goto(f"{visitor.address}/match/{name}/replay?at=12&seen_by=all")
    page.get_by_role("button", name="Analyse this game").press("Enter")
    expect(page.locator("#review")).to_have_attribute("data-state", "done")
    expect(page.locator("#review-status")).to_contain_text("The computer has reviewed every choice")

    mark, table = page.locator("#course-now"), page.locator("#table")
    before = mark.get_attribute("transform") or ""
    first = page.locator(".review-turns a").nth(1)
    wanted = first.get_attribute("data-at") or ""
    first.press("Enter")
    expect(table).to_have_attribute("data-at", wanted)
    expect(mark).not_to_have_attribute("transform", before)
    until(lambda: f"at={wanted}&seen_by=" in page.url)
    better = ':is([data-better^="plant"], [data-better^="take"])'
    planting = page.locator(f".review-turns a{better}").last
    card = (planting.get_attribute("data-better") or "").split()[1]
    planting.press("Enter")
    expect(page.locator(f'.boards .hinted[data-word="{card}"]')).to_have_count(1)
    first.press("Enter")
    expect(page.locator(f'.boards .hinted[data-word="{card}"]')).to_have_count(0)
    page.select_option("#seen-by", "all")
    expect(table).to_have_attribute("data-seen-by", "all")
    box: Any = page.locator("#course").bounding_box()
    page.mouse.click(box["x"] + box["width"] - 16, box["y"] + 6)
    last = page.get_attribute("#table", "data-last") or ""
    expect(table).to_have_attribute("data-at", last)

    page.get_by_role("button", name="Copy link").click()
    address = page.input_value(".address input")
    assert address == f"{visitor.address}/match/{name}/replay?at={last}&seen_by=all"
    page.keyboard.press("Home")
    expect(table).to_have_attribute("data-at", "0")
    page.goto(address)
    expect(table).to_have_attribute("data-at", last)
    expect(page.locator("#course")).to_be_visible()

    page.set_viewport_size({"width": 375, "height": 812})
    expect(page.locator("#review")).to_have_attribute("data-layout", "narrow")
    assert [v["id"] for v in violations(page)] == []
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0

    page.locator(".review-turns a").nth(2).click()
    at = page.locator(".review-turns a").nth(2).get_attribute("data-at")
    expect(table).to_have_attribute("data-at", at or "")
    page.locator("#what-if summary").click()
    page.get_by_role("button", name="Play on from here").click()
    expect(page.locator(".branched a")).to_have_attribute("href", f"/match/{name}/replay?at={at}")


@pytest.mark.browser
def test_a_phone_shows_what_comes_after_the_end(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 375, "height": 812})
    name = visitor.sit(over("me", "friend"))
    for button in ("Rematch", "Analyse"):
        expect(page.get_by_role("button", name=button, exact=True)).to_be_in_viewport()
    page.locator("#ending").get_by_role("link", name="Replay").click()
    page.wait_for_url(f"**/match/{name}/replay")
    expect(page.locator("#play")).to_be_in_viewport()
    expect(page.locator("#at")).to_be_in_viewport()
