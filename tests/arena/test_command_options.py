"""Options that are written read back as the same values."""

from __future__ import annotations

import pytest

from spinney.arena.command_options import decimal_text, duration_text
from spinney.players.resource_limits import read_duration


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (10.0, "10"),
        (-2.5, "-2.5"),
        (5e-05, "0.00005"),
        (1.2e6, "1200000"),
        (1e22, "1" + "0" * 22),
    ],
)
def test_a_number_has_no_exponent(number: float, text: str) -> None:
    assert decimal_text(number) == text


@pytest.mark.parametrize(
    "text",
    [
        "1ms",
        "0.001ms",
        "0.3s",
        "1.234s",
        "1200s",
        "9999.999s",
        "10000s",
        "33.333ms",
        "9999999.999s",
    ],
)
def test_a_time_reads_back_as_it_was(text: str) -> None:
    seconds = read_duration(text)
    assert read_duration(duration_text(seconds)) == seconds
