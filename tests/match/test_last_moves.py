"""The last turn of each player, which boards mark."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.match.playing import at_random, begun, bidding
from tests.web import arboretum

from spinney.core import notation
from spinney.core.transition import Transition
from spinney.match import Match
from spinney.match.last_moves import LastMoves


def last_moves(match: Match, observer: int) -> tuple[str, ...]:
    return LastMoves().of(match, observer)


def test_each_players_last_move_is_kept_until_their_next() -> None:
    match = bidding().play(0, "bid 1g 1g", 3000).play(1, "bid 1b", 3000)
    match = match.play(0, "plant P1 C3", 4000)
    assert last_moves(match, -1) == ("plant P1 C3", "")
    match = match.play(1, "take Q1", 5000)
    assert last_moves(match, -1) == ("plant P1 C3", "take Q1")
    match = match.play(0, "plant R1 C4", 6000)
    assert last_moves(match, 1) == ("plant R1 C4", "take Q1")


def test_all_moves_of_a_turn_are_marked() -> None:
    match = arboretum.fresh("me", "friend")
    for _ in range(2):
        match = match.play(0, "draw deck", 0)
    play = next(move for move in match.view(0).legal)
    match = match.play(0, play, 0)
    discard = next(move for move in match.view(0).legal)
    match = match.play(0, discard, 0).play(1, "draw deck", 0)
    mine, theirs = last_moves(match, 1)
    assert mine.endswith(f"{play} {discard}")
    assert theirs.startswith("draw deck")
    assert last_moves(match.play(1, "draw deck", 0), 1)[0] == mine


def test_a_sealed_choice_is_no_move_yet() -> None:
    match = bidding().play(0, "bid 1g", 3000)
    for observer in (-1, 0, 1):
        assert last_moves(match, observer) == ("first red", "")


def test_what_was_taken_back_is_not_marked() -> None:
    match = bidding().play(0, "bid 1g 1g", 3000).play(1, "bid none", 3000)
    match = match.play(0, "plant P1 C3", 4000)
    to = match.undo_to(0)
    assert to is not None
    assert last_moves(match.undo(0, 5000, to), 0) == ("first red", "")


def test_a_match_of_any_length_has_last_moves() -> None:
    match = begun()
    assert last_moves(match, -1) == ("", "")
    for most in (5, 30, 100):
        match = at_random(match, seed=most, most=most)
        words = {word for event in match.events for word in event.text.split()} | {"skip"}
        assert {word for move in last_moves(match, 0) for word in move.split()} <= words


def test_what_one_page_keeps_is_what_another_reads_anew() -> None:
    kept = LastMoves()
    match = bidding().play(0, "bid 1g 1g", 3000)
    moves = [match, match.play(1, "bid none", 3000)]
    moves.append(moves[-1].play(0, "plant P1 C3", 4000))
    to = moves[-1].undo_to(0)
    undone = moves[-1].undo(0, 5000, to)
    moves += [undone, undone.play(0, "plant R1 C4", 6000), moves[1]]
    for match in moves:
        for observer in (0, 0, 1, -1):
            assert kept.of(match, observer) == last_moves(match, observer)


def test_only_new_moves_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    kept, read = LastMoves(), list[str]()
    match = bidding().play(0, "bid 1g 1g", 3000).play(1, "bid none", 3000)
    kept.of(match, 0)
    observed = notation.observed_move

    def reading(observer: int, player: int, transitions: Sequence[Transition]) -> str:
        read.append(observed(observer, player, transitions))
        return read[-1]

    monkeypatch.setattr(notation, "observed_move", reading)
    kept.of(match.play(0, "plant P1 C3", 4000), 0)
    assert read == ["plant P1 C3"]
