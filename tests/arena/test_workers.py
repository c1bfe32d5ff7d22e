"""Several games at once come to the same as one after another."""

from __future__ import annotations

import math
import os
import sys
import threading
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from tests.players.programs import have_ended, program, python
from tests.waiting import PATIENCE, wait_until

import spinney
from spinney import search
from spinney.arena.cores import available_cores, divide_cores
from spinney.arena.game_result import GameResult, TimeSpent
from spinney.arena.series import Series
from spinney.arena.standings import standings
from spinney.arena.worker_pool import SPAWN, Played, WorkerPool, is_cached, play_games, play_one
from spinney.core import compilation
from spinney.core.errors import Refused
from spinney.core.state import Observation
from spinney.match import Clock
from spinney.match.record_reader import read_record
from spinney.players.player_specs import LevelSpec, RandomSpec
from spinney.players.resource_limits import ResourceLimits
from spinney.search.budget import Progress

GAME = spinney.game("build-your-arboretum")
BOT = program(
    python(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    r = json.loads(line)\n"
        "    if r.get('over'): break\n"
        "    ways = r.get('legal') or [w['words'] for w in r['next'] if w['whole']]\n"
        "    print(ways[len(line) % len(ways)], flush=True)\n"
    )
)

PATIENT = ResourceLimits(first=PATIENCE, each=PATIENCE)


def events_of(games: list[Played]) -> list[tuple[int, tuple[tuple[int, str, str], ...]]]:
    """What was said in each game, without the times it took."""
    matches = [(game.result.number, read_record(game.record)) for game in games]
    return sorted(
        (number, tuple((event.player, event.kind, event.text) for event in match.events))
        for number, match in matches
    )


def test_the_number_of_jobs_changes_nothing() -> None:
    series = Series(GAME, (BOT, LevelSpec("seedling")), 5, seed=3, limits=PATIENT)
    one, two = (list(play_games(series, range(5), jobs)) for jobs in (1, 2))
    assert events_of(one) == events_of(two)
    assert sorted(game.result.number for game in two) == list(range(5))
    rows = [standings([game.result for game in games], 2) for games in (one, two)]
    assert [row.wins for row in rows[0]] == [row.wins for row in rows[1]]


def test_only_the_games_asked_for_are_played() -> None:
    series = Series(GAME, (RandomSpec(), RandomSpec("two")), 100, seed=3)
    assert [game.result.number for game in play_games(series, [7, 2])] == [7, 2]


@dataclass(frozen=True)
class Broken:
    """An entrant with a bug."""

    seat: str = "broken"

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:
        raise ZeroDivisionError


def test_a_bug_of_ours_is_not_hidden() -> None:
    series = Series(GAME, (Broken(), RandomSpec()), 4, seed=3)
    with pytest.raises(ZeroDivisionError):
        list(play_games(series, range(4)))


def test_a_worker_that_fails_or_is_killed_is_noticed() -> None:
    """One pool for both: to begin its processes takes longer than all else."""
    with WorkerPool(math.isqrt, 2) as pool:
        assert sorted(pool.play([81, 16, 4])) == [2, 4, 9]
        with pytest.raises(ValueError, match="nonnegative"):
            list(pool.play([-1]))
        pool._workers[0].kill()
        with pytest.raises(Refused, match="ended from outside"):
            list(pool.play([4] * 1000))
    assert not SPAWN.active_children()


def test_a_call_that_is_left_early_leaves_no_results_to_the_next() -> None:
    with WorkerPool(math.isqrt, 2) as pool:
        first = pool.play([81, 81, 81, 81])
        assert next(first) == 9
        first.close()
        assert sorted(pool.play([16, 4])) == [2, 4]


class EndsProcess:
    """A task that ends the process which reads it."""

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (1,)

    def __call__(self, item: int) -> int:
        return item


