"""Standings of a series: wins, draws, scores, time, confidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from statistics import fmean

from spinney.arena.deal_group import group_size
from spinney.arena.game_result import GameResult
from spinney.arena.intervals import margin


@dataclass(frozen=True)
class StandingsRow:
    """The results of one player.

    Attributes:
        games, wins, draws, losses: counts; a draw is a shared win.
        score: the mean of its final scores.
        mean_ms: the mean time of its choices, in milliseconds.
        longest_ms: the longest time of one.
        faults: how many of each kind.
        ranked: is its result worth comparing? Not where most of its choices were forfeits.
        share: the part of all points it won, 0 to 1.
        margin: half the width of the 95 % interval around ``share``; None for fewer than two
            complete deal groups.
    """

    games: int
    wins: int
    draws: int
    losses: int
    score: float
    mean_ms: float
    longest_ms: int
    faults: Mapping[str, int]
    ranked: bool
    share: float
    margin: float | None


def standings(results: Sequence[GameResult], num_players: int) -> tuple[StandingsRow, ...]:
    """Return the results of each player, in their order.

    Args:
        results: in any order.
        num_players: how many take part, in all games together.
    """
    return tuple(standing(results, player) for player in range(num_players))


def standing(results: Sequence[GameResult], player: int) -> StandingsRow:
    """Return the results of one player, in the games in which it played."""
    played = [(game, game.seating.index(player)) for game in results if player in game.seating]
    outcomes = [result.outcome[seat] for result, seat in played]
    times = [result.spent[seat] for result, seat in played]
    choices = sum(time.choices for time in times)
    forfeits = sum(result.forfeits[seat] for result, seat in played)
    return StandingsRow(
        games=len(played),
        wins=outcomes.count(1),
        draws=outcomes.count(0),
        losses=outcomes.count(-1),
        score=_mean([result.scores[seat] for result, seat in played]),
        mean_ms=sum(time.total_ms for time in times) / max(1, choices),
        longest_ms=max((time.longest_ms for time in times), default=0),
        faults=Counter(kind for result, seat in played for kind in result.faults[seat]),
        ranked=not mostly_forfeits(forfeits, choices),
        share=_mean([result.points[seat] for result, seat in played]),
        margin=margin(deal_scores(results, player)),
    )


def mostly_forfeits(forfeits: int, choices: int) -> bool:
    """Were most of a player's choices forfeits? Then it is not ranked."""
    return 2 * forfeits > choices


def unranked(results: Iterable[GameResult]) -> set[int]:
    """Return the players who are not ranked, by their results in these games."""
    choices, forfeits = Counter[int](), Counter[int]()
    for game in results:
        count_forfeits(game, choices, forfeits)
    return {p for p in choices if mostly_forfeits(forfeits[p], choices[p])}


def count_forfeits(game: GameResult, choices: Counter[int], forfeits: Counter[int]) -> None:
    """Add each player's choices in a game, and those of them that were forfeits."""
    for seat, player in enumerate(game.seating):
        choices[player] += game.spent[seat].choices
        forfeits[player] += game.forfeits[seat]


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0


def count_incomplete(results: Iterable[GameResult]) -> int:
    """Return how many games are of deal groups that are not complete, and so in no interval."""
    groups = Counter((game.group, group_size(len(game.seating))) for game in results)
    return sum(games for (_, size), games in groups.items() if games < size)


def deal_scores(results: Iterable[GameResult], player: int) -> list[float]:
    """Return a player's mean points in each of its deal groups that is complete, by group.

    Luck of the deal falls out of these means, so they vary less than single games do.
    """
    groups: dict[int, list[GameResult]] = {}
    for game in sorted(results, key=attrgetter("number")):
        if player in game.seating:
            groups.setdefault(game.group, []).append(game)
    return [
        fmean(game.points[game.seating.index(player)] for game in games)
        for games in groups.values()
        if len(games) == group_size(len(games[0].seating))
    ]
