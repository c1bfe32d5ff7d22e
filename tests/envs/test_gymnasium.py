"""Games as environments of Gymnasium: single ones, and many at once."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from tests.envs.games import SETTINGS
from tests.hedges import hedge

import spinney
from spinney import envs
from spinney.core.errors import Refused
from spinney.core.state import Observation
from spinney.envs.gymnasium_env import GymnasiumEnv
from spinney.envs.gymnasium_registry import env_id
from spinney.envs.gymnasium_vector_env import GymnasiumVectorEnv
from spinney.envs.opponents import choice_seed

Setting = tuple[str, dict[str, Any]]
SPRING = "spinney/Spring2021-v0"


@pytest.fixture(params=SETTINGS)
def setting(request: pytest.FixtureRequest) -> Setting:
    return SETTINGS[request.param]


def single(game: str, obs: str = "u1", **arguments: Any) -> GymnasiumEnv:
    env = gymnasium.make(env_id(game), obs=obs, **arguments).unwrapped
    assert isinstance(env, GymnasiumEnv)
    return env


def many(game: str, n: int, **arguments: Any) -> GymnasiumVectorEnv:
    """Of bytes: what writes floats would be compiled besides."""
    env = gymnasium.make_vec(env_id(game), num_envs=n, obs="u1", **arguments)
    assert isinstance(env, GymnasiumVectorEnv)
    return env


def first_legal(view: Observation, _: int) -> int:
    """An opponent that can be pickled."""
    return view.legal_actions[0]


def some_legal(masks: Any, rng: np.random.Generator) -> int:
    return int(rng.choice(np.flatnonzero(masks))) if masks.any() else 0


def test_gymnasium_finds_no_fault(setting: Setting, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spinney.envs.frames.pixels", lambda svg: np.zeros((1, 1, 3), np.uint8))
    game, options = setting
    check_env(single(game, "f4", **options))


def play_both(
    one: GymnasiumVectorEnv, other: SyncVectorEnv, steps: int, illegal: float = 0.0
) -> int:
    """Play the same in both, and hold them against each other; return how many games ended."""
    rng, ended = np.random.default_rng(1), 0
    observation, expected = one.reset(seed=5), other.reset(seed=5)
    assert data_equivalence(observation, expected, exact=True)
    for _ in range(steps):
        masks = observation[0]["action_mask"]
        actions = np.array([some_legal(mask, rng) for mask in masks])
        if rng.random() < illegal:
            actions[0] = rng.integers(one.game.num_actions)
        step, must = one.step(actions), other.step(actions)
        assert data_equivalence(step, must, exact=True)
        assert one.observation_space.contains(step[0])
        observation = step[0], {}
        ended += int(step[2].sum())
    return ended


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_many_games_are_as_many_single_ones(setting: Setting, mode: AutoresetMode) -> None:
    game, options = setting
    arguments: dict[str, Any] = options | {"reward": "margin"}
    one = many(game, 2, autoreset_mode=mode, **arguments)
    other = SyncVectorEnv([lambda: single(game, **arguments)] * 2, autoreset_mode=mode)
    # The last of many players have the longest wait, and games have the fewest steps.
    assert play_both(one, other, 75, illegal=0.03)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(
    "arguments",
    [
        {"illegal": "forfeit"},
        {"opponent": "seedling", "seat": 1},
        {"opponent": lambda view, seed: view.legal_actions[seed % len(view.legal_actions)]},
    ],
    ids=["forfeit", "seedling", "function"],
)
def test_whatever_follows_and_whoever_plays(mode: AutoresetMode, arguments: Any) -> None:
    one = many("spring-2021", 2, autoreset_mode=mode, **arguments)
    other = SyncVectorEnv([lambda: single("spring-2021", **arguments)] * 2, autoreset_mode=mode)
    assert play_both(one, other, 110, illegal=0.01 + 0.2 * ("illegal" in arguments))


def test_moves_of_several_actions_are_played_whole() -> None:
    def words(view: Observation, seed: int) -> str:
        return view.legal.sample(seed)

    arguments: dict[str, Any] = {"opponent": words}
    one = many("build-your-arboretum", 2, **arguments)
    other = SyncVectorEnv([lambda: single("build-your-arboretum", **arguments)] * 2)
    play_both(one, other, 40)


def test_some_games_are_begun_anew_at_will() -> None:
    env = many("spring-2021", 3, seat=0)
    env.reset(seed=1)
    env.step(env.batch.random_actions())
    kept = env.batch.state(1)
    _, infos = env.reset(seed=[8, None, 9], options={"reset_mask": np.array([True, False, True])})
    game = spinney.game("spring-2021")
    assert [env.batch.state(i) for i in range(3)] == [game.new(8), kept, game.new(9)]
    assert infos["_seat"].tolist() == [True, False, True]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"seed": [1, 2]}, "there must be 3 seeds"),
        ({"seed": [1, 2, "x"]}, "a seed is a whole number"),
        ({"seed": 0.5}, "a seed is a whole number"),
        ({"seed": 2**63 - 2}, "a seed is a whole number"),
        ({"seed": -1}, "seeds here are whole numbers from 0 on"),
        ({"options": 5}, "options of reset are a dict, not 5"),
        ({"options": {"reset_mask": np.zeros(3, bool)}}, "reset_mask must be 3 bools"),
        ({"options": {"reset_mask": [1, 0, 0]}}, "reset_mask must be 3 bools"),
    ]
    for arguments, message in wrong:
        with pytest.raises(Refused, match=message):
            env.reset(**arguments)
    assert env.batch.state(0) == game.new(8)


def test_games_of_many_begin_with_the_first_reset() -> None:
    env = many("spring-2021", 2)
    with pytest.raises(Refused, match="the games haven't begun"):
        env.step([0, 0])
    with pytest.raises(Refused, match="the games haven't begun"):
        env.render()
    with pytest.raises(Refused, match="the games haven't begun"):
        env.reset(options={"reset_mask": np.array([True, False])})
    other = many("spring-2021", 2)
    for each in (env, other):
        each.reset()
    assert env.batch.state(0) != other.batch.state(0)


def test_a_learner_sits_where_it_is_told_or_at_random() -> None:
    env = single("arboretum", players=3, seat=2)
    _, infos = env.reset(seed=1)
    assert infos == {"seat": 2}
    assert env.episode.state.to_act == (2,)
    env = single("arboretum", players=3)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1, 2}


def test_nothing_hidden_can_be_told_from_what_a_learner_is_told(setting: Setting) -> None:
    game, options = setting
    env = single(game, seat=0, render_mode="ansi", **options)
    other = single(game, seat=0, render_mode="ansi", **options)
    rng = np.random.default_rng(2)
    observation, _ = env.reset(seed=6)
    for _ in range(6):
        view = env.episode.view(0)
        for seed in (1, 2):
            seen, infos = other.reset(options={"state": view.determinize(seed)})
            assert np.array_equal(seen["observation"], observation["observation"])
            assert np.array_equal(seen["action_mask"], observation["action_mask"])
            assert infos == {"seat": 0}
            assert other.render() == env.render()
            assert other.episode.length == 0, "nobody else was to act"
        for _ in range(4):
            observation, reward, ended, *_ = env.step(some_legal(observation["action_mask"], rng))
            assert not reward
            assert not ended


@pytest.mark.parametrize("opponent", ["random", "seedling", "acorn", first_legal])
def test_copies_go_on_alike(opponent: Any) -> None:
    env = single("spring-2021", opponent=opponent, seat=np.int64(1))
    vector = many("spring-2021", 2, opponent=opponent)
    observation, _ = env.reset(seed=3)
    seen, _ = vector.reset(seed=3)
    restored = pickle.loads(pickle.dumps(env))  # noqa: S301 - it comes from here
    action = int(np.flatnonzero(observation["action_mask"])[0])
    step = env.step(action)
    for other in (restored, copy.deepcopy(env)):
        if other is restored:
            assert data_equivalence(other.step(action), step, exact=True)
        assert other.episode.state == env.episode.state
    actions = seen["action_mask"].argmax(1)
    other = pickle.loads(pickle.dumps(vector))  # noqa: S301 - likewise
    assert data_equivalence(other.step(actions), vector.step(actions), exact=True)
    assert other.batch.state(0) == vector.batch.state(0)


def test_the_seed_of_a_choice_does_not_tell_the_deal() -> None:
    """What hashes of the kernel make of a game's seed can be worked back to it."""
    drawn: list[int] = []

    def opponent(view: Observation, seed: int) -> int:
        drawn.append(seed)
        return view.legal_actions[0]

    env = single("arboretum", opponent=opponent, seat=0)

    def seeds() -> list[int]:
        drawn.clear()
        observation, _ = env.reset(seed=7)
        for _ in range(8):
            observation, *_ = env.step(int(np.flatnonzero(observation["action_mask"])[0]))
        return [*drawn]

    assert seeds() == seeds(), "they follow from the seed of the game all the same"
    assert drawn
    hashes = {choice_seed(env.episode.next_seed, length) for length in range(100)}
    assert hashes.isdisjoint(drawn)


