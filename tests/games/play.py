"""Games to look at: played at random, but by players who rarely skip."""

from __future__ import annotations

from collections.abc import Iterator

import spinney
from spinney.core.state import State

GAME = "build-your-arboretum"


def states(seed: int, most: int = 400) -> Iterator[State]:
    """Yield the states of a game, every action and stage of it."""
    state = spinney.game(GAME).new(seed=seed)
    yield state
    for turn in range(most):
        if state.over:
            return
        player = state.to_act[turn % len(state.to_act)]
        for transition in state.transitions(player, _move(state, player, seed + 31 * turn)):
            state = transition.state
            yield state


def _move(state: State, player: int, seed: int) -> str:
    """The longest of five bids drawn, or the first of five turns that is not a skip."""
    drawn = [state.legal(player).sample(seed + 1009 * k) for k in range(5)]
    if drawn[0].startswith("bid"):
        return max(drawn, key=len)
    return next((one for one in drawn if one not in ("skip", "start", "bid none")), drawn[0])
