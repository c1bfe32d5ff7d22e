"""The layout of boards: in order, without overlap, in columns of fixed width."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from tests.web.site import Site, played

import spinney
from spinney.core import rendering
from spinney.drawing import used
from spinney.match import Header, Match
from spinney.match.player_names import player_names
from spinney.server.rendering.board_layout import GAP
from spinney.server.rendering.boards import drawn
from spinney.server.wording import headline

SVG = "{http://www.w3.org/2000/svg}"


def boxes(svg: str) -> dict[str, tuple[float, float, float, float]]:
    root = ET.fromstring(svg.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1))  # noqa: S314 (drawn here)
    return {
        part.get("id", ""): tuple(float(part.get(k, 0)) for k in ("x", "y", "width", "height"))  # type: ignore[misc]
        for part in root.findall(f"{SVG}svg")
    }


@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_boards_lie_beside_each_other(layout: str) -> None:
    placed = list(
        boxes(drawn(played("me", "friend", choices=9).view(0), layout).filled.svg).values()
    )
    assert len(placed) > 3
    for i, (x, y, w, h) in enumerate(placed):
        for u, v, a, b in placed[:i]:
            assert (
                x >= u + a + GAP - 1 or u >= x + w + GAP - 1 or y >= v + b + GAP - 1 or v >= y + h
            )


def test_columns_keep_their_widths() -> None:
    def widths(choices: int) -> dict[str, float]:
        svg = drawn(played("me", "friend", choices=choices).view(0), "wide").filled.svg
        return {name: (x, w) for name, (x, _, w, _) in boxes(svg).items()}  # type: ignore[misc]

    assert widths(1) == widths(40) == widths(1000)


@pytest.mark.parametrize("game", ["arboretum", "spring-2021"])
def test_who_looks_on_has_nothing_at_the_thumb(game: str) -> None:
    match = Match.begin(Header(spinney.game(game), ("me", "friend"), seed=4))
    assert drawn(match.view(0), "narrow").at_hand
    assert not drawn(match.view(0), "wide").at_hand
    assert not drawn(match.view(-1), "narrow").at_hand


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Jo", "Joanna M.", "Cy Long"), ["Cy", "Jo"]),
        (("e X", "Deck", "e Y"), ["e Y", "e X"]),
        (("Seedling 2", "Al", "Seedling 3"), ["Seedling 3", "Seedling 2"]),
    ],
)
def test_a_thumbnail_says_whose_board_it_shows(names: tuple[str, ...], shown: list[str]) -> None:
    game = spinney.game("arboretum", players=3).with_names(names)
    view = Match.begin(Header(game, ("me", "friend", "friend"), seed=4)).view(1)
    labels = [label for _, _, _, label in drawn(view.with_names(names), "narrow").strip]
    assert labels == ["Piles", "You", *shown]


def test_nothing_is_styled_inline() -> None:
    svg = drawn(played("me", "friend").view(0), "wide").filled.svg
    assert not re.search(r"\sstyle=|<style|<script|\son\w+=", svg)


# The symbols that a page carries.


@pytest.mark.parametrize("path", ["", "/replay"])
def test_a_page_carries_what_it_shows_and_what_may_come(site: Site, path: str) -> None:
    """And no more: the plants of continents that don't serve are left at home."""
    game = spinney.game("forest-garden", continents="EU")
    match = Match.begin(Header(game, ("me", "friend"), seed=4))
    page = site.client.get(f"/match/{site.match_service.begin(match)}{path}").text
    carried = set(re.findall(r'<symbol id="([^"]+)"', page))
    assert carried >= rendering.symbols(match.view(0)) | {*used(page)}
    assert "plant-antler-2" not in carried  # a sumac's; none grows in Europe
    assert "tree-magnolia" not in carried


# Whose turn it is.


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (3, "Seedling 1 and Seedling 2 are thinking"),
        (7, "6 players are thinking"),
    ],
)
@pytest.mark.usefixtures("site")
def test_many_who_are_awaited_are_counted(players: int, said: str) -> None:
    seats = ("me", *("level:seedling",) * (players - 1))
    match = Match.begin(Header(spinney.game("forest-garden", players=players), seats, seed=4))
    for player in range(players):
        match = match.play(player, "draw 1", at=1)
    names = player_names(match.game.display_names, seats, 0)
    assert headline(match, 0, names) == "Your turn"
    assert headline(match.play(0, "choose 1", at=1), 0, names) == said
