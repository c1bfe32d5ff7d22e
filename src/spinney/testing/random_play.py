"""Random games, decision by decision."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from spinney.core.game import Game
from spinney.core.state import State
from spinney.core.transition import Transition
from spinney.testing.violations import hold

MOST_DECISIONS = 10_000
MOST_STAGES = 1_000


class Decision(NamedTuple):
    """A state in which ``player``, who is to act, takes ``action`` next."""

    state: State
    player: int
    action: int


def decisions(game: Game, seed: int, rng: Random) -> Iterator[Decision]:
    """Yield every decision of a random game, and check that stages and the game end."""
    state = game.new(seed=seed)
    longest = game.max_length or MOST_DECISIONS
    for number in range(longest + 1):
        if state.over:
            hold(state.outcome is not None, "a game that is over has an outcome", state)
            return
        hold(
            number < longest,
            "every game ends",
            state,
            f"with seed {seed} it goes on after {number}",
        )
        alone = game.simultaneous or len(state.to_act) == 1
        hold(alone, "several choose at once only where the game says so", state)
        player = rng.choice(state.to_act)
        actions = state.legal_actions(player)
        hold(bool(actions), "a player to act has a legal action", state, f"player {player}")
        action = rng.choice(actions)
        yield Decision(state, player, action)
        state = transitions_of(state, player, action)[-1].state


def transitions_of(state: State, player: int, action: int) -> tuple[Transition, ...]:
    """Return the transitions of one action: itself, and the stages it makes due."""
    after = state._after(player, action)
    stages = after.settled()[1:]
    hold(len(stages) < MOST_STAGES, "automatic stages end", state)
    return (Transition(player, action, state, after), *stages)


def check_deal(game: Game, seed: int, rng: Random) -> None:
    """Check that dealing into a used record gives the same as dealing into a fresh one."""
    engine = game.engine
    fresh, used = engine.rows(1), engine.load(_late_record(game, seed, rng))
    for batch in (fresh, used):
        engine.rules.deal_at(batch, 0, engine.array(game.settings), seed)
        engine.rules.begin_at(batch, 0)
    same = engine.save(fresh) == engine.save(used)
    hold(same, "a deal sets every field, also of a used record", game.new(seed=seed))


def _late_record(game: Game, seed: int, rng: Random) -> bytes:
    """A record from well into another game."""
    state = game.new(seed=seed + 1)
    for _ in range(200):
        if state.over:
            break
        player = rng.choice(state.to_act)
        state = transitions_of(state, player, rng.choice(state.legal_actions(player)))[-1].state
    return state.data
