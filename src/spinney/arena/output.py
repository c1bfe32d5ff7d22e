"""What a series leaves for other programs: its results as JSON lines, CSV and JSON.

`results.jsonl` grows as games end, a line each, in the order in which they do; `games.csv` has a
row for each seat of each game; `standings.json` has what the table shows. Times are in
milliseconds, unless they are called seconds; shares are 0 to 1; what is unknown is null.
"""

from __future__ import annotations

import csv
import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spinney.arena.elo import Interval, elo, normalized_elo
from spinney.arena.standings import standings
from spinney.match.files import folder, write

if TYPE_CHECKING:
    from spinney.arena.game_result import GameResult
    from spinney.arena.series import Series
    from spinney.arena.stop_rule import StopWatch

COLUMNS = (
    *("game", "deal", "seat", "player", "outcome", "score", "points"),
    *("choices", "time", "longest", "forfeits", "faults"),
)
"""The columns of `games.csv`."""


class SeriesOutput:
    """The folder of a series' results."""

    def __init__(self, series: Series, path: Path) -> None:
        """Take the folder; it is made if there is none. Raises Refused if that fails."""
        self.series, self.path = series, folder(path)

    def begin(self, results: Sequence[GameResult]) -> None:
        """Write the games that had ended before."""
        lines = "".join(f"{json.dumps(self.line(result))}\n" for result in results)
        write(self.path / "results.jsonl", lines)

    def add(self, result: GameResult) -> None:
        """Write a game that has ended."""
        with (self.path / "results.jsonl").open("a", encoding="utf-8") as file:
            file.write(f"{json.dumps(self.line(result))}\n")

    def finish(self, results: Sequence[GameResult], watch: StopWatch) -> None:
        """Write the table, and the standings."""
        with (self.path / "games.csv").open("w", encoding="utf-8", newline="") as file:
            table = csv.DictWriter(file, COLUMNS)
            table.writeheader()
            for result in results:
                table.writerows(self._rows(result))
        told = json.dumps(self._standings(results, watch), indent=2)
        write(self.path / "standings.json", f"{told}\n")

    def line(self, result: GameResult) -> dict[str, Any]:
        """Return a game as a line of `results.jsonl`. Lists are by seat."""
        return {
            "game": result.number,
            "deal": self.series.deal(result.number),
            "players": [self.series.players[p].seat for p in result.seating],
            "entrants": result.seating,
            "outcome": result.outcome,
            "scores": result.scores,
            "points": result.points,
            "time": [
                {"choices": t.choices, "total": t.total, "longest": t.longest} for t in result.spent
            ],
            "faults": result.faults,
            "forfeits": result.forfeits,
        }

    def _rows(self, result: GameResult) -> Iterator[dict[str, Any]]:
        """Yield a row for each seat."""
        for seat, player in enumerate(result.seating):
            values = (
                *(result.number, self.series.deal(result.number), seat),
                *(self.series.players[player].seat, result.outcome[seat], result.scores[seat]),
                *(result.points[seat], *result.spent[seat], result.forfeits[seat]),
                " ".join(result.faults[seat]),
            )
            yield dict(zip(COLUMNS, values, strict=True))

    def _standings(self, results: Sequence[GameResult], watch: StopWatch) -> dict[str, Any]:
        series = self.series
        rows = standings(results, len(series.players))
        return {
            "game": series.game.name,
            "options": {o.name: o.say(series.game.chosen[o.name]) for o in series.game.options},
            "seed": series.seed,
            "games": len(results),
            "standings": [
                {"player": player.seat} | vars(row)
                for player, row in zip(series.players, rows, strict=True)
            ],
            "elo": _interval(elo(watch.scores, watch.players)) if watch.scores else None,
            "normalized_elo": (
                _interval(normalized_elo(watch.scores, watch.players)) if watch.scores else None
            ),
            "sprt": _sprt(watch),
        }


def _interval(found: Interval) -> dict[str, float | None]:
    return {
        name: value if math.isfinite(value) else None for name, value in found._asdict().items()
    }


def _sprt(watch: StopWatch) -> dict[str, Any] | None:
    test = watch.rule.sprt
    if test is None:
        return None
    told = {"llr": test.llr(watch.scores), "bounds": test.bounds}
    return vars(test) | told | {"verdict": test.verdict(watch.scores)}
