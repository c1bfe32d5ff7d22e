"""Games of Arboretum played by programs that share no code with ours, with no difference."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import spinney
from spinney.core.state import State
from spinney.games.arboretum import TREES
from spinney.games.arboretum.rules.hands import in_hand
from spinney.games.arboretum.rules.scoring import garden_paths, hand_total, may_score
from spinney.games.arboretum.text.names import card_name, cell_name
from spinney.kernel.rule import scratch

DATA = Path(__file__).resolve().parent.parent / "data"
LETTERS = "abcdefghij"


@cache
def games() -> list[dict[str, Any]]:
    """The 300 games another implementation played, a hundred each of 2, 3 and 4 players."""
    with gzip.open(DATA / "arboretum-games.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def named(card: str) -> str:
    """``a5``, as the file has it, in full: its letters are the colours in their order."""
    return f"{TREES[LETTERS.index(card[0])]}{card[1]}"


def test_there_are_a_hundred_for_each_number_of_players() -> None:
    assert [played["players"] for played in games()].count(2) == 100
    assert {played["players"] for played in games()} == {2, 3, 4}
    assert len(games()) == 300


@pytest.mark.long
@pytest.mark.parametrize("number", range(0, 300, 15))
def test_recorded_games(number: int) -> None:
    for played in games()[number : number + 15]:
        check_end(replay(played), played)


def replay(played: dict[str, Any]) -> State:
    """Play a game as it was played, and return its end."""
    game = spinney.game("arboretum", players=played["players"])
    state = game.new(deck=[named(card) for card in played["deck"]])
    for turn in played["turns"]:
        state = take_turn(state, turn)
    return state


def take_turn(state: State, turn: dict[str, Any]) -> State:
    player = turn["player"]
    assert state.to_act == (player,)
    for source, card in turn["draws"]:
        state = state.play(player, "draw deck" if source == "deck" else f"draw {source + 1}")
        assert card in hand(state, player)
    assert len(state.legal(player)) == 9 * turn["cells"]
    card, cell = turn["play"]
    state = state.play(player, f"play {named(card)} {cell}")
    return state.play(player, f"discard {named(turn['discard'])}")


def check_end(state: State, played: dict[str, Any]) -> None:
    assert state.over
    s = state.record
    for p in range(state.game.num_players):
        assert hand(state, p) == sorted(played["hands"][p])
        pile = [card_name(s.pile[p, k]) for k in range(s.piled[p])]
        assert pile == [named(card) for card in played["piles"][p]]
        grid = {cell_name(s.cell[p, k]): card_name(s.card[p, k]) for k in range(s.placed[p])}
        assert grid == {cell: named(card) for cell, card in played["grids"][p].items()}
        check_colours(state, p, played["suits"])
    assert state.scores == tuple(played["scores"])
    assert [p for p, won in enumerate(state.outcome or ()) if won >= 0] == played["winners"]


def hand(state: State, player: int) -> list[str]:
    cards = (c for c in range(80) if in_hand(state.record, player, c))
    return [f"{LETTERS[c // 8]}{c % 8 + 1}" for c in cards]


def check_colours(state: State, p: int, lines: dict[str, Any]) -> None:
    """By the rules as they stand in the source, without the compiler."""
    paths = scratch(len(TREES))
    garden_paths(state.record, p, paths)
    for letter, line in lines.items():
        colour = LETTERS.index(letter)
        assert hand_total(state.record, p, colour) == line["totals"][p]
        assert may_score(state.record, p, colour) == line["may_score"][p]
        assert paths[colour] == line["paths"][p]
