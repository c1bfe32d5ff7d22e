"""Branches: a match that branches off stands as the first did, and chance deals the same."""

from __future__ import annotations

from random import Random

import pytest

import spinney
from spinney.core.interface import LATE, MALFORMED
from spinney.core.registry import all_games
from spinney.match import Clock, Header, Match
from spinney.match.history import branch, turn_at, turns
from spinney.match.record_reader import read_record

GAMES = sorted(
    name for name, game in all_games().items() if game.rules.__name__.startswith("spinney.games.")
)


def played(name: str, seed: int = 5, most: int = 10_000) -> Match:
    """A match of whatever is legal, in which now and then somebody fails to choose.

    After so many choices somebody gives up.
    """
    game, rng = spinney.game(name), Random(seed)
    seats = [f"p{p}" for p in range(game.num_players)]
    match = Match.begin(Header(game, seats, seed=seed))
    for at in range(most):
        if match.over:
            return match
        player = rng.choice(match.to_act)
        if rng.random() < 0.05:
            match = match.forfeit(player, rng.choice((LATE, MALFORMED)), at)
        else:
            said = match.view(player).legal.sample(rng.getrandbits(60))
            match = match.play(player, said, at, finish=rng.random() < 0.8)
    return match if match.over else match.resign(match.to_act[0], most)


@pytest.mark.parametrize("name", GAMES)
def test_a_branch_stands_as_the_match_did_and_can_go_on_as_it_did(name: str) -> None:
    match = played(name)
    found = list(turns(match))
    assert [turn.state for turn in found] == list(match.decisions)
    for turn in found[:: max(1, len(found) // 3)]:
        assert match.frames[turn.frame].transition.state == turn.state
        fresh = branch(match, turn, match.seats)
        assert fresh.state == turn.state
        assert read_record(fresh.record()).state == turn.state
        for later in found[found.index(turn) :]:
            for deed in later.applied:
                fresh = (
                    fresh.play(deed.player, deed.choice.text, 0)
                    if deed.choice.text
                    else fresh.forfeit(deed.player, deed.choice.reason, 0)
                )
        assert fresh.state == match.state


def test_a_branch_has_no_clocks_and_only_what_counts() -> None:
    game = spinney.game("build-your-arboretum")
    header = Header(game, ("ann", "level:tree"), seed=7, clock=Clock.read("phase 3:00"))
    match = Match.begin(header).play(0, "first red", 1000)
    match = match.pause(2000).resume(3000).play(0, "bid 2g", 4000)
    match = match.undo(0, 5000).play(0, "bid 1g", 6000).tick(500_000)
    turn = list(turns(match))[-1]
    fresh = branch(match, turn, ("level:sapling", "bob"), "2031-05-17")
    assert fresh.state == match.state
    assert fresh.due() is None
    assert fresh.seats == ("level:sapling", "bob")
    assert [event.text for event in fresh.events[:2]] == ["first red", "bid 1g"]


def test_a_moment_between_two_turns_belongs_to_the_first() -> None:
    match = played("build-your-arboretum")
    first, second, *_ = turns(match)
    assert turn_at(match, 0) == first, "also while the game is still being laid out"
    assert turn_at(match, second.frame - 1) == first
    assert turn_at(match, second.frame) == second
    last = list(turns(match))[-1]
    assert turn_at(match, len(match.frames) - 1) == last
    assert last.applied, "the game ended with it"
