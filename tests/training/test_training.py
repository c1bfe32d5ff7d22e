"""Training networks by self-play."""

from __future__ import annotations

import dataclasses
import json
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.hedges import hedge
from tests.sigterm import usual_sigterm

import spinney
from spinney.cli import main
from spinney.players.player_specs import RandomSpec
from spinney.search import Network
from spinney.training import datasets, gate, run, selfplay
from spinney.training.datasets import BeliefSet, PolicySet, ValueSet, split, valued_players
from spinney.training.gate import Gate, passed
from spinney.training.gradient_loops import belief_gradients, policy_gradients, value_gradients
from spinney.training.gradients import TrainingSettings, train, untrained
from spinney.training.run import BEST, GATE, RunSettings, TrainingRun
from spinney.training.selfplay import Samples, SelfPlayPlan, TrainingGames

HEDGE = hedge()
SMALL = TrainingSettings(hidden=4, second=4, own=2, epochs=2, batch_size=16)


@pytest.fixture(scope="module")
def samples() -> Samples:
    return TrainingGames(HEDGE, None, 16).play(range(60), 0.2)


# Self-play.


def test_samples_are_the_states_in_which_somebody_chose(samples: Samples) -> None:
    assert len(samples.ends) == 60
    assert samples.counts.sum() == len(samples.pairs)
    assert (samples.begins == 1).any()
    visits = np.split(samples.pairs[:, 1], np.cumsum(samples.counts)[:-1])
    searched = (samples.begins == 1) & (samples.counts > 0)
    assert {int(visits[k].sum()) for k in np.flatnonzero(searched)} == {16}  # all playouts count
    assert np.array_equal(np.unique(samples.games), np.arange(60))


def test_the_same_seeds_play_the_same_games(samples: Samples, tmp_path: Path) -> None:
    again = TrainingGames(HEDGE, None, 16).play(range(20, 25), 0.2)
    mine = np.isin(samples.games, range(20, 25))
    assert np.array_equal(again.states.tobytes(), samples.states[mine].tobytes())
    again.save(tmp_path / "some.npz")
    kept = Samples.load(tmp_path / "some.npz")
    assert kept.states.tobytes() == again.states.tobytes()
    assert np.array_equal(kept.pairs, again.pairs)


