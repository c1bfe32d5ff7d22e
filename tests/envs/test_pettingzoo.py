"""Games as environments of PettingZoo: what it asks of them, and what they refuse."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from tests.envs.games import SETTINGS
from tests.hedges import hedge

import spinney
from spinney import envs
from spinney.core.errors import Refused
from spinney.core.state import State
from spinney.envs.aec_env import SpinneyAECEnv
from spinney.envs.parallel_env import SpinneyParallelEnv

Setting = tuple[str, dict[str, Any]]
EXPECTED = (
    # An observation is a dict, as with PettingZoo's own card games.
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
    "ignore:Action mask numpy array is all zeros",
)


@pytest.fixture(params=SETTINGS)
def setting(request: pytest.FixtureRequest) -> Setting:
    return SETTINGS[request.param]


def in_turn(game: str, **arguments: Any) -> SpinneyAECEnv:
    env = envs.aec(game, **arguments).unwrapped
    assert isinstance(env, SpinneyAECEnv)
    return env


def legal(observation: dict[str, Any], seed: int) -> int:
    return int(np.random.default_rng(seed).choice(np.flatnonzero(observation["action_mask"])))


def play(env: SpinneyAECEnv, steps: int) -> list[float]:
    """Play at random; return what all agents got, at the end of the game."""
    for step in range(steps):
        env.step(legal(env.observe(env.agent_selection), step))
        if all(env.terminations.values()):
            return [*env.rewards.values()]
    return []


@pytest.mark.filterwarnings(*EXPECTED)
def test_petting_zoo_finds_no_fault_with_agents_in_turn(
    setting: Setting, capsys: pytest.CaptureFixture[str]
) -> None:
    game, options = setting
    api_test(envs.aec(game, **options), num_cycles=60)
    seed_test(lambda: envs.aec(game, obs="u1", **options), num_cycles=15)
    assert "Passed API test" in capsys.readouterr().out


def test_nor_with_all_agents_at_once(setting: Setting, capsys: pytest.CaptureFixture[str]) -> None:
    game, options = setting
    parallel_api_test(envs.parallel(game, **options), num_cycles=150)
    parallel_seed_test(lambda: envs.parallel(game, illegal="forfeit", **options), num_cycles=2)
    assert "Passed Parallel API test" in capsys.readouterr().out


def test_nor_with_their_pictures(
    setting: Setting, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game, options = setting
    if game != "spring-2021":  # the others' pictures become pixels in the same way
        monkeypatch.setattr(
            "spinney.envs.frames.pixels", lambda svg: np.full((1, len(svg) and 1, 3), 9, np.uint8)
        )
    render_test(lambda render_mode: envs.aec(game, render_mode=render_mode, **options))
    assert capsys.readouterr().out, "who looks on sees each step"


def test_a_game_is_that_of_its_seed_and_the_next_follows() -> None:
    env, other = in_turn("spring-2021"), in_turn("spring-2021")
    env.reset(seed=7)
    assert env.episode.state == spinney.game("spring-2021").new(7)
    env.reset()
    other.reset(seed=7)
    other.reset()
    assert env.episode.state == other.episode.state
    assert env.episode.state != spinney.game("spring-2021").new(7)
    unseeded = [in_turn("spring-2021") for _ in range(2)]
    for each in unseeded:
        each.reset()
    assert unseeded[0].episode.state != unseeded[1].episode.state


def test_a_copy_is_another_game_that_stands_the_same() -> None:
    env = envs.aec("arboretum")
    env.reset(seed=1)
    before = env.unwrapped.episode.state
    other = copy.deepcopy(env)
    assert other.unwrapped.episode.state == before
    other.step(legal(other.last()[0], 1))
    assert other.unwrapped.episode.state != before
    assert env.unwrapped.episode.state == before


@pytest.mark.parametrize("reward", ["outcome", "margin"])
def test_rewards_are_what_the_game_brought(reward: Any) -> None:
    env = in_turn("spring-2021", reward=reward)
    env.reset(seed=3)
    got = play(env, 500)
    end = env.episode.state
    assert got == pytest.approx(list((end.outcome or ()) if reward == "outcome" else end.returns))
    assert any(got)


def test_agents_at_once_take_their_actions_one_after_another(setting: Setting) -> None:
    game, options = setting
    env = envs.parallel(game, **options)
    observations, _ = env.reset(seed=4)
    state = spinney.game(game, **options).new(4)
    for step in range(30):
        actions = {agent: legal(observations[agent], step) for agent in env.agents}
        for player in state.to_act:
            state = state.apply_action(player, actions[f"player_{player}"])
        observations, rewards, ended, cut, _ = env.step(actions)
        assert env.episode.state == state
        assert not any([*rewards.values(), *ended.values(), *cut.values()])
        for player, agent in enumerate(env.agents):
            view, mask = state.observe(player), observations[agent]["action_mask"]
            assert np.array_equal(observations[agent]["observation"], view.tensor())
            assert np.array_equal(mask[:-1], view.mask())
            assert mask[env.pass_action] == (player not in state.to_act)


def twins(env: SpinneyAECEnv, player: int) -> list[State]:
    """Other states that look the same to a player."""
    return [env.episode.view(player).determinize(seed) for seed in (1, 2)]


def test_nothing_hidden_can_be_told_from_what_an_agent_is_told(setting: Setting) -> None:
    game, options = setting
    env, other = in_turn(game, **options), in_turn(game, **options)
    at_once = envs.parallel(game, **options)
    env.reset(seed=5)
    differ = 0
    for step in range(36):
        if step % 6 == 0:
            for player, agent in enumerate(env.possible_agents):
                observation = env.observe(agent)
                for twin in twins(env, player):
                    differ += twin != env.episode.state
                    other.reset(options={"state": twin})
                    assert_same(other.observe(agent), observation)
                    if twin.to_act == env.episode.state.to_act:  # no choices were taken back
                        assert other.agent_selection == env.agent_selection
                    assert (other.rewards, other.infos) == (env.rewards, {a: {} for a in env.infos})
                    seen, infos = at_once.reset(options={"state": twin})
                    seen[agent]["action_mask"] = seen[agent]["action_mask"][:-1]
                    assert_same(seen[agent], observation)
                    assert infos == other.infos
        play(env, 1)
    assert differ or game == "spring-2021", "where cards are hidden the twins do differ"


def assert_same(one: dict[str, Any], other: dict[str, Any]) -> None:
    for key in ("observation", "action_mask"):
        assert np.array_equal(one[key], other[key]), key


# What follows from an illegal action.


def illegal(env: SpinneyAECEnv) -> int:
    return int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0])


def test_an_illegal_action_loses() -> None:
    env = in_turn("arboretum", players=3)
    env.reset(seed=1)
    before, wrong = env.episode.state, illegal(env)
    env.step(wrong)
    assert env.episode.state == before
    assert env.rewards == {"player_0": -1, "player_1": 0, "player_2": 0}
    assert all(env.terminations.values())
    assert env.infos["player_0"] == {"illegal_action": wrong}
    assert not env.observe("player_0")["action_mask"].any()
    env.step(None)
    assert env.agents == ["player_1", "player_2"]
    env.reset(seed=1)
    play(env, 3)
    assert len(env.agents) == 3


def test_or_is_refused_and_changes_nothing() -> None:
    env = in_turn("arboretum", illegal="raise")
    env.reset(seed=1)
    before, wrong = env.episode.state, illegal(env)
    for action, message in (
        (wrong, f"action {wrong} is not legal for player 0; `action_mask` tells which are"),
        (-1, "arboretum has no action -1; actions are 0 to"),
        (1_000_000, "arboretum has no action 1000000"),
        (1.0, "an action is a whole number, not 1.0"),
        (np.array([1]), "an action is a whole number"),
        (None, "an action is a whole number, not None"),
        (True, "an action is a whole number, not True"),
    ):
        with pytest.raises(Refused, match=message):
            env.step(action)  # type: ignore[arg-type]
    assert env.episode.state == before
    assert env.agent_selection == "player_0"
    assert not any(env.rewards.values())


@pytest.mark.parametrize("mover", [0, 1])
def test_who_owes_no_choice_forfeits_none(mover: int) -> None:
    """Not even if another's action makes it their turn."""
    env = envs.parallel("arboretum", illegal="forfeit")
    env.reset(seed=5)
    other, state = 1 - mover, env.episode.state
    while True:
        (player,) = state.to_act
        action = state.legal_actions(player)[0]
        after = state.apply_action(player, action)
        if player == mover and after.to_act == (other,):
            break
        env.step({f"player_{player}": action})
        state = env.episode.state
    env.step({f"player_{mover}": action, f"player_{other}": 0})
    assert env.episode.state == after


