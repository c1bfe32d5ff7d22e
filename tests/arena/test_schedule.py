"""Schedules: who meets whom, how often, and in which order."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spinney.arena.deal_group import DealGroup, group_size
from spinney.arena.game_result import GameResult, TimeSpent
from spinney.arena.league_settings import EntrantSettings, LeagueSettings, Schedule
from spinney.arena.round_pairing import ladder_order, swiss_pairings
from spinney.arena.schedule import check_schedule, game_count, stage, stage_count
from spinney.core.errors import Refused


def league(
    schedule: Schedule, entrants: int, players: int = 2, groups: int = 1, rounds: int = 0
) -> LeagueSettings:
    who = tuple(EntrantSettings(str(number), "random") for number in range(entrants))
    return LeagueSettings("any", players, who, {}, schedule, groups, rounds)


def played(group: DealGroup) -> list[GameResult]:
    """The games of a group, won by whoever has the highest number."""
    nobody = ((),) * len(group.pairing)
    return [
        GameResult(
            game.number,
            game.seating,
            tuple(1 if entrant == max(game.seating) else -1 for entrant in game.seating),
            (0,) * len(game.seating),
            (TimeSpent(),) * len(game.seating),
            nobody,
            (0,) * len(game.seating),
            group.round,
        )
        for game in group.games
    ]


def play(settings: LeagueSettings) -> tuple[list[DealGroup], list[GameResult]]:
    """Play all stages, and check that nothing is played twice and all is as many as it is said."""
    groups: list[DealGroup] = []
    results: list[GameResult] = []
    for number in range(stage_count(settings)):
        found = stage(settings, number, results, len(groups))
        groups += found
        results += [game for group in found for game in played(group)]
    assert [group.number for group in groups] == list(range(len(groups)))
    assert [game.number for game in results] == list(range(game_count(settings)))
    return groups, results


@given(st.integers(2, 6), st.integers(2, 4), st.integers(1, 3))
def test_all_against_all_is_each_pairing_once_a_round(
    entrants: int, players: int, groups: int
) -> None:
    entrants = max(entrants, players)
    found, _ = play(league("round-robin", entrants, players, groups))
    every = sorted(combinations(range(entrants), players))
    for number in range(groups):
        met = [group for group in found if group.round == number + 1]
        assert sorted(tuple(sorted(group.pairing)) for group in met) == every
        assert {group.turn for group in met} == {number}


def test_a_gauntlet_has_all_tables_of_the_first() -> None:
    found, _ = play(league("gauntlet", 4, 2, 2))
    assert [group.pairing for group in found] == [(0, 1), (0, 2), (0, 3)] * 2
    found, _ = play(league("gauntlet", 4, 3))
    assert [group.pairing for group in found] == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]


def test_a_pair_is_one_series() -> None:
    found, _ = play(league("pair", 3, 3, 2))
    assert found == [DealGroup(0, 1, (0, 1, 2), 0), DealGroup(1, 2, (0, 1, 2), 1)]


@given(st.integers(3, 17), st.integers(1, 4))
def test_nobody_meets_again_in_a_swiss_of_few_rounds(entrants: int, groups: int) -> None:
    rounds = (entrants - 1).bit_length()
    found, _ = play(league("swiss", entrants, 2, groups, rounds))
    met = Counter(tuple(sorted(group.pairing)) for group in found)
    assert set(met.values()) == {groups}
    for number in range(1, rounds + 1):
        there = [entrant for g in found if g.round == number for entrant in g.pairing]
        assert len(set(there)) == len(there) // groups == entrants - entrants % 2
    games = Counter(entrant for group in found for entrant in group.pairing)
    assert max(games.values()) - min(games.values()) <= groups, "byes go round"


@given(st.integers(4, 12), st.integers(3, 4), st.integers(1, 5))
def test_swiss_tables_of_more_are_full(entrants: int, players: int, rounds: int) -> None:
    found, _ = play(league("swiss", entrants, players, 1, rounds))
    assert all(len(set(group.pairing)) == players for group in found)
    assert len(found) == rounds * (entrants // players)


def test_winners_meet_winners() -> None:
    first = swiss_pairings(4, 2, 1, ())
    assert first == [(0, 1), (2, 3)]
    results = [
        game
        for place, pairing in enumerate(first)
        for game in played(DealGroup(place, 1, pairing, 0))
    ]
    assert swiss_pairings(4, 2, 2, results) == [(1, 3), (0, 2)]


@given(st.integers(2, 9), st.integers(2, 3))
def test_a_ladder_comes_into_order(entrants: int, players: int) -> None:
    entrants = max(entrants, players)
    rounds = 2 * entrants
    _, results = play(league("ladder", entrants, players, 1, rounds))
    order = ladder_order(entrants, players, rounds, results)
    assert sorted(order) == list(range(entrants))
    assert order[0] == entrants - 1, "the strongest began at the bottom"
    if players == 2:
        assert order == list(reversed(range(entrants)))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (league("pair", 3), "a pair of this game is 2 entrants, and 3 are named"),
        (league("swiss", 2, 3), "this game has 3 players, and only 2 entrants"),
        (league("round-robin", 60, 4), "487635 pairings, more than 10000; swiss"),
    ],
)
def test_what_no_schedule_can_do_is_refused(settings: LeagueSettings, words: str) -> None:
    with pytest.raises(Refused, match=words):
        check_schedule(settings)


def test_a_league_can_have_fewer_games() -> None:
    settings = LeagueSettings("any", 2, league("pair", 2).entrants, {}, "pair", 3, games=5)
    assert game_count(settings) == 5
    assert group_size(2) * settings.groups == 6
