"""Names on pages: whoever has a name is called by it, whatever it is made of."""

from __future__ import annotations

import html
import re

import pytest
from tests.web.site import GAME, Site
from tests.web.visitor import TOO_WIDE, Visitor

import spinney
from spinney.match import Header, Match
from spinney.match.record_reader import read_record

NAMES = ("Anna", "<b>Ben</b>", "Wilhelmina Bartholomew Featherstone-Smyth"[:40])
GAMES = ("arboretum", "build-your-arboretum", "forest-garden", "spring-2021")
NAMELESS = re.compile(r"[Pp]layer [1-9]|\bRed\b(?! )|\bBlue\b(?! )|<b>Ben")
"""What stands on no page where everybody has a name."""


def begun(name: str, seats: tuple[str, ...]) -> Match:
    game = spinney.game(name)
    match = Match.begin(Header(game, seats, seed=3))
    for number in range(30):
        player = match.to_act[0]
        match = match.play(player, match.view(player).legal.sample(number), 0)
    return match


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("names", [NAMES[:2], NAMES[1:]])
def test_people_are_called_by_their_names(site: Site, name: str, names: tuple[str, ...]) -> None:
    match = begun(name, names)
    played = site.match_service.begin(match.resign(0, 0))
    for path in (f"/match/{played}", f"/match/{played}/replay?at=9", "/"):
        page = site.client.get(path).text
        assert [found[0] for found in NAMELESS.finditer(page)] == []
        assert all(html.escape(name) in page for name in names)


@pytest.mark.parametrize("name", GAMES)
def test_who_plays_alone_is_you_and_friends_at_one_screen_are_not(site: Site, name: str) -> None:
    alone = site.match_service.begin(begun(name, ("me", "level:sapling")))
    page = site.client.get(f"/match/{alone}").text
    assert ">You</strong>" in page
    assert ">Sapling</strong>" in page
    friends = site.match_service.begin(begun(name, ("me", "friend")).resign(0, 0))
    page = site.client.get(f"/match/{friends}").text
    assert ">You</strong>" not in page
    assert len(set(re.findall(r'<strong title="([^"]+)"', page))) == 2


def test_friends_at_one_screen_can_say_their_names(site: Site) -> None:
    sent = {"seat-0": "me", "seat-1": "friend", "called-0": " Anna ", "called-1": "Ben"}
    match = site.post(f"/new/{GAME}", **sent).headers["location"]
    live = site.match_service.live_match(match.rpartition("/")[2])
    assert live.match.seats == ("me:Anna", "friend:Ben")
    assert len(live.match.people) == 2
    page = site.client.get(match).text
    assert '<strong title="Anna">' in page
    assert '<strong title="Ben">' in page
    assert "friend:" not in page
    assert read_record(live.match.record()).seats == live.match.seats
    again = site.post(f"/new/{GAME}", **sent | {"called-1": "bot:Ben"})
    assert again.status_code == 422
    assert 'value="bot:Ben"' in again.text, "what was typed stays"
    alone = site.post(f"/new/{GAME}", **sent | {"seat-1": "level:seedling"}).headers["location"]
    assert site.match_service.live_match(alone.rpartition("/")[2]).match.seats[0] == "me"


LINKS = """<a href="/">To the table</a> <a href="/">How to play</a>
<a class="who-am-i" href="/">Wilhelmina Featherstone</a>"""


def test_a_long_name_stays_within_the_top_of_a_phones_page(visitor: Visitor) -> None:
    page = visitor.page
    page.set_viewport_size({"width": 375, "height": 812})
    page.goto(f"{visitor.address}/about")
    page.locator(".top nav").evaluate("(nav, links) => { nav.innerHTML = links; }", LINKS)
    top, name = page.locator(".top").bounding_box(), page.locator(".who-am-i").bounding_box()
    assert top is not None
    assert name is not None
    assert name["y"] >= top["y"]
    assert name["y"] + name["height"] <= top["y"] + top["height"]
    assert page.evaluate(TOO_WIDE) <= 0
