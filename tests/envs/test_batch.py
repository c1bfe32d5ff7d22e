"""Batches of games: the same as single games, bit for bit, however they are stepped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import spinney
from spinney.core.encoding import TensorType
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.state import State
from spinney.envs import Batch

Actions = npt.NDArray[np.int64]

GAMES: dict[str, Callable[[], Game]] = {
    "arboretum": lambda: spinney.game("arboretum", players=3),
    "build-your-arboretum": lambda: spinney.game("build-your-arboretum"),
    "spring-2021": lambda: spinney.game("spring-2021"),
    "forest-garden": lambda: spinney.game("forest-garden", players=5),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return GAMES[request.param]()


def assert_told_as_single(batch: Batch, obs: TensorType = "u1") -> None:
    """Each row tells what the game by itself tells."""
    for i in range(batch.n):
        state = batch.state(i)
        assert batch.to_act[i] == sum(1 << p for p in state.to_act)
        view = state.observe(int(batch.player[i]))
        assert np.array_equal(batch.mask[i], view.mask())
        assert np.array_equal(batch.obs[i], view.tensor(obs))


@pytest.mark.parametrize(
    ("name", "obs"), [("spring-2021", "f4"), *((name, "u1") for name in GAMES)]
)
def test_a_batch_tells_what_single_games_tell(name: str, obs: TensorType) -> None:
    game = GAMES[name]()
    batch = Batch(game, 5, seed=3, obs=obs)
    singles: list[State] = [batch.state(i) for i in range(batch.n)]
    assert len({state.data for state in singles}) == batch.n, "each is dealt by itself"
    for step in range(60):
        assert_told_as_single(batch, obs)
        actions = batch.random_actions(step)
        singles = [
            state.apply_action(int(player), int(action))
            for state, player, action in zip(singles, batch.player, actions, strict=True)
        ]
        batch.step(actions)
        assert [state.data for state in singles] == [batch.state(i).data for i in range(batch.n)]
    assert batch.length.tolist() == [60] * batch.n


def play_out(batch: Batch, each: Callable[[Actions], None] | None = None) -> int:
    """Step until some game has ended; return how many have."""
    for step in range(2000):
        actions = batch.random_actions(step)
        if each is not None:
            each(actions)
        batch.step(actions)
        if batch.done.any():
            return int(batch.done.sum())
    raise AssertionError("no game has ended")


def test_a_game_that_ends_is_dealt_anew_in_the_same_step(game: Game) -> None:
    batch = Batch(game, 4, seed=1, obs="u1")
    before: list[State] = []
    taken: list[Any] = []

    def keep(actions: Actions) -> None:
        before[:] = [batch.state(i) for i in range(batch.n)]
        taken[:] = [*batch.player, *actions]

    play_out(batch, keep)
    for i in np.flatnonzero(batch.done):
        player, action = int(taken[i]), int(taken[batch.n + i])
        end = before[i].apply_action(player, action)
        assert end.over
        assert batch.reward[i].tolist() == list(end.outcome or ())
        assert np.array_equal(batch.final_obs[i], end.observe(player).tensor("u1"))
        assert batch.length[i] == 0
        assert not batch.state(i).over
    assert not batch.reward[batch.done == 0].any()
    assert_told_as_single(batch)


def test_or_in_the_next_step(game: Game) -> None:
    batch = Batch(game, 4, seed=1, obs="u1", autoreset="next", reward="margin")
    play_out(batch)
    ended = np.flatnonzero(batch.done)
    for i in ended:
        end = batch.state(i)
        assert end.over
        assert batch.to_act[i] == 0
        assert not batch.mask[i].any()
        assert np.array_equal(batch.reward[i], end.returns)
    batch.step(batch.random_actions(1))
    for i in ended:
        assert not batch.done[i]
        assert batch.length[i] == 0
        assert not batch.state(i).over


def test_threads_make_no_difference(game: Game) -> None:
    one, three = (Batch(game, 7, seed=5, obs="u1", threads=n) for n in (1, 3))
    for step in range(40):
        actions = one.random_actions(step)
        for batch in (one, three):
            batch.step(actions)
        for name in ("obs", "mask", "player", "to_act", "reward", "done", "length"):
            assert np.array_equal(getattr(one, name), getattr(three, name)), name


def test_what_was_saved_goes_on_as_it_would_have() -> None:
    game = spinney.game("spring-2021")
    batch = Batch(game, 3, seed=5, obs="u1")
    batch.step(batch.random_actions())
    saved = batch.save()
    courses = []
    for _ in range(2):
        for step in range(200):
            batch.step(batch.random_actions(step))
        courses.append([batch.state(i).data for i in range(3)])
        batch.load(saved)
    assert courses[0] == courses[1]
    with pytest.raises(Refused, match="this was saved of another batch: games doesn't fit"):
        Batch(game, 2, obs="u1").load(saved)


def test_the_same_seed_deals_the_same_games() -> None:
    game = spinney.game("arboretum")
    one, other = Batch(game, 4, seed=8, obs="u1"), Batch(game, 4, seed=9, obs="u1")
    assert one.state(0) != other.state(0)
    other.reset(8)
    assert [one.state(i) for i in range(4)] == [other.state(i) for i in range(4)]


def test_an_illegal_action_changes_nothing() -> None:
    batch = Batch(spinney.game("arboretum"), 3, seed=2, obs="u1")
    before = [batch.state(i).data for i in range(3)]
    illegal = int(np.flatnonzero(batch.mask[1] == 0)[0])
    good = batch.random_actions()
    for wrong in (illegal, 100_000):
        actions = good.copy()
        actions[1] = wrong
        with pytest.raises(Refused, match=f"action {wrong} is not legal in game 1; `mask` tells"):
            batch.step(actions)
    with pytest.raises(Refused, match="there must be 3 actions, one for each game"):
        batch.step([0])
    assert [batch.state(i).data for i in range(3)] == before


def test_minus_one_leaves_a_game_alone() -> None:
    batch = Batch(spinney.game("spring-2021"), 2, seed=2, obs=None)
    assert batch.obs.shape == (2, 0)
    actions = batch.random_actions()
    actions[0] = -1
    before = batch.state(0)
    batch.step(actions)
    assert batch.state(0) == before
    assert batch.length.tolist() == [0, 1]


def test_nobody_sees_what_others_chose_in_the_same_turn() -> None:
    batch = Batch(spinney.game("spring-2021"), 1, seed=4)
    assert batch.to_act[0] == 0b11
    seen = []
    for action in np.flatnonzero(batch.mask[0])[:3].tolist():
        batch.reset(4)
        batch.step([action])
        while batch.player[0] == 0:  # a move can take several actions
            assert batch.to_act[0] == 0b11
            batch.step(batch.random_actions())
        seen.append(batch.obs[0].copy())
    assert all(np.array_equal(one, seen[0]) for one in seen)


def test_a_batch_has_games_and_threads() -> None:
    with pytest.raises(Refused, match="at least one game and one thread"):
        Batch(spinney.game("arboretum"), 0)


def test_chosen_games_are_dealt_from_seeds_of_their_own() -> None:
    game = spinney.game("spring-2021")
    batch = Batch(game, 3, obs=None)
    batch.step(batch.random_actions())
    other = batch.state(1)
    batch.deal([0, 2], [7, 8])
    assert [batch.state(i).data for i in (0, 2)] == [game.new(seed).data for seed in (7, 8)]
    assert batch.state(1) == other
    assert batch.length.tolist() == [0, 1, 0]
    batch.deal([0])
    again = batch.state(0)
    batch.deal([2, 0], [8, 7])
    batch.deal([0])
    assert batch.state(0) == again, "the next seed follows from the one before"
    for games, seeds, told in (
        ([3], None, "games of this batch are numbers from 0 to 2"),
        ([0, 1], [5], "there must be 2 seeds"),
        ([0], [2**63], "seeds are whole numbers below 2"),
    ):
        with pytest.raises(Refused, match=told):
            batch.deal(games, seeds)
    assert batch.state(0) == again


def test_a_game_that_ends_stays_until_it_is_dealt() -> None:
    batch = Batch(spinney.game("spring-2021"), 2, seed=1, obs=None, autoreset="never")
    play_out(batch)
    (over,) = np.flatnonzero(batch.done)[:1].tolist()
    end = batch.state(over)
    batch.step(batch.random_actions())  # -1 where a game is over
    assert batch.state(over) == end
    assert not batch.reward[over].any()
    with pytest.raises(Refused, match=f"game {over} is over; `deal` it anew"):
        batch.step([0, 0])
    batch.deal([over])
    assert not batch.state(over).over


def test_minus_two_forfeits_the_choice() -> None:
    batch = Batch(spinney.game("spring-2021"), 2, seed=2, obs=None)
    before = batch.state(0)
    batch.step([-2, -1])
    assert batch.state(0) == before.forfeit(0, 3)[-1].state
    assert batch.length.tolist() == [1, 0]


def test_what_is_drawn_in_a_game_depends_on_no_other() -> None:
    game = spinney.game("spring-2021")
    one, three = Batch(game, 1, obs=None), Batch(game, 3, obs=None)
    three.deal([2], [7])
    one.deal([0], [7])
    for _ in range(30):
        actions = one.random_actions()
        assert actions[0] == three.random_actions()[2]
        one.step(actions)
        three.step([-1, -1, actions[0]])


@pytest.mark.parametrize("wrong", [{"obs": "f8"}, {"autoreset": "later"}, {"reward": "money"}])
def test_what_an_argument_can_be_is_told(wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(Refused, match=f"{name} can't be .*; it can be: '"):
        Batch(spinney.game("spring-2021"), 1, **wrong)


def test_actions_are_whole_numbers() -> None:
    batch = Batch(spinney.game("spring-2021"), 1, obs=None)
    for wrong in ([1.0], [True], ["1"]):
        with pytest.raises(Refused, match="actions are whole numbers"):
            batch.step(wrong)
    with pytest.raises(Refused, match="action -3 is not legal"):
        batch.step([-3])