def test_or_is_as_good_as_no_choice() -> None:
    env = in_turn("spring-2021", illegal="forfeit")
    env.reset(seed=1)
    before, wrong = env.episode.state, illegal(env)
    env.step(wrong)
    assert env.episode.state == before.forfeit(0, 3)[-1].state
    assert env.infos["player_0"] == {"illegal_action": wrong}
    assert not any(env.terminations.values())


def at_first() -> tuple[SpinneyParallelEnv, dict[str, int]]:
    env = envs.parallel("spring-2021")
    observations, _ = env.reset(seed=1)
    return env, {agent: legal(observations[agent], 1) for agent in env.agents}


def test_all_who_choose_an_illegal_action_at_once_lose() -> None:
    env, actions = at_first()
    _, rewards, ended, _, infos = env.step(actions | {"player_1": env.pass_action})
    assert rewards == {"player_0": 0, "player_1": -1}
    assert infos == {"player_0": {}, "player_1": {"illegal_action": env.pass_action}}
    assert all(ended.values())
    assert not env.agents
    with pytest.raises(Refused, match="the game is over or hasn't begun"):
        env.step(actions)


def test_what_agents_at_once_may_not_say_is_told() -> None:
    env, actions = at_first()
    before = env.episode.state
    for wrong, message in (
        ({"player_0": 0}, "player_1 owes an action"),
        (actions | {"rex": 0}, "there is no agent 'rex'; there are: player_0, player_1"),
        (actions | {"player_1": env.pass_action + 1}, "spring-2021 has no action"),
        (actions | {"player_1": np.array([0, 1])}, "an action is a whole number"),
        ([0, 0], "actions are a dict with an action for each agent"),
    ):
        with pytest.raises(Refused, match=message):
            env.step(wrong)  # type: ignore[arg-type]
    assert env.episode.state == before


