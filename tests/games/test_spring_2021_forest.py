"""The forest: hexagons that meet, hatching that runs on, trees of four heights, and colours."""

from __future__ import annotations

import re
from itertools import pairwise, product
from math import dist
from xml.etree import ElementTree as ET

import pytest

from spinney.drawing import stylesheet
from spinney.drawing.colour import SIGHTS, contrast, difference
from spinney.drawing.symbols import SYMBOLS
from spinney.games.spring_2021.view.ground import shade, soil
from spinney.games.spring_2021.view.hexagons import Hexagons
from spinney.games.spring_2021.view.trees import KINDS, crown, spirit, sun

WAYS = ((1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1))
THEMES = ("light", "dark")


def parsed(drawn: str) -> ET.Element:
    return ET.fromstring(drawn)  # noqa: S314  (what is read here was written here)


def points(path: str) -> list[tuple[float, float]]:
    found = re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)
    return [(float(x), float(y)) for x, y in found]


# Hexagons.


def test_six_neighbours_are_equally_far_and_a_sixth_of_a_turn_apart() -> None:
    cells = Hexagons(60)
    centres = [cells.centre(way) for way in WAYS]
    assert [round(dist(c, (0, 0))) for c in centres] == [60] * 6
    assert centres[0] == pytest.approx((60, 0))
    assert centres[1][1] < 0  # direction 1 is up, against the clock
    for way, centre in enumerate(centres):
        assert cells.toward(way, 1) == pytest.approx(centre, abs=0.02)


@pytest.mark.parametrize("flat", [1, 0.9])
def test_neighbours_share_a_side(flat: float) -> None:
    cells = Hexagons(60, flat)
    own = {(round(x, 1), round(y, 1)) for x, y in cells.corners()}
    for way in WAYS:
        dx, dy = cells.centre(way)
        moved = [(x + dx, y + dy) for x, y in cells.corners()]
        shared = [c for c in moved if any(dist(c, o) < 0.2 for o in own)]
        assert len(shared) == 2


@pytest.mark.parametrize("direction", range(6))
def test_hatching_runs_on_into_the_next_cell(direction: int) -> None:
    cells = Hexagons(60, 0.9)
    action = cells.centre(WAYS[direction])
    chords = [*zip(*[iter(points(cells.hatching(direction, 7)))] * 2, strict=True)]
    assert len(chords) == 7
    for (ax, ay), (bx, by) in chords:  # every line is parallel to the direction
        assert abs((bx - ax) * action[1] - (by - ay) * action[0]) < 0.02 * 60 * 60
    inside = max(abs(y) for chord in chords for _, y in chord)
    assert inside <= cells.height / 2 + 0.1


# Trees.


def test_every_tree_has_a_symbol() -> None:
    for kind, size in product(KINDS, range(4)):
        assert f"{kind}-{size}" in SYMBOLS


@pytest.mark.parametrize("kind", KINDS)
def test_heights_rise_with_size(kind: str) -> None:
    tops = [
        min(float(y) for y in re.findall(r"M-?[\d.]+ (-?[\d.]+)", SYMBOLS[f"{kind}-{size}"]))
        for size in range(4)
    ]
    assert tops == sorted(tops, reverse=True)
    assert all(b < a - 8 for a, b in pairwise(tops))


def test_a_tree_stands_where_it_is_told() -> None:
    drawn = parsed(f"<g>{crown('conifer', 2, False, 100, 200, 48)}</g>")
    box = {name: float(drawn[0].get(name, 0)) for name in ("x", "y", "width", "height")}
    assert box == {"x": 76, "y": 140, "width": 48, "height": 64}


def test_spirits_look_or_have_their_eyes_closed() -> None:
    for kind, size in product(KINDS, range(4)):
        looks = [crown(kind, size, asleep, 0, 0, 48) for asleep in (False, True)]
        assert [("lids" in look, "eyes" in look) for look in looks] == [
            (False, True),
            (True, False),
        ]
        assert all(parsed(f"<g>{look}</g>") is not None for look in looks)


def test_a_spirit_looks_or_sleeps() -> None:
    for kind in KINDS:
        awake, asleep = (parsed(f"<g>{spirit(kind, sleeps, 48)}</g>") for sleeps in (False, True))
        assert [part.get("class") for part in awake] == [None, "eyes", "pupils"]
        assert [part.get("class") for part in asleep] == [None, "lids wide"]
        assert (awake[0].get("y"), awake[0].get("height")) == ("-56", "56")  # its feet are at 0


def test_richer_soil_has_more_grass_and_unusable_ground_stones() -> None:
    grass = [SYMBOLS[f"ground-{level}"].count("q") for level in (1, 2, 3)]
    assert grass == sorted(grass)
    assert len(set(grass)) == 3
    assert "blossom" in SYMBOLS["ground-3"]
    assert "stone" in SYMBOLS["ground-0"]
    assert [soil(level, 50).count(f"#ground-{level}") for level in range(4)] == [1, 1, 1, 1]
    assert parsed(f"<g>{sun(8)}</g>") is not None


def test_shade_is_hatched_as_it_falls_and_spooky_shade_twice() -> None:
    names = {way: re.findall('#([^"]+)', shade(way, False, 50))[0] for way in range(6)}
    assert all(names[way] == names[way + 3] for way in range(3))  # to and fro are one line
    assert len({SYMBOLS[name] for name in names.values()}) == 3
    (twice,) = re.findall('#([^"]+)', shade(0, True, 50))
    lines = [SYMBOLS[name].count("M") - 1 for name in (names[0], twice)]  # but for the dusk
    assert lines[1] == 2 * lines[0] > 0


def test_the_island_has_no_holes() -> None:
    (outline,) = re.findall(' d="([^"]+)"', SYMBOLS["island"])
    corners = points(outline)
    assert outline.count("M") == 1
    assert len(corners) == 42  # six sides of three cells and a half, with two sides each
    assert len(set(corners)) == 42


# Colours.


def colours(theme: str) -> dict[str, str]:
    start = ':root[data-theme="dark"]' if theme == "dark" else ":root"
    body = stylesheet().partition(f"{start} {{")[2].partition("}")[0]
    return dict(re.findall(r"--([\w-]+): (#\w+);", body))


SOILS = ("bare", "poor", "good", "rich")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("soil", SOILS[1:])
@pytest.mark.parametrize("player", ["red", "blue"])
def test_trees_stand_out_from_their_soil(theme: str, soil: str, player: str) -> None:
    known = colours(theme)
    assert contrast(known[f"wood-{player}"], known[soil]) >= 3  # foliage; the outline when dormant


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("soil", SOILS)
def test_cell_numbers_and_what_can_be_named_stand_out_from_the_soil(theme: str, soil: str) -> None:
    known = colours(theme)
    assert contrast(known["ink"], known[soil]) >= 7  # they are small and not quite opaque
    assert contrast(known["accent"], known[soil]) >= 3


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("sight", SIGHTS)
def test_both_players_trees_are_told_apart(theme: str, sight: str) -> None:
    known = colours(theme)
    assert difference(known["wood-red"], known["wood-blue"], sight) >= 0.11
    for player in ("red", "blue"):
        awake, pale = known[f"wood-{player}"], known[f"wood-{player}-pale"]
        assert difference(awake, pale, sight) >= 0.11
