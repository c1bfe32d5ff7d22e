"""The drawn symbols of a match: all that its pictures use is known when it begins."""

from __future__ import annotations

import pytest

import spinney
from spinney.core import rendering
from spinney.core.state import Observation
from spinney.drawing import SYMBOLS, used

pytestmark = pytest.mark.usefixtures("interpreted")

GAMES = [name for name, game in spinney.all_games().items() if "spinney.games." in game.package]


@pytest.fixture(scope="module", autouse=True)
def _all_symbols() -> None:
    """Register the symbols of all games, whichever were drawn before."""
    for name in GAMES:
        spinney.game(name).part("view")


@pytest.mark.parametrize("name", GAMES)
def test_every_symbol_of_a_match_is_known_when_it_begins(name: str) -> None:
    state = spinney.game(name).new(seed=3)
    known = rendering.symbols(state.observe(-1))
    assert known < {*SYMBOLS}
    seen: set[str] = set()
    for number in range(200):
        if number % 8 == 0 or state.over:
            seen |= symbols(state.observe(0), "narrow") | symbols(state.observe(-1), "wide")
        if state.over:
            break
        player = state.to_act[0]
        some = [state.legal(player).sample(2 * number + k) for k in range(2)]
        state = state.play(player, max(some, key=len))  # who says more does more
    assert seen
    assert seen <= known


def symbols(view: Observation, layout: str) -> set[str]:
    return {*used("".join(board.body for board in rendering.boards(view, layout)))}
