"""Pieces, boards and sheets: well-formed, labelled, laid out flush, the same every time."""

import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from tests.processor_time import relative_time

import spinney.drawing as kit
from spinney.drawing import Area, Board, Theme, sheet
from spinney.drawing.layout import Layout
from spinney.drawing.style import plain_rules

SVG = "{http://www.w3.org/2000/svg}"


def parsed(drawn: str) -> ET.Element:
    return ET.fromstring(drawn)  # noqa: S314  (what is read here was written here)


def everything() -> str:
    cards = [
        kit.card(f"c{n}", tree, n, tree[:2].title(), 50 * n, 0, 44, label=f"{tree} on A{n}")
        for n, tree in enumerate(kit.TREES)
    ]
    tokens = [kit.token(p, 30 * n, 90, 24, label=p) for n, p in enumerate(kit.PLAYERS)]
    rest = [
        kit.card(
            "w", "willow", 10, "W", 0, 120, 44, word="W7", label="W7 <in hand>", marks="fresh"
        ),
        kit.back("b", 50, 120, 44, count=12, label="12 cards"),
        kit.slot("s", 100, 120, 44),
        kit.earth("e", 150, 120, 44, label="A1"),
        kit.seedling("p", 200, 120, 44, word="A2"),
        kit.path_line("l", [(0, 0), (50, 0.5)], [1, 3], tree="lilac", label="lilac 2"),
        kit.icon("parrot", 250, 120, 20),
        kit.icon("seedling", 280, 120, 20, label="a garden"),
        kit.icon("notice", 310, 120, 20),
    ]
    return "".join(cards + tokens + rest)


BOARDS = [
    Board("garden", "Garden", 520, 300, everything(), "All there is."),
    Board("rival", "Rival & co", 300, 200, kit.earth("r1", 0, 0, 44), "A cell."),
    Board("offer", "Offer", 400, 90, kit.slot("o1", 0, 0, 44)),
]
AREAS: Area = [["garden", ["rival", "offer"]]]


@pytest.mark.parametrize("drawn", [BOARDS[0].svg(), sheet(BOARDS, AREAS, title="<All>")])
def test_pictures_are_well_formed(drawn: str) -> None:
    tree = parsed(drawn)
    ids = [part.get("id") for part in tree.iter() if part.get("id")]
    assert len(ids) == len(set(ids))
    assert " style=" not in drawn
    assert "var(" not in drawn


def test_a_board_for_a_page_has_no_stylesheet_and_one_for_a_file_has_all() -> None:
    page, file = BOARDS[0].svg(), BOARDS[0].svg(embedded=True)
    assert "<style" not in page
    assert "<symbol" not in page
    assert page.count("<symbol") == 0
    for id_ in re.findall(r'href="#([\w-]+)"', page):
        assert f'<symbol id="{id_}"' in file
    assert "<symbol" not in BOARDS[2].svg(embedded=True)


@pytest.mark.parametrize("theme", [None, "light", "dark"])
def test_same_input_same_bytes(theme: Theme | None) -> None:
    first = sheet(BOARDS, AREAS, title="All", theme=theme)
    assert first == sheet(list(BOARDS), [["garden", ("rival", "offer")]], title="All", theme=theme)


def test_only_what_can_be_named_is_a_button() -> None:
    drawn = parsed(BOARDS[0].svg())
    for part in drawn.iter(f"{SVG}g"):
        if part.get("data-word") is None:
            assert part.get("role") != "button"
        else:
            assert part.get("role") == "button"
            assert part.get("aria-label")
            assert part.get("aria-hidden") is None


def test_the_script_keeps_its_attributes() -> None:
    assert not re.search(r'tabindex|class="[^"]*\b(lit|picked)\b', BOARDS[0].svg())


def test_a_file_is_one_labelled_image() -> None:
    drawn = parsed(sheet(BOARDS, AREAS, title="A match", theme="dark"))
    assert drawn.get("role") == "img"
    assert drawn.findtext(f"{SVG}title") == "A match"
    assert drawn.findtext(f"{SVG}desc") == "Garden: All there is. Rival & co: A cell."


def test_themes_of_a_file() -> None:
    assert "@media" not in plain_rules("light")
    assert kit.LIGHT.paper in plain_rules("light")
    assert kit.DARK.paper not in plain_rules("light")
    assert kit.DARK.paper in plain_rules("dark")
    both, _, dark = plain_rules(None).partition("@media (prefers-color-scheme:dark)")
    assert kit.LIGHT.paper in both
    assert kit.DARK.paper in dark
    assert not re.search(r"--\w", plain_rules(None))


def test_boards_are_laid_out_flush() -> None:
    shapes = {"a": 0.5, "b": 1.0, "c": 2.0, "d": 0.1}
    layout = Layout(shapes, gap=10, captions=dict.fromkeys(shapes, 20))
    area: Area = [["a", ["b", "c"]], ["d"]]
    a, b, c, d = layout.places(area, 0, 0, 1000)
    assert a.width + 10 + b.width == pytest.approx(1000)
    assert b.width == pytest.approx(c.width)
    assert a.y + a.width * 0.5 == pytest.approx(c.y + c.width * 2)
    assert d.width == pytest.approx(1000)
    assert layout.height(area, 1000) == pytest.approx(d.y + 100)
    assert all(one.y <= other.y for one, other in pairwise((b, c, d)))


def test_the_first_board_keeps_its_size() -> None:
    drawn = parsed(sheet(BOARDS, AREAS, title="All"))
    first = drawn.find(f"{SVG}svg")
    assert first is not None
    assert float(first.get("width", 0)) == pytest.approx(520, abs=0.02)
    assert BOARDS[1].svg(embedded=True).count('viewBox="0 0 348 248"') == 1


def test_unknown_trees_are_refused() -> None:
    with pytest.raises(KeyError, match="triffid"):
        kit.card("x", "triffid", 1, "T", 0, 0, 44)


def test_a_picture_of_150_pieces_is_quick() -> None:
    def draw() -> None:
        for n in range(150):
            kit.card(f"c{n}", kit.TREES[n % 10], n % 8, "S", n, n, 44, word="S7", label="S7 on C3")

    assert relative_time(draw) < 2


def test_the_names_that_others_may_use() -> None:
    assert sorted(kit.__all__) == sorted(set(kit.__all__))
    assert all(hasattr(kit, name) for name in kit.__all__)
