"""Pictures as arrays of pixels: SVG drawn by resvg, whose PNG file is unpacked here."""

from __future__ import annotations

import struct
import zlib
from importlib.util import find_spec

import numpy as np
import numpy.typing as npt

_HEADER = 8
_RGBA = 4
_SUB, _UP, _AVERAGE, _PAETH = 1, 2, 3, 4

Bytes = npt.NDArray[np.uint8]


def can_draw() -> bool:
    """Is resvg installed?"""
    return find_spec("resvg_py") is not None


def pixels(svg: str) -> Bytes:
    """Return a picture on white as red, green and blue, uint8 of shape ``(height, width, 3)``."""
    from resvg_py import svg_to_bytes

    return read_png(bytes(svg_to_bytes(svg_string=svg, background="#ffffff")))[:, :, :3]


def read_png(data: bytes) -> Bytes:
    """Return the pixels of a PNG file as resvg writes it, uint8 of shape ``(height, width, 4)``.

    It has 8 bits for each of four channels, and no interlacing.
    """
    width, height = struct.unpack(">II", data[16:24])
    packed, at = b"", _HEADER
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += 12 + length
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + width * _RGBA)
    return _unfiltered(rows[:, 0], rows[:, 1:].reshape(height, width, _RGBA))


def _unfiltered(filters: Bytes, differences: Bytes) -> Bytes:
    """Return pixels, given their differences from the predictions of their rows' filters.

    A pixel is predicted from those left, above, and left above. So all pixels of a diagonal can be
    computed at once: row ``d`` of the slanted arrays is the diagonal ``x + y == d``.
    """
    height, width, channels = differences.shape
    rows = np.arange(height)
    slanted = np.zeros((height + width, height, channels), np.int16)
    for y in range(height):
        slanted[y : y + width, y] = differences[y]
    decoded = np.zeros((height + width + 1, height + 1, channels), np.int16)
    of_kind = [np.flatnonzero(filters == kind) for kind in range(_PAETH + 1)]
    for d in range(height + width - 1):
        left, above, corner = decoded[d + 1, rows + 1], decoded[d + 1, rows], decoded[d, rows]
        guess = np.zeros((height, channels), np.int16)
        for kind in (_SUB, _UP, _AVERAGE, _PAETH):
            some = of_kind[kind]
            guess[some] = _prediction(kind, left[some], above[some], corner[some])
        decoded[d + 2, 1:] = slanted[d] + guess & 255
    pixels = np.empty(differences.shape, np.uint8)
    for y in range(height):
        pixels[y] = decoded[y + 2 : y + 2 + width, y + 1]
    return pixels


def _prediction(
    kind: int,
    left: npt.NDArray[np.int16],
    above: npt.NDArray[np.int16],
    corner: npt.NDArray[np.int16],
) -> npt.NDArray[np.int16]:
    """Return the prediction of a PNG filter for pixels from their neighbours."""
    if kind == _SUB:
        return left
    if kind == _UP:
        return above
    if kind == _AVERAGE:
        return left + above >> 1
    by_left, by_above = np.abs(above - corner), np.abs(left - corner)
    by_corner = np.abs(left + above - 2 * corner)
    nearer = np.where(by_above <= by_corner, above, corner)
    return np.where((by_left <= by_above) & (by_left <= by_corner), left, nearer)
