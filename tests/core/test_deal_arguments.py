"""Given deals: lists of words, and clear messages for all else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import spinney
from spinney.core import compilation

LOTTERY = {"first": "lot"}
"""The options with which Arboretum's deal says who goes first."""


@pytest.fixture(autouse=True)
def interpreted() -> Iterator[None]:
    """Deals need no compiled rules."""
    with compilation.interpreting():
        yield


def deal(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return a deal of a game."""
    game = spinney.game(name, **options)
    dealt: dict[str, Any] = game.notation.deal_of(game.new(seed=1).record)
    return dealt


@pytest.mark.parametrize(
    ("name", "options", "wrong"),
    [
        ("arboretum", LOTTERY, {"first": [2]}),
        ("arboretum", LOTTERY, {"first": [["2"]]}),
        ("arboretum", {}, {"deck": [1, 2]}),
        ("build-your-arboretum", {}, {"deck": [None]}),
        ("forest-garden", {}, {"decks": [1, 2]}),
        ("forest-garden", {}, {"lots": [1] * 21}),
        ("forest-garden", {}, {"lots": [[None, None]] * 21}),
        ("forest-garden", {}, {"tasks": [["white"], ["dry"]]}),
        ("spring-2021", {}, {"red": [22]}),
        ("spring-2021", {}, {"blue": [["22"]]}),
        ("spring-2021", {}, {"soil": [3] * 37}),
    ],
)
def test_a_deal_of_other_things_than_words_is_refused(
    name: str, options: dict[str, Any], wrong: dict[str, Any]
) -> None:
    with pytest.raises(spinney.Refused, match=f"{next(iter(wrong))} is a list of words, not of"):
        spinney.game(name, **options).new(**deal(name, options) | wrong)


def test_a_game_may_take_lists_in_place_of_words() -> None:
    given = deal("forest-garden", {})
    cards = given["decks"]
    nested = given | {"decks": [cards[:32], cards[32:]], "lots": [[1, 0]] * 21}
    game = spinney.game("forest-garden")
    assert game.new(**nested) == game.new(**given | {"lots": ["21"] * 21})
