"""The games in OpenSpiel: its own checks, what players are told, and its algorithms."""

from __future__ import annotations

import copy
import importlib
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.hedges import hedge

from spinney.core.errors import Refused

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from spinney.envs.open_spiel import (  # noqa: E402 - it needs OpenSpiel
    load,
    register_all,
    whole_tree,
    word_of,
)

NAMES = register_all()
KIND, PRIVATE = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
TWICE = ("build_your_arboretum", "forest_garden", "spring_2021")
FORMS = [
    "spinney_arboretum(players=2,edition=published)",
    "spinney_arboretum(players=4,first=lot)",
    "spinney_build_your_arboretum",
    "spinney_build_your_arboretum_turn_based",
    "spinney_forest_garden(players=2,direct_sale=true)",
    "spinney_forest_garden_turn_based(players=3,tasks=true)",
    "spinney_spring_2021(league=1)",
    "spinney_spring_2021_turn_based",
]
SEQUENTIAL = [
    "spinney_arboretum(players=3)",
    "spinney_build_your_arboretum_turn_based",
    "spinney_forest_garden_turn_based",
    "spinney_spring_2021_turn_based(league=1)",
]


def algorithm(name: str) -> Any:
    """One of OpenSpiel's modules of algorithms; it has no types."""
    return importlib.import_module(f"open_spiel.python.algorithms.{name}")


def dealt(game: Any, deal: int) -> Any:
    state = game.new_initial_state()
    state.apply_action(deal)
    return state


def take(state: Any, rng: random.Random) -> None:
    """Take random actions at one node."""
    if state.is_simultaneous_node():
        legal = (state.legal_actions(p) for p in range(state.num_players()))
        state.apply_actions([rng.choice(actions or [0]) for actions in legal])
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def course_of(game: Any, deal: int, rng: random.Random) -> Iterator[Any]:
    """Yield each state of a random game, the last one included."""
    state = dealt(game, deal)
    while not state.is_terminal():
        yield state
        take(state, rng)
    yield state


def restored(value: Any) -> Any:
    return pickle.loads(pickle.dumps(value))  # noqa: S301 - it comes from here


def information(state: Any, player: int) -> tuple[Any, ...]:
    """All that a player is told in a state."""
    return (
        state.information_state_string(player),
        state.observation_string(player),
        np.asarray(state.information_state_tensor(player), np.float32).tobytes(),
        np.asarray(state.observation_tensor(player), np.float32).tobytes(),
        tuple(state.legal_actions(player)),
        state.current_player(),
        tuple(state.rewards()),
    )


def test_each_game_is_there_and_twice_where_several_act_at_once() -> None:
    twice = [f"spinney_{name}{form}" for name in TWICE for form in ("", "_turn_based")]
    assert {"spinney_arboretum", *twice} <= set(NAMES) <= set(pyspiel.registered_names())
    assert "spinney_arboretum_turn_based" not in NAMES
    dynamics = pyspiel.GameType.Dynamics
    for name in NAMES:
        alone = name == "spinney_arboretum" or name.endswith("_turn_based")
        kind = next(kind for kind in pyspiel.registered_games() if kind.short_name == name)
        assert kind.dynamics == (dynamics.SEQUENTIAL if alone else dynamics.SIMULTANEOUS)


@pytest.mark.parametrize("form", FORMS)
def test_open_spiels_own_checks_pass(form: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(form), num_sims=1, serialize=True, verbose=False)


