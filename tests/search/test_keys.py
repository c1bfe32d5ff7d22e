"""What was heard tells worlds apart exactly as well as what is seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from random import Random

import pytest
from tests.hedges import hedge

import spinney
from spinney.core.game import Game
from spinney.core.state import Moment, Observation, State
from spinney.kernel.rng import mix


class Player:
    """A listener of one course of events: the key by what was heard, and what was seen."""

    def __init__(self, number: int, start: State) -> None:
        self.number, self.start = number, start.observe(number).data
        self.heard, self.seen = 1, [self.start]

    def listen(self, moment: Moment) -> None:
        for code in moment.heard(self.number):
            self.heard = mix(self.heard, code)
        seen = moment.state.observe(self.number).data
        if seen != self.seen[-1]:
            self.seen.append(seen)


def course(view: Observation, seed: int, chance: Random) -> list[Player]:
    """Play some steps from an imagined world, few kinds of them so that courses meet.

    Of several who choose at once the first goes first, as in the search.
    """
    state = view.imagine(seed)
    players = [Player(p, state) for p in range(view.game.players)]
    for _ in range(6):
        if state.over:
            break
        player = state.awaits[0]
        moments = _moments(state, player, chance.choice(state.steps(player)[:3]))
        for moment in moments:
            for listener in players:
                listener.listen(moment)
        state = moments[-1].state
    return players


def _moments(state: State, player: int, step: int) -> list[Moment]:
    after = state._after(player, step)
    return [Moment(player, step, state, after), *after.settled()[1:]]


def later(game: Game, deal: int, sentences: int, chance: Random) -> State:
    """Some way into a game."""
    state = game.new(seed=deal)
    for _ in range(sentences):
        player = state.awaits[0]
        state = state.play(player, state.legal(player).sample(chance.getrandbits(30)))
    return state


@pytest.mark.parametrize(
    ("make", "pace"), [(hedge, 2), (lambda: spinney.game("build-your-arboretum"), 5)]
)
def test_keys_part_worlds_as_observations_do(make: Callable[[], Game], pace: int) -> None:
    chance = Random(1)
    for deal in range(4):
        state = later(make(), deal, pace * deal, chance)
        seen_by_key, key_by_seen = defaultdict(set), defaultdict(set)
        view = state.observe(state.awaits[0])
        for seed in range(150):
            for listener in course(view, seed, chance):
                seen, known = tuple(listener.seen), (listener.number, listener.start)
                seen_by_key[known, listener.heard].add(seen)
                key_by_seen[known, seen].add(listener.heard)
        assert all(len(seen) == 1 for seen in seen_by_key.values())
        assert all(len(keys) == 1 for keys in key_by_seen.values())
