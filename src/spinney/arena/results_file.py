"""`results.jsonl`: a line for each game, as soon as it has ended.

A line is written in one piece and stays. If the writing process is killed, the last line may be
torn; readers leave it out, and the next writer cuts it off first.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import index
from pathlib import Path
from typing import Any

from spinney.arena.deal_group import deal_of
from spinney.arena.game_result import GameResult, TimeSpent
from spinney.core.errors import Refused
from spinney.system.files import append, write

NAME = "results.jsonl"


@dataclass(frozen=True)
class ResultsFile:
    """The file of results in a folder.

    Attributes:
        path: the file; it need not exist yet.
        names: of the entrants.
        seed: of the first deal.
    """

    path: Path
    names: tuple[str, ...]
    seed: int

    def begin(self, results: Iterable[GameResult] = ()) -> None:
        """Write it anew, with games that have ended. Raises Refused if that fails."""
        write(self.path, "".join(map(self._text, results)))

    def add(self, result: GameResult) -> None:
        """Write a game that has ended. Raises Refused if that fails."""
        append(self.path, self._text(result))

    def read(self) -> Iterator[GameResult]:
        """Yield the games in the order in which they ended; none if there is no file.

        Raises:
            Refused: a line is not a result, or repeats a game.
        """
        numbers = set[int]()
        for number, line in enumerate(self._lines(), 1):
            try:
                result = result_of(json.loads(line), len(self.names))
            except (KeyError, TypeError, ValueError):
                raise Refused(
                    f"{self.path}, line {number}: this is not a result of a game"
                ) from None
            if result.number in numbers:
                raise Refused(f"{self.path}, line {number}: game {result.number} is there twice")
            numbers.add(result.number)
            yield result

    def _lines(self) -> list[bytes]:
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return []
        return data.split(b"\n")[:-1]  # after the last end of line is nothing, or a torn line

    def _text(self, result: GameResult) -> str:
        return f"{json.dumps(self.line(result))}\n"

    def line(self, result: GameResult) -> dict[str, Any]:
        """Return a game as a line. Lists are by seat."""
        return {
            "game": result.number,
            "round": result.round,
            "deal": deal_of(self.seed, result.group),
            "pairing": result.pairing,
            "players": [self.names[entrant] for entrant in result.seating],
            "entrants": result.seating,
            "outcome": result.outcome,
            "scores": result.scores,
            "points": result.points,
            "time": [spent._asdict() for spent in result.spent],
            "faults": result.faults,
            "forfeits": result.forfeits,
        }


def result_of(line: Mapping[str, Any], entrants: int) -> GameResult:
    """Return the result of a line.

    Args:
        line: as `ResultsFile.line` returned it.
        entrants: how many there are.

    Raises:
        KeyError, TypeError, ValueError: it is not a result.
    """
    result = GameResult(
        index(line["game"]),
        _whole_numbers(line["entrants"]),
        _whole_numbers(line["outcome"]),
        _whole_numbers(line["scores"]),
        tuple(TimeSpent(*(index(one[name]) for name in TimeSpent._fields)) for one in line["time"]),
        tuple(tuple(map(str, kinds)) for kinds in line["faults"]),
        _whole_numbers(line["forfeits"]),
        index(line["round"]),
    )
    _check(result, entrants)
    return result


def _whole_numbers(values: Iterable[Any]) -> tuple[int, ...]:
    return tuple(map(index, values))


def _check(result: GameResult, entrants: int) -> None:
    """Raise ValueError if the parts of a result don't fit together."""
    seats = result.seating
    parts = (result.outcome, result.scores, result.spent, result.faults, result.forfeits)
    if result.number < 0 or any(len(part) != len(seats) for part in parts):
        raise ValueError(result.number)
    if len(set(seats)) < len(seats) or not set(seats) <= set(range(entrants)):
        raise ValueError(seats)
    if not set(result.outcome) <= {-1, 0, 1}:
        raise ValueError(result.outcome)
