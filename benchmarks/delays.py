"""Latencies: of the first page, of others' moves, of bots with a clock."""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

from tests.server.level_load import Pair, begin_thinking
from tests.server.playing import GAME
from tests.web.shared_server import opened

import spinney
from benchmarks.measuring import Figure
from spinney import search
from spinney.core import compilation
from spinney.players.anytime import AnytimePlayer
from spinney.players.levels import LEVELS
from spinney.players.protocol.bot_side import MoveRequest
from spinney.players.protocol.messages import ParsedRequest
from spinney.players.search_worker import SearchProcess


def delays() -> Iterator[Figure]:
    """Yield each delay; these are wall-clock times and mean nothing on a busy machine."""
    yield Figure("the first page of play, nothing compiled yet", first_page(), "ms")
    yield Figure("a move is seen while four levels think", move_seen(), "ms")
    yield Figure("left of 2 s when a bot answers while it compiles", time_left(), "ms")


def first_page() -> float:
    """Return the ms from starting `spinney play` to the first page, the median of five."""
    times = []
    for _ in range(5):
        with tempfile.TemporaryDirectory() as folder:
            own = {"SPINNEY_DATA": f"{folder}/data", "SPINNEY_CACHE": f"{folder}/cache"}
            begun = time.perf_counter()
            command = [sys.executable, "-m", "spinney", "play", "--no-browser"]
            with subprocess.Popen(
                command, stdout=subprocess.PIPE, text=True, env={**os.environ, **own}
            ) as process:
                assert process.stdout is not None
                address = re.findall(r"http://\S+", process.stdout.readline())[0]
                with urllib.request.urlopen(address) as answer:  # noqa: S310 - it is our own
                    answer.read()
                times.append(1000 * (time.perf_counter() - begun))
                process.terminate()
    return statistics.median(times)


def move_seen() -> float:
    """Return the ms until a move is seen by the other player, the median of nine."""
    search.precompile(spinney.game(GAME))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "server.sqlite"
        with opened(f"sqlite:///{file}") as (address, services):
            begin_thinking(services)
            with Pair(address, services) as pair:
                return 1000 * statistics.median(pair.move() for _ in range(9))


def time_left() -> float:
    """Return the fewest ms that are left when a bot with a clock answers; below 0 it is late."""
    game = spinney.game("spring-2021")
    left = []
    with compilation.interpreting(), SearchProcess(game.name) as process:
        bot = AnytimePlayer(LEVELS["ancient"], 1, process)
        for _ in range(3):
            request = MoveRequest(
                ParsedRequest(game.new(seed=1).observe(0), 1, 2.0, None), time.monotonic()
            )
            bot.choose(request)
            left.append(1000 * (request.end - time.monotonic()))
    return min(left)
