"""The easiest levels make mistakes: at their rate, plausible ones, and the same for a seed."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hedges import hedge

import spinney
from spinney.arena.simulate import Simulation
from spinney.envs.opponents import is_compiled
from spinney.players import LEVELS, choose
from spinney.players.mistakes import WORST, mistake_rate, with_mistakes
from spinney.players.player_specs import read
from spinney.players.search_worker import SearchTask, search
from spinney.players.tuned_level import TunedSpec
from spinney.search.result import Candidate, SearchResult

GAME = spinney.game("build-your-arboretum")
EASIEST = ("acorn", "sprout", "shoot")
FOUND = SearchResult(
    move="best",
    playouts=0,
    value=0.6,
    values=(0.6, 0.4),
    candidates=(
        Candidate("best", 1.0, 0.6),
        Candidate("nearly", 0.0, 0.55),
        Candidate("worse", 0.0, 0.6 - WORST),
        Candidate("absurd", 0.0, 0.59 - WORST),
    ),
)


@given(seed=st.integers(-(2**63), 2**63 - 1), rate=st.floats(0, 1))
def test_a_mistake_is_never_absurd_and_the_same_for_a_seed(seed: int, rate: float) -> None:
    made = with_mistakes(FOUND, rate, seed)
    assert made == with_mistakes(FOUND, rate, seed)
    assert made.move in ("best", "nearly", "worse")
    assert made.value == next(c.value for c in FOUND.candidates if c.move == made.move)


@pytest.mark.parametrize("rate", [0.0, 0.25, 1.0])
def test_as_many_choices_are_mistakes_as_said(rate: float) -> None:
    mistakes = sum(with_mistakes(FOUND, rate, seed).move != "best" for seed in range(2000))
    assert mistakes == pytest.approx(2000 * rate, abs=80)  # four standard deviations


def test_who_has_no_other_choice_makes_none() -> None:
    forced = SearchResult("only", 0, 0.5, (0.5, 0.5), (Candidate("only", 1.0, 0.5),))
    assert with_mistakes(forced, 1.0, 1) == forced


@pytest.mark.parametrize("game", spinney.all_games().values(), ids=lambda game: game.name)
def test_the_easier_the_more_mistakes(game: spinney.Game) -> None:
    rates = [mistake_rate(game, LEVELS[name]) for name in (*EASIEST, "seedling")]
    assert 1 >= rates[0] > rates[1] > rates[2] > rates[3] == 0


def make_mistakes(monkeypatch: pytest.MonkeyPatch, **rates: float) -> None:
    """Let levels make mistakes in `GAME` at these rates."""
    monkeypatch.setattr(GAME.part("advice"), "MISTAKES", rates, raising=False)


def test_a_level_with_numbers_of_its_own_makes_them_too() -> None:
    view = GAME.new(seed=1).observe(0)
    tuned = read("tuned:acorn:exploration=1")
    assert isinstance(tuned, TunedSpec)
    for seed in range(10):
        assert tuned.choose(view, seed) == choose(view, "acorn", seed).move


def test_a_level_that_searches_makes_them_against_the_clock_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    task = SearchTask(1, GAME.new(seed=1).observe(0), replace(LEVELS["sapling"], playouts=40), 0, 1)
    tasks = [task._replace(end=time.monotonic() + 1000, seed=seed) for seed in range(10)]
    best = [search(task).move for task in tasks]
    make_mistakes(monkeypatch, sapling=1.0)
    assert [search(task).move for task in tasks] != best


def test_who_makes_mistakes_in_a_game_does_not_play_by_compiled_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def compiled() -> list[str]:
        levels = [name for name in LEVELS if is_compiled(name, GAME)]
        assert levels == [name for name in LEVELS if Simulation(GAME, 1, name).fast]
        return levels

    assert compiled() == ["seedling"]
    make_mistakes(monkeypatch, seedling=0.5, acorn=0.0)
    assert compiled() == ["acorn"]
    assert is_compiled("random", GAME)
    assert Simulation(GAME, 1, "random").fast


def test_a_level_makes_them_in_a_game() -> None:
    state = hedge().new(seed=1)
    view = state.observe(state.to_act[0])
    chosen = [choose(view, "acorn", seed).move for seed in range(20)]
    assert chosen != [choose(view, "seedling", seed).move for seed in range(20)]
    assert all(move in view.legal for move in chosen)
