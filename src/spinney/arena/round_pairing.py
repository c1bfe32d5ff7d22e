"""Pairings that depend on the results of earlier rounds: Swiss system and ladder."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from spinney.arena.game_result import GameResult

BYE = 1.0
"""The points for sitting out a round: those of a win, for pairing later rounds only."""
ATTEMPTS = 10_000
"""How many pairings are tried to find one in which nobody meets again."""

Pairing = tuple[int, ...]
RoundShares = dict[int, dict[Pairing, dict[int, float]]]
"""By round, by pairing, by entrant: its share of the points of their games, 0 to 1."""


def round_shares(results: Iterable[GameResult]) -> RoundShares:
    """Return the results of the games of each round."""
    rounds: RoundShares = {}
    games = Counter[tuple[int, Pairing]]()
    for game in sorted(results, key=lambda game: game.number):
        shares = rounds.setdefault(game.round, {}).setdefault(game.pairing, {})
        games[game.round, game.pairing] += 1
        for entrant, points in zip(game.seating, game.points, strict=True):
            shares[entrant] = shares.get(entrant, 0.0) + points
    for number, tables in rounds.items():
        for pairing, shares in tables.items():
            for entrant in pairing:
                shares[entrant] = round(shares[entrant] / games[number, pairing], 9)
    return rounds


# The Swiss system.


def swiss_pairings(
    entrants: int, players: int, number: int, results: Iterable[GameResult]
) -> list[Pairing]:
    """Return who meets in a round: neighbours in the standings who have not met.

    In the first round these are neighbours in the order of the entrants. Entrants that are left
    over sit out: of those at the bottom, the ones that have sat out least.

    Args:
        entrants: how many take part.
        players: how many play a game.
        number: of the round, from 1.
        results: of the rounds before.
    """
    past = round_shares(game for game in results if game.round < number)
    byes = _byes(past, entrants)
    points = {entrant: BYE * byes[entrant] for entrant in range(entrants)}
    met = Counter[tuple[int, int]]()
    for shares in (shares for tables in past.values() for shares in tables.values()):
        met.update(combinations(sorted(shares), 2))
        for entrant, share in shares.items():
            points[entrant] += share
    order = sorted(range(entrants), key=lambda entrant: (-points[entrant], entrant))
    lowest = sorted(order, key=lambda entrant: (byes[entrant], -order.index(entrant)))
    idle = lowest[: entrants % players]
    order = [entrant for entrant in order if entrant not in idle]
    if players == 2:
        return _without_rematch(order, met) or _nearest(order, met, players)
    return _nearest(order, met, players)


def _byes(past: RoundShares, entrants: int) -> Counter[int]:
    found = Counter[int]()
    for tables in past.values():
        playing = {entrant for pairing in tables for entrant in pairing}
        found.update(set(range(entrants)) - playing)
    return found


def _without_rematch(order: list[int], met: Counter[tuple[int, int]]) -> list[Pairing]:
    """Return the first pairing, from the top, in which nobody meets again; none if none is found.

    It is a depth-first search with a bound on the attempts.
    """
    attempts = iter(range(ATTEMPTS))

    def pair(left: list[int]) -> list[Pairing] | None:
        if not left:
            return []
        first, *others = left
        for other in others:
            if met[_ordered(first, other)] or next(attempts, None) is None:
                continue
            rest = pair([entrant for entrant in others if entrant != other])
            if rest is not None:
                return [(first, other), *rest]
        return None

    return pair(order) or []


def _nearest(order: Sequence[int], met: Counter[tuple[int, int]], players: int) -> list[Pairing]:
    """Return tables from the top, each of entrants that met least, then of the nearest."""
    left, tables = list(order), []
    while left:
        table = [left.pop(0)]
        while len(table) < players:
            meetings = [sum(met[_ordered(one, other)] for one in table) for other in left]
            table.append(left.pop(meetings.index(min(meetings))))
        tables.append(tuple(table))
    return tables


def _ordered(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


# The ladder.


def ladder_pairings(
    entrants: int, players: int, number: int, results: Iterable[GameResult]
) -> list[Pairing]:
    """Return who meets in a round: neighbours on the ladder, the upper first.

    In the first round tables are counted from the top rung, then each time from one rung below,
    and after as many rounds as a table has players from the top again. Arguments as for
    `swiss_pairings`.
    """
    order = ladder_order(entrants, players, number - 1, results)
    return list(_tables(order, players, number))


def ladder_order(
    entrants: int, players: int, rounds: int, results: Iterable[GameResult]
) -> list[int]:
    """Return the ladder after a number of rounds, the top first.

    An entrant that won more than a neighbour above takes the higher place; one that won as much
    stays below.
    """
    past, order = round_shares(results), list(range(entrants))
    for number in range(1, rounds + 1):
        for table in list(_tables(order, players, number)):
            shares = past.get(number, {}).get(tuple(sorted(table)), {})
            first = order.index(table[0])
            settled = sorted(table, key=lambda entrant: -shares.get(entrant, 0.0))
            order[first : first + players] = settled
    return order


def _tables(order: Sequence[int], players: int, number: int) -> Iterator[Pairing]:
    begin = (number - 1) % min(players, len(order) - players + 1)
    for first in range(begin, len(order) - players + 1, players):
        yield tuple(order[first : first + players])
