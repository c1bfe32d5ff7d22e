"""Write the settings and results of a series or league as JSON and CSV.

`league.json` has the settings (`spinney.arena.league_settings`); `results.jsonl` grows as games
end, a line each, in the order in which they do; `games.csv` has a row for each seat of each game
that counts; `standings.json` has the contents of the table. Times are in milliseconds: names that
end in `_ms`. Shares are 0 to 1; what is unknown is null.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spinney.arena.elo import elo, normalized_elo
from spinney.arena.league_result import SETTINGS
from spinney.arena.league_standings import LeagueRow, league_standings
from spinney.arena.results_file import NAME, ResultsFile
from spinney.arena.standings import standings
from spinney.arena.statistics import figure_json
from spinney.arena.wording import entrant_names, no_elo_text
from spinney.system.files import folder, write

if TYPE_CHECKING:
    from spinney.arena.game_result import GameResult
    from spinney.arena.league import League
    from spinney.arena.pairing_stops import PairingStops
    from spinney.arena.stop_rule import StopTracker

COLUMNS = (
    *("game", "round", "deal", "seat", "player", "outcome", "score", "points"),
    *("choices", "total_ms", "longest_ms", "forfeits", "faults", "entrant"),
)
"""The columns of `games.csv`."""


class LeagueOutput:
    """The folder of a league's results.

    Attributes:
        league: what is played.
        path: the folder.
        results: its `results.jsonl`.
    """

    def __init__(self, league: League, path: Path) -> None:
        """Take the folder; it is made if there is none. Raises Refused if that fails."""
        self.league, self.path = league, folder(path)
        self.results = ResultsFile(path / NAME, league.names, league.settings.seed)

    def begin(self) -> None:
        """Write the settings, and begin the results anew. Raises Refused if that fails."""
        self.write_settings()
        self.results.begin()

    def write_settings(self) -> None:
        """Write the settings. Raises Refused if that fails."""
        write(self.path / SETTINGS, f"{json.dumps(self.league.settings.as_json(), indent=2)}\n")

    def finish(self, results: Sequence[GameResult], stops: PairingStops) -> None:
        """Write the games that count, and the standings. Raises Refused if that fails."""
        table = io.StringIO(newline="")
        writer = csv.DictWriter(table, COLUMNS)
        writer.writeheader()
        for result in results:
            writer.writerows(self._rows(result))
        write(self.path / "games.csv", table.getvalue())
        standings = json.dumps(self._standings(results, stops), indent=2)
        write(self.path / "standings.json", f"{standings}\n")

    def _rows(self, result: GameResult) -> Iterator[dict[str, Any]]:
        """Yield a row for each seat."""
        for seat, entrant in enumerate(result.seating):
            values = (
                *(result.number, result.round, self.league.series.deal(result.number), seat),
                *(self.league.names[entrant], result.outcome[seat], result.scores[seat]),
                *(result.points[seat], *result.spent[seat], result.forfeits[seat]),
                *(" ".join(result.faults[seat]), entrant),
            )
            yield dict(zip(COLUMNS, values, strict=True))

    def _standings(self, results: Sequence[GameResult], stops: PairingStops) -> dict[str, Any]:
        settings, game = self.league.settings, self.league.series.game
        summary: dict[str, Any] = {
            "game": game.name,
            "options": {
                option.name: option.word(game.chosen[option.name]) for option in game.options
            },
            "schedule": settings.schedule,
            "seed": settings.seed,
            "games": len(results),
            "standings": self._table(results),
        }
        reasons = self._reasons(results, stops)
        found = {
            pairing: _pairing(tracker, reasons.get(pairing))
            for pairing, tracker in stops.by_pairing.items()
        }
        if len(found) == 1:
            return summary | next(iter(found.values()))
        pairings = [
            {"players": [self.league.names[entrant] for entrant in pairing], "entrants": pairing}
            | figures
            for pairing, figures in found.items()
        ]
        return summary | {"pairings": pairings}

    def _reasons(
        self, results: Sequence[GameResult], stops: PairingStops
    ) -> dict[tuple[int, ...], str]:
        """Return why some pairings have neither Elo nor a verdict."""
        names, test = entrant_names(self.league.names), self.league.settings.stop.sprt is not None
        return {
            pairing: no_elo_text([names[entrant] for entrant in blamed], test)
            for pairing, blamed in stops.unjudged(results).items()
        }

    def _table(self, results: Sequence[GameResult]) -> list[dict[str, Any]]:
        """Return a row for each entrant: of one pairing in their order, else the best first."""
        settings, names = self.league.settings, self.league.names
        if settings.schedule == "pair":
            rows = standings(results, len(names))
            return [
                {"player": names[entrant], "entrant": entrant} | vars(row)
                for entrant, row in enumerate(rows)
            ]
        return [_league_row(names, row) for row in league_standings(settings, results)]


def _league_row(names: Sequence[str], row: LeagueRow) -> dict[str, Any]:
    rating = None if row.rating is None else figure_json(row.rating)
    return {"player": names[row.entrant]} | vars(row) | {"rating": rating}


def _pairing(tracker: StopTracker, reason: str | None) -> dict[str, Any]:
    """Return the figures of the first entrant of a pairing, or the reason why there are none."""
    scores, players = tracker.scores, tracker.players
    judged = bool(scores) and reason is None
    return {
        "elo": figure_json(elo(scores, players)) if judged else None,
        "normalized_elo": figure_json(normalized_elo(scores, players)) if judged else None,
        "sprt": _sprt(tracker, reason),
        "reason": reason,
    }


def _sprt(tracker: StopTracker, reason: str | None) -> dict[str, Any] | None:
    test = tracker.rule.sprt
    if test is None:
        return None
    judged = reason is None
    return vars(test) | {
        "llr": test.llr(tracker.scores) if judged else None,
        "bounds": test.bounds,
        "verdict": test.verdict(tracker.scores) if judged else None,
    }
