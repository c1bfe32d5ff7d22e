"""Parrots, the flocks they make, and the boughs they sit on."""

from __future__ import annotations

from typing import Final

from spinney import drawing as kit
from spinney.i18n import cached_text

SYMBOLS: Final = kit.register(kit.read_symbols(__package__, "parrots.svg"))
"""The ids of the symbols of this game."""

FEET: Final = 0.77
"""How much of a parrot's height is above its feet."""
_STEP: Final = 44.0
"""From one twig of a bough to the next."""


@cached_text(maxsize=4096)
def parrot(
    player: str, number: int, x: float, y: float, size: float, marks: str = "", label: str = ""
) -> str:
    """A player's parrot, by its number; its upper left corner at (x, y)."""
    drawn = kit.use("parrot", 0, 0, size)
    kind = f"piece bird hue-{player}"
    return kit.piece(f"parrot-{player}-{number}", kind, drawn, (x, y, 1), marks=marks, label=label)


@cached_text(maxsize=512)
def flock_places(count: int, width: float, size: float) -> tuple[tuple[float, float], ...]:
    """Where the parrots of a flock sit on a bough: from its left end and above it.

    Up to three sit in a row; more sit in two, those behind a little higher.
    """
    front = count if count <= 3 else (count + 1) // 2
    return (
        *_row(count - front, width, size, size * (FEET + 0.6)),
        *_row(front, width, size, size * FEET),
    )


def _row(count: int, width: float, size: float, up: float) -> list[tuple[float, float]]:
    pitch = min(size * 0.74, (width - size) / max(1, count - 1))
    first = (width - size - pitch * (count - 1)) / 2
    return [(round(first + k * pitch, 2), round(-up, 2)) for k in range(count)]


def perched(player: str, numbers: range, x: float, y: float, width: float, size: float) -> str:
    """A flock of these parrots, on a bough at height y, between x and x + width."""
    places = flock_places(len(numbers), width, size)
    return "".join(
        parrot(player, number, round(x + dx, 2), round(y + dy, 2), size)
        for number, (dx, dy) in zip(numbers, places, strict=True)
    )


@cached_text(maxsize=64)
def bough(x: float, y: float, width: float) -> str:
    """A bough from x to the right, with leaves above and below it."""
    steps = max(2, round(width / _STEP))
    step = round(width / steps, 2)
    wave = "".join(
        f"q{step / 4:.4g} {(-1) ** k * 2.4:.2g} {step / 2:.4g} 0t{step / 2:.4g} 0"
        for k in range(steps)
    )
    leaves = "".join(_leaf(x + step * (k + 0.5), y, k % 2 == 0) for k in range(steps))
    end = _leaf(x + width, y, True) + _leaf(x + width, y, False)
    return kit.element("path", class_="sprig", d=leaves + end) + kit.element(
        "path", class_="bough", d=f"M{x:.5g} {y:.5g}{wave}"
    )


def _leaf(x: float, y: float, up: bool) -> str:
    way = -1 if up else 1
    return f"M{x:.5g} {y + way:.5g}q2 {6 * way} 11 {6 * way}q-2 {-6 * way}-11 {-6 * way}z"
