"""Random games, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from ..core.game import Game
from ..core.state import Moment, State
from .law import Broken, hold

MOST_DECISIONS = 20_000
MOST_STAGES = 1_000


class Decision(NamedTuple):
    """A state in which ``player``, one of the awaited, is about to take ``step``."""

    state: State
    player: int
    step: int


def decisions(game: Game, seed: int, chance: Random) -> Iterator[Decision]:
    """Yield every decision of a random game, and check that stages and the game end."""
    state = game.new(seed=seed)
    for _ in range(MOST_DECISIONS):
        if state.over:
            hold(state.outcome is not None, "a game that is over has an outcome", state)
            return
        player = chance.choice(state.awaits)
        step = chance.choice(state.steps(player))
        yield Decision(state, player, step)
        state = happening(state, player, step)[-1].state
    raise Broken(f"every game ends: {game!r} with seed {seed} took {MOST_DECISIONS} decisions")


def happening(state: State, player: int, step: int) -> tuple[Moment, ...]:
    """Return the moments of one step: itself, and the stages it makes due."""
    after = state._after(player, step)
    stages = after.settled()[1:]
    hold(len(stages) < MOST_STAGES, "automatic stages end", state)
    return (Moment(player, step, after), *stages)


def late(state: State, player: int, why: int) -> tuple[Moment, ...]:
    """Return the moments of a lapse."""
    return state.lapse(player, why)