def test_a_game_of_ones_own_is_there_too() -> None:
    own = hedge()
    names = [name for name in register_all() if name.startswith(f"spinney_{own.name}")]
    assert len(names) == 2
    for name in names:
        game = pyspiel.load_game(name)
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("form", FORMS)
def test_a_resampled_state_is_told_alike_to_the_player_alone(form: str) -> None:
    game, rng = pyspiel.load_game(form), random.Random(1)
    changed = 0
    for state in course_of(game, 5, rng):
        if rng.random() < 0.8:
            continue
        player = rng.randrange(state.num_players())
        other = state.resample_from_infostate(player, rng.random)
        assert information(other, player) == information(state, player)
        changed += str(other) != str(state)
        assert str(game.deserialize_state(other.serialize())) == str(other)
        for _ in range(3):
            if not other.is_terminal():
                take(other, rng)
    assert (changed > 0) == ("spring_2021(" not in form), "there only sealed choices are hidden"


@pytest.mark.parametrize("form", ["spinney_arboretum", "spinney_build_your_arboretum_turn_based"])
def test_what_others_have_learnt_is_resampled_too(form: str) -> None:
    """The key of another player's information set tells nothing of what is hidden in truth."""
    rng = random.Random(2)
    for state in course_of(pyspiel.load_game(form), 5, rng):
        if state.move_number() in (20, 40, 60):
            first, second = (state.resample_from_infostate(0, lambda: 0.25) for _ in range(2))
            assert str(first) == str(second)
            assert first.information_state_string(1) == second.information_state_string(1)
            assert first.information_state_string(1) != state.information_state_string(1)
            assert first.observation_string(0) == state.observation_string(0)


def test_others_may_know_something_else_in_resampled_states() -> None:
    state = dealt(pyspiel.load_game("spinney_arboretum"), 3)
    keys = {
        state.resample_from_infostate(0, lambda x=x: x / 50).information_state_string(1)
        for x in range(50)
    }
    assert len(keys) == 50, "each hand of the other player is another information set"


@pytest.mark.parametrize("form", ["spinney_arboretum", *SEQUENTIAL[1:], FORMS[2]])
def test_information_states_recall_everything(form: str) -> None:
    """Equal words, equal knowledge, and equal numbers; and what was known before is in them."""
    game, known = pyspiel.load_game(form), dict[Any, Any]()
    rng = random.Random(3)
    for deal in (1, 1, 2):
        before = [""] * game.num_players()
        for count, state in enumerate(course_of(game, deal, rng)):
            for player in range(game.num_players()):
                word = state.information_state_string(player)
                assert word.startswith(before[player])
                before[player] = word
                if count % 8 == 0:
                    tensor = bytes(np.asarray(state.information_state_tensor(player), np.float32))
                    seen = (state.observation_string(player), tuple(state.legal_actions(player)))
                    assert known.setdefault((player, word), (tensor, seen)) == (tensor, seen)
    assert len({(player, tensor) for (player, _), (tensor, _) in known.items()}) == len(known)


def test_an_observation_is_told_as_the_game_itself_tells_it() -> None:
    game = pyspiel.load_game("spinney_forest_garden(players=3)")
    state = dealt(game, 9)
    view = game.game.new(seed=9).observe(2)
    assert game.game.observation(2, state.observation_string(2)) == view
    assert np.array_equal(np.float32(state.observation_tensor(2)), view.tensor())
    observer = game.make_py_observer()
    observer.set_from(state, 2)
    for field, layout in game.game.layout.items():
        assert np.array_equal(observer.dict[field].ravel(), view.tensor()[layout.slice])
    nobody = KIND(perfect_recall=False, private_info=PRIVATE.NONE)
    spectator = game.make_py_observer(nobody)
    assert game.game.observation(-1, spectator.string_from(state, 2)) == game.game.new(
        seed=9
    ).observe(-1)


def sealed_moves(state: Any, rng: random.Random) -> list[list[int]]:
    """Let both players choose, and who has begun a move end it; return the actions of each."""
    taken: list[list[int]] = [[], []]
    while not any(taken) or any(map(state.game_history.state.mid_move, range(2))):
        acting = range(2) if state.is_simultaneous_node() else [state.current_player()]
        for player in acting:
            taken[player].append(rng.choice(state.legal_actions(player)))
        actions = [taken[player][-1] for player in acting]
        state.apply_actions(actions) if len(actions) > 1 else state.apply_action(*actions)
    return taken


