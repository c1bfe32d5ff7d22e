"""Batches of games: the same as single games, bit for bit, however they are stepped."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from tests.hedges import hedge

import spinney
from spinney.core.encoding import TensorType
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.state import State
from spinney.envs import Batch
from spinney.envs.batch import Autoreset, Illegal
from spinney.envs.opponents import choice_seed, read_opponent

pytestmark = pytest.mark.long

Actions = npt.NDArray[np.int64]
WAIT = 0
"""An action of Spring Challenge 2021 that is always legal."""

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


def test_a_printed_batch_names_its_game() -> None:
    assert repr(Batch(hedge(), 3)).startswith("<Batch of 3 games: ")


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
    batch = Batch(spinney.game("spring-2021"), 1, seed=4, obs="u1")
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
    game = spinney.game("spring-2021")
    with pytest.raises(Refused, match="at least one game and one thread"):
        Batch(spinney.game("arboretum"), 0)
    with pytest.raises(Refused, match=r"the number of games is a whole number, not 1\.5"):
        Batch(game, 1.5)  # type: ignore[arg-type]
    with pytest.raises(Refused, match="threads is a whole number, not '2'"):
        Batch(game, 1, threads="2")  # type: ignore[arg-type]
    with pytest.raises(Refused, match="there is no game 'fern'"):
        Batch("fern", 1)
    with pytest.raises(
        Refused, match=r"a game is what spinney.game\(\) returns, or its name, not 5"
    ):
        Batch(5, 1)  # type: ignore[arg-type]
    assert Batch("spring-2021", 1, obs="u1").game == game


def test_seeds_and_numbers_of_games_are_whole_numbers() -> None:
    batch = Batch(spinney.game("spring-2021"), 2, seed=4, obs="u1")
    before = [batch.state(i) for i in range(2)]
    wrong: Any
    for wrong, message in (
        (-1, "from 0 on, not -1"),
        (0.5, "a seed is a whole number"),
        ("7", "a seed is a whole number"),
    ):
        with pytest.raises(Refused, match=message):
            batch.reset(wrong)
    for wrong in (0.5, None, 2**63):
        with pytest.raises(Refused, match="a seed is a whole number"):
            batch.random_actions(wrong)
    for wrong, message in (
        (-1, "games of this batch are numbers from 0 to 1"),
        (2, "games of this batch are numbers from 0 to 1"),
        (slice(1), "the number of a game is a whole number"),
    ):
        with pytest.raises(Refused, match=message):
            batch.state(wrong)
    assert [batch.state(i) for i in range(2)] == before
    following = batch.seeds.tolist()
    batch.reset()
    assert [batch.state(i) for i in range(2)] != before, "each from its next seed"
    assert batch.deal_seeds.tolist() == following


def test_only_what_was_saved_of_such_a_batch_is_loaded() -> None:
    batch = Batch(spinney.game("spring-2021"), 2, seed=4, obs="u1")
    before = [batch.state(i) for i in range(2)]
    other_league = Batch(spinney.game("spring-2021", league="wood-1"), 2, obs="u1").save()
    by_margin = Batch(spinney.game("spring-2021"), 2, obs="u1", reward="margin").save()
    for saved in (other_league, by_margin):
        with pytest.raises(Refused, match="of another batch: arguments doesn't fit"):
            batch.load(saved)
    with pytest.raises(Refused, match="of another batch: games doesn't fit"):
        batch.load({"games": 1})  # type: ignore[dict-item]
    with pytest.raises(Refused, match="what `save` returns can be loaded, not None"):
        batch.load(None)  # type: ignore[arg-type]
    assert [batch.state(i) for i in range(2)] == before


def test_what_was_saved_can_be_kept_in_a_file(tmp_path: Path) -> None:
    batch = Batch(spinney.game("spring-2021"), 2, seed=4, obs="u1")
    kept: Any = batch.save()
    np.savez(tmp_path / "batch.npz", **kept)
    other = Batch(spinney.game("spring-2021"), 2, seed=5, obs="u1")
    with np.load(tmp_path / "batch.npz") as saved:
        other.load(saved)
    assert [other.state(i) for i in range(2)] == [batch.state(i) for i in range(2)]
    assert np.array_equal(other.obs, batch.obs)


def test_chosen_games_are_dealt_from_seeds_of_their_own() -> None:
    game = spinney.game("spring-2021")
    batch = Batch(game, 3, obs="u1")
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
    for games, seeds, message in (
        ([3], None, "games of this batch are numbers from 0 to 2"),
        ([0, 1], [5], "there must be 2 seeds"),
        ([0], [2**63], "seeds are whole numbers below 2"),
    ):
        with pytest.raises(Refused, match=message):
            batch.deal(games, seeds)
    assert batch.state(0) == again


@pytest.mark.parametrize("autoreset", ["same", "next"])
def test_each_game_can_be_dealt_again_from_its_seed(autoreset: Autoreset) -> None:
    game = spinney.game("spring-2021")
    batch = Batch(game, 3, seed=None, obs=None, autoreset=autoreset)
    dealt = 0
    for step in range(400):
        for i in np.flatnonzero((batch.length == 0) & (batch.to_act != 0)):
            assert batch.state(i) == game.new(batch.deal_seeds[i])
            dealt += 1
        batch.step(batch.random_actions(step))
    assert dealt > batch.n, "also when games are dealt anew"
    batch.deal([1], [7])
    assert batch.deal_seeds[1] == 7


def test_a_game_that_ends_stays_until_it_is_dealt() -> None:
    batch = Batch(spinney.game("spring-2021"), 2, seed=1, obs="u1", autoreset="never")
    play_out(batch)
    (over,) = np.flatnonzero(batch.done)[:1].tolist()
    end = batch.state(over)
    assert batch.reward[over].any()
    batch.step(batch.random_actions())  # -1 where a game is over
    assert batch.state(over) == end
    assert batch.done[over] == 1, "it stays done"
    assert not batch.reward[over].any(), "rewards are given once"
    with pytest.raises(Refused, match=f"game {over} is over; `deal` it anew"):
        batch.step([0, 0])
    batch.deal([over])
    assert not batch.state(over).over
    assert not batch.done[over]


def test_a_batch_that_deals_nothing_anew_is_played_until_all_is_done() -> None:
    batch = Batch(spinney.game("spring-2021"), 3, seed=1, obs=None, autoreset="never")
    rewards = np.zeros((3, 2))
    for step in range(2000):
        batch.step(batch.random_actions(step))
        rewards += batch.reward
        if batch.done.all():
            break
    assert batch.done.all()
    assert rewards.tolist() == [list(batch.state(i).outcome or ()) for i in range(3)]
    batch.reset(2)
    assert not batch.done.any()


def test_nobody_writes_to_the_arrays() -> None:
    batch = Batch(spinney.game("spring-2021"), 2, seed=1, obs="u1")
    names = ("obs", "mask", "legal", "num_legal", "player", "to_act", "reward", "done")
    for name in (*names, "final_obs", "length", "seeds", "deal_seeds"):
        array = getattr(batch, name)
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 0
        with pytest.raises(ValueError, match="read-only"):
            array += 0
    batch.step(batch.random_actions())
    assert_told_as_single(batch)
    mask = batch.mask
    batch.step(batch.random_actions())
    assert mask is batch.mask, "they are views of the arrays that a step writes"
    assert_told_as_single(batch)


def test_minus_two_forfeits_the_choice() -> None:
    batch = Batch(spinney.game("spring-2021"), 2, seed=2, obs="u1")
    before = batch.state(0)
    batch.step([-2, -1])
    assert batch.state(0) == before.forfeit(0, 3)[-1].state
    assert batch.length.tolist() == [1, 0]


def test_what_is_drawn_in_a_game_depends_on_no_other() -> None:
    game = spinney.game("spring-2021")
    one, three = Batch(game, 1, obs="u1"), Batch(game, 3, obs="u1")
    three.deal([2], [7])
    one.deal([0], [7])
    for _ in range(30):
        actions = one.random_actions()
        assert actions[0] == three.random_actions()[2]
        one.step(actions)
        three.step([-1, -1, actions[0]])


@pytest.mark.parametrize(
    "wrong", [{"obs": "f8"}, {"autoreset": "later"}, {"reward": "money"}, {"illegal": ["lose"]}]
)
def test_what_an_argument_can_be_is_told(wrong: dict[str, Any]) -> None:
    (name,) = wrong
    with pytest.raises(Refused, match=f"{name} can't be .*; it can be: '"):
        Batch(spinney.game("spring-2021"), 1, **wrong)


def test_actions_are_whole_numbers() -> None:
    batch = Batch(spinney.game("spring-2021"), 1, obs="u1")
    for wrong in ([1.0], [True], ["1"], [[1], [1, 2]]):
        with pytest.raises(Refused, match=r"actions are (an array of )?whole numbers"):
            batch.step(wrong)
    with pytest.raises(Refused, match="action -3 is not legal"):
        batch.step([-3])


def test_others_play_until_it_is_a_seats_turn() -> None:
    game = hedge()
    batch = Batch(game, 4, seed=3, obs="u1")
    seats = np.array([0, 1, 1, 0])
    ended = 0
    for step in range(80):
        batch.play_others("random", seats)
        assert batch.player.tolist() == seats.tolist()
        assert_told_as_single(batch)
        ended += int(batch.done.sum())
        batch.step(batch.random_actions(step))
    assert ended


def single_choices(state: State, level: str, seed: int, length: int) -> State:
    """Return a state after player 1 has chosen as a level does, as long as no other is to act."""
    choose = read_opponent(level)
    while state.to_act == (1,):
        for action in choose(state.observe(1), choice_seed(seed, length)):
            state, length = state.apply_action(1, action), length + 1
    return state


@pytest.mark.parametrize("level", ["random", "seedling"])
def test_a_compiled_level_chooses_what_it_chooses_in_a_single_game(level: str) -> None:
    batch = Batch(GAMES["spring-2021"](), 4, seed=4, obs="u1")
    for step in range(5):
        batch.step(batch.random_actions(step))
        singles = [
            single_choices(batch.state(i), level, int(batch.seeds[i]), int(batch.length[i]))
            for i in range(4)
        ]
        batch.play_others(level, 0)
        assert [batch.state(i) for i in range(4)] == singles


def test_a_compiled_level_does_not_know_what_another_chose_in_the_same_turn() -> None:
    batch = Batch(GAMES["spring-2021"](), 6, obs="u1")
    batch.deal(range(6), [7] * 6)
    for _ in range(4):
        batch.step([WAIT] * 6)
    state = batch.state(0)
    grow = [a for a in state.legal_actions(0)[1:] if state.apply_action(0, a).to_act == (1,)]
    assert len(grow) > 1
    batch.step(np.resize(grow, 6))
    batch.play_others("seedling", 0)
    states = [batch.state(i) for i in range(6)]
    assert len({state.record.did[0] for state in states}) > 1
    assert len({state.record.did[1] for state in states}) == 1


def test_a_policy_plays_the_other_seats() -> None:
    game = GAMES["spring-2021"]()
    batch, calls = Batch(game, 3, seed=4, obs="u1"), []

    def first(obs: Any, mask: Any, player: Any) -> Any:
        calls.append((obs.shape, mask.shape, player.tolist()))
        return mask.argmax(1)

    batch.step([WAIT, WAIT, WAIT])
    expected = [batch.state(i).apply_action(1, WAIT) for i in range(3)]
    batch.play_others(first, 0)
    assert calls == [((3, game.tensor_size), (3, game.num_actions), [1, 1, 1])]
    assert [batch.state(i) for i in range(3)] == expected
    batch.step([WAIT, WAIT, WAIT])
    batch.play_others("sapling", 0)
    assert batch.player.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("others", "seat", "message"),
    [
        ("bush", 0, "opponent can't be 'bush'"),
        (["random"], 0, r"opponent can't be \['random'\]"),
        ("random", 2, "seats are 0 to 1"),
        ("random", [0, 1], "a seat is a whole number, or there is one for each game"),
        ("random", 0.5, "a seat is a whole number"),
        (lambda obs, mask, player: [0], 0, "a policy that is asked about 3 games returns as many"),
        (lambda obs, mask, player: player * 0 - 1, 0, "returns as many actions"),
        (lambda obs, mask, player: player + 2**40, 0, "is not legal in game 0"),
    ],
)
def test_others_that_cannot_play_are_refused(others: Any, seat: Any, message: str) -> None:
    batch = Batch(GAMES["spring-2021"](), 3, seed=4, obs="u1")
    batch.step([WAIT, WAIT, WAIT])
    before = [batch.state(i) for i in range(3)]
    with pytest.raises(Refused, match=message):
        batch.play_others(others, seat)
    assert [batch.state(i) for i in range(3)] == before


def test_seedling_beats_random_opponents_seat_by_seat() -> None:
    game = GAMES["spring-2021"]()
    batch = Batch(game, 40, seed=5, obs="u1", autoreset="never")
    while batch.to_act.any():
        batch.play_others("seedling", 1)
        batch.step(np.where(batch.to_act != 0, batch.random_actions(), -1))
    ends = [batch.state(i).outcome or () for i in range(batch.n)]
    assert sum(outcome[0] for outcome in ends) > 20


@pytest.mark.parametrize("illegal", ["lose", "forfeit"])
def test_an_illegal_action_loses_or_is_forfeited(illegal: Illegal) -> None:
    game = spinney.game("arboretum", players=3)
    batch = Batch(game, 2, seed=2, obs="u1", illegal=illegal)
    wrong = int(np.flatnonzero(batch.mask[1] == 0)[0])
    right = int(batch.random_actions()[0])
    before = [batch.state(i) for i in range(2)]
    batch.step([right, wrong])
    assert batch.state(0) == before[0].apply_action(0, right)
    assert batch.done.tolist() == [0, int(illegal == "lose")]
    if illegal == "lose":
        assert batch.reward.tolist() == [[0, 0, 0], [-1, 0, 0]]
        assert np.array_equal(batch.final_obs[1], before[1].observe(0).tensor("u1"))
        assert batch.length.tolist() == [1, 0]
    else:
        assert batch.state(1) == before[1].forfeit(0, 3)[-1].state
    assert_told_as_single(batch)
    batch.step(batch.random_actions())
    assert not batch.reward.any()


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 0], r"there must be 3 actions, one for each game: of shape \(3,\), not \(2,\)"),
        ([[0], [0], [0]], r"not \(3, 1\)"),
        ([0.0, 0.0, 0.0], "actions are whole numbers below 2"),
        ([True, False, True], "actions are whole numbers below 2"),
        ([2**64 - 1, 0, 0], "actions are whole numbers below 2"),
        ([0, 0, -3], "action -3 is not legal in game 2"),
    ],
)
def test_what_are_no_actions_is_refused(actions: Any, message: str) -> None:
    batch = Batch(GAMES["spring-2021"](), 3, seed=2, obs="u1")
    before = [batch.state(i) for i in range(3)]
    with pytest.raises(Refused, match=message):
        batch.step(np.array(actions))
    assert [batch.state(i) for i in range(3)] == before


@pytest.mark.parametrize(
    "copied",
    [copy.copy, copy.deepcopy, lambda batch: pickle.loads(pickle.dumps(batch))],  # noqa: S301
)
def test_copies_of_batches_go_on_alike(copied: Callable[[Batch], Batch]) -> None:
    batch = Batch(GAMES["spring-2021"](), 3, seed=5, obs="u1", autoreset="next", threads=2)
    batch.step(batch.random_actions())
    other = copied(batch)
    for step in range(150):
        actions = batch.random_actions(step)
        assert np.array_equal(actions, other.random_actions(step))
        batch.step(actions)
        other.step(actions)
    for name in (
        "obs",
        "mask",
        "player",
        "to_act",
        "reward",
        "done",
        "length",
        "seeds",
        "deal_seeds",
    ):
        assert np.array_equal(getattr(batch, name), getattr(other, name)), name


@pytest.mark.parametrize("name", ["obs", "autoreset", "reward", "illegal"])
def test_an_unknown_option_is_refused(name: str) -> None:
    wrong: dict[str, Any] = {name: "whatever"}
    with pytest.raises(Refused, match=f"{name} can't be 'whatever'; it can be: "):
        Batch(GAMES["spring-2021"](), 2, **wrong)


@pytest.mark.parametrize("illegal", ["lose", "forfeit", "raise"])
@pytest.mark.parametrize("wrong", [-5, -3, 149, 999, 2**40])
def test_a_number_that_is_no_action_is_always_refused(illegal: Illegal, wrong: int) -> None:
    game = spinney.game("spring-2021")
    batch = Batch(game, 3, illegal=illegal)
    assert game.num_actions == 149
    before = batch.save()["games"]
    actions = batch.random_actions()
    actions[1] = wrong
    with pytest.raises(Refused, match=f"{wrong}.*game 1"):
        batch.step(actions)
    assert (batch.save()["games"] == before).all()
    if illegal != "raise":
        actions[:] = [148, -1, -2]
        batch.step(actions)
