"""`python -m benchmarks.click`: count the calls of functions for a click and a level's move.

Two browsers look at a table. From a click in one until the other has been sent the change, every
call of a function of Spinney is counted, in all threads; so for each move between two levels.
Counts depend neither on the speed of the machine nor on its load. Pages are rendered in the same
process here, so that their calls count as well. The rules are compiled: they are no calls.
"""

from __future__ import annotations

import argparse
import logging
import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from types import CodeType, FrameType
from typing import Any

import spinney
from spinney.match import Clock, Header, Match
from spinney.match.settings import MatchSettings
from spinney.server.accounts.identity import Caller, viewpoint
from spinney.server.app import create_local, create_shared
from spinney.server.db.database import Database
from spinney.server.db.migrate import migrate
from spinney.server.middleware.security import SESSION
from spinney.server.play.computer import LevelPlayer
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_service import MatchService
from spinney.server.services import Services

SOURCE = str(Path(spinney.__file__).parent)
ORIGIN = "http://127.0.0.1"
GAMES = ("arboretum", "spring-2021")
VERSION = re.compile(r'data-version=\\"(-?\d+\.\d+)')
"""Whose view a message shows, and how many events they had seen."""
SETTLED = 0.3
"""Seconds after which all that follows from a move has been done."""
PAUSE = 0.4
"""Seconds between two moves of levels, so that each is shown by itself."""


class Calls:
    """Counts the calls of Spinney's functions, in threads begun after it."""

    def __init__(self) -> None:
        self._counting = False
        self._counts: list[Counter[CodeType]] = []
        self._of_thread = threading.local()
        threading.setprofile(self._note)
        sys.setprofile(self._note)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and self._counting and frame.f_code.co_filename.startswith(SOURCE):
            counts = getattr(self._of_thread, "counts", None)
            if counts is None:
                counts = self._of_thread.counts = Counter()
                self._counts.append(counts)
            counts[frame.f_code] += 1

    @contextmanager
    def counted(self) -> Iterator[list[Counter[CodeType]]]:
        """Count while the context lasts; then the list holds what was counted."""
        found: list[Counter[CodeType]] = []
        for counts in self._counts:
            counts.clear()
        self._counting = True
        try:
            yield found
        finally:
            self._counting = False
            found.append(sum(self._counts, Counter()))


@dataclass(frozen=True)
class Cost:
    """What several clicks or moves cost.

    Attributes:
        calls: of functions: for clicks the median, for moves the mean.
        functions: different ones: for clicks the median, for moves those of all together.
        files: that have these functions, likewise.
        most: the functions called most often, with their share of all calls.
    """

    calls: float
    functions: int
    files: int
    most: tuple[tuple[str, float], ...]

    @staticmethod
    def of(counts: list[Counter[CodeType]], per: int = 1) -> Cost:
        """Return the cost: each of ``counts`` is of one click, or the only one of ``per`` moves."""
        whole: Counter[CodeType] = sum(counts, Counter())
        named = [
            (f"{Path(code.co_filename).stem}.{code.co_qualname}", n / whole.total())
            for code, n in whole.most_common(10)
        ]
        calls = median(one.total() for one in counts) / per
        functions = round(median(len(one) for one in counts))
        files = round(median(len({code.co_filename for code in one}) for one in counts))
        return Cost(calls, functions, files, tuple(named))


class Browser:
    """A socket of a table and what it has shown."""

    def __init__(self, socket: Any) -> None:
        self._socket, self.version, self.answers = socket, "", list[str]()

    def receive(self) -> bool:
        """Take a message; does it bring a page?"""
        text = self._socket.receive_text()
        if text.startswith('{"answer"'):
            self.answers.append(text)
        found = VERSION.search(text)
        if found:
            self.version = found[1]
        return '"page"' in text

    def click(self, move: str) -> None:
        """Send a move, as a page does."""
        self._socket.send_json({"move": move, "version": self.version, "finish": "yes"})


@dataclass
class Watched:
    """A table with two browsers.

    Attributes:
        live: the table.
        browsers: by player; in local mode both show the same.
        callers: who looks, by browser.
    """

    live: LiveMatch
    browsers: list[Browser]
    callers: list[Caller]

    def settle(self) -> None:
        """Wait until all browsers show the match as it is, and nothing more happens."""
        match = self.live.match
        for browser, caller in zip(self.browsers, self.callers, strict=True):
            viewer = viewpoint(caller, self.live).viewer
            while browser.version != f"{viewer}.{match.version_for(viewer)}":
                browser.receive()
        time.sleep(SETTLED)