@pytest.mark.parametrize("name", ["forest_garden", "spring_2021"])
def test_both_forms_play_the_same_game(name: str) -> None:
    """One after another, whoever comes later waits for all actions of a sealed choice."""
    rng = random.Random(4)
    together = dealt(pyspiel.load_game(f"spinney_{name}"), 7)
    in_turn = dealt(pyspiel.load_game(f"spinney_{name}_turn_based"), 7)
    sealed = 0
    while not together.is_terminal():
        if together.is_simultaneous_node():
            sealed += 1
            waiting = in_turn.information_state_string(1), in_turn.observation_string(1)
            for player, actions in enumerate(sealed_moves(together, rng)):
                now = in_turn.information_state_string(1), in_turn.observation_string(1)
                assert now == waiting, "a sealed choice was seen"
                for action in actions:
                    assert in_turn.current_player() == player
                    in_turn.apply_action(action)
        else:
            choice = rng.choice(together.legal_actions())
            in_turn.apply_action(choice)
            together.apply_action(choice)
        for player in range(2):
            word = together.information_state_string(player)
            assert in_turn.information_state_string(player) == word
    assert sealed > 0
    assert together.returns() == in_turn.returns()
    assert np.array_equal(np.float32(together.returns()), together.game_history.state.returns)
    assert any(together.returns())


def test_states_and_games_are_copied_and_pickled() -> None:
    game = pyspiel.load_game("spinney_arboretum(players=3,deals=7,first_seed=100)")
    assert str(game) == "spinney_arboretum(deals=7,first_seed=100,players=3)"
    state = dealt(game, 6)
    assert state.game_history.state == game.game.new(seed=106)
    take(state, random.Random(5))
    for other in (copy.deepcopy(state), state.clone(), restored(state)):
        assert str(other) == str(state)
        assert other.history() == state.history()
        assert information(other, 0) == information(state, 0)
    assert str(restored(game)) == str(game)
    assert len(game.new_initial_state().chance_outcomes()) == game.max_chance_outcomes() == 7


@pytest.mark.parametrize(
    ("given", "written", "chosen"),
    [
        ("spring_2021(league=wood-2)", "spring_2021(league=2)", {"league": 2}),
        ("spring_2021_turn_based(league=1)", "spring_2021_turn_based(league=1)", {"league": 1}),
        (
            "build_your_arboretum(dm_advantage=Blue)",
            "build_your_arboretum(dm_advantage=1)",
            {"dm_advantage": 1},
        ),
        ("forest_garden(tasks=yes)", "forest_garden(tasks=True)", {"tasks": True}),
        ("forest_garden(tasks=true)", "forest_garden(tasks=True)", {"tasks": True}),
        ("arboretum(first=1)", "arboretum()", {"first": "1"}),
        ("arboretum(first=lot,deals=5)", "arboretum(deals=5,first=lot)", {"first": "lot"}),
    ],
)
def test_options_are_those_of_the_game(given: str, written: str, chosen: dict[str, Any]) -> None:
    game = load(f"spinney_{given}")
    assert str(game) == f"spinney_{written}"
    assert chosen.items() <= dict(game.game.chosen).items()
    assert str(restored(game)) == str(pyspiel.load_game(str(game))) == str(game)
    parameters = pyspiel.game_parameters_from_string(f"spinney_{given}")
    assert load(parameters.pop("name"), **parameters).game == game.game


def test_what_a_game_does_not_take_is_refused() -> None:
    for given, message in (
        ("spinney_arboretun", "no game 'spinney_arboretun' of Spinney; did you mean spinney_arb"),
        ("spinney_arboretum(height=3)", "arboretum has no option 'height'"),
        ("spinney_spring_2021(league=wood-3)", "league can't be 'wood-3'; it can be: bronze"),
        ("spinney_arboretum(deals=few)", "deals is a whole number, not 'few'"),
    ):
        with pytest.raises(Refused, match=message):
            load(given)


