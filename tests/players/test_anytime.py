"""Anytime play: a level as a bot of other arenas keeps to the time, compiled or not."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.hedges import EXAMPLES, hedge

import spinney
import spinney.search
from spinney.core import compilation
from spinney.core.state import Observation
from spinney.players.anytime import AnytimePlayer, answer_at_once
from spinney.players.levels import LEVELS
from spinney.players.protocol import messages
from spinney.players.protocol.bot_side import MoveRequest
from spinney.players.protocol.messages import ParsedRequest
from spinney.players.search_worker import SearchProcess, SearchTask, search
from spinney.search import Budget, SearchResult

HEDGE = hedge()
SPRING = spinney.game("spring-2021")


@pytest.fixture(autouse=True)
def as_in_a_process_of_its_own(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A bot interprets the rules in its own process, and its thinker finds the example game."""
    monkeypatch.setenv("SPINNEY_GAMES", "hedge")
    monkeypatch.setenv("PYTHONPATH", str(EXAMPLES))
    yield
    compilation.interpret(False)


def task(view: Observation, seconds: float) -> MoveRequest:
    return MoveRequest(ParsedRequest(view, 1, seconds, None), time.monotonic())


def test_it_answers_while_everything_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPINNEY_CACHE", str(tmp_path))
    view = SPRING.new(seed=1).observe(0)
    with SearchProcess(SPRING.name) as process:
        bot = AnytimePlayer(LEVELS["ancient"], 1, process)
        for _ in range(3):
            request = task(view, 2.0)
            move, message = bot.choose(request)
            assert move in view.legal
            assert message == ""


def test_it_thinks_as_soon_as_it_can() -> None:
    view = HEDGE.new(seed=1).observe(0)
    end, message = time.monotonic() + 100, ""
    with SearchProcess(HEDGE.name) as process:
        bot = AnytimePlayer(LEVELS["sapling"], 1, process)
        # A search that the end of its time cut short says that it tried fewer.
        while not message.endswith("after 1,000") and time.monotonic() < end:
            move, message = bot.choose(task(view, 2.0))
            assert move in view.legal
    assert message.endswith("after 1,000")


def test_it_answers_though_its_thinker_has_died() -> None:
    view = HEDGE.new(seed=1).observe(0)
    with SearchProcess(HEDGE.name) as process:
        bot = AnytimePlayer(LEVELS["tree"], 1, process)
        process.kill()
        for _ in range(2):
            assert bot.choose(task(view, 2.0))[0] in view.legal


def test_one_look_is_taken_also_without_time() -> None:
    view = HEDGE.new(seed=1).observe(0)
    assert answer_at_once(view, 1, end=0.0).move in view.legal


def test_thinking_ends_with_the_time_or_the_level() -> None:
    view = SPRING.new(seed=1).observe(0)
    begun = time.monotonic()
    short = search(SearchTask(1, view, LEVELS["ancient"], begun + 0.2, 1))
    assert 0 < short.playouts < 100_000
    whole = search(SearchTask(2, view, LEVELS["sapling"], begun + 1000, 1))
    assert (whole.number, whole.playouts) == (2, 1_000)
    assert search(SearchTask(3, view, LEVELS["seedling"], begun, 1)).move in view.legal


# The command.


def spoken(requests: str, *more: str) -> subprocess.CompletedProcess[str]:
    """What `spinney bot` answers to all of these requests at once."""
    command = [sys.executable, "-m", "spinney", "bot", *more]
    return subprocess.run(command, input=requests, capture_output=True, text=True, check=False)


def test_it_speaks_the_contests_protocol() -> None:
    state = SPRING.new(seed=5)
    referee = SPRING.part("protocol").Referee(5)  # type: ignore[union-attr]
    first = referee.requests(state)[0]
    state = state.play(0, "WAIT").play(1, "WAIT")
    second = referee.requests(state)[0]
    lines = "".join(f"{line}\n" for line in (*first, *second))
    done = spoken(lines, "spring-2021", "--level", "seedling", "--seed", "1")
    assert (done.returncode, done.stderr) == (0, "")
    answers = done.stdout.splitlines()
    assert len(answers) == 2
    assert referee.read(state, 0, answers[1]).move in state.legal(0)


def test_it_speaks_json_in_every_game() -> None:
    view = HEDGE.new(seed=5).observe(1)
    lines = messages.request(view, 1, [], 5.0, None) + messages.end_message(
        view, (1, -1), (3, 1), []
    )
    done = spoken(lines, "hedge", "--level", "seedling", "--protocol", "json")
    assert (done.returncode, done.stderr) == (0, "")
    assert messages.read(view, done.stdout.strip()).move in view.legal


@pytest.mark.parametrize(
    ("said", "more", "message"),
    [
        ("", ["nowhere"], "no game 'nowhere'"),
        ("", ["hedge", "--level", "tre"], "did you mean tree"),
        ("", ["hedge", "--protocol", "contest"], "no contest protocol"),
        ("hello\n", ["spring-2021"], "line 1 of a request"),
        ("hello\n", ["hedge"], "not a request"),
        (json.dumps({"spinney": 9}) + "\n", ["hedge"], "version 9"),
        (
            messages.request(HEDGE.new(seed=5).observe(1), 1, [], 5.0, None),
            ["arboretum", "--protocol", "json"],
            "was started for arboretum; start it as: spinney bot hedge",
        ),
    ],
)
def test_what_can_not_be_is_refused_in_one_line(said: str, more: list[str], message: str) -> None:
    done = spoken(said, *more)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(io.StringIO(done.stderr).readlines()) == 1


def test_no_requests_no_answers() -> None:
    assert spoken("", "spring-2021").returncode == 0


def test_it_keeps_more_time_where_the_search_ended_late() -> None:
    view = HEDGE.new(seed=1).observe(0)
    with SearchProcess(HEDGE.name) as process:
        bot = AnytimePlayer(LEVELS["seedling"], 1, process)
        usual = bot._spare(task(view, 0.1))
        bot._delay = 0.02
        assert usual < bot._spare(task(view, 0.1)) <= 0.05
        bot._delay = 9.0
        assert bot._spare(task(view, 0.1)) == pytest.approx(0.05)


def test_on_one_thread_it_grows_one_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets, think = list[Budget](), spinney.search.think

    def noting(view: Observation, budget: Budget, seed: int, **more: Any) -> SearchResult:
        budgets.append(budget)
        return think(view, budget, seed, **more)

    monkeypatch.setattr("spinney.search.think", noting)
    level, end = replace(LEVELS["ancient"], playouts=8), time.monotonic() + 1000
    search(SearchTask(1, HEDGE.new(seed=1).observe(0), level, end, 1))
    assert (budgets[0].trees, budgets[0].threads, budgets[0].playouts) == (1, 1, 8)


def test_at_a_contests_clock_hand_written_advice_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """A trained network takes longer to load."""
    networks, think = [], spinney.search.think

    def noting(view: Observation, budget: Budget, seed: int, **more: Any) -> SearchResult:
        networks.append(more.pop("network"))
        return think(view, budget, seed, network=None, **more)

    monkeypatch.setattr("spinney.search.think", noting)
    level, end = replace(LEVELS["ancient"], playouts=8), time.monotonic() + 1000
    for game in (SPRING, HEDGE):
        search(SearchTask(1, game.new(seed=1).observe(0), level, end, 1))
    assert networks == [None, "shipped"]
