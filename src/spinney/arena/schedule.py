"""Schedules: the pairings of a league, in order.

``pair``: as many entrants as play a game, always the same. ``gauntlet``: the first against all
others. ``round-robin``: all against all. ``swiss`` and ``ladder``: by the results of earlier rounds
(`spinney.arena.round_pairing`).

With three and more players a gauntlet has every table of the first entrant with others, a
round-robin every table. Where who meets is known from the beginning, each pairing plays its first
deal group, then each its second: so a league that was stopped has played all of them about alike.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import combinations

from spinney.arena.deal_group import DealGroup, group_size
from spinney.arena.game_result import GameResult
from spinney.arena.league_settings import IN_ROUNDS, LeagueSettings
from spinney.arena.round_pairing import ladder_pairings, swiss_pairings
from spinney.core.errors import Refused

MOST_PAIRINGS = 10_000
"""The most pairings: a league could not play more of them often enough."""


def check_schedule(settings: LeagueSettings) -> None:
    """Refuse a number of entrants for which the schedule is impossible."""
    entrants, players, kind = len(settings.entrants), settings.players, settings.schedule
    if kind == "pair" and entrants != players:
        raise Refused(
            f"a pair of this game is {players} entrants, and {entrants} are named; more can play "
            "a gauntlet, round-robin, swiss or ladder"
        )
    if entrants < players:
        raise Refused(f"this game has {players} players, and only {entrants} entrants are named")
    count = _count(settings)
    if count > MOST_PAIRINGS:
        raise Refused(
            f"a {kind} of {entrants} entrants has {count} pairings, more than {MOST_PAIRINGS}; "
            "swiss needs fewer"
        )


def _count(settings: LeagueSettings) -> int:
    """Return how many pairings there are; in rounds, in one of them."""
    entrants, players = len(settings.entrants), settings.players
    if settings.schedule == "round-robin":
        return math.comb(entrants, players)
    return math.comb(entrants - 1, players - 1) if settings.schedule == "gauntlet" else 1


def pairings(settings: LeagueSettings) -> list[tuple[int, ...]]:
    """Return who meets, where that doesn't depend on results."""
    entrants, players = range(len(settings.entrants)), settings.players
    if settings.schedule == "gauntlet":
        return [(0, *others) for others in combinations(entrants[1:], players - 1)]
    shuffled = list(combinations(entrants, players))
    random.Random(0).shuffle(shuffled)  # in order, the first entrant would play all its games first
    return shuffled


def stage_count(settings: LeagueSettings) -> int:
    """Return how many stages there are: each begins when the one before has ended."""
    return settings.rounds if settings.schedule in IN_ROUNDS else 1


def stage(
    settings: LeagueSettings, number: int, results: Sequence[GameResult], first: int = 0
) -> list[DealGroup]:
    """Return the deal groups of a stage, in the order in which they are played.

    Args:
        settings: of the league.
        number: of the stage, from 0.
        results: of all earlier stages.
        first: how many deal groups these have had.
    """
    if settings.schedule not in IN_ROUNDS:
        return _groups(pairings(settings), settings.groups)
    draw = swiss_pairings if settings.schedule == "swiss" else ladder_pairings
    met = draw(len(settings.entrants), settings.players, number + 1, results)
    before = number * settings.groups
    return [
        DealGroup(first + group.number, number + 1, group.pairing, before + group.turn)
        for group in _groups(met, settings.groups)
    ]


def _groups(met: Sequence[tuple[int, ...]], groups: int) -> list[DealGroup]:
    return [
        DealGroup(turn * len(met) + place, turn + 1, pairing, turn)
        for turn in range(groups)
        for place, pairing in enumerate(met)
    ]


def game_count(settings: LeagueSettings) -> int:
    """Return how many games there are, if no pairing is stopped."""
    entrants, players = len(settings.entrants), settings.players
    if settings.schedule == "swiss":
        tables = settings.rounds * (entrants // players)
    elif settings.schedule == "ladder":
        tables = sum(
            len(ladder_pairings(entrants, players, number + 1, ()))
            for number in range(settings.rounds)
        )
    else:
        tables = _count(settings)
    games = tables * settings.groups * group_size(players)
    return games if settings.games is None else min(games, settings.games)