def test_what_an_environment_can_be_is_told() -> None:
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"obs": "f8"}, "obs can't be 'f8'; it can be: 'f4', 'u1'"),
        ({"reward": "money"}, "reward can't be 'money'"),
        ({"illegal": "pardon"}, "illegal can't be 'pardon'; it can be: 'lose', 'raise', 'forfeit'"),
        ({"render_mode": "3d"}, "render_mode can't be '3d'; it can be: None, 'human', 'ansi'"),
        ({"players": 9}, "players can't be 9"),
        ({"fairies": 1}, "arboretum has no option 'fairies'"),
    ]
    for arguments, message in wrong:
        for make in (envs.aec, envs.parallel):
            with pytest.raises(Refused, match=message):
                make("arboretum", **arguments)
    with pytest.raises(Refused, match="there is no game 'arboretun'; did you mean arboretum"):
        envs.aec("arboretun")
    env = in_turn("arboretum")
    with pytest.raises(Refused, match="the game hasn't begun"):
        env.render()
    with pytest.raises(Refused, match=r"the state to begin with must be one of spinney.game\('arb"):
        env.reset(options={"state": spinney.game("arboretum", players=3).new(1)})
    with pytest.raises(Refused, match="a seed is a whole number"):
        env.reset(seed=2**63)
    with pytest.raises(Refused, match="options of reset are a dict, not 'state'"):
        env.reset(options="state")  # type: ignore[arg-type]
    for make in (envs.aec, envs.parallel):
        with pytest.raises(Refused, match=r"a game is what spinney.game\(\) returns, or its name"):
            make(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", ["sate", "seat"])
def test_unknown_options_of_reset_are_refused(key: str) -> None:
    for env in (in_turn("arboretum"), envs.parallel("arboretum")):
        with pytest.raises(Refused, match=rf"reset has no option '{key}'; did you mean state\?"):
            env.reset(options={key: 1})
        with pytest.raises(Refused, match="the game hasn't begun"):
            env.state()


@pytest.mark.filterwarnings("ignore:Environment's maximum and minimum state space values are equal")
def test_petting_zoo_finds_no_fault_with_the_state_of_all(setting: Setting) -> None:
    game, options = setting
    state_test(envs.aec(game, **options), envs.parallel(game, **options), num_cycles=100)


def test_the_state_of_all_is_what_each_agent_knows() -> None:
    in_order, at_once = in_turn("spring-2021"), envs.parallel("spring-2021")
    for env in (in_order, at_once):
        env.reset(seed=3)
        both = env.state().reshape(2, -1)
        for player in range(2):
            assert np.array_equal(both[player], env.episode.view(player).tensor())
    first = env.state()
    in_order.step(legal(in_order.observe("player_0"), 1))
    assert not np.array_equal(in_order.state(), first), "it has a choice that the other can't see"
    assert np.array_equal(in_order.state().reshape(2, -1)[1], first.reshape(2, -1)[1])


def test_agents_are_known_by_their_names() -> None:
    env, at_once = in_turn("spring-2021"), envs.parallel("spring-2021")
    for ask in (
        env.observe,
        env.observation_space,
        env.action_space,
        at_once.observation_space,
        at_once.action_space,
    ):
        with pytest.raises(Refused, match="there is no agent 'rex'; there are: player_0, player_1"):
            ask("rex")


def test_a_game_that_is_over_for_all_takes_no_action() -> None:
    env = in_turn("spring-2021")
    with pytest.raises(Refused, match=r"is over or hasn't begun: reset\(\) begins one"):
        env.step(0)
    env.reset(seed=1)
    env.step(illegal(env))
    while env.agents:
        env.step(None)
    with pytest.raises(Refused, match=r"is over or hasn't begun: reset\(\) begins one"):
        env.step(0)


def test_pictures_need_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spinney.envs.frames.can_draw", lambda: False)
    with pytest.raises(Refused, match=r"needs resvg: pip install -e '\.\[draw\]'"):
        envs.aec("arboretum", render_mode="rgb_array")


def test_petting_zoo_is_a_package_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spinney.envs.find_spec", lambda _: None)
    for name in ("aec", "parallel"):
        with pytest.raises(ModuleNotFoundError, match=r"pip install -e '\.\[envs\]'"):
            getattr(envs, name)
    with pytest.raises(AttributeError, match="no attribute 'ace'"):
        envs.ace  # noqa: B018


@pytest.mark.filterwarnings(*EXPECTED)
def test_a_game_of_ones_own_is_an_environment_too(capsys: pytest.CaptureFixture[str]) -> None:
    game = hedge()
    api_test(envs.aec(game), num_cycles=20)
    parallel_api_test(envs.parallel(game.name), num_cycles=20)
    assert capsys.readouterr().out.count("Passed") == 2
