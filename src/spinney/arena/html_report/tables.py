"""The tables of the report: standings, cross table, seats, faults, games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean

from spinney.arena.deal_group import group_size
from spinney.arena.elo import Interval, elo, normalized_elo
from spinney.arena.game_result import GameResult
from spinney.arena.intervals import margin
from spinney.arena.league_settings import LeagueSettings
from spinney.arena.league_standings import LeagueRow, league_standings
from spinney.arena.sprt import Sprt
from spinney.arena.standings import deal_scores, standings, unranked


@dataclass(frozen=True)
class ReportedStanding:
    """A row of the standings.

    Attributes:
        name: what the entrant is called.
        row: its results.
    """

    name: str
    row: LeagueRow

    @property
    def interval(self) -> Interval:
        """Its share of the points, 0 to 1, with the 95 % interval."""
        share = self.row.share
        half = 1.0 if self.row.margin is None else self.row.margin
        return Interval(share, max(0.0, share - half), min(1.0, share + half))

    @property
    def faults(self) -> str:
        """Its faults by kind, in words."""
        return faults_text(self.row.faults)


def ranking(settings: LeagueSettings, results: Sequence[GameResult]) -> Sequence[LeagueRow]:
    """Return the standings, the best first, those not ranked last; of one pairing without ratings.

    Rating takes long if there are many games, and one pairing doesn't need it.
    """
    if settings.schedule != "pair":
        return league_standings(settings, results)
    rows = standings(results, len(settings.entrants))
    order = sorted(range(len(rows)), key=lambda e: (not rows[e].ranked, -rows[e].share, e))
    return [
        LeagueRow(**vars(rows[e]), entrant=e, place=place if rows[e].ranked else 0, rating=None)
        for place, e in enumerate(order, 1)
    ]


def faults_text(faults: Mapping[str, int]) -> str:
    """Return faults by kind, in words."""
    return ", ".join(f"{count} {kind}" for kind, count in sorted(faults.items()))


@dataclass(frozen=True)
class HeadToHead:
    """An entrant's results against another.

    Attributes:
        wins, draws, losses: counts of games; where more than two play, who finished before whom.
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many there were."""
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        """Wins and half the draws, 0 to 1."""
        return (self.wins + self.draws / 2) / max(1, self.games)

    def __str__(self) -> str:
        return f"{self.wins}–{self.draws}–{self.losses}"


Meetings = Mapping[tuple[int, int], Sequence[int]]
"""By pair of entrants, in each game in which both played: 1, 0 or -1 for the first one."""


def meetings(results: Iterable[GameResult]) -> Meetings:
    """Return how each entrant finished against each other."""
    by_pair: dict[tuple[int, int], list[int]] = defaultdict(list)
    for game in results:
        finish = [*zip(game.outcome, game.scores, strict=True)]
        for one, other in combinations(range(len(finish)), 2):
            ahead = _compare(finish[one], finish[other])
            by_pair[game.seating[one], game.seating[other]].append(ahead)
            by_pair[game.seating[other], game.seating[one]].append(-ahead)
    return by_pair


def _compare(one: tuple[int, int], other: tuple[int, int]) -> int:
    """Return 1, 0 or -1: winners come before losers, and losers are in the order of scores."""
    if one[0] != other[0] or one[0] >= 0:
        return (one[0] > other[0]) - (one[0] < other[0])
    return (one[1] > other[1]) - (one[1] < other[1])


def head_to_head(outcomes: Sequence[int]) -> HeadToHead:
    """Return the counts of 1, 0 and -1."""
    return HeadToHead(outcomes.count(1), outcomes.count(0), outcomes.count(-1))


@dataclass(frozen=True)
class SeatCell:
    """An entrant on a seat: games, its share of points with the margin, and its mean score."""

    games: int
    share: float
    margin: float | None
    score: float


def seat_table(
    results: Sequence[GameResult], entrants: Sequence[int], seats: int
) -> list[list[SeatCell | None]]:
    """Return a row for each entrant and one for all, with a cell for each seat."""
    points: dict[tuple[int, int], list[tuple[float, int]]] = defaultdict(list)
    for game in results:
        for seat, entrant in enumerate(game.seating):
            points[entrant, seat].append((game.points[seat], game.scores[seat]))
            points[-1, seat].append((game.points[seat], game.scores[seat]))
    return [[_seat(points.get((e, seat), [])) for seat in range(seats)] for e in (*entrants, -1)]


def _seat(had: Sequence[tuple[float, int]]) -> SeatCell | None:
    if not had:
        return None
    points, scores = zip(*had, strict=True)
    return SeatCell(len(had), fmean(points), margin(points), fmean(scores))


@dataclass(frozen=True)
class PairingResult:
    """The results of a pairing: those of its first entrant, in deal groups.

    Attributes:
        entrants: of the pairing, by number.
        games: how many there were.
        scores: of the first one in each complete group, 0 to 1, by group.
        elo, normalized: of the first one; None before a group is complete.
        total: of the first one, where two play.
        by_seat: the same by its seat.
        llr: the log-likelihood ratio, where there is a test.
        verdict: of the test: H0, H1, or None where it is not decided or there is none.
        judged: do its games say anything about strength? Not where somebody made mostly faults:
            then there are neither Elo nor a ratio and a verdict.
    """

    entrants: tuple[int, ...]
    games: int
    scores: tuple[float, ...]
    elo: Interval | None
    normalized: Interval | None
    total: HeadToHead
    by_seat: tuple[HeadToHead, ...]
    llr: float | None
    verdict: str | None
    judged: bool = True

    @property
    def group_points(self) -> Counter[int]:
        """The number of groups with each sum of points of the first entrant, in half points."""
        size = group_size(len(self.entrants))
        return Counter(round(2 * size * score) for score in self.scores)


def pairing_results(results: Sequence[GameResult], test: Sprt | None) -> list[PairingResult]:
    """Return the results of the pairings, in the order in which they first met."""
    by_pairing: dict[tuple[int, ...], list[GameResult]] = defaultdict(list)
    for game in results:
        by_pairing[game.pairing].append(game)
    everywhere = unranked(results)
    return [
        _pairing(pairing, games, test, judged=not everywhere & {*pairing} and not unranked(games))
        for pairing, games in by_pairing.items()
    ]


def _pairing(
    pairing: tuple[int, ...], games: Sequence[GameResult], test: Sprt | None, *, judged: bool
) -> PairingResult:
    first, players = pairing[0], len(pairing)
    scores = deal_scores(games, first)
    test, telling = test if judged else None, bool(scores) and judged
    seats = [game.seating.index(first) for game in games]
    outcomes = [game.outcome[seat] for game, seat in zip(games, seats, strict=True)]
    by_seat = [
        head_to_head([won for won, seat in zip(outcomes, seats, strict=True) if seat == own])
        for own in range(players)
    ]
    return PairingResult(
        pairing,
        len(games),
        tuple(scores),
        elo(scores, players) if telling else None,
        normalized_elo(scores, players) if telling else None,
        head_to_head(outcomes),
        tuple(by_seat),
        test.llr(scores) if test and scores else None,
        test.verdict(scores) if test else None,
        judged,
    )


def score_lists(results: Iterable[GameResult]) -> dict[int, list[int]]:
    """Return the final scores of each entrant."""
    found: dict[int, list[int]] = defaultdict(list)
    for game in results:
        for entrant, score in zip(game.seating, game.scores, strict=True):
            found[entrant].append(score)
    return found


def time_lists(results: Iterable[GameResult]) -> dict[int, list[float]]:
    """Return the mean time of a choice in each game of each entrant, in ms."""
    by_entrant: dict[int, list[float]] = defaultdict(list)
    for game in results:
        for entrant, spent in zip(game.seating, game.spent, strict=True):
            if spent.choices:
                by_entrant[entrant].append(spent.total_ms / spent.choices)
    return by_entrant


def result_text(game: GameResult, names: Sequence[str]) -> str:
    """Return who won a game, in words."""
    winners = [names[e] for e, won in zip(game.seating, game.outcome, strict=True) if won >= 0]
    return (
        f"{' and '.join(dict.fromkeys(winners))} {'won' if len(winners) == 1 else 'shared the win'}"
    )