def test_the_mask_is_also_there_as_a_method() -> None:
    env = single("spring-2021")
    observation, _ = env.reset(seed=1)
    assert env.action_masks().dtype == np.bool_
    assert np.array_equal(env.action_masks(), observation["action_mask"])


# What is refused.


def test_bad_actions_of_one_game_are_told_and_change_nothing() -> None:
    env = single("arboretum", illegal="raise", seat=0)
    observation, _ = env.reset(seed=1)
    before = env.episode.state
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    actions: list[tuple[Any, str]] = [
        (wrong, f"action {wrong} is not legal for player 0; `action_mask` tells"),
        (1_000_000, "arboretum has no action 1000000"),
        (0.5, "an action is a whole number, not 0.5"),
        (np.array([0, 1]), "an action is a whole number"),
        (True, "an action is a whole number, not True"),
    ]
    for action, message in actions:
        with pytest.raises(Refused, match=message):
            env.step(action)
    assert env.episode.state == before


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_random_actions_play_on_over_the_ends_of_games(mode: AutoresetMode) -> None:
    env = many("spring-2021", 8, autoreset_mode=mode)
    env.reset(seed=1)
    ended = 0
    for step in range(200):
        _, _, terminated, _, _ = env.step(env.batch.random_actions(step))
        ended += int(terminated.sum())
    assert ended > 8


