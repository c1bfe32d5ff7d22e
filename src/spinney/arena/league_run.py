"""Play a league: its missing games, until its stop rules end it."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Protocol

from spinney.arena.fault_samples import FaultSample, first_faults
from spinney.arena.notable_games import faults_by_entrant
from spinney.arena.pairing_stops import PairingStops
from spinney.arena.schedule import stage, stage_count
from spinney.arena.worker_pool import play_games
from spinney.match.record_reader import read_record

if TYPE_CHECKING:
    from spinney.arena.deal_group import ScheduledGame
    from spinney.arena.game_result import GameResult
    from spinney.arena.league import League
    from spinney.arena.worker_pool import Played


class Store(Protocol):
    """A store of games, so that nothing is played twice."""

    def recover(self, game: ScheduledGame) -> GameResult | None:
        """Return the result of a game that was played already; None if it was not."""

    def keep(self, played: Played) -> None:
        """Store a game that has ended."""


class LeagueRun:
    """A run of a league, new or resumed.

    Attributes:
        league: what is played.
        results: of the games that have ended, by number.
        stops: the pairings that go on, and the games that count.
        faults: the first fault of each kind of each entrant in the games of this run.
    """

    def __init__(self, league: League, results: Mapping[int, GameResult] | None = None) -> None:
        """``results``: of games that were played before."""
        self.league, self.results = league, dict(results or {})
        self.stops = PairingStops(league.settings)
        self.faults: dict[tuple[int, str], FaultSample] = {}

    @property
    def counted(self) -> list[GameResult]:
        """The results that count, by number: of a pairing, up to the deal at which it stopped."""
        found = (self.results[number] for number in sorted(self.results))
        return [game for game in found if self.stops.counts(game)]

    def play(
        self, store: Store, jobs: int = 1, cluster: str | None = None
    ) -> Generator[GameResult]:
        """Play what is missing, and yield each result as soon as its game is kept.

        Args:
            store: of games; those that it has are not played again.
            jobs: how many games at once; as for `play_games`.
            cluster: the address of a Ray cluster that plays them; None: this machine does.

        Raises:
            Refused: a game can't be stored, or a stored game is not of this league.
        """
        for games in self._stages():
            self._recover(games, store)
            if self.stops.follow(self.results):
                return
            with closing(play_games(self.league.series, self._left(games), jobs, cluster)) as ran:
                for played in ran:
                    store.keep(played)
                    self.results[played.result.number] = played.result
                    self._note_faults(played)
                    enough = self.stops.follow(self.results)
                    yield played.result
                    if enough:
                        return

    def _note_faults(self, played: Played) -> None:
        """Remember a game's faults that are the first of their kind so far."""
        result = played.result
        if any(self._is_new(*fault, result.number) for fault in faults_by_entrant(result)):
            for sample in first_faults([(result, read_record(played.record))]):
                if self._is_new(sample.entrant, sample.kind, sample.game):
                    self.faults[sample.entrant, sample.kind] = sample

    def _is_new(self, entrant: int, kind: str, game: int) -> bool:
        first = self.faults.get((entrant, kind))
        return first is None or game < first.game  # games at once end in any order

    def _stages(self) -> Iterator[list[ScheduledGame]]:
        """Yield the games of each stage; when the next is asked for, those before have ended."""
        settings, first = self.league.settings, 0
        for number in range(stage_count(settings)):
            groups = stage(settings, number, list(self.results.values()), first)
            games = [game for group in groups for game in group.games]
            yield [game for game in games if game.number < self.league.series.games]
            first += len(groups)

    def _recover(self, games: Iterable[ScheduledGame], store: Store) -> None:
        for game in games:
            if game.number not in self.results and (found := store.recover(game)):
                self.results[game.number] = found

    def _left(self, games: Iterable[ScheduledGame]) -> Iterator[ScheduledGame]:
        """Yield the games to play; those of a pairing that has stopped meanwhile are left out."""
        for game in games:
            if game.number not in self.results and self.stops.goes_on(game.group.pairing):
                yield game
