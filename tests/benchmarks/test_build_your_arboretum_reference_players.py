"""The reference players of Build Your Arboretum: what they choose is legal, and denial denies."""

from __future__ import annotations

from benchmarks.reference_players.build_your_arboretum_denial import Denial

import spinney
from spinney.arena.series import Series
from spinney.players import player_specs

GAME = spinney.game("build-your-arboretum")


def test_denial_advertises_two_cards_first() -> None:
    state = GAME.new(seed=7).play(0, "first blue")
    denial = Denial()
    assert denial.choose(state.observe(0), 1) == "bid 2b 2b 1g 1g"
    assert denial.choose(state.observe(1), 1) == "bid 2b 2b 1g", "who starts has one parrot less"


def test_denial_takes_what_the_other_has_planted() -> None:
    """Rather the 7 of the suit that has just been planted than the 8 of one that nobody has."""
    state = GAME.new(seed=2).play(0, "first blue").play(0, "bid 1b").play(1, "bid 2g")
    state = state.play(1, next(move for move in state.legal(1) if move.startswith("plant P5")))
    assert {"take P7", "take S8"} <= set(state.legal(0))
    assert Denial().choose(state.observe(0), 1) == "take P7"


def test_a_whole_game_of_denial_is_legal() -> None:
    series = Series(GAME, (Denial(), player_specs.read("random")), 1, 3)
    finished = series.play(0)
    assert finished.match.over
    assert finished.points[0] == 1.0
