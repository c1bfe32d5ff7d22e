"""Covers: finished gardens of real matches, cropped, light enough for the first page."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests.web.site import Site

import spinney
from spinney.core import compilation, rendering
from spinney.drawing import Board, Theme, cropped, standalone
from spinney.match import Match
from spinney.match.record_reader import read_record
from spinney.server.home import covers

RECORDS = Path(__file__).parents[1] / "data" / "records"
SHOWN = {
    "arboretum": "arboretum/2-v11-first-draw.txt",
    "build-your-arboretum": "full-garden.txt",
    "forest-garden": "forest-garden/own-plants-2.txt",
    "spring-2021": "spring-2021/illegal.txt",
}
"""The matches from which the covers are."""
FIRST_PAGE = 74_000
"""How many bytes the first page may take with all that it shows."""
TABLES = {"full-garden.txt": 145_000, "forest-garden/2-europe.txt": 195_000}
"""How many bytes the page of a table may take, late in these matches for two."""
PACKED = {"accept-encoding": "gzip"}


@pytest.fixture(autouse=True)
def _interpreted() -> Iterator[None]:
    """A few pictures are not worth compiling for."""
    with compilation.interpreting():
        yield


@pytest.mark.parametrize("name", SHOWN)
def test_a_cover_shows_a_position_of_a_recorded_match(name: str) -> None:
    game = spinney.game(name)
    wanted = game.part("view").COVER  # type: ignore[union-attr]
    match = read_record((RECORDS / SHOWN[name]).read_text(encoding="utf-8"))
    last = [frame.transition.state for frame in match.frames_since(0, -1)][-20:]
    assert wanted.position in {state.code for state in last}
    assert rendering.cover_state(game, wanted).code == wanted.position


@pytest.mark.parametrize("theme", [None, "light", "dark"])
@pytest.mark.parametrize("name", SHOWN)
def test_a_cover_is_a_file_of_its_own(name: str, theme: Theme | None) -> None:
    svg = standalone(rendering.cover(spinney.game(name)), theme)
    root = ET.fromstring(svg)  # noqa: S314  (what is read here was written here)
    _, _, width, height = map(float, str(root.get("viewBox")).split())
    assert width / height == pytest.approx(6 / 5, abs=0.01)
    assert "<title" not in svg
    assert "data-word" not in svg  # nothing can be named in it
    assert len({part.get("id") for part in root.iter() if part.get("id")}) > 10
    used = {name for part in root.iter() for name in (part.get("class") or "").split()}
    rules = next(part.text or "" for part in root.iter() if part.tag.endswith("style"))
    assert set(re.findall(r"\.([a-zA-Z][\w-]*)", rules)) <= used


def test_a_crop_reaches_from_piece_to_piece_and_has_nothing_to_be_read() -> None:
    body = (
        '<g id="a" transform="translate(10 20) scale(2)"><title>a story</title>'
        '<text display="none">7</text><text transform="rotate(3)">8</text></g>'
        '<g display="none"><path/></g>'
        '<svg x="50" y="0" width="50" viewBox="100 0 200 400"><g id="b" transform="translate'
        '(300 160)"/></svg><g id="c" transform="translate(400 20)"><text>9</text></g>'
    )
    svg = cropped(Board("a", "A", 200, 100, body), ("a", "b"), 3.0)
    x, y, width, height = map(float, re.findall('viewBox="([^"]+)"', svg)[0].split())
    assert width == pytest.approx(1.12 * 90, abs=0.1)  # b lies at (100, 40)
    assert height == pytest.approx(width / 3, abs=0.1)
    assert (x + width / 2, y + height / 2) == pytest.approx((55, 30), abs=0.2)
    assert ">7<" not in svg
    assert "story" not in svg
    assert ">8<" in svg
    assert ">9<" not in svg  # it lies elsewhere
    ET.fromstring(svg)  # noqa: S314


def test_a_game_without_a_cover_shows_its_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    game = spinney.game("arboretum")
    monkeypatch.delattr(game.part("view"), "COVER")
    assert rendering.cover(game) == ""
    covers._cover.cache_clear()
    try:
        assert 'id="board-table"' in covers.cover(game)
    finally:
        covers._cover.cache_clear()


def test_pictures_come_compressed_to_who_takes_that(site: Site) -> None:
    address = "/pictures/spring-2021?theme=dark"
    plain = site.client.get(address, headers={"accept-encoding": "identity"})
    packed = site.client.get(address, headers=PACKED)
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    assert packed.headers["vary"] == "Accept-Encoding"
    assert packed.text == plain.text
    assert packed.headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_page_is_light(site: Site, language: str) -> None:
    for _ in range(2):
        site.begin("me", "friend")  # a match to go on with takes room, too
    page = site.client.get("/", headers={"accept-language": language}).text
    shown = set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:css|js|svg)|/pictures/[^"]+)"', page))
    assert len([address for address in shown if address.startswith("/pictures/")]) >= len(SHOWN)
    ours = [a for a in shown if not a.startswith("/pictures/") or _name(a) in SHOWN]
    weight = len(page.encode())
    for address in ours:
        answer = site.client.get(address.replace("&amp;", "&"), headers=PACKED)
        assert answer.status_code == 200
        packed = answer.headers.get("content-encoding") == "gzip"
        weight += len(gzip.compress(answer.content)) if packed else len(answer.content)
    assert weight <= FIRST_PAGE
    assert "modulepreload" not in page  # it has no scripts: their texts would load for nothing
    assert "<symbol" not in page  # the brand's is a file, which comes compressed and once


@pytest.mark.parametrize("record", TABLES)
def test_the_page_of_a_table_is_light(site: Site, record: str) -> None:
    whole = read_record((RECORDS / record).read_text(encoding="utf-8"))
    match = Match.replay(whole.header, whole.events[: len(whole.events) * 9 // 10])
    name = site.match_service.begin(match)
    site.match_service.live_match(name).at_screen = match.to_act[0]
    page = site.client.get(f"/match/{name}").content
    assert b"data-word" in page, "something can be done"
    assert len(page) <= TABLES[record]


def _name(address: str) -> str:
    return address.removeprefix("/pictures/").partition("?")[0]


@pytest.mark.parametrize("name", SHOWN)
def test_the_page_of_a_game_shows_its_cover(site: Site, name: str) -> None:
    assert f'<img class="cover" src="/pictures/{name}?' in site.client.get(f"/new/{name}").text
