"""The contents of a league's report, computed before its page is written."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from spinney import __version__
from spinney.arena.fault_samples import FaultSample
from spinney.arena.game_result import GameResult
from spinney.arena.html_report import charts, tables
from spinney.arena.html_report.settings import (
    league_text,
    needs_file,
    repeat_command,
    setting_lines,
)
from spinney.arena.league_result import LeagueResult
from spinney.arena.wording import entrant_names
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.registry import game as find

REPLAYS = "replays"
"""The folder of the replays, from that of the report."""
MOST_GAMES = 1_000
"""How many games the report lists; `games.csv` has all."""


class ReportedGame(NamedTuple):
    """A game in the report's list.

    Attributes:
        number: from 1.
        deal: its seed.
        players: by seat: the name, the score, and the faults in words.
        winner: who won, in words.
        reasons: why it is notable; empty for most games.
        replay: the address of its replay; empty: there is no page of it.
        record: the address of its record; empty: it was not kept.
    """

    number: int
    deal: int
    players: tuple[tuple[str, int, str], ...]
    winner: str
    reasons: str
    replay: str
    record: str


@dataclass(frozen=True)
class LeagueReport:
    """The contents of the report's page.

    Attributes:
        league: what was played.
        reasons: by number, why each of the most notable games is notable.
        replays: those of them that have a replay on a page of its own.
        fault_samples: a sample of each kind of fault of each entrant, as far as records tell.
    """

    league: LeagueResult
    reasons: Mapping[int, Sequence[str]]
    replays: Set[int]
    fault_samples: Sequence[FaultSample]

    @cached_property
    def game(self) -> Game | None:
        """The game; None where it is not installed."""
        settings = self.league.settings
        try:
            return find(settings.game, **dict(settings.options))
        except Refused:
            return None

    @property
    def title(self) -> str:
        """The game's title."""
        return self.game.title if self.game else self.league.settings.game

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The names of the seats."""
        if self.game:
            return tuple(self.game.player_names)
        return tuple(f"seat {seat}" for seat in range(1, self.league.settings.players + 1))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants."""
        return entrant_names(self.league.names)

    @property
    def deals(self) -> int:
        """How many deals were played."""
        return len({game.group for game in self.results})

    @property
    def results(self) -> tuple[GameResult, ...]:
        """The games that count."""
        return self.league.counted

    @cached_property
    def standings(self) -> list[tables.ReportedStanding]:
        """The rows of the standings, the best first."""
        rows = tables.ranking(self.league.settings, self.results)
        return [tables.ReportedStanding(self.names[row.entrant], row) for row in rows]

    @property
    def rated(self) -> bool:
        """Do the standings have ratings? For one pairing its Elo difference is enough."""
        return self.league.settings.schedule != "pair"

    @property
    def excluded(self) -> bool:
        """Are there games that don't count, because an entrant is not ranked?"""
        return self.rated and not all(one.row.ranked for one in self.standings)

    @cached_property
    def meetings(self) -> tables.Meetings:
        """The results of each entrant against each other."""
        return tables.meetings(self.results)

    def met(self, one: int, other: int) -> tables.HeadToHead | None:
        """Return the results of one entrant against another; None if they never met."""
        outcomes = self.meetings.get((one, other))
        return tables.head_to_head(outcomes) if outcomes else None

    @cached_property
    def pairings(self) -> list[tables.PairingResult]:
        """The results of each pairing."""
        return tables.pairing_results(self.results, self.league.settings.stop.sprt)

    @cached_property
    def seat_rows(self) -> list[tuple[str, list[tables.SeatCell | None]]]:
        """By entrant and by seat: shares and scores; the last row is of all."""
        order = [one.row.entrant for one in self.standings]
        cells = tables.seat_table(self.results, order, len(self.seats))
        return [*zip([*(self.names[e] for e in order), "all"], cells, strict=True)]

    @cached_property
    def faulty(self) -> list[tables.ReportedStanding]:
        """The rows of entrants with faults."""
        return [one for one in self.standings if one.row.faults]

    @cached_property
    def pairing_charts(self) -> list[tuple[str, str]]:
        """Charts of Elo and the test over the games, with headings."""
        single = len(self.pairings) == 1 and self.pairings[0].judged
        sprt = self.league.settings.stop.sprt
        return charts.pairing_charts(self.pairings[0], sprt) if single else []

    @cached_property
    def score_charts(self) -> list[tuple[str, str]]:
        """The distribution of scores: names and histograms."""
        order = [one.row.entrant for one in self.standings]
        return charts.score_charts(tables.score_lists(self.results), order, self.names)

    @cached_property
    def time_charts(self) -> list[tuple[str, str]]:
        """The distribution of times: names and histograms."""
        order = [one.row.entrant for one in self.standings]
        return charts.time_charts(tables.time_lists(self.results), order, self.names)

    @cached_property
    def games(self) -> list[ReportedGame]:
        """The first games, and all notable ones."""
        first = self.results[:MOST_GAMES]
        notable = (game for game in self.results[MOST_GAMES:] if game.number in self.reasons)
        return [self._game(game) for game in (*first, *notable)]

    def _game(self, result: GameResult) -> ReportedGame:
        names = [self.names[entrant] for entrant in result.seating]
        faults = [", ".join(dict.fromkeys(kinds)) for kinds in result.faults]
        return ReportedGame(
            result.number + 1,
            self.league.deal(result),
            tuple(zip(names, result.scores, faults, strict=True)),
            tables.result_text(result, self.names),
            ", ".join(self.reasons.get(result.number, ())),
            self.replay(result.number),
            quote(record_path(self.league, result)),
        )

    def replay(self, number: int) -> str:
        """Return the address of a game's replay; empty if it has none."""
        return f"{REPLAYS}/{number + 1}.html" if number in self.replays else ""

    @property
    def has_more_replays(self) -> bool:
        """Are there records of games that have no replay here?"""
        kept = (game.number for game in self.results if self.league.record(game))
        return any(number not in self.replays for number in kept)

    @property
    def fault_count(self) -> int:
        """How many faults there were."""
        return sum(sum(one.row.faults.values()) for one in self.standings)

    @property
    def version(self) -> str:
        """The version of Spinney."""
        return __version__

    @property
    def command(self) -> str:
        """The command line that plays it again."""
        return repeat_command(self.league.settings)

    @property
    def file(self) -> str:
        """The league's file for that command line; empty where it takes none."""
        return league_text(self.league.settings) if needs_file(self.league.settings) else ""

    @property
    def settings(self) -> list[tuple[str, str]]:
        """The settings, in words."""
        return setting_lines(self.league.settings, self.game)


def record_path(league: LeagueResult, result: GameResult) -> str:
    """Return the path of a game's record from the league's folder; empty if it was not kept."""
    path = league.record(result)
    return "" if path is None else Path(os.path.relpath(path, league.folder)).as_posix()
