"""The silhouettes: all there, each different, and none empty when rendered."""

import re
import struct
import zlib
from functools import cache
from itertools import combinations
from xml.etree import ElementTree as ET

import numpy as np
import numpy.typing as npt
import pytest

from spinney.drawing import ICONS, TREES, Board, sprite, stylesheet, symbol, symbols, use
from spinney.drawing.symbols import SYMBOLS, defs, register, used
from spinney.games.build_your_arboretum.view.birds import SYMBOLS as PARROT_SYMBOLS
from spinney.games.forest_garden.view import SIGN_SYMBOLS
from spinney.games.forest_garden.view.habits import habits
from spinney.games.spring_2021.view.ground import GROUND_SYMBOLS
from spinney.games.spring_2021.view.trees import FOREST_SYMBOLS, KINDS

Bits = npt.NDArray[np.bool_]
Pixel = npt.NDArray[np.int32]

PARTS = {"ink", "half", "line", "gap", "cut", "bole", "branch"}
FOREST = {f"{kind}-{size}" for kind in KINDS for size in range(4)}
FOREST |= {"stump", *(f"spirit-{kind}" for kind in KINDS), *(f"ground-{k}" for k in range(4))}
GROUND = {
    "island",
    *(f"{kind}-{way}" for kind in ("shade", "spooky", "coming") for way in range(3)),
}
PLANTS = {habit.id for habit in habits().values()}
PLANT_PARTS = {"trunk", "limbs", "stems", "twigs", "trellis", "leafage", "sunlit", "shade"}
PARROTS = {"parrot"}
SIGNS = {id_ for id_ in SYMBOLS if re.match("fruit-|blossom-|sign-|cube-|litter-|meadow", id_)}


def parsed(drawn: str) -> ET.Element:
    return ET.fromstring(drawn)  # noqa: S314  (what is read here was written here)


def test_the_plate_has_every_tree_and_icon() -> None:
    cards = {f"tree-{t}" for t in TREES} | {f"icon-{i}" for i in ICONS}
    assert set(SYMBOLS) == cards | FOREST | GROUND | SIGNS | PLANTS | PARROTS
    assert frozenset(PARROTS) == PARROT_SYMBOLS
    assert frozenset(SIGNS) == SIGN_SYMBOLS
    assert frozenset(FOREST) == FOREST_SYMBOLS
    assert frozenset(GROUND) == GROUND_SYMBOLS
    assert len(SIGNS) == 12 + 7 + 8 + 2 + 3 + 2  # fruits, blossoms, signs, cubes, litter, meadows
    assert len(TREES) == 10


@pytest.mark.parametrize("id_", SYMBOLS)
def test_a_symbol_is_small_and_coloured_by_class(id_: str) -> None:
    drawn = parsed(SYMBOLS[id_])
    assert drawn.get("id") == id_
    parts = {part.get("class") or "" for part in drawn}
    if id_ in SIGNS | PARROTS | FOREST | GROUND:
        assert all(f".{word} {{" in stylesheet() for part in parts for word in part.split())
    else:
        assert parts <= (PLANT_PARTS if id_ in PLANTS else PARTS)
    assert len(SYMBOLS[id_]) < 5000
    assert not re.search(r"style=|#[0-9A-Fa-f]{3}", SYMBOLS[id_])


def test_an_id_stands_for_one_symbol() -> None:
    assert register({"tree-willow": symbol("willow")}) == {"tree-willow"}
    with pytest.raises(ValueError, match="there is another symbol 'tree-willow'"):
        register({"tree-willow": "<symbol/>"})


def test_defs_hold_only_what_is_named() -> None:
    assert defs(()) == ""
    assert symbols(["willow"]) == f"<defs>{symbol('willow')}</defs>"
    body = use("tree-willow", 0, 0, 9) + use("icon-parrot", 0, 0, 9) + use("elsewhere", 0, 0, 9)
    assert used(body) == ("tree-willow", "icon-parrot")
    with pytest.raises(KeyError):
        symbol("triffid")


def test_the_sprite_has_each_symbol_once() -> None:
    ids = re.findall(r' id="([^"]+)"', sprite())
    assert sorted(ids) == sorted(SYMBOLS)
    parsed(sprite())


@cache
def ink(tree: str, size: int) -> Bits:
    """Which pixels of a silhouette on white paper are dark: (size, size)."""
    resvg = pytest.importorskip("resvg_py")
    body = f'<g class="icon">{use(f"tree-{tree}", 0, 0, size)}</g>'
    drawn = Board("b", "B", size, size, body).svg(embedded=True)
    pixels = decoded(bytes(resvg.svg_to_bytes(svg_string=drawn)))
    margin = (pixels.shape[0] - size) // 2
    return pixels[margin : margin + size, margin : margin + size, 1] < 128


def decoded(png: bytes) -> npt.NDArray[np.uint8]:
    """The pixels of an RGBA image of 8 bits: (height, width, 4). Enough of PNG for resvg's."""
    width, height = struct.unpack(">II", png[16:24])
    data, at = b"", 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        data += png[at + 8 : at + 8 + length] if png[at + 4 : at + 8] == b"IDAT" else b""
        at += length + 12
    rows = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + 4 * width)
    out = np.zeros((height + 1, width + 1, 4), np.int32)  # with an empty row and column before
    for y, row in enumerate(rows, 1):
        for x, given in enumerate(row[1:].reshape(width, 4).astype(np.int32), 1):
            left, up, corner = out[y, x - 1], out[y - 1, x], out[y - 1, x - 1]
            out[y, x] = (given + predicted(int(row[0]), left, up, corner)) % 256
    return out[1:, 1:].astype(np.uint8)


def predicted(kind: int, left: Pixel, up: Pixel, corner: Pixel) -> Pixel:
    """What one of PNG's five filters takes for a pixel, from those decoded before."""
    if kind < 4:
        return (0 * left, left, up, (left + up) // 2)[kind]
    near = [abs(left + up - corner - one) for one in (left, up, corner)]
    return np.select(
        [(near[0] <= near[1]) & (near[0] <= near[2]), near[1] <= near[2]], [left, up], corner
    )


@pytest.mark.parametrize("tree", TREES)
def test_a_silhouette_renders(tree: str) -> None:
    assert 0.1 < ink(tree, 48).mean() < 0.7


@pytest.mark.parametrize("size", [20, 48])
def test_silhouettes_differ_in_monochrome(size: int) -> None:
    drawn = {tree: ink(tree, size) for tree in TREES}
    for one, other in combinations(TREES, 2):
        apart = (drawn[one] ^ drawn[other]).sum() / (drawn[one] | drawn[other]).sum()
        assert apart > 0.35, (one, other)
