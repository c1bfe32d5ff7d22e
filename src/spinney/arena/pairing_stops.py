"""Stop rules of the pairings of a league, and the games that count for each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from spinney.arena.league_settings import STOPPABLE
from spinney.arena.schedule import pairings
from spinney.arena.standings import unranked
from spinney.arena.stop_rule import StopTracker

if TYPE_CHECKING:
    from spinney.arena.game_result import GameResult
    from spinney.arena.league_settings import LeagueSettings


class PairingStops:
    """Follows each pairing of a league, if the first entrant is in all of them.

    In other schedules nothing is followed, and everything counts.

    Attributes:
        by_pairing: the tracker of each pairing, by its entrants in rising order.
    """

    def __init__(self, settings: LeagueSettings) -> None:
        followed = pairings(settings) if settings.schedule in STOPPABLE else []
        self.by_pairing = {
            tuple(sorted(pairing)): StopTracker(
                settings.stop, settings.players, first=place, step=len(followed)
            )
            for place, pairing in enumerate(followed)
        }

    def follow(self, results: Mapping[int, GameResult]) -> bool:
        """Take in the games that have ended, by number; return whether all pairings stop."""
        stopped = [tracker.follow(results) for tracker in self.by_pairing.values()]
        return bool(stopped) and all(stopped)

    def goes_on(self, pairing: tuple[int, ...]) -> bool:
        """Return whether a pairing has games left to play."""
        tracker = self.by_pairing.get(tuple(sorted(pairing)))
        return tracker is None or not tracker.stopped

    def counts(self, game: GameResult) -> bool:
        """Return whether a game counts: not if its pairing had stopped before its deal."""
        tracker = self.by_pairing.get(game.pairing)
        return tracker is None or tracker.counts(game)

    def unjudged(self, results: Collection[GameResult]) -> dict[tuple[int, ...], list[int]]:
        """Return the pairings of which Elo and tests say nothing, and who is to blame.

        Who made mostly faults gave wins away, in all games that count or in those of the pairing.

        Args:
            results: of the games that count.
        """
        everywhere = unranked(results)
        blamed = {
            pairing: sorted((everywhere & {*pairing}) | tracker.unranked)
            for pairing, tracker in self.by_pairing.items()
        }
        return {pairing: entrants for pairing, entrants in blamed.items() if entrants}

    @property
    def only(self) -> StopTracker | None:
        """The tracker of a league of one pairing."""
        return next(iter(self.by_pairing.values())) if len(self.by_pairing) == 1 else None