@pytest.mark.parametrize(
    ("name", "fits", "lacks"), [("MOST_STATES", 0, -1), ("MOST_PAIRS", -1, -2)]
)
def test_a_game_that_is_too_long_is_refused(
    name: str, fits: int, lacks: int, samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the states in which somebody chose, the last one is kept."""
    states = np.count_nonzero(samples.games == 3) + 1
    pairs = samples.counts[samples.games == 3].sum() + 1
    needed = {"MOST_STATES": states, "MOST_PAIRS": pairs}[name]
    monkeypatch.setattr(selfplay, name, needed + fits)
    assert len(TrainingGames(HEDGE, None, 16).play([3], 0.2).states) == states - 1
    monkeypatch.setattr(selfplay, name, needed + lacks)
    with pytest.raises(spinney.Refused, match="the game of seed 3 is too long"):
        TrainingGames(HEDGE, None, 16).play([3], 0.2)


def test_the_deals_after_the_greatest_seed_go_on_with_the_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(selfplay, "CHUNK", 3)
    _, found = SelfPlayPlan(HEDGE, None, 8, 2**63 - 2).play(0)
    assert found.seeds.tolist() == [2**63 - 2, 2**63 - 1, -(2**63)]


def test_self_play_with_a_network_is_linked_once() -> None:
    one, other = (TrainingGames(HEDGE, untrained(HEDGE, SMALL, 1), 8) for _ in range(2))
    assert one.engine is other.engine


# Gradients.


def arrays(rng: np.random.Generator, shapes: list[tuple[int, ...]]) -> tuple[Any, ...]:
    return tuple(rng.normal(0, 0.7, shape) for shape in shapes)


def layers() -> tuple[Any, ...]:
    return tuple(np.zeros(shape) for shape in ((2, 3), 3, 4, (2, 3), 4))


SHARED: list[tuple[int, ...]] = [(6, 3), (3,), (5, 4), (3, 4)]
"""Six inputs of two groups, five of the whole; layers of three and four."""
INPUTS = np.array([[0, 4, 2, -1, 3], [5, -1, 1, 2, -1]])


def check_gradients(parameters: tuple[Any, ...], found: tuple[Any, ...], loss: Any) -> None:
    """Hold each gradient against the difference that a small step makes."""
    for array, gradient in zip(parameters, found, strict=True):
        for place in np.ndindex(array.shape):
            before, step = array[place], 1e-5
            array[place] = before + step
            more = loss()
            array[place] = before - step
            less = loss()
            array[place] = before
            assert gradient[place] == pytest.approx((more - less) / (2 * step), abs=1e-4)


def test_the_gradients_of_a_value() -> None:
    rng = np.random.default_rng(1)
    parameters = arrays(rng, [*SHARED, (4, 2), (2,)])
    targets, bases = np.array([0.8, 0.1]), np.array([0.3, -0.2])

    def loss(found: Any = None) -> float:
        into = found or tuple(np.zeros_like(array) for array in parameters)
        both = (targets, np.zeros(2), 0.0, np.arange(2), 0, 2, 2, 2)
        return float(value_gradients(INPUTS, bases, *both, parameters, into, layers()))

    found = tuple(np.zeros_like(array) for array in parameters)
    loss(found)
    check_gradients(parameters, found, loss)


def test_the_gradients_of_a_policy() -> None:
    """Of four actions two are weighed by the state, one by its own inputs, one by all."""
    rng = np.random.default_rng(2)
    parameters = arrays(rng, [*SHARED, (3, 4), (3, 3), (3,), (4, 2), (2,), (2,)])
    marks = np.array([[0, -1, -1, -1], [1, 1, -1, -1], [-1, -1, 3, 0], [2, 0, 1, -1]])
    shares, bases = np.array([0.4, 0.6, 0.9, 0.1]), np.array([0.1, 0.0, -0.3, 0.2])

    def loss(found: Any = None) -> float:
        into = found or tuple(np.zeros_like(array) for array in parameters)
        rows = (np.arange(2), 0, 2, 2, 2)
        samples = (INPUTS, np.array([0, 2, 4]), marks, bases, shares, np.zeros(9))
        given = (*samples, *rows, parameters, into, layers())
        return float(policy_gradients(*given))

    found = tuple(np.zeros_like(array) for array in parameters)
    loss(found)
    check_gradients(parameters, found, loss)


def test_the_gradients_of_a_belief() -> None:
    rng = np.random.default_rng(3)
    parameters = arrays(rng, [*SHARED, (4,)])

    def loss(found: Any = None) -> float:
        into = found or tuple(np.zeros_like(array) for array in parameters)
        both = (np.array([1.0, 0.0]), np.arange(2), 0, 2, 2, 2)
        return float(belief_gradients(INPUTS, *both, parameters, into, layers()))

    found = tuple(np.zeros_like(array) for array in parameters)
    loss(found)
    check_gradients(parameters, found, loss)


def test_a_belief_learns_states_from_determinizations_of_them(samples: Samples) -> None:
    beliefs = BeliefSet.of(HEDGE, samples, 1)
    assert list(beliefs.is_real[:4]) == [1, 0, 1, 0]
    assert len(beliefs.inputs) == 2 * samples.begins.sum()
    assert 0.2 < beliefs.hidden < 1.0
    real, drawn = beliefs.inputs[::2], beliefs.inputs[1::2]
    assert beliefs.hidden == pytest.approx((real != drawn).any(axis=1).mean())


def test_training_takes_ten_games() -> None:
    few = TrainingGames(HEDGE, None, 8).play(range(9), 0.2)
    with pytest.raises(spinney.Refused, match="10 games or more"):
        train(HEDGE, untrained(HEDGE, SMALL, 3), few, SMALL, 5, lambda _: None)


def test_less_than_a_batch_is_learnt_from_too(samples: Samples) -> None:
    large = dataclasses.replace(SMALL, batch_size=100_000)
    start = untrained(HEDGE, large, 3)
    assert len(samples.states) < large.batch_size
    assert train(HEDGE, start, samples, large, 5, lambda _: None) != start


def test_inputs_of_actions_that_do_not_fit_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = spinney.game("arboretum")
    found = TrainingGames(game, None, 8).play([1], 0.2)
    PolicySet.of(game, found, True)
    monkeypatch.setattr(datasets, "MOST_MARKS", 3)
    with pytest.raises(spinney.Refused, match="writes 3 numbers at most"):
        PolicySet.of(game, found, True)


def test_training_learns_and_repeats(samples: Samples) -> None:
    start, lines = untrained(HEDGE, SMALL, 3), list[str]()
    one, two = (train(HEDGE, start, samples, SMALL, 5, lines.append) for _ in range(2))
    assert one == two
    assert one != start
    for line in lines:
        before, after = (float(word) for word in line.split() if word[0].isdigit())
        assert after < before
    assert lines[:3] == lines[3:]


def test_what_is_learnt_from_is_not_what_is_checked_with(samples: Samples) -> None:
    values, policies = ValueSet.of(HEDGE, samples, True), PolicySet.of(HEDGE, samples, True)
    for games in (values.games, policies.games):
        rows, checks = split(games)
        assert len(rows) > 5 * len(checks) > 0
        assert not np.isin(games[rows], games[checks]).any()
    assert ((values.targets >= 0) & (values.targets <= 1)).all()
    sums = np.add.reduceat(policies.shares, policies.ends[:-1])
    assert sums == pytest.approx(np.ones(len(sums)))


def test_of_two_players_who_chooses_is_asked_of_more_anyone() -> None:
    choosing = np.array([1, 0, 0, 1] * 100, np.int8)
    assert np.array_equal(valued_players(choosing, 2), choosing)
    found = valued_players(choosing, 3)
    assert np.array_equal(found, valued_players(choosing, 3))
    assert all(80 < np.count_nonzero(found == player) < 190 for player in range(3))


def test_a_target_is_what_is_expected_at_the_players_next_move() -> None:
    """One game of ten is kept back to check with: its targets stay."""
    games, players = np.array([0, 0, 0, 0, 9, 9]), np.array([0, 1, 0, 0, 0, 0])
    ends = np.array([1.0, 0.0, 1.0, 1.0, 1.0, 1.0])
    values = ValueSet(np.zeros((6, 1)), np.zeros(6), ends, ends, 2 * ends, games, players)
    found = values.with_td_targets(np.full(6, 0.5), np.full(6, 0.8), 0.6)
    assert found.targets == pytest.approx([0.68, 0.0, 0.8, 1.0, 1.0, 1.0])
    assert found.leads == pytest.approx([1.232, 0.0, 1.52, 2.0, 2.0, 2.0])
    assert np.array_equal(found.wins, ends)


def test_a_value_may_learn_from_what_it_expects(samples: Samples) -> None:
    settings, lines = (
        dataclasses.replace(SMALL, td_lambda=0.8, value_learning_rate=1e-2),
        list[str](),
    )
    start = untrained(HEDGE, settings, 1)
    found = train(HEDGE, start, samples, settings, 5, lines.append)
    assert [line.split(":")[0] for line in lines[:2]] == ["value", "value by what is expected"]
    before = [line.split("loss ")[1].split()[0] for line in lines[:2]]
    assert before[0] == before[1]
    assert found != train(HEDGE, start, samples, SMALL, 5, lines.append)


def test_a_game_may_say_how_it_is_trained() -> None:
    assert TrainingSettings.of(HEDGE) == TrainingSettings()
    game = spinney.game("build-your-arboretum")
    assert TrainingSettings.of(game).td_lambda < 1


# The gate.


def test_a_gate_goes_on_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "MOST_DEALS", 9)
    whole = Gate(HEDGE, RandomSpec(), RandomSpec(), 50)
    whole.play(1, lambda: True)
    parts = Gate(HEDGE, RandomSpec(), RandomSpec(), 50)
    for _ in range(3):
        parts.play(1, lambda: len(parts.scores) % 4 != 0)
    assert parts.scores == whole.scores
    assert len(whole.scores) == 9


def test_who_wins_nearly_all_passes() -> None:
    better = Gate(HEDGE, RandomSpec(), RandomSpec(), 1, scores=[1.0, 0.5] * 40)
    assert better.verdict == "H1"
    assert "won 75 %" in str(better)
    assert passed([better])


def test_what_is_as_strong_does_not_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "MOST_DEALS", 3)
    even = Gate(HEDGE, RandomSpec(), RandomSpec(), 1)
    even.play(1, lambda: True)
    assert even.verdict == "H0"
    assert not passed([even])


# A run.


class Killed(Exception):
    """Stands for the end of the process."""


def settings() -> RunSettings:
    return RunSettings(HEDGE, games=10, playouts=8, gate_playouts=8, training=SMALL)


@pytest.fixture
def small_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of five games, gates of three deals, against a level that takes little time."""
    monkeypatch.setattr(selfplay, "CHUNK", 5)
    monkeypatch.setattr(run, "CHUNK", 5)
    monkeypatch.setattr(gate, "MOST_DEALS", 3)
    monkeypatch.setattr(run, "baseline", RandomSpec)


def files(folder: Path) -> dict[str, bytes]:
    """What a run has found: the games, the networks' numbers, the scores of the gates."""
    found = {}
    for path in sorted(folder.rglob("*.*")):
        if path.suffix == ".npz":
            with np.load(path) as arrays:
                found[path.name] = b"".join(arrays[name].tobytes() for name in arrays.files)
        elif path.name == GATE:
            found[path.name] = path.read_bytes()
    return found


@pytest.mark.usefixtures("small_run")
def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    TrainingRun(settings(), tmp_path / "whole", lambda _: None).go_on(600, most=1)
    messages = 0
    for ending in range(1, 20):

        def say(_: str, ending: int = ending) -> None:
            nonlocal messages
            messages += 1
            if messages == ending:
                raise Killed

        messages = 0
        try:
            TrainingRun(settings(), tmp_path / "cut", say).go_on(600, most=1)
        except Killed:
            (tmp_path / "cut" / "generation-1" / "candidate.part").write_bytes(b"half")
        else:
            break
    assert ending > 2
    assert files(tmp_path / "cut") == files(tmp_path / "whole")


@pytest.mark.usefixtures("small_run")
def test_a_run_may_have_the_greatest_seed(tmp_path: Path) -> None:
    greatest = dataclasses.replace(settings(), seed=2**63 - 1)
    TrainingRun(greatest, tmp_path, lambda _: None).go_on(600, most=1)
    found = run.Generation(greatest, tmp_path, 1)
    assert found.is_finished
    assert found.seed == -(2**63) - 1 + run.DEALS_APART


@pytest.mark.usefixtures("small_run")
def test_a_run_ends_with_its_time(tmp_path: Path) -> None:
    lines: list[str] = []
    training = TrainingRun(settings(), tmp_path, lines.append)
    assert training.go_on(0) is None
    assert len(list(tmp_path.rglob("samples/*.npz"))) == 1
    assert "run it again" in lines[-1]


@pytest.mark.usefixtures("small_run")
def test_who_passes_the_gate_plays_the_next_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "passed", lambda _: True)
    best = TrainingRun(settings(), tmp_path, lambda _: None).go_on(600, most=1)
    assert best == tmp_path / BEST
    first = Network.load(best)
    plans: list[SelfPlayPlan] = []

    def play(plan: SelfPlayPlan, chunk: int) -> tuple[int, Samples]:
        plans.append(plan)
        return selfplay.play_chunk(plan, chunk)

    monkeypatch.setattr(run, "play_chunk", play)
    TrainingRun(settings(), tmp_path, lambda _: None).go_on(0)
    assert [plan.network for plan in plans] == [first]
    assert plans[0].seed != settings().seed + run.DEALS_APART


