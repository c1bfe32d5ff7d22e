"""The pages and the API of ratings: leaderboards, players, bots, rated tables."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from tests.api.caller import Caller
from tests.lent_pages import patient_context
from tests.server.rated import CLOCK, RATED, end, keep, opened, put_rating
from tests.web.shared_server import Guest
from tests.web.shared_server import opened as serve
from tests.web.site import GAME
from tests.web.visitor import LAID_OUT

import spinney
from spinney.drawing.svg import escape
from spinney.match.settings import MatchSettings
from spinney.server.accounts.person import Person
from spinney.server.middleware.security import SESSION
from spinney.server.ratings.curve import CurvePoint, curve, thinned
from spinney.server.ratings.glicko2 import Rating
from spinney.server.services import Services

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WIDTHS = 1280, 375


class RatedServer:
    """A server, and who plays rated games there."""

    def __init__(self, address: str, services: Services, stack: ExitStack) -> None:
        self.address, self.services, self._stack = address, services, stack

    def member(self, name: str, rating: float = 0) -> Guest:
        """Somebody who keeps their name; with a sure rating, where it is given."""
        guest = self.come_in(name, keep(self.services, self._guest(name)))
        if rating and guest.person is not None:
            with self.services.store.database.writing() as connection:
                known = Rating(rating, 60)
                put_rating(connection, self.services.ratings, guest.person.id, known)
        return guest

    def _guest(self, name: str) -> Person:
        return self.services.accounts.guest(f"session-of-{name}", name)

    def come_in(self, name: str, person: Person | None = None) -> Guest:
        """Somebody in a browser."""
        return self._stack.enter_context(closing(Guest(self.address, name, person)))

    def bot(self, owner: Guest, name: str) -> Caller:
        """A new bot, as its owner's page makes it."""
        page = owner.post("/account/bots", name=name)
        assert page.status_code == 200, page.text
        key = re.findall(r"<code>([\w-]+)</code>", page.text)[-1]
        return self.program(key)

    def program(self, token: str) -> Caller:
        """A program with a token."""
        caller = Caller(self.address, token)
        self._stack.enter_context(closing(caller.client))
        return caller


@pytest.fixture(scope="module")
def rated_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RatedServer]:
    url = f"sqlite:///{tmp_path_factory.mktemp('server') / 'server.sqlite'}"
    with serve(url) as (address, services), ExitStack() as stack:
        yield RatedServer(address, services, stack)


def test_a_leaderboard_lists_who_is_sure_and_shows_it(rated_server: RatedServer) -> None:
    ann, bob = rated_server.member("Anna", 1710), rated_server.member("Bert", 1720)
    assert bob.post("/account/listed").status_code == 303
    board = ann.get(f"/ratings/{GAME}").text
    assert "Anna</a>" in board
    assert "<b>1710</b>" in board
    assert "Bert" not in board
    assert "Anna</a>" in ann.get("/ratings").text
    assert ann.get("/player?name=Bert").status_code == 404
    assert "Only you can see this page" in bob.get("/player?name=Bert").text
    assert bob.post("/account/listed", listed="yes").status_code == 303
    assert "1720" in ann.get("/player?name=bert").text
    assert ann.get(f"/ratings/{GAME}?page=2").text.count("<tr>") == 0
    assert ann.get("/ratings/chess").status_code == 404


def test_a_page_tells_ratings_and_the_matches_that_made_them(rated_server: RatedServer) -> None:
    cyd, dan = rated_server.member("Cyd"), rated_server.member("Dan")
    assert cyd.person is not None
    assert dan.person is not None
    match = opened(rated_server.services, cyd.person, dan.person)
    end(rated_server.services, match, loser=1)
    page = rated_server.come_in("nobody").get("/player?name=Cyd").text
    for text in ("1662?", "± 5", "1 · 0 · 0", "Won", "+162", f"/match/{match}/replay", "name=Dan"):
        assert text in page, text
    assert "After the second game, a chart" in page
    assert "rating-curve" not in page
    only = rated_server.come_in("nobody").get(f"/player?name=Dan&game={GAME}&players=2").text
    assert "−162" in only
    assert "Lost" in only
    notice = cyd.get(f"/match/{match}").text
    assert re.search(r"Cyd <b>1662</b>\s*<span[^>]*>\+162", notice)
    end(rated_server.services, opened(rated_server.services, cyd.person, dan.person), loser=1)
    page = rated_server.come_in("nobody").get("/player?name=Cyd").text
    assert "2 games: from 1500 to 17" in page
    assert page.count('class="rating-curve') == 2


