"""The colours keep the distances and contrasts that the look asks for."""

import re
from itertools import combinations

import pytest

from spinney.drawing import DARK, FILLS, LIGHT, PLAYERS, stylesheet
from spinney.drawing.colour import SIGHTS, contrast, difference, oklab, perceived
from spinney.drawing.palette import TablePalette

TABLES = {"light": LIGHT, "dark": DARK}


@pytest.mark.parametrize("sight", SIGHTS)
def test_any_two_fills_are_told_apart(sight: str) -> None:
    pairs = combinations([fill.fill for fill in FILLS.values()], 2)
    nearest = min(difference(one, other, sight) for one, other in pairs)
    assert round(nearest, 4) >= 0.11


@pytest.mark.parametrize("sight", SIGHTS)
def test_any_two_players_are_told_apart(sight: str) -> None:
    pairs = combinations([player.colour for player in PLAYERS.values()], 2)
    assert min(difference(one, other, sight) for one, other in pairs) >= 0.11


def test_every_player_has_a_shape_of_its_own() -> None:
    assert len({player.shape for player in PLAYERS.values()}) == len(PLAYERS) == 7
    assert len({player.path for player in PLAYERS.values()}) == 7


@pytest.mark.parametrize("tree", FILLS)
def test_ink_reads_on_its_card(tree: str) -> None:
    assert contrast(FILLS[tree].fill, FILLS[tree].ink) >= 4.5


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_words_and_shapes_read_on_the_table(table: TablePalette) -> None:
    assert contrast(table.paper, table.ink) >= 4.5
    assert contrast(table.paper, table.soft) >= 4.5
    assert contrast(table.paper, table.edge) >= 3
    assert contrast(table.paper, table.accent) >= 3


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES)
def test_the_accent_is_nobodys_colour(table: TablePalette) -> None:
    taken = [fill.fill for fill in FILLS.values()] + [p.colour for p in PLAYERS.values()]
    assert min(difference(table.accent, colour) for colour in taken) >= 0.11


def test_the_stylesheet_has_the_same_colours() -> None:
    css = stylesheet()
    for tree, fill in FILLS.items():
        assert f".fill-{tree} {{ color: {fill.ink}; fill: {fill.fill};" in css
    for name, player in PLAYERS.items():
        assert f".token.player-{name}, .tint-{name} {{ fill: {player.colour}; }}" in css
    blocks = re.findall(r":root[^{]*\{([^{}]*)\}", css)
    properties = [dict(re.findall(r"--(\w+): (#\w+);", block)) for block in blocks]
    assert properties[1] == properties[2]  # the dark of the system and the dark chosen
    for table, found in zip((LIGHT, DARK), properties[:2], strict=True):
        named = (table.paper, table.ink, table.soft, table.edge, table.accent)
        keys = ("paper", "ink", "soft", "edge", "accent")
        assert tuple(found[key] for key in keys) == named


def test_measures_agree_with_what_is_known() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert oklab("#FFFFFF") == pytest.approx((1, 0, 0), abs=1e-3)
    assert oklab("#FF0000") == pytest.approx((0.628, 0.225, 0.126), abs=1e-3)
    assert difference("#000000", "#FFFFFF") == pytest.approx(1, abs=1e-3)
    assert perceived("#808080", "protan") == pytest.approx(perceived("#808080"), abs=1e-3)
