"""Stop rules of the pairings of a league, and the games that count for each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from spinney.arena.league_settings import STOPPABLE
from spinney.arena.schedule import pairings
from spinney.arena.stop_rule import StopWatch

if TYPE_CHECKING:
    from spinney.arena.game_result import GameResult
    from spinney.arena.league_settings import LeagueSettings


class PairingWatches:
    """Follows each pairing of a league's first entrant, where all pairings are its own.

    In other schedules nothing is followed, and everything counts.

    Attributes:
        watches: by the entrants of the pairing, in rising order.
    """

    def __init__(self, settings: LeagueSettings) -> None:
        followed = pairings(settings) if settings.schedule in STOPPABLE else []
        self.watches = {
            tuple(sorted(pairing)): StopWatch(
                settings.stop, settings.players, first=place, step=len(followed)
            )
            for place, pairing in enumerate(followed)
        }

    def follow(self, results: Mapping[int, GameResult]) -> bool:
        """Take in the games that have ended, by number; return whether all pairings stop."""
        stopped = [watch.follow(results) for watch in self.watches.values()]
        return bool(stopped) and all(stopped)

    def goes_on(self, pairing: tuple[int, ...]) -> bool:
        """Say whether a pairing has still to play."""
        watch = self.watches.get(tuple(sorted(pairing)))
        return watch is None or not watch.stopped

    def counts(self, game: GameResult) -> bool:
        """Say whether a game counts: not if its pairing had stopped before its deal."""
        watch = self.watches.get(game.pairing)
        return watch is None or watch.counts(game)

    @property
    def only(self) -> StopWatch | None:
        """The watch of a league of one pairing."""
        return next(iter(self.watches.values())) if len(self.watches) == 1 else None