def test_an_opponent_who_is_not_listed_is_named_to_those_who_may_see_the_match(
    rated_server: RatedServer,
) -> None:
    ingrid, jorun = rated_server.member("Ingrid"), rated_server.member("Jorun")
    assert ingrid.person is not None
    assert jorun.person is not None
    services, nobody = rated_server.services, rated_server.come_in("nobody")
    jorun.post("/account/listed")
    private = opened(services, ingrid.person, jorun.person, rules=replace(RATED, public=False))
    end(services, private, loser=1)
    address = f"/api/rating-history?name=Ingrid&game={GAME}"
    page = nobody.get("/player?name=Ingrid").text
    assert "<span>somebody</span>" in page
    assert "Jorun" not in page
    assert private not in page
    (change,) = nobody.get(address).json()["changes"]
    assert (change["match"], change["outcome"]) == ("", 1)
    assert "<span>Jorun</span>" in ingrid.get("/player?name=Ingrid").text
    token = services.accounts.issue_api_token(ingrid.person.id, "rex")
    (own,) = rated_server.program(token).get(address.removeprefix("/api"))["changes"]
    assert own["match"] == private
    jorun.post("/account/listed", listed="yes")
    assert "name=Jorun" in nobody.get("/player?name=Ingrid").text, "whose page says it anyway"


def test_a_page_lists_the_unrated_games_that_anybody_may_see(rated_server: RatedServer) -> None:
    una, ugo = rated_server.member("Una"), rated_server.member("Ugo")
    assert una.person is not None
    assert ugo.person is not None
    services, people = rated_server.services, (una.person, ugo.person)
    seen = opened(services, *people, rules=MatchSettings(public=True))
    secret = opened(services, *people, rules=MatchSettings(public=False))
    going = opened(services, *people, rules=MatchSettings(public=True))
    for match in (seen, secret):
        end(services, match, loser=1)
    page = rated_server.come_in("nobody").get("/player?name=Una").text
    assert "Una wins" in page
    assert f"/match/{seen}/replay" in page
    assert secret not in page
    assert going not in page


def test_plates_lead_to_the_pages_of_who_has_one_that_anybody_may_see(
    rated_server: RatedServer,
) -> None:
    alrik, aslak = rated_server.member("Alrik"), rated_server.member("Aslak")
    assert alrik.person is not None
    assert aslak.person is not None
    looks, services = rated_server.come_in("nobody"), rated_server.services
    guest = services.accounts.guest("session-of-Urs", "Urs")
    match = opened(services, alrik.person, aslak.person, rules=MatchSettings(public=True))
    with_guest = opened(services, alrik.person, guest, rules=MatchSettings(public=True))

    def links(table: str) -> list[str]:
        return re.findall(r'<a href="(/player[^"]*)"[^>]*>', looks.get(f"/match/{table}").text)

    assert links(match) == ["/player?name=Alrik", "/player?name=Aslak"]
    assert looks.get(links(match)[1]).status_code == 200
    assert links(with_guest) == ["/player?name=Alrik"]
    assert aslak.post("/account/listed").status_code == 303
    assert links(match) == ["/player?name=Alrik"]


def test_a_rated_table_is_opened_and_says_so(rated_server: RatedServer) -> None:
    eve, fay, gus = (
        rated_server.member("Eve"),
        rated_server.member("Fay"),
        rated_server.come_in("Gus"),
    )
    assert 'name="rated"' in eve.get(f"/new/{GAME}").text
    assert 'name="rated"' not in gus.get(f"/new/{GAME}").text
    form = {"seat-0": "me", "seat-1": "open", "rated": "yes", "public": "yes", "undo": "rule"}
    refused = eve.post(f"/new/{GAME}", clock="none", **form)
    assert (refused.status_code, "needs a clock" in refused.text) == (422, True)
    assert re.search(r'name="rated" value="yes" checked', refused.text)
    table = eve.post(f"/new/{GAME}", clock="move 1:00", **form).headers["location"]
    assert "A rated game" in fay.get(table).text
    assert "1500?" in fay.get(table).text
    assert "rated, 1 minute a move" in fay.get("/lobby").text
    assert "password" in gus.post(f"{table}/sit", seat="1", name="Gus").text
    assert fay.post(f"{table}/sit", seat="1").status_code == 303
    match = fay.get(table).headers["location"]
    page = fay.get(match).text
    assert "The result changes everybody’s rating" in page
    rating = '<span class="rating" title="Rating"><span class="unseen">Rating </span>1500?</span>'
    assert page.count(rating) == 2
    assert fay.post(f"{match}/hint").status_code == 422