def test_another_process_reads_pickled_states_and_ends_well(tmp_path: Any) -> None:
    file = tmp_path / "state"
    state = dealt(pyspiel.load_game("spinney_spring_2021"), 6)
    file.write_bytes(pickle.dumps(state))
    code = f"import pickle; print(pickle.load(open({str(file)!r}, 'rb')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str(state)


def test_what_is_wrong_is_refused_and_changes_nothing() -> None:
    for wrong in ("players=7", "colours=oak", "deals=-1"):
        with pytest.raises(Refused):
            pyspiel.load_game(f"spinney_arboretum({wrong})")
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter"):
        pyspiel.load_game("spinney_arboretum(height=3)")
    state = pyspiel.load_game("spinney_spring_2021").new_initial_state()
    with pytest.raises(pyspiel.SpielError, match="not been dealt"):
        state.resample_from_infostate(0, lambda: 0.5)
    with pytest.raises(Refused, match="no deal 10000"):
        state.apply_action(10_000)
    state.apply_action(3)
    before = str(state), state.history()
    with pytest.raises(Refused, match=r"not a legal action of player 1; there (are|is) \d+"):
        state.apply_actions([state.legal_actions(0)[0], 1])
    with pytest.raises(Refused, match="there must be 2 actions, one for each player"):
        state.apply_actions([state.legal_actions(0)[0]])
    with pytest.raises(Refused, match="players are 0 to 1"):
        state.resample_from_infostate(2, lambda: 0.5)
    assert (str(state), state.history()) == before
    *_, ended = course_of(pyspiel.load_game(MINI), 1, random.Random(1))
    with pytest.raises(Refused, match=r"the game is over: new_initial_state\(\) begins another"):
        ended.apply_action(0)


def test_observers_refuse_what_they_do_not_know() -> None:
    game = pyspiel.load_game("spinney_arboretum")
    for wrong in (
        KIND(perfect_recall=False, private_info=PRIVATE.ALL_PLAYERS),
        KIND(perfect_recall=False, public_info=False),
        KIND(perfect_recall=True, private_info=PRIVATE.NONE),
    ):
        with pytest.raises(Refused):
            game.make_py_observer(wrong)
    with pytest.raises(Refused, match="no parameters"):
        game.make_py_observer(None, {"scale": 2})


@pytest.mark.parametrize("form", SEQUENTIAL)
def test_its_searches_play(form: str) -> None:
    """MCTS sees everything; information-set MCTS sees what the player does."""
    ismcts, mcts = algorithm("ismcts"), algorithm("mcts")

    game, drawn = pyspiel.load_game(form), np.random.RandomState(1)
    state, rng = dealt(game, 4), random.Random(6)
    while len(state.legal_actions()) < 3 or state.move_number() < 12:
        take(state, rng)
    rollouts = mcts.RandomRolloutEvaluator(1, drawn)
    all_seeing = mcts.MCTSBot(game, 1.4, 5, rollouts, random_state=drawn)
    fair = ismcts.ISMCTSBot(game, rollouts, 1.4, 8, random_state=drawn)
    assert all_seeing.step(state) in state.legal_actions()
    assert fair.step(state) in state.legal_actions()


MINI = "spinney_arboretum(size=mini,deals=30)"


def test_all_deals_of_a_mini_game_are_outcomes() -> None:
    game = pyspiel.load_game("spinney_arboretum(size=mini)")
    assert game.max_chance_outcomes() == 720
    assert {chance for _, chance in game.new_initial_state().chance_outcomes()} == {1 / 720}


