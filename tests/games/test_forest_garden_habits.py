"""Plants are put together as their habits say: crowns closed, tips in the crown, all in the box."""

from __future__ import annotations

import re
from random import Random

import pytest

from spinney.games.forest_garden.view.foliage import (
    BOX,
    FOOT,
    Stem,
    around,
    blade,
    limbs,
    oval,
    scalloped,
    scattered,
    short,
    smooth,
    trunk,
)
from spinney.games.forest_garden.view.habits import habits
from spinney.games.forest_garden.view.plant import BLOOMS, FRUITS, LEAVES, dabs, marks, stroke

PAIR = ((20.0, 30.0, 10.0, 8.0), (36.0, 28.0, 12.0, 9.0))


def inside(x: float, y: float, parts: tuple[tuple[float, ...], ...], slack: float = 0) -> bool:
    return any(
        ((x - u) / (w + slack)) ** 2 + ((y - v) / (h + slack)) ** 2 <= 1 for u, v, w, h in parts
    )


@pytest.mark.parametrize(
    ("numbers", "written"),
    [
        ((1, -0.5, 3), "1-.5 3"),
        ((0.5, 0.25, -0.04), ".5 .2 0"),
        ((10.04, 20.96), "10 21"),
        ((0, 0), "0 0"),
    ],
)
def test_coordinates_are_short(numbers: tuple[float, ...], written: str) -> None:
    assert short(*numbers) == written


def test_a_scalloped_edge_ends_where_it_began() -> None:
    path = scalloped(around(PAIR), 6, Random(1))
    first, *lobes = re.findall(r"[Mq][^Mqz]+", path)
    ends = [re.findall(r"-?(?:\d+\.?\d*|\.\d)", lobe)[-2:] for lobe in lobes]
    moved = [sum(float(end[k]) for end in ends) for k in (0, 1)]
    assert first.startswith("M")
    assert path.endswith("z")
    assert moved == pytest.approx([0, 0], abs=0.15)
    assert len(lobes) > 8


def test_what_surrounds_two_ovals_surrounds_both() -> None:
    outline = around(PAIR, 60)
    assert all(inside(x, y, PAIR, 0.05) for x, y in outline)
    assert not any(inside(x, y, PAIR, -0.3) for x, y in outline)
    assert len(smooth(outline, 4)) == 240


def test_scattered_points_are_many_in_large_clumps_and_stay_inside() -> None:
    points = scattered(PAIR, 40, Random(2))
    assert len(points) == 40
    assert all(inside(x, y, PAIR) for x, y in points)
    left = sum(x < 28 for x, _ in points)
    assert left < 20
    assert points == scattered(PAIR, 40, Random(2))
    assert len(set(oval(PAIR[0], 8, 0.2, Random(3)))) == 8


def test_limbs_reach_every_tip() -> None:
    tips = scattered(PAIR, 12, Random(4))
    thick, thin = limbs([(30.0, 50.0), (30.0, 40.0)], tips)
    assert thick.count("q") + thin.count("q") == 12
    assert thick.startswith("M30 ")


def test_a_stem_goes_from_its_root_to_its_tip() -> None:
    stem = Stem((10, 60), (2, -30), (12, -40))
    assert stem.at(0) == (10, 60)
    assert stem.at(1) == (22, 20)
    assert stem.at(0.5) == (10 + 1 + 3, 60 - 15 - 10)
    assert stem.path == "M10 60q2-30 12-40"


def test_blades_close_and_trunks_taper() -> None:
    assert blade(0, 0, 0, -10, 2) == "M0 0q2-5 0-10q-2 5 0 10z"
    path = trunk(FOOT, (32, 30), 4, 2)
    assert path.startswith("M28.6 60")
    assert "L31 30h2L" in path


@pytest.mark.parametrize("name", habits())
def test_a_habit_stands_on_its_foot_within_its_box(name: str) -> None:
    grown = habits()[name]
    assert grown.id == f"plant-{name}"
    assert 5 < grown.height <= FOOT[1]
    assert 10 < grown.width < BOX * 1.15
    assert len(grown.symbol) < 3300
    assert all(0 < x < BOX and 0 < y < FOOT[1] for x, y, _, _ in (*grown.leaves, *grown.blooms))
    corners = re.findall(r"M(-?[\d.]+) ?(-?[\d.]+)", grown.symbol)
    assert all(-3 < float(x) < BOX + 3 and 0 < float(y) < BOX for x, y in corners)


def test_dabs_and_marks_are_drawn_at_their_points() -> None:
    points = [(1.0, 2.0), (3.0, 4.0)]
    for form in (*BLOOMS.values(), *FRUITS.values()):
        for fine in (False, True):
            path = dabs(form, points, fine)
            assert path.startswith("M1 2")
            assert "M3 4" in path
            assert stroke(form, fine) > 0
    assert {name for name in LEAVES if not marks(name, points)} == {"blade", "notched", "rod"}
    assert stroke(BLOOMS["star"], fine=True) < stroke(BLOOMS["star"], fine=False)
