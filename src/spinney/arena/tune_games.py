"""The games of a tuning: a deal from every seat, by one player against copies of another."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple

from spinney.arena.deal_group import group_size
from spinney.arena.series import Series
from spinney.arena.standings import unranked
from spinney.players.player_specs import read

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.players.resource_limits import ResourceLimits


class TunedDeal(NamedTuple):
    """A deal that is to be played.

    Attributes:
        player: whose score counts, as a command line names it.
        against: who has all other seats.
        seed: of the series it belongs to.
        number: its place there, from 0.
    """

    player: str
    against: str
    seed: int
    number: int


class DealScore(NamedTuple):
    """The result of a deal.

    Attributes:
        deal: the deal.
        score: the player's mean points, 0 to 1.
        faults: how many the player made.
        ranked: did the player, and did the others, choose at least half of their moves?
    """

    deal: TunedDeal
    score: float
    faults: int
    ranked: tuple[bool, bool]


def series_of(game: Game, limits: ResourceLimits, deal: TunedDeal) -> Series:
    """Return the series that a deal belongs to. Raises Refused if there is no such player."""
    others = (read(deal.against, game),) * (game.num_players - 1)
    games = (deal.number + 1) * group_size(game.num_players)
    return Series(game, (read(deal.player, game), *others), games, deal.seed, limits)


def play_deal(game: Game, limits: ResourceLimits, deal: TunedDeal) -> DealScore:
    """Play a deal from every seat."""
    series, size = series_of(game, limits, deal), group_size(game.num_players)
    first = deal.number * size
    results = [series.play(number).result for number in range(first, first + size)]
    seats = [(result, result.seating.index(0)) for result in results]
    mostly_faulty = unranked(results)
    return DealScore(
        deal,
        fmean(result.points[seat] for result, seat in seats),
        sum(len(result.faults[seat]) for result, seat in seats),
        (0 not in mostly_faulty, not mostly_faulty - {0}),
    )