def test_bad_actions_of_many_games_too() -> None:
    env = many("spring-2021", 2, illegal="raise")
    observations, _ = env.reset(seed=1)
    good = [int(np.flatnonzero(mask)[0]) for mask in observations["action_mask"]]
    wrong = int(np.flatnonzero(observations["action_mask"][1] == 0)[0])
    before = [env.batch.state(i) for i in range(2)]
    actions: list[tuple[Any, str]] = [
        ([good[0], wrong], f"action {wrong} is not legal in game 1"),
        ([good[0], -1], "-1 in game 1 is no action: those are 0 to 148"),
        ([good[0], 1_000_000], "1000000 in game 1 is no action"),
        ([0.5, 1.0], "actions are whole numbers"),
        (good[:1], "there must be 2 actions"),
        ([[0], [0, 1]], "actions are an array of whole numbers"),
    ]
    for action, message in actions:
        with pytest.raises(Refused, match=message):
            env.step(action)
    assert [env.batch.state(i) for i in range(2)] == before


def test_an_illegal_action_ends_the_game_with_a_loss() -> None:
    env = single("spring-2021")
    observation, _ = env.reset(seed=1)
    wrong = int(np.flatnonzero(observation["action_mask"] == 0)[0])
    observation, reward, ended, cut, infos = env.step(wrong)
    assert (reward, ended, cut, infos["illegal_action"]) == (-1, True, False, wrong)
    assert not observation["action_mask"].any()
    with pytest.raises(Refused, match=r"the game is over: reset\(\) begins another"):
        env.step(0)


