"""The default view of a record: which arrays name the players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import spinney
from spinney.core import compilation
from spinney.core.plain_view import field_lines


@pytest.fixture(autouse=True)
def interpreted() -> Iterator[None]:
    """Deals need no compiled rules."""
    with compilation.interpreting():
        yield


@pytest.mark.parametrize(
    ("line", "game", "options"),
    [
        ("left: 32 32 32 32 32 32 32", "forest-garden", {"players": 7}),
        ("piled: 0", "forest-garden", {"players": 7}),
        ("used: Player 1 0, Player 2 0, Player 3 0", "forest-garden", {"players": 3}),
    ],
)
def test_an_array_names_the_players_if_it_says_that_it_is_theirs(
    line: str, game: str, options: dict[str, Any]
) -> None:
    assert line in field_lines(spinney.game(game, **options).new(seed=1))