def test_a_bot_has_a_name_of_its_own_and_plays_by_the_api(rated_server: RatedServer) -> None:
    hal, ida = rated_server.member("Hal"), rated_server.member("Ida")
    rex = rated_server.bot(hal, "Rex")
    assert rex.get("/me") == {"name": "Rex (bot)", "registered": False, "bot": True}
    assert "a bot called" in hal.post("/account/bots", name="Rex").text.lower()
    page = rated_server.come_in("nobody").get("/player?name=Rex (bot)").text
    assert "A bot: a program of Hal." in page
    sent = {"game": GAME, "seats": ["open", "open"], "clock": "move 1:00"}
    table = rex.post("/tables", **sent, rules={"rated": True, "public": True})
    assert (table["rules"]["rated"], table["rules"]["undo"], table["rules"]["fix"]) == (
        True,
        "off",
        0,
    )
    path = f"/tables/{table['id']}"
    rex.post(f"{path}/sit", seat=0)
    assert "own" in hal.post(f"/table/{table['id']}/sit", seat="1").text
    assert ida.person is not None
    by_hand = rated_server.program(
        rated_server.services.accounts.issue_api_token(ida.person.id, "key")
    )
    status, problem = by_hand.refused(f"{path}/sit", seat=1)
    assert (status, "must play as a bot" in problem) == (422, True)
    ida.post(f"/table/{table['id']}/sit", seat="1")
    status, problem = by_hand.refused(f"/matches/{table['id']}/resign")
    assert (status, "people play for themselves" in problem) == (422, True)
    shown = rex.get(path)
    assert [seat["bot"] for seat in shown["seats"]] == [True, False]
    ratings = rex.get(f"{path}/ratings")["ratings"]
    assert [(one["rating"], one["prov"]) for one in ratings] == [(1500, True)] * 2
    end(rated_server.services, table["id"], loser=1)
    changes = rex.get(f"{path}/rating-changes")["changes"]
    assert [(one["before"], one["after"]) for one in changes] == [(1500, 1662), (1500, 1338)]
    assert rex.get("/player")["ratings"][0]["win"] == 1
    assert [one["match"] for one in rex.get("/rating-history?name=Ida")["changes"]] == [table["id"]]
    fresh = hal.post("/account/bots/key", bot="Rex (bot)")
    assert fresh.status_code == 200
    assert rex.client.get("/me").status_code == 401, "the key before is good for nothing"
    assert hal.post("/account/bots/delete", bot="Rex (bot)").status_code == 303
    assert hal.get("/player?name=Rex (bot)").status_code == 404
    assert "you have no such bot" in hal.post("/account/bots/key", bot="Ida").text.lower()


def test_hidden_help_is_refused_to_a_rated_table_in_the_api(rated_server: RatedServer) -> None:
    joe = rated_server.member("Joe")
    max_ = rated_server.bot(joe, "Max")
    for rules in ({"hints": True}, {"undo": "rule"}, {"umpire": True}):
        sent = {"game": GAME, "seats": ["me", "open"], "clock": "move 1:00"}
        status, problem = max_.refused("/tables", **sent, rules={"rated": True, **rules})
        assert (status, "no hints" in problem) == (422, True)


def test_two_who_seek_are_brought_together(rated_server: RatedServer) -> None:
    game, clock = "spring-2021", "move 1:00"
    kim, lee = rated_server.member("Kim"), rated_server.member("Lee")
    assert kim.get("/").text.count('action="/pair/') == 4
    table = kim.post(f"/pair/{game}").headers["location"]
    room = kim.get(table).text
    assert f'data-pairs="{table}/pair"' in room
    assert "data-pairs" not in lee.get(table).text
    again = kim.post(f"{table}/pair")
    assert (again.status_code, again.headers.get("x-go")) == (204, None)
    max_ = rated_server.bot(rated_server.member("Moe"), "Nim")
    other = max_.post("/seek", game=game, clock="bank 10:00 + 5")
    assert other["status"] == "open", "another clock"
    assert lee.post(f"/pair/{game}").headers["location"] == table
    seats = rated_server.services.tables.table(table.rpartition("/")[2])
    assert seats is not None
    assert (seats.status, str(seats.clock)) == ("playing", clock)


def test_after_a_rated_game_another_opponent_is_a_click_away(rated_server: RatedServer) -> None:
    ann, bob = rated_server.member("Yara"), rated_server.member("Zeno")
    looker = rated_server.come_in("Looker")
    assert ann.person is not None
    assert bob.person is not None
    match = opened(rated_server.services, ann.person, bob.person)
    way = f'action="/pair/{GAME}"'
    assert way not in ann.get(f"/match/{match}").text
    end(rated_server.services, match)
    assert [way in who.get(f"/match/{match}").text for who in (ann, bob)] == [True, True]
    assert way not in looker.get(f"/match/{match}").text
    found = ann.post(f"/pair/{GAME}")
    assert found.status_code == 303
    assert found.headers["location"].startswith("/table/")


