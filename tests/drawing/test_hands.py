"""Fans of cards, and the ground that is seen through a window."""

from __future__ import annotations

import re
from itertools import pairwise
from math import cos, radians, sin
from xml.etree import ElementTree as ET

import pytest

import spinney.drawing as kit
from spinney.drawing import Board, sheet
from spinney.drawing.layout import names, without
from spinney.drawing.svg import place

SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawn: str) -> ET.Element:
    return ET.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{drawn}</svg>')  # noqa: S314


def corners(slot: tuple[float, float, float], size: float) -> list[tuple[float, float]]:
    """The four corners of a card in a slot of a fan."""
    x, y, lean = slot
    a = radians(lean)
    return [
        (x + u * cos(a) - v * sin(a), y + u * sin(a) + v * cos(a))
        for u in (0, size)
        for v in (0, size * kit.RATIO)
    ]


@pytest.mark.parametrize("count", range(1, 12))
@pytest.mark.parametrize("width", [344, 900])
def test_a_fan_keeps_within_its_width(count: int, width: float) -> None:
    slots = kit.spread(count, 72, 8, 12, width)
    assert len(slots) == count
    xs = [x for slot in slots for x, _ in corners(slot, 72)]
    assert min(xs) > 8 - 12  # a leaning card reaches out a little
    assert max(xs) < 8 + width + 12
    assert [lean for *_, lean in slots] == sorted(lean for *_, lean in slots)


def test_a_fan_is_the_same_from_both_sides() -> None:
    slots = kit.spread(7, 72, 0, 0, 700)
    for (x, _), (u, _) in zip(
        (corners(s, 72)[0] for s in slots),
        (corners(s, 72)[2] for s in reversed(slots)),
        strict=True,
    ):
        assert x + u == pytest.approx(700, abs=0.1)


def test_cards_of_a_fan_overlap_only_if_they_must() -> None:
    for count, width, overlap in ((7, 900, False), (9, 344, True)):
        middles = [
            sum(x for x, _ in corners(s, 72)) / 4 for s in kit.spread(count, 72, 0, 0, width)
        ]
        assert all((b - a < 72) == overlap for a, b in pairwise(middles))


def test_no_cards_make_no_fan() -> None:
    assert kit.spread(0, 72, 0, 0, 300) == []


def test_a_fan_names_its_orders() -> None:
    drawn = kit.fan("hand", ["<g/>"], {"colour": ["a", "b"], "number": ["b", "a"]}, source="deck")
    (fan,) = parsed(drawn)
    assert fan.get("data-by-colour") == "a b"
    assert fan.get("data-by-number") == "b a"
    assert fan.get("data-source") == "deck"


def test_a_covered_card_tells_all_at_its_left_edge() -> None:
    card = kit.card("c", "willow", 3, "Wi", 0, 0, 80, covered=True, lean=-3, seen=True)
    (piece,) = parsed(card)
    assert "rotate(-3)" in (piece.get("transform") or "")
    texts = list(piece.iter(f"{SVG}text"))
    assert [text.text for text in texts] == ["3", "Wi"]
    assert all(float(text.get("x", 99)) < 12 for text in texts)
    assert "eye" in card
    assert "eye" not in kit.card("c", "willow", 3, "Wi", 0, 0, 80)


def test_places_that_lean() -> None:
    assert place(1, 2) == "translate(1 2)"
    assert place(1, 2, 0.5, 3) == "translate(1 2) rotate(3) scale(0.5)"


def test_ground_is_seen_whole_and_has_an_arrow_at_each_edge() -> None:
    drawn = kit.ground("g", (6, 50, 300, 200), (-30, -20, 600, 400), "<g/>", label="G", least=0.8)
    ground, *arrows = parsed(drawn)
    assert ground.get("viewBox") == ground.get("data-box") == "-30 -20 600 400"
    assert ground.get("data-least") == "0.8"
    assert ground.get("aria-label") == "G"
    assert [arrow.get("data-way") for arrow in arrows] == ["left", "right", "up", "down"]
    assert all(arrow.get("aria-hidden") == "true" for arrow in arrows)
    assert not re.search("tabindex", drawn)


# Boards that are not on the sheet.


def test_areas_less_some_boxes() -> None:
    area = [["a", ("b", "c")], "d"]
    assert [*names(area)] == ["a", "b", "c", "d"]
    assert without(area, {"d"}) == [["a", ["b", "c"]]]
    assert without(area, {"b", "c"}) == [["a"], "d"]
    assert without("a", {"a"}) == []
    assert [*names(without(area, {"a", "b", "c", "d"}))] == []


def test_leaves_are_left_out_of_files_and_so_are_boards_that_are_not_there() -> None:
    boards = [Board("a", "A", 100, 50, '<g id="a"/>'), Board("leaf", "L", 90, 90, '<g id="l"/>')]
    drawn = sheet(boards, ["a", "absent"], title="T")
    assert 'id="a"' in drawn
    assert 'id="l"' not in drawn
