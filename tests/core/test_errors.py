"""Messages of refusals: the nearest words, or a few of many."""

from __future__ import annotations

import pytest

from spinney.core.errors import did_you_mean

MANY = [f"LATIN{number:02}" for number in range(20)]


@pytest.mark.parametrize(
    ("word", "candidates", "end"),
    [
        ("sed", ["SEED", "GROW"], "; did you mean SEED?"),
        ("SED", ["seed", "grow"], "; did you mean seed?"),
        ("oka", ["oak", "ash"], "; did you mean oak?"),
        ("elm", ["oak", "ash"], "; there are: oak, ash"),
        ("greek", MANY, f"; there are: {', '.join(MANY[:8])}, … (20 in all)"),
        ("elm", [], "; it has none"),
    ],
)
def test_the_nearest_words_are_named_or_a_few(word: str, candidates: list[str], end: str) -> None:
    assert did_you_mean(word, candidates) == end


def test_many_words_can_be_described_instead() -> None:
    listed = "LATIN00 to LATIN19"
    assert did_you_mean("greek", MANY, listed=listed) == "; there are: LATIN00 to LATIN19"
    assert did_you_mean("latin1", MANY, listed=listed).startswith("; did you mean LATIN1")