def test_a_folder_is_for_one_training(tmp_path: Path) -> None:
    TrainingRun(RunSettings(HEDGE, games=100), tmp_path, lambda _: None)
    with pytest.raises(spinney.Refused, match=r"other settings \(games was 100, now it is 200\)"):
        TrainingRun(RunSettings(HEDGE, games=200), tmp_path, lambda _: None)


DAMAGED = pytest.mark.parametrize("content", [b"{", b"[1]", b"\xff"])


@DAMAGED
def test_damaged_settings_of_a_run_are_refused(content: bytes, tmp_path: Path) -> None:
    (tmp_path / run.SETTINGS).write_bytes(content)
    with pytest.raises(spinney.Refused, match=r"train\.json can't be read; name another folder"):
        TrainingRun(RunSettings(HEDGE, games=100), tmp_path, lambda _: None)
    assert (tmp_path / run.SETTINGS).read_bytes() == content


@DAMAGED
def test_damaged_results_of_a_gate_are_refused(content: bytes, tmp_path: Path) -> None:
    generation = run.Generation(settings(), tmp_path, 1)
    (generation.folder / GATE).write_bytes(content)
    with pytest.raises(spinney.Refused, match=r"gate\.json can't be read; delete it to play"):
        assert generation.is_finished


@pytest.mark.parametrize("scores", [None, [], [[], 3], [[1], [2]], [["oak"], []]])
def test_a_gate_has_two_lists_of_scores(scores: object, tmp_path: Path) -> None:
    generation = run.Generation(settings(), tmp_path, 1)
    (generation.folder / GATE).write_text(json.dumps({"scores": scores, run.PASSED: True}))
    with pytest.raises(spinney.Refused, match=r"gate\.json has no scores of a gate; delete it"):
        assert generation.is_finished