def test_open_tables_near_ones_rating_come_first(rated_server: RatedServer) -> None:
    far, near = rated_server.member("Pat", 2600), rated_server.member("Quin", 1600)
    reader = rated_server.member("Rae", 1650)
    game = spinney.game(GAME)
    opened_by = {}
    for host in (near, far):
        assert host.person is not None
        agreed = game, CLOCK, RATED
        opened_by[host] = rated_server.services.tables.open(host.person, *agreed, ["me", "open"])
    rows = re.findall(r'id="row-([\w-]+)"', reader.get("/lobby").text)
    newest_first = re.findall(
        r'id="row-([\w-]+)"', rated_server.come_in("nobody").get("/lobby").text
    )
    places = [
        [rows.index(opened_by[host]) for host in (near, far)] for rows in (rows, newest_first)
    ]
    assert places[0] == sorted(places[0])
    assert places[1] == sorted(places[1], reverse=True)


def test_pages_of_ratings_speak_german(rated_server: RatedServer) -> None:
    uwe = rated_server.member("Uwe", 1500)
    uwe.client.cookies.set("language", "de")
    for page, text in (
        ("/ratings", "Ranglisten"),
        (f"/ratings/{GAME}", "Gewonnen, geteilt, verloren"),
        ("/player?name=level:tree", "Eine Stufe des Computers"),
        ("/account", "Bot anlegen"),
        (f"/new/{GAME}", "Gewertet"),
    ):
        assert text in uwe.get(page).text, page


@pytest.mark.browser
def test_pages_of_ratings_fit_and_name_their_parts(
    rated_server: RatedServer, browser: Browser
) -> None:
    ann = rated_server.member("Wilhelmina-Featherstone", 1555)
    bob = rated_server.member("Xaver")
    assert ann.person is not None
    assert bob.person is not None
    for loser in (0, 1, 1):
        end(rated_server.services, opened(rated_server.services, ann.person, bob.person), loser)
    context = patient_context(browser, reduced_motion="reduce")
    context.add_cookies([{"name": SESSION, "value": ann.session, "url": rated_server.address}])
    page = context.new_page()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        for path in ("/ratings", f"/ratings/{GAME}", f"/player?name={ann.name}", "/account"):
            page.goto(rated_server.address + path)
            page.wait_for_function(LAID_OUT)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), path
            small = page.evaluate(SMALL)
            assert small == [], f"{path} at {width}"
        page.goto(f"{rated_server.address}/player?name={ann.name}")
        charts = page.get_by_role("img", name=re.compile("Rating of Wilhelmina"))
        assert charts.count() == 1, "one of the two sizes is shown"
        assert page.get_by_role("table", name="Ratings").count() == 1
        assert page.get_by_role("row").count() == 2
    context.close()


@pytest.mark.browser
def test_a_form_says_that_a_rated_game_needs_a_clock(
    rated_server: RatedServer, browser: Browser
) -> None:
    ann = rated_server.member("Ann")
    context = patient_context(browser)
    context.add_cookies([{"name": SESSION, "value": ann.session, "url": rated_server.address}])
    page = context.new_page()
    page.goto(f"{rated_server.address}/new/{GAME}")
    page.evaluate("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
    line = page.get_by_text("a rated game needs one")
    page.locator("[name=clock][value=none]").check()
    expect(line).not_to_be_visible()
    page.locator("[name=rated]").check()
    expect(line).to_be_visible()
    page.locator("[name=clock][value='move 1:00']").check()
    expect(line).not_to_be_visible()
    context.close()


SMALL = """() => [...document.querySelectorAll("main *")].filter(
  (node) => [...node.childNodes].some((text) => text.nodeType === 3 && text.data.trim())
    && node.checkVisibility() && parseFloat(getComputedStyle(node).fontSize) < 11
).map((node) => node.outerHTML)"""
"""Returns what has text smaller than 11 pixels."""


def test_a_curve_shows_every_rating_within_its_frame() -> None:
    points = [CurvePoint(1500 + 7 * n * (-1) ** n, 350 - n) for n in range(60)]
    for layout in ("wide", "narrow"):
        svg = curve('Ann & "Bob"', points, layout)
        assert escape('Ann & "Bob"') in svg
        heights = [float(y) for y in re.findall(r"[ML][\d.]+ (-?[\d.]+)", svg)]
        assert 0 <= min(heights) <= max(heights) <= 260
        figures = [int(n) for n in re.findall(r">(\d+)</text>", svg)]
        assert figures[0] <= 1087
        assert figures[-1] >= 1906
    beginning = curve("once", [CurvePoint(1500, 350), CurvePoint(1662, 290)], "wide")
    band = re.findall(r'class="band" d="(.*?)"', beginning)[0]
    edges = [float(y) for y in re.findall(r"[ML][\d.]+ (-?[\d.]+)", band)]
    assert edges[1] < edges[0] < edges[2] < edges[3], "it narrows, and isn't cut off"
    assert curve("alone", points[:1], "wide").count("<path") >= 3
    some = thinned(points * 20, 300)
    assert (len(some), some[0], some[-1]) == (300, points[0], points[-1])