def test_a_whole_tree_is_the_same_game() -> None:
    game, rng = pyspiel.load_game(MINI), random.Random(7)
    tree = whole_tree(game)
    for deal in range(0, 30, 3):
        state, twin = dealt(game, deal), tree.new_initial_state()
        twin.apply_action(twin.legal_actions()[deal])
        while not state.is_terminal():
            word = state.information_state_string()
            assert word_of(twin.information_state_string()) == word
            names = {twin.action_to_string(action): action for action in twin.legal_actions()}
            action = rng.choice(state.legal_actions())
            assert {*names} == {state.action_to_string(a) for a in state.legal_actions()}
            twin.apply_action(names[state.action_to_string(action)])
            state.apply_action(action)
        assert twin.is_terminal()
        assert twin.returns() == state.returns()


def after(game: Any, *words: str) -> Any:
    """Return a state after the first deal and some actions, each in words."""
    state = dealt(game, 0)
    for word in words:
        names = {state.action_to_string(action): action for action in state.legal_actions()}
        state.apply_action(names[word])
    return state


def test_sealed_bids_of_a_mini_game_are_sealed_in_its_tree() -> None:
    game = pyspiel.load_game("spinney_build_your_arboretum_turn_based(size=mini,deals=1)")
    sent = after(game, "first blue", "bid 1g", "done")
    kept = after(game, "first blue", "bid none")
    assert sent.current_player() == kept.current_player() == 1
    assert sent.information_state_string() == kept.information_state_string()
    begun = after(game, "first blue")
    strings = {begun.information_state_string(player) for player in (0, 1)}
    assert len(strings) == 2, "both have observed the same, and are not the same player"
    tree = whole_tree(game)
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(10):
        solver.evaluate_and_update_policy()
    at_random = pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))
    assert pyspiel.exploitability(tree, solver.average_policy()) < at_random / 5


def test_what_is_no_small_tree_is_refused() -> None:
    with pytest.raises(Refused, match="turn-based form"):
        whole_tree(pyspiel.load_game("spinney_spring_2021"))
    with pytest.raises(Refused, match="more than 500 nodes"):
        whole_tree(pyspiel.load_game(MINI), most=500)


@pytest.mark.parametrize(
    "form", [MINI, "spinney_build_your_arboretum_turn_based(size=mini,deals=1)"]
)
def test_its_sampling_of_regrets_runs_on_mini_games(form: str) -> None:
    game = pyspiel.load_game(form)
    solver = algorithm("external_sampling_mccfr").ExternalSamplingSolver(game)
    for _ in range(3):
        solver.iteration()
    state = dealt(game, 0)
    chances = solver.average_policy().action_probabilities(state)
    assert chances.keys() == {*state.legal_actions()}


def test_its_exact_methods_solve_a_mini_game() -> None:
    tree = whole_tree(pyspiel.load_game(MINI))
    at_random = pyspiel.exploitability(tree, pyspiel.UniformRandomPolicy(tree))
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert pyspiel.exploitability(tree, solver.average_policy()) < at_random / 5


def test_the_example_tells_how_exploitable_levels_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples" / "research"))
    example = importlib.import_module("exploitability")
    monkeypatch.setitem(example.GAMES, "arboretum", "spinney_arboretum(size=mini,deals=8)")
    monkeypatch.setattr(sys, "argv", ["exploitability.py", "seedling"])
    example.main()
    worth = {line[:10].strip(): line.split() for line in capsys.readouterr().out.splitlines()[1:]}
    at_random, seedling = (float(worth[name][-4]) for name in ("at random", "seedling"))
    assert 0 < seedling < at_random
    assert float(worth["CFR+"][-4]) < 0.01


def test_the_deals_are_listed_among_the_options() -> None:
    with pytest.raises(Refused, match=r"arboretum has no option 'foo'; .*size, deals, first_seed"):
        load("spinney_arboretum", foo=2)
    with pytest.raises(Refused, match="did you mean deals"):
        load("spinney_arboretum", deal=2)