@pytest.mark.parametrize(("games", "nearest"), [(1, 100), (150, 200), (210, 200)])
def test_a_generation_has_whole_hundreds_of_games(games: int, nearest: int, tmp_path: Path) -> None:
    with pytest.raises(spinney.Refused, match=f"not {games}; try --games {nearest}$"):
        TrainingRun(RunSettings(HEDGE, games=games), tmp_path / "out", lambda _: None)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("said", "seed"), [((), 1), (("--seed", "0"), 0), (("--seed", "7"), 7)])
def test_a_training_has_the_seed_that_was_given(
    said: tuple[str, ...], seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[RunSettings] = []

    class NoTraining:
        def __init__(self, settings: RunSettings, *_: object) -> None:
            found.append(settings)

        def go_on(self, _seconds: float) -> None:
            return None

    monkeypatch.setattr(run, "TrainingRun", NoTraining)
    assert main(["train", "arboretum", "--hours", "1", "--out", str(tmp_path), *said]) == 0
    assert [settings.seed for settings in found] == [seed]


@pytest.mark.parametrize("seed", [0, -3])
def test_any_whole_number_is_a_seed(seed: int) -> None:
    weights, again, other = (untrained(HEDGE, SMALL, one) for one in (seed, seed, seed + 7))
    assert weights.identity == again.identity != other.identity


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-C", "SIGTERM"]
)
def test_a_training_that_is_stopped_says_how_to_go_on(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    number: signal.Signals,
    status: int,
) -> None:
    monkeypatch.setattr(TrainingRun, "go_on", lambda *_: signal.raise_signal(number))
    order = ("train", "arboretum", "--hours", "1", "--out", str(tmp_path), "--jobs", "1")
    with usual_sigterm():
        assert main(order) == status
    said = f"stopped; {tmp_path} has all that is done. Continue with the same command\n"
    assert capsys.readouterr().err == said
