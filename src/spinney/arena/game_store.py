"""The folder of records of a league or series, from which it can resume."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from spinney.arena.game_result import GameResult
from spinney.arena.record_names import NamedRecord, named_records, record_name
from spinney.core.errors import Refused
from spinney.system.files import data_folder, folder, new_folder, read_match, write

if TYPE_CHECKING:
    from spinney.arena.deal_group import ScheduledGame
    from spinney.arena.series import Series
    from spinney.arena.worker_pool import Played


@dataclass(frozen=True)
class GameStore:
    """The folder of the records of a series.

    Attributes:
        series: what is played.
        path: the folder.
        passing: is it kept only if the series is stopped?
    """

    series: Series
    path: Path
    passing: bool = False

    @staticmethod
    def of(series: Series, path: Path | None, resume: bool) -> GameStore:
        """Return the named folder, or one that is kept only if the series is stopped.

        Raises:
            Refused: it can't be made; or it has games of this series, without ``resume``.
        """
        if path is None:
            if resume:
                raise Refused("--resume goes on with the games in a folder; name it with --records")
            now = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
            place = new_folder(data_folder("series"), f"{now}-{series.game.name}")
            return GameStore(series, place, passing=True)
        store = GameStore(series, folder(path))
        if not resume and store.files:
            raise Refused(
                f"{path} has games of this series already: "
                "go on with them by --resume, or name another folder"
            )
        if resume and not store.files and store.others:
            raise Refused(
                f"{path} has games of other deals: say their --seed, or name another folder"
            )
        return store

    @cached_property
    def files(self) -> dict[int, Path]:
        """The files that were called like games of this series at the beginning, by number."""
        return {
            number: path
            for number, deal, path in self._named_alike
            if number >= 0 and deal == self.series.deal(number)
        }

    @property
    def others(self) -> bool:
        """Are there files that are called like games of the same game from other deals?"""
        return len(self._named_alike) > len(self.files)

    @cached_property
    def _named_alike(self) -> list[NamedRecord]:
        """The files that were called like records of the same game at the beginning."""
        return named_records(self.path, self.series.game.name)

    def recover(self, game: ScheduledGame) -> GameResult | None:
        """Return the result of a stored game; None if it is not stored.

        Raises:
            Refused: its file is not a record, or one of another series.
        """
        path = self.files.get(game.number)
        if path is None:
            return None
        match = read_match(path)
        try:
            self.series.check(game, match)
        except Refused as refusal:
            raise Refused(f"{path}: {refusal}") from None
        return GameResult.of(game.number, game.seating, match, game.group.round)

    def keep(self, played: Played) -> None:
        """Write a game's record. Raises Refused if that fails."""
        folder(self.path)
        write(self.file(played.result.number), played.record)

    def file(self, number: int) -> Path:
        """Return the file of a game's record, also where it is not written yet."""
        if number in self.files:
            return self.files[number]
        series = self.series
        deal = series.deal(number)
        return self.path / record_name(series.game.name, deal, number, series.games)

    def clear(self) -> None:
        """Remove records that were kept only in case the series was stopped."""
        if self.passing:
            shutil.rmtree(self.path, ignore_errors=True)

    def remove_if_empty(self) -> None:
        """Remove a folder that nobody named if no game was kept in it."""
        if self.passing:
            with suppress(OSError):  # it has games
                self.path.rmdir()
