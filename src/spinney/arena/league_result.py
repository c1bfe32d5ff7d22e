"""The result of a league, read from its folder, for tables, reports and other programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from spinney.arena.deal_group import deal_of, group_size
from spinney.arena.game_result import GameResult
from spinney.arena.league_settings import LeagueSettings
from spinney.arena.pairing_stops import PairingStops
from spinney.arena.record_names import named_records
from spinney.arena.results_file import NAME, ResultsFile
from spinney.arena.schedule import check_schedule
from spinney.core.errors import Refused
from spinney.match import Match
from spinney.system.files import read, read_match

SETTINGS = "league.json"
"""The file of a league's settings."""


@dataclass(frozen=True)
class LeagueResult:
    """The results of a league so far.

    Attributes:
        settings: of the league.
        results: of the games that have ended, by number in rising order. `GameResult.seating`,
            `GameResult.pairing` and `GameResult.round` have the players, as indices of
            ``settings.entrants``.
        folder: where its files are; None: nowhere.
    """

    settings: LeagueSettings
    results: tuple[GameResult, ...]
    folder: Path | None = None

    @classmethod
    def read(cls, folder: Path) -> LeagueResult:
        """Return the league in a folder, running or ended.

        Raises:
            Refused: there is no league, or its files can't be read.
        """
        settings = read_settings(folder)
        names = tuple(entrant.name for entrant in settings.entrants)
        file = ResultsFile(folder / NAME, names, settings.seed)
        return cls(settings, tuple(sorted(file.read(), key=lambda game: game.number)), folder)

    @cached_property
    def stops(self) -> PairingStops:
        """The trackers of the pairings of a pair or a gauntlet: which of them have stopped."""
        found = PairingStops(self.settings)
        found.follow({game.number: game for game in self.results})
        return found

    @cached_property
    def counted(self) -> tuple[GameResult, ...]:
        """The results that count; of a stopped pairing, those up to the deal that decided it."""
        return tuple(filter(self.stops.counts, self.results))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants."""
        return tuple(entrant.name for entrant in self.settings.entrants)

    def deal(self, result: GameResult) -> int:
        """Return the seed from which a game was dealt."""
        return deal_of(self.settings.seed, result.group)

    def record(self, result: GameResult) -> Path | None:
        """Return the file of a game's record; None if it was not kept."""
        return self._records.get(result.number)

    @cached_property
    def _records(self) -> Mapping[int, Path]:
        if self.folder is None or self.settings.records is None:
            return {}
        found = named_records(self.folder / self.settings.records, self.settings.game)
        return {number: path for number, deal, path in found if deal == self._deal_of(number)}

    def _deal_of(self, number: int) -> int:
        """Return the seed from which a game is dealt; records of other series have others."""
        return deal_of(self.settings.seed, number // group_size(self.settings.players))

    def matches(self, numbers: Iterable[int]) -> Iterator[tuple[GameResult, Match]]:
        """Yield those of the games with these numbers whose records are there and can be read."""
        selected = set(numbers)
        for result in self.counted:
            path = self.record(result) if result.number in selected else None
            if path is not None:
                with suppress(Refused):
                    yield result, read_match(path)


def read_settings(folder: Path) -> LeagueSettings:
    """Return the settings of the league in a folder.

    Raises:
        Refused: there is no league, or none that can be read.
    """
    path = folder / SETTINGS
    if not path.is_file():
        raise Refused(f"{folder} is not a folder of a league: it has no {SETTINGS}")
    try:
        settings = LeagueSettings.from_json(json.loads(read(path)))
        check_schedule(settings)
    except (KeyError, TypeError, ValueError) as problem:
        reason = problem if isinstance(problem, Refused) else "these are no settings of a league"
        raise Refused(f"{path}: {reason}") from None
    return settings
