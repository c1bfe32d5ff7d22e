"""Guides: what they begin with, and pictures drawn of stated positions by the games' own boards."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import spinney
from spinney import guides
from spinney.core import compilation
from spinney.core.errors import Refused
from spinney.core.guide_picture import GuidePicture
from spinney.guides.badges import with_badges
from spinney.i18n import in_language, languages

GAMES = [game for game in spinney.all_games().values() if game.package.startswith("spinney.")]
SHOWN = re.compile(r"!\[([^\]]+)\]\(picture:([a-z0-9-]+)\)")


@pytest.fixture(autouse=True)
def interpreted() -> Iterator[None]:
    with compilation.interpreting():
        yield


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("language", languages())
def test_a_guide_begins_with_a_minute_and_a_picture_of_the_table(
    game: spinney.Game, language: str
) -> None:
    with in_language(language):
        text = game.guide()
    headings = re.findall(r"^## (.*)$", text, re.M)
    shown = SHOWN.findall(text)
    assert text.index(f"## {headings[0]}") < text.index(shown[0][0])
    minute = text.split("\n## ")[1]
    assert len(minute.split()) < 130, "a minute is short"
    caption, name = shown[0]
    assert name == "table"
    assert [number for number in "12345" if f"{number} " in caption] == [*"12345"]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_each_picture_is_shown_and_each_that_is_shown_is_there(game: spinney.Game) -> None:
    shown = [name for _, name in SHOWN.findall(game.guide())]
    assert sorted(shown) == sorted(guides.pictures_of(game))
    assert len(shown) >= 3
    plain = guides.without_pictures(game.guide())
    assert "picture:" not in plain
    assert "## " in plain


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_pictures_are_drawn_with_their_numbers(game: spinney.Game) -> None:
    pictures = guides.pictures_of(game)
    assert len(pictures["table"].points) == 5
    for name, picture in pictures.items():
        for layout, theme in (("wide", "light"), ("narrow", "dark")):
            svg = guides.draw_picture(game, name, layout, theme)  # type: ignore[arg-type]
            box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)
            assert box
            width, height = map(float, box.groups())
            at = re.findall(r'<g transform="translate\(([\d.]+) ([\d.]+)\)"><circle r="17"', svg)
            assert len(at) == len(picture.points)
            for x, y in at:
                assert 0 < float(x) < width
                assert 0 < float(y) < height
            if picture.paths:
                assert 'class="path' in svg


def test_a_picture_that_is_not_there_is_refused() -> None:
    with pytest.raises(Refused, match="did you mean table"):
        guides.draw_picture(GAMES[0], "tabel")
    with pytest.raises(Refused, match="no piece"):
        with_badges('<svg viewBox="0 0 9 9"><g id="a"/></svg>', ("b",))


def test_numbers_stand_where_nested_pieces_are() -> None:
    nested = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400">'
        '<g transform="translate(100 50)">'
        '<svg x="20" y="10" width="50" height="50" viewBox="0 0 100 100">'
        '<g transform="translate(40 60) rotate(5) scale(2)">'
        '<g id="deep" transform="translate(10 0)"/></g></svg></g></svg>'
    )
    assert "translate(150.0 90.0)" in with_badges(nested, ("deep",))


def test_a_game_without_pictures_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert GuidePicture().player == 0
    monkeypatch.setattr("spinney.core.game.Game.part", lambda *_: None)
    assert guides.pictures_of(GAMES[0]) == {}


def test_where_no_picture_can_be_shown_it_is_described() -> None:
    text = "# A\n\n![Two seedlings. 1 the larger.](picture:two-of-them)\n\nSee 1.\n"
    assert guides.without_pictures(text) == "# A\n\n*Two seedlings. 1 the larger.*\n\nSee 1.\n"
    for game in GAMES:
        plain, shown = guides.without_pictures(game.guide()), SHOWN.findall(game.guide())
        assert all(f"\n*{caption}*\n" in plain for caption, _ in shown)
        assert not any("*" in caption for caption, _ in shown)
