"""Pictures as pixels: PNG files are unpacked as they were packed."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import numpy as np
import pytest

from spinney.drawing.pixels import pixels, read_png

pytest.importorskip("resvg_py")


def paeth(left: int, above: int, corner: int) -> int:
    """What the standard says of a Paeth filter."""
    guess = left + above - corner
    return min((left, above, corner), key=lambda value: abs(guess - value))


def packed(kinds: list[int], picture: Any) -> bytes:
    """A PNG file whose rows have been filtered one after another, pixel by pixel."""
    height, width, channels = picture.shape
    values, raw = picture.astype(int), b""
    for y in range(height):
        raw += bytes([kinds[y]])
        for x in range(width):
            for c in range(channels):
                left = values[y, x - 1, c] if x else 0
                above = values[y - 1, x, c] if y else 0
                corner = values[y - 1, x - 1, c] if x and y else 0
                guess = [0, left, above, (left + above) // 2, paeth(left, above, corner)]
                raw += bytes([(values[y, x, c] - guess[kinds[y]]) % 256])
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))]
    body = zlib.compress(raw)
    chunks += [(b"IDAT", body[:20]), (b"IDAT", body[20:]), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


@pytest.mark.parametrize("shape", [(10, 7, 4), (5, 30, 4), (5, 1, 4)])
def test_all_filters_are_undone(shape: tuple[int, int, int]) -> None:
    rng = np.random.default_rng(1)
    picture = rng.integers(0, 256, shape)
    kinds = [*rng.permutation([0, 1, 2, 3, 4] * 2)][: shape[0]]
    if shape[0] == 5:
        kinds = [4, 3, 1, 2, 4]
    assert np.array_equal(read_png(packed([*map(int, kinds)], picture)), picture)


def test_a_picture_is_on_white() -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="6" height="4">'
        '<rect x="2" y="1" width="3" height="2" fill="#ff0000"/></svg>'
    )
    drawn = pixels(svg)
    assert drawn.shape == (4, 6, 3)
    expected = np.full((4, 6, 3), 255, np.uint8)
    expected[1:3, 2:5] = (255, 0, 0)
    assert np.array_equal(drawn, expected)