def test_an_opponent_of_ones_own_must_choose_what_is_legal() -> None:
    answers: list[Any] = []

    def answer(view: Observation, _: int) -> Any:
        return answers.pop() if answers else view.legal_actions[0]

    env = single("spring-2021", opponent=answer, seat=0)
    vector = many("spring-2021", 2, opponent=answer, seat=0)
    env.reset(seed=1)
    vector.reset(seed=1)
    before, states = env.episode.state, [vector.batch.state(i) for i in range(2)]
    action = 0  # to wait: a whole move, after which the opponent is asked
    for wrong, message in (
        (-5, "the opponent chose -5, which"),
        ("fly", "no move begins with .FLY"),
    ):
        answers[:] = [wrong]
        with pytest.raises(Refused, match=message):
            env.step(action)
        answers[:] = [wrong]
        with pytest.raises(Refused, match=message):
            vector.step([action, action])
    assert env.episode.state == before
    assert [vector.batch.state(i) for i in range(2)] == states
    env.step(action)
    vector.step([action, action])
    assert env.episode.length == 2


@pytest.mark.parametrize("make", [gymnasium.make, gymnasium.make_vec])
def test_what_an_environment_can_be_is_told(make: Any) -> None:
    for arguments, message in (
        ({"opponent": "gardener"}, "opponent can't be 'gardener'; it can be: 'random', 'acorn'"),
        ({"opponent": ["tree"]}, r"opponent can't be \['tree'\]"),
        ({"seat": 2}, "seat can't be 2; it can be: None, or 0 to 1"),
        ({"seat": True}, "seat can't be True"),
        ({"obs": "f8"}, "obs can't be 'f8'"),
        ({"reward": "money"}, "reward can't be 'money'"),
        ({"illegal": "pardon"}, "illegal can't be 'pardon'"),
        ({"fairies": 1}, "spring-2021 has no option 'fairies'"),
    ):
        with pytest.raises(Refused, match=message):
            make(SPRING, **arguments)
    with pytest.raises(gymnasium.error.NameNotFound, match=r"Winter"):
        make("spinney/Winter2021-v0")


def test_what_many_games_can_be_is_told() -> None:
    with pytest.raises(Refused, match="autoreset_mode can't be 'Disabled'; it can be: 'NextStep'"):
        many("spring-2021", 2, autoreset_mode=AutoresetMode.DISABLED)
    with pytest.raises(Refused, match="at least one game and one thread"):
        many("spring-2021", 0)


def test_unknown_options_of_reset_are_refused() -> None:
    one, some = single("arboretum"), many("arboretum", 2)
    with pytest.raises(Refused, match=r"reset has no option 'sate'; did you mean state\?"):
        one.reset(options={"sate": one.episode.game.new(1)})
    with pytest.raises(Refused, match="reset has no option 'mask'; there are: reset_mask"):
        some.reset(options={"mask": np.array([True, False])})


def test_positions_of_many_games_are_shown() -> None:
    env = many("spring-2021", 2, render_mode="ansi", seat=1)
    env.reset(seed=1)
    shown = env.render()
    assert shown == tuple(str(env.batch.state(i).observe(1)) for i in range(2))


def test_games_registered_later_are_found_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hedge()
    monkeypatch.delitem(gymnasium.registry, env_id(game.name), raising=False)
    envs.register_envs()
    assert {env_id(name) for name in spinney.all_games()} <= {*gymnasium.registry}
    check_env(single(game.name), skip_render_check=True)


def test_gymnasium_is_a_package_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spinney.envs.find_spec", lambda _: None)
    with pytest.raises(ModuleNotFoundError, match=r"Gymnasium: pip install -e '\.\[envs\]'"):
        envs.register_envs()
