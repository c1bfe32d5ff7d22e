"""The use of a contest's clock by a level's program: its times, and whether it keeps the limit."""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import spinney
from benchmarks.measuring import Figure
from spinney.core.state import State

GAME, GAMES = "spring-2021", 10
SEARCHED = re.compile(r"after ([\d,]+)$")
"""The end of an answer that was searched for: after how many playouts."""


@dataclass
class Answers:
    """What a program answered in one game.

    Attributes:
        ms: milliseconds, of each answer after the first, whose limit is longer.
        searched_ms: of those that were searched for.
        playouts: of these, too.
        late: how many came too late.
        first_searched: the number of the first answer that was searched for, from 1; None: there
            was none.
    """

    ms: list[float] = field(default_factory=list)
    searched_ms: list[float] = field(default_factory=list)
    playouts: list[int] = field(default_factory=list)
    late: int = 0
    first_searched: int | None = None

    def note(self, number: int, answer: str, ms: float, limit: float) -> None:
        """Count an answer.

        Args:
            number: of the answer, from 1.
            answer: the line.
            ms: how long it took, in milliseconds.
            limit: how long it may take.
        """
        self.late += ms > limit
        if number > 1:
            self.ms.append(ms)
        if searched := SEARCHED.search(answer):
            self.first_searched = self.first_searched or number
            if number > 1:
                self.searched_ms.append(ms)
                self.playouts.append(int(searched[1].replace(",", "")))


class Program:
    """`spinney bot` as the contest's referee runs it. Use it as a context."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "spinney", "bot", GAME, "--level", "ancient"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, lines: list[str]) -> tuple[str, float]:
        """Return the answer to a request, and the milliseconds it took."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        begun = time.perf_counter()
        self._process.stdin.write("".join(f"{line}\n" for line in lines))
        self._process.stdin.flush()
        answer = self._process.stdout.readline().rstrip("\n")
        return answer, 1000 * (time.perf_counter() - begun)


def contest_clock() -> Iterator[Figure]:
    """Yield how much of 100 ms is used; these figures mean nothing on a busy machine."""
    yield from figures([play(seed) for seed in range(1, GAMES + 1)])


def figures(games: Sequence[Answers]) -> Iterator[Figure]:
    """Yield what the answers in several games come to."""
    times = [ms for game in games for ms in game.ms]
    searched = [ms for game in games for ms in game.searched_ms]
    playouts = [n for game in games for n in game.playouts]
    firsts = [game.first_searched for game in games if game.first_searched]
    yield Figure("the longest answer of a program to 100 ms", max(times), "ms")
    yield Figure(f"late answers of a program in {len(games)} games", sum(g.late for g in games), "")
    yield Figure("games without a searched answer", len(games) - len(firsts), "")
    if firsts:
        yield Figure("the first searched answer, in the worst other game", max(firsts), "")
    if searched:
        yield Figure("used of 100 ms by a search, the median", statistics.median(searched), "ms")
        yield Figure("playouts of a program in 100 ms, the median", statistics.median(playouts), "")


def play(seed: int) -> Answers:
    """Play a game against chance."""
    game = spinney.game(GAME)
    protocol: Any = game.part("protocol")
    referee, state, answers, number = protocol.Referee(seed), game.new(seed=seed), Answers(), 0
    with Program() as program:
        while not state.over:
            moves = {}
            requests = referee.requests(state)
            for player in state.to_act:
                if player:
                    moves[player] = state.observe(player).legal.sample(number)
                    continue
                number += 1
                answer, ms = program.ask(requests[player])
                moves[player] = referee.read(state, player, answer).move
                limit = protocol.FIRST_ANSWER_MS if number == 1 else protocol.ANSWER_MS
                answers.note(number, answer, ms, limit)
            state = _after(state, moves)
    return answers


def _after(state: State, moves: dict[int, str]) -> State:
    for player, move in moves.items():
        state = state.play(player, move)
    return state
