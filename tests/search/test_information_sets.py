"""Information sets: keys from events tell states apart as well as what is seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from random import Random

import pytest
from tests.hedges import hedge

import spinney
from spinney.core.game import Game
from spinney.core.state import Observation, State
from spinney.core.transition import Transition
from spinney.kernel.rng import mix


class Player:
    """An observer of one course of events: the key by events, and what was seen."""

    def __init__(self, number: int, start: State) -> None:
        self.number, self.start = number, start.observe(number).data
        self.events, self.seen = 1, [self.start]

    def listen(self, transition: Transition) -> None:
        for code in transition.events(self.number):
            self.events = mix(self.events, code)
        seen = transition.state.observe(self.number).data
        if seen != self.seen[-1]:
            self.seen.append(seen)


def course(view: Observation, seed: int, rng: Random) -> list[Player]:
    """Play some actions from a determinization, few kinds of them so that courses meet.

    Of several who choose at once the first goes first, as in the search.
    """
    state = view.determinize(seed)
    players = [Player(p, state) for p in range(view.game.num_players)]
    for _ in range(6):
        if state.over:
            break
        player = state.to_act[0]
        transitions = _transitions(state, player, rng.choice(state.legal_actions(player)[:3]))
        for transition in transitions:
            for observer in players:
                observer.listen(transition)
        state = transitions[-1].state
    return players


def _transitions(state: State, player: int, action: int) -> list[Transition]:
    after = state._after(player, action)
    return [Transition(player, action, state, after), *after.settled()[1:]]


def later(game: Game, deal: int, moves: int, rng: Random) -> State:
    """Some way into a game."""
    state = game.new(seed=deal)
    for _ in range(moves):
        player = state.to_act[0]
        state = state.play(player, state.legal(player).sample(rng.getrandbits(30)))
    return state


@pytest.mark.parametrize(
    ("make", "pace"), [(hedge, 2), (lambda: spinney.game("build-your-arboretum"), 5)]
)
def test_keys_part_determinizations_as_observations_do(make: Callable[[], Game], pace: int) -> None:
    rng = Random(1)
    for deal in range(4):
        state = later(make(), deal, pace * deal, rng)
        seen_by_key, key_by_seen = defaultdict(set), defaultdict(set)
        view = state.observe(state.to_act[0])
        for seed in range(150):
            for observer in course(view, seed, rng):
                seen, known = tuple(observer.seen), (observer.number, observer.start)
                seen_by_key[known, observer.events].add(seen)
                key_by_seen[known, seen].add(observer.events)
        assert all(len(seen) == 1 for seen in seen_by_key.values())
        assert all(len(keys) == 1 for keys in key_by_seen.values())
