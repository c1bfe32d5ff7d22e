"""The folder of a league: its games and its results.

The results are what `results.jsonl` tells. A record is written before its line there; if that is
where the process was killed, the game is recovered from the record. So nothing is played twice.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from spinney.arena.game_store import GameStore
from spinney.arena.league_result import SETTINGS, LeagueResult, read_settings
from spinney.arena.league_settings import IN_ROUNDS, LeagueSettings
from spinney.arena.output import LeagueOutput
from spinney.core.errors import Refused
from spinney.system.files import cut_torn_line, folder, remove_unfinished

if TYPE_CHECKING:
    from spinney.arena.deal_group import ScheduledGame
    from spinney.arena.game_result import GameResult
    from spinney.arena.league import League
    from spinney.arena.league_file import LeagueFile
    from spinney.arena.worker_pool import Played


@dataclass(frozen=True)
class LeagueStore:
    """The store of a league as it is played; a `league_run.Store`.

    Attributes:
        records: the folder of records; None: they are not kept.
        output: the files for tables, reports and other programs; None: nothing is written.
    """

    records: GameStore | None
    output: LeagueOutput | None

    def recover(self, game: ScheduledGame) -> GameResult | None:
        """Return the result of a game that has a record but no line; None if there is no record.

        Raises:
            Refused: its file is not a record, or one of another league.
        """
        recovered = self.records.recover(game) if self.records else None
        if recovered and self.output:
            self.output.results.add(recovered)
        return recovered

    def keep(self, played: Played) -> None:
        """Write a game's record, then its result. Raises Refused if that fails."""
        if self.records:
            self.records.keep(played)
        if self.output:
            self.output.results.add(played.result)


def open_folder(league: League, path: Path) -> tuple[LeagueStore, dict[int, GameResult]]:
    """Return a league's folder, made if there is none, and the earlier results, by number.

    Raises:
        Refused: it can't be made, read or written.
    """
    records = league.settings.records
    store = None if records is None else GameStore(league.series, folder(path / records))
    output, earlier = open_output(league, path)
    if store:
        remove_unfinished(store.path)
    return LeagueStore(store, output), earlier


def open_output(league: League, path: Path) -> tuple[LeagueOutput, dict[int, GameResult]]:
    """Return the output of a league, new or to be resumed, and the earlier results, by number.

    Raises:
        Refused: its folder can't be made, read or written.
    """
    output = LeagueOutput(league, path)
    earlier = LeagueResult.read(path).results if (path / SETTINGS).exists() else ()
    output.write_settings()
    cut_torn_line(output.results.path)
    remove_unfinished(path)
    return output, {game.number: game for game in earlier}


def settings_to_play(file: LeagueFile) -> LeagueSettings:
    """Return the settings with which a league begins, or goes on in its folder.

    A seed that was drawn stays. More deal groups, or more rounds, only add games. All else must be
    as it was.

    Raises:
        Refused: something differs; the message says what.
    """
    path, settings = file.out, file.settings
    if not (path / SETTINGS).exists():
        return settings
    former = read_settings(path)
    if not file.seeded:
        settings = replace(settings, seed=former.seed)
    grows = "rounds" if settings.schedule in IN_ROUNDS else "groups"
    differences = _differences(former, settings, may_grow=(grows,))
    if differences:
        raise Refused(
            f"the folder {path} has games with other settings: {differences}; change that back, or "
            'name another folder in the file, as: out = "new"'
        )
    return settings


def settings_to_resume(path: Path | None, settings: LeagueSettings, seeded: bool) -> LeagueSettings:
    """Return the settings with which a match goes on in its folder of results.

    Args:
        path: the folder; None: it has none.
        settings: what was asked for.
        seeded: was a seed? Else that of the folder is taken.

    Raises:
        Refused: something differs but when it ends; the message says what.
    """
    if path is None or not (path / SETTINGS).exists():
        return settings
    former = read_settings(path)
    if not seeded:
        settings = replace(settings, seed=former.seed)
    comparable = replace(settings, stop=former.stop)
    differences = _differences(former, comparable, may_grow=("groups", "games"))
    if differences:
        raise Refused(
            f"the folder {path} has games with other settings: {differences}; change that back, or "
            "name another folder with --out"
        )
    return settings


def _differences(
    former: LeagueSettings, settings: LeagueSettings, may_grow: Collection[str] = ()
) -> str:
    """Return what differs, in words; empty if nothing does. Some numbers may have grown."""
    before, now = former.as_json(), settings.as_json()
    changed = [
        key
        for key in now
        if now[key] != before.get(key) and not (key in may_grow and _grown(before[key], now[key]))
    ]
    return "; ".join(_difference(key, before.get(key), now[key]) for key in changed)


def _grown(before: int | None, now: int | None) -> bool:
    """Has a number grown? It may be none: leagues have rounds or deals in place of games."""
    return before is not None and now is not None and now > before


def _difference(key: str, before: object, now: object) -> str:
    """Return what differs; of entrants, only those that do."""
    if isinstance(before, (list, tuple)) and isinstance(now, (list, tuple)):
        if len(before) != len(now):
            return f"{key}: there were {len(before)}, and now there are {len(now)}"
        pairs = [
            (number, one, other)
            for number, (one, other) in enumerate(zip(before, now, strict=True), 1)
            if one != other
        ]
        number, one, other = pairs[0]
        return _difference(f"{key}[{number}]", one, other)
    if isinstance(before, dict) and isinstance(now, dict):
        keys = [part for part in {**before, **now} if before.get(part) != now.get(part)]
        return _difference(f"{key}.{keys[0]}", before.get(keys[0]), now.get(keys[0]))
    return f"{key} was {_in_words(before)} and is now {_in_words(now)}"


def _in_words(value: object) -> str:
    return "not set" if value is None else repr(value)