def test_a_worker_that_ends_at_once_is_noticed() -> None:
    with pytest.raises(Refused, match="ended from outside"):
        WorkerPool(EndsProcess(), 2)
    assert not SPAWN.active_children()


class Unreadable(Exception):
    """An error that can be sent, but not read again."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")


def fail(item: int) -> int:
    if item < 0:
        raise Unreadable("acorn", "too small")
    problem = RuntimeError("oak")
    problem.lock = threading.Lock()  # type: ignore[attr-defined]
    raise problem


def test_an_error_that_can_not_be_sent_is_told_all_the_same() -> None:
    with WorkerPool(fail, 2) as pool:
        with pytest.raises(RuntimeError, match="Unreadable: acorn: too small"):
            list(pool.play([-1]))
        with pytest.raises(RuntimeError, match="RuntimeError: oak"):
            list(pool.play([1]))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_stopping_leaves_no_program_behind(tmp_path: Path) -> None:
    path = tmp_path / "numbers"
    code = "import os, sys, time\ninput()\n"
    code += "open(sys.argv[1], 'a').write(f'{os.getpid()}\\n')\ntime.sleep(600)"
    hanging = program((*python(code), str(path)))
    series = Series(GAME, (hanging, RandomSpec()), 2, seed=3, limits=PATIENT)
    with WorkerPool(partial(play_one, series), 2) as pool:
        for number, line in enumerate(pool._lines):
            line.send(number)
        wait_until(lambda: len(numbers(path)) == 2)
        own = {tuple(sorted(os.sched_getaffinity(pid))) for pid in numbers(path)}
        assert own == {share or available_cores() for share in divide_cores(2)}, "cores of its own"
    assert have_ended(numbers(path))


def numbers(path: Path) -> list[int]:
    return [int(line) for line in path.read_text().splitlines()] if path.exists() else []


# What a game comes to.


def test_a_result_can_be_read_off_the_record() -> None:
    series = Series(GAME, (BOT, RandomSpec()), 2, seed=3)
    for game in play_games(series, range(2)):
        again = read_record(game.record)
        series.check(series.scheduled(game.result.number), again)
        assert GameResult.of(game.result.number, game.result.seating, again) == game.result


def test_a_match_of_another_series_is_noticed() -> None:
    series = Series(GAME, (RandomSpec(), RandomSpec("two")), 4, seed=3)
    match = series.play(0).match
    for number, other in ((1, series), (0, Series(GAME, series.players, 4, seed=4))):
        with pytest.raises(Refused, match=f"it is not game {number + 1} of this series"):
            other.check(other.scheduled(number), match)
    with pytest.raises(Refused, match="not over"):
        series.check(series.scheduled(0), match.at(5))


def test_time_and_faults_are_counted_by_seat() -> None:
    bad = program(python("import sys\nfor line in sys.stdin: print('rustle', flush=True)"))
    clock = Clock.read("move 1:40")
    series = Series(GAME, (bad, RandomSpec()), 1, seed=3, limits=PATIENT, clock=clock)
    result = series.play(0).result
    assert set(result.faults[0]) == {"malformed"}
    assert result.faults[1] == ()
    assert result.spent[0].choices == len(result.faults[0])
    assert TimeSpent().with_choice(7).with_choice(3) == TimeSpent(2, 10, 7)
    row = standings([result], 2)[0]
    assert row.faults == {"malformed": len(result.faults[0])}
    assert row.longest_ms >= row.mean_ms > 0


def test_only_what_is_played_has_to_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "is_cached", lambda *_: True)
    monkeypatch.setattr(search, "is_cached", lambda _: False)
    assert is_cached(Series(GAME, (RandomSpec(), BOT), 2, seed=1))
    assert not is_cached(Series(GAME, (RandomSpec(), LevelSpec("tree")), 2, seed=1))
    monkeypatch.setattr(compilation, "is_cached", lambda *_: False)
    assert not is_cached(Series(GAME, (RandomSpec(), BOT), 2, seed=1))
