"""Values of options, written as the command line reads them."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spinney.arena.sprt import Sprt

MOST_MS = 10**7
"""The least time that is written in seconds: the command line reads up to seven digits."""


def decimal_text(number: float) -> str:
    """Return a finite number as a plain decimal, without an exponent."""
    text = f"{Decimal(repr(float(number))):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def duration_text(seconds: float) -> str:
    """Return a time as ``100ms``, or as ``20000s``."""
    ms = round(1000 * seconds, 3)
    return f"{decimal_text(ms)}ms" if ms < MOST_MS else f"{decimal_text(seconds)}s"


def sprt_options(test: Sprt) -> list[str]:
    """Return the options of a test."""
    return [
        f"--sprt={decimal_text(test.elo0)},{decimal_text(test.elo1)}",
        f"--model={test.model}",
        f"--alpha={decimal_text(test.alpha)}",
        f"--beta={decimal_text(test.beta)}",
    ]
