"""All games the contest's referee played, replayed: every state, line and score is its own."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games import spring

import spinney
from spinney.core.state import State
from spinney.core.transition import Transition
from spinney.games.spring_2021.rules.record import GATHER_STAGE, MOVE_STAGE, RESOLVE_STAGE
from spinney.games.spring_2021.text.protocol import Referee

GAME = spinney.game("spring-2021")
FRAMES = {"GATHERING": GATHER_STAGE, "ACTIONS": RESOLVE_STAGE, "SUN_MOVE": MOVE_STAGE}


class Replay:
    """A recorded game played again, frame by frame."""

    def __init__(self, game: dict[str, Any]) -> None:
        seed = int(game["seed"])
        self.referee = Referee(seed)
        opening = GAME.opening(seed)
        self.stages = [transition for transition in opening if transition.action]
        self.last = opening[0].state
        dealt = self.last.record
        assert spring.soil(dealt) == game["richness"]
        assert spring.trees(dealt) == game["trees"]

    def stage(self, turn: dict[str, Any]) -> State:
        """The state after the frame of a turn, which must be the stage that comes next."""
        if turn["frame"] == "ACTIONS":
            self.act(turn)
        transition = self.stages.pop(0)
        assert transition.action == FRAMES[turn["frame"]]
        self.last = transition.state
        return transition.state

    def act(self, turn: dict[str, Any]) -> None:
        assert not self.stages
        requests, transitions = spring.take_turn(self.last, self.referee, turn)
        if "in" in turn:
            assert requests == {p: lines for p, lines in enumerate(turn["in"]) if lines}
        self.stages = [transition for transition in transitions if is_stage(transition)]


def is_stage(transition: Transition) -> bool:
    return transition.player < 0


def check(game: dict[str, Any]) -> None:
    replay = Replay(game)
    state = replay.last
    for turn in game["turns"]:
        expected = dict(turn["state"])
        active = expected.pop("active", None)
        state = replay.stage(turn)
        assert spring.table(state) == expected
        assert active in (None, [1 - out for out in state.record.out])
    assert state.over
    assert not replay.stages
    assert list(state.scores) == game["scores"]
    winner = game["winner"]
    assert state.outcome == ((0, 0) if winner < 0 else (1 - 2 * winner, 2 * winner - 1))


@pytest.mark.long
@pytest.mark.parametrize("file", spring.FILES)
def test_every_recorded_game_replays(file: str) -> None:
    count = 0
    for game in spring.games(file):
        check(game)
        count += 1
    assert count == {"states.jsonl.gz": 192, "with-protocol-text.jsonl.gz": 68}[file]
