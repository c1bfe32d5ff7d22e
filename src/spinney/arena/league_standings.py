"""The standings of a league: ranks by rating, with intervals.

An entrant most of whose choices were forfeits is not ranked. In a league of more than one pairing
its games count for nobody: they would favour the entrants that met it most. An unranked entrant
keeps its own figures, so that its row shows what happened.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spinney.arena.ratings import group_points, ratings
from spinney.arena.round_pairing import ladder_order
from spinney.arena.standings import StandingsRow, standing

if TYPE_CHECKING:
    from spinney.arena.elo import Interval
    from spinney.arena.game_result import GameResult
    from spinney.arena.league_settings import LeagueSettings


@dataclass(frozen=True)
class LeagueRow(StandingsRow):
    """The results of one entrant.

    Faults, times and scores are those of all its games; games, wins, draws, losses and the share of
    points those of the games that count.

    Attributes:
        entrant: its place in the settings, from 0.
        place: its rank, from 1; 0: it is not ranked.
        rating: in Elo, the mean of all being 0; None: it is not ranked, or has no complete deal
            group that counts.
    """

    entrant: int
    place: int
    rating: Interval | None


def league_standings(
    settings: LeagueSettings, results: Sequence[GameResult]
) -> tuple[LeagueRow, ...]:
    """Return the results of all entrants, the best first, those not ranked last.

    On a ladder, by their places on it.
    """
    own = [standing(results, entrant) for entrant in range(len(settings.entrants))]
    unranked = {entrant for entrant, row in enumerate(own) if not row.ranked}
    counted = results if settings.schedule == "pair" else _without(results, unranked)
    rated = ratings(group_points(_without(counted, unranked)), len(own))
    order = sorted(range(len(own)), key=_order(settings, own, rated, results))
    rows = []
    for place, entrant in enumerate(order, 1):
        row = own[entrant] if entrant in unranked else _of(own[entrant], counted, entrant)
        rank = 0 if entrant in unranked else place
        rows.append(LeagueRow(**vars(row), entrant=entrant, place=rank, rating=rated[entrant]))
    return tuple(rows)


def _without(results: Sequence[GameResult], unranked: set[int]) -> Sequence[GameResult]:
    return [game for game in results if unranked.isdisjoint(game.seating)]


def _of(row: StandingsRow, counted: Sequence[GameResult], entrant: int) -> StandingsRow:
    found = standing(counted, entrant)
    counts = {name: getattr(found, name) for name in ("games", "wins", "draws", "losses", "share")}
    return StandingsRow(**vars(row) | counts | {"margin": found.margin})


def _order(
    settings: LeagueSettings,
    rows: Sequence[StandingsRow],
    rated: Sequence[Interval | None],
    results: Sequence[GameResult],
) -> Callable[[int], tuple[bool, int, float]]:
    """Return the sort key of entrants."""
    ladder = list[int]()
    if settings.schedule == "ladder":
        played = max((game.round for game in results), default=0)
        ladder = ladder_order(len(rows), settings.players, played, results)

    def key(entrant: int) -> tuple[bool, int, float]:
        rating = rated[entrant]
        height = -rating.value if rating else 0.0
        rung = ladder.index(entrant) if ladder else 0
        return not rows[entrant].ranked, rung, height

    return key