def clicks(calls: Calls, table: Watched, count: int) -> Cost:
    """Return what clicks cost, from each until the other browser has changed."""
    rng, counts = random.Random(1), list[Counter[CodeType]]()
    while len(counts) < count and not table.live.match.over:
        match = table.live.match
        player = match.to_act[0]
        if viewpoint(table.callers[player], table.live).viewer != player:
            table.live.at_screen = player  # the friends pass the device to each other
            table.live.notify()
        table.settle()
        shared = table.live.table is not None
        mine, other = (player, 1 - player) if shared else (0, 1)
        move = match.view(player).legal.sample(rng.getrandbits(60))
        with calls.counted() as counted:
            shown = table.browsers[other].version
            table.browsers[mine].click(move)
            while table.browsers[other].version == shown:
                table.browsers[other].receive()
        now = table.live.match
        if now.version == match.version:
            raise SystemExit(f"{move!r} was refused: {table.browsers[mine].answers}")
        if shared or now.to_act[:1] == (player,):  # else the screen is passed on: nothing is drawn
            counts += counted
    return Cost.of(counts[count // 4 :])  # by then caches are warm


def level_moves(calls: Calls, table: Watched, count: int) -> Cost:
    """Return what a move between two levels costs, while two browsers look on."""
    _wait_for(table, 4)  # caches are warm
    begun = table.live.match.version
    with calls.counted() as found:
        _wait_for(table, begun + count)
    return Cost.of(found, per=table.live.match.version - begun)


def _wait_for(table: Watched, version: int) -> None:
    while table.live.match.version < version and not table.live.match.over:
        time.sleep(PAUSE / 4)
    time.sleep(PAUSE / 2)  # it has been shown by then


# Tables.


@contextmanager
def local(name: str, seats: tuple[str, str]) -> Iterator[Watched]:
    """A table of local mode."""
    from starlette.testclient import TestClient

    with tempfile.TemporaryDirectory(prefix="spinney-click-") as folder, ExitStack() as stack:
        app = create_local(Path(folder), move_interval=PAUSE, precompile=False)
        client = stack.enter_context(TestClient(app, base_url=ORIGIN))
        _get_ready(app.state.site.computer, name)
        matches: MatchService = app.state.site.match_service
        game = spinney.game(name)
        id_ = matches.begin(Match.begin(Header(game, seats, seed=7, clock=Clock.read("none"))))
        browsers = [_browser(stack, client, id_) for _ in range(2)]
        yield Watched(matches.live_match(id_), browsers, [Caller("", None, "")] * 2)


@contextmanager
def shared(name: str, seats: tuple[str, str]) -> Iterator[Watched]:
    """A table of shared mode, in a worker with an SQLite file."""
    from starlette.testclient import TestClient

    with tempfile.TemporaryDirectory(prefix="spinney-click-") as folder, ExitStack() as stack:
        database = Database(f"sqlite:///{Path(folder) / 'server.sqlite'}")
        migrate(database)
        services = Services.open(database)
        keys = [f"session-{p}" for p in range(2)]
        people = [services.accounts.guest(key, f"Guest {p}") for p, key in enumerate(keys)]
        app = create_shared(services, move_interval=PAUSE, precompile=False)
        client = stack.enter_context(TestClient(app, base_url=ORIGIN))
        _get_ready(app.state.site.computer, name)
        rules, clock = MatchSettings(public=True), Clock.read("none")
        id_ = services.tables.open(people[0], spinney.game(name), clock, rules, [*seats])
        if "open" in seats:
            services.tables.sit(id_, people[1], 1)
        live = services.match_service.live_match(id_)
        callers = [Caller(key, who, "") for key, who in zip(keys, people, strict=True)]
        browsers = [_browser(stack, client, id_, key) for key in keys]
        yield Watched(live, browsers, callers)


def _get_ready(computer: LevelPlayer, name: str) -> None:
    """Compile the search: as on a server that has been up for a while, it costs no calls."""
    game = spinney.game(name)
    computer.precompiler.begin(game)
    while not computer.precompiler.ready(game):
        time.sleep(PAUSE)


def _browser(stack: ExitStack, client: Any, id_: str, key: str = "") -> Browser:
    headers = {"host": "127.0.0.1", "origin": ORIGIN}
    if key:
        headers["cookie"] = f"{SESSION}={key}"
    browser = Browser(
        stack.enter_context(client.websocket_connect(f"/match/{id_}/socket", headers=headers))
    )
    while not browser.receive():
        pass
    return browser


MODES: dict[str, tuple[Callable[..., Any], str]] = {
    "local mode": (local, "friend"),
    "shared mode": (shared, "open"),
}
"""Each mode: what sets up a table, and the seat of the other person."""


def main() -> None:
    """Count, and print a line for each game, mode and kind of move."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.click", description=__doc__)
    parser.add_argument("--game", action="append", help="by default: " + ", ".join(GAMES))
    parser.add_argument("--count", type=int, default=24, help="clicks and moves of each kind")
    parser.add_argument("--most", action="store_true", help="name the functions called most")
    args = parser.parse_args()
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # of sockets closed while rendering
    calls = Calls()
    print(f"{'':<44}{'calls':>9}{'functions':>11}{'files':>7}")
    for name in args.game or GAMES:
        for mode, (table, friend) in MODES.items():
            for what, count, seats in (
                ("a click", clicks, ("me", friend)),
                ("a level's move", level_moves, ("level:sapling", "level:sapling")),
            ):
                with table(name, seats) as watched:
                    cost = count(calls, watched, args.count)
                line = f"{name}, {mode}, {what}"
                print(f"{line:<44}{cost.calls:9,.0f}{cost.functions:11}{cost.files:7}", flush=True)
                for function, share in cost.most if args.most else ():
                    print(f"    {share:5.1%}  {function}")


if __name__ == "__main__":
    main()
