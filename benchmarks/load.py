"""`make load`: measure the throughput of a server and find its bottleneck.

People sit at tables with a socket each; each table moves every so often. What is measured is the
time from a move sent to its being seen by the others there. The clients share the machine with the
server: in a hall of its own the server would carry more.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import insert

import spinney
from benchmarks import server_under_load, simulated_clients
from benchmarks.server_under_load import ServerUnderLoad
from benchmarks.simulated_clients import PlayResult, ScriptedMove, ScriptedTable
from spinney.core import compilation
from spinney.match import Clock, Event, Match
from spinney.match.settings import MatchSettings
from spinney.server.accounts.person import Person
from spinney.server.db.schema import events
from spinney.server.jobs import queue
from spinney.server.services import Services

BOUND = 150
"""Milliseconds within which 99 of 100 moves are to be seen."""
ROOM = 200_000
"""The bytes of memory that a table may take."""
MOVES = 200
"""How many moves are worked out for a table at most."""
STEP = 1.25
"""By how much play quickens from one step of the search for the limit to the next."""
GAMES = ("build-your-arboretum", "arboretum", "spring-2021", "forest-garden")


@dataclass(frozen=True)
class Found:
    """What came of one pace.

    Attributes:
        rate: moves a second, asked for.
        result: what the clients measured.
        seconds: how long it took.
        shares: processor time used, in cores, by who used it; ``others`` are no part of it.
    """

    rate: float
    result: PlayResult
    seconds: float
    shares: dict[str, float]

    def within(self, percent: float) -> float:
        """Return the milliseconds within which so many of the moves were seen."""
        delays = sorted(self.result.delays)
        return delays[min(len(delays) - 1, int(len(delays) * percent / 100))] if delays else 0.0

    @property
    def held(self) -> bool:
        """Was everything seen in time?"""
        return not self.result.troubles and 0 < self.within(99) < BOUND

    def __str__(self) -> str:
        """Return it as a line of the table."""
        played = len(self.result.delays) / self.seconds
        cores = "".join(f"{share:10.2f}" for share in self.shares.values())
        words = "".join(f"  {count} × {what}" for what, count in self.result.troubles.items())
        times = "".join(f"{self.within(percent):9.0f}" for percent in (50, 95, 99, 100))
        return f"{self.rate:9.0f}{played:9.0f}{times}{cores}{words}"


def main() -> None:
    """Measure on SQLite with one worker and on PostgreSQL with several, unless told otherwise."""
    args = _arguments()
    if not Path("/proc").is_dir():
        raise SystemExit("what processes use is read from /proc, which only Linux has")
    for game in GAMES:  # the clients' own rules; the server has its own
        compilation.precompile(spinney.game(game))
    for name, setup in (
        ("sqlite", server_under_load.sqlite()),
        ("postgresql", server_under_load.postgresql(2)),
    ):
        if args.on in (name, "both"):
            with setup as found, server_under_load.serving(found) as server:
                _measure(server, args)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.load", description=__doc__)
    parser.add_argument("--on", choices=("sqlite", "postgresql", "both"), default="both")
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--every", type=float, default=5.0, help="seconds from move to move")
    parser.add_argument("--seconds", type=float, default=40.0, help="how long to measure")
    parser.add_argument("--game", choices=GAMES, action="append", help="by default all in turn")
    parser.add_argument("--steps", type=int, default=12, help="of the search for the limit")
    return parser.parse_args()


def _measure(server: ServerUnderLoad, args: argparse.Namespace) -> None:
    """Measure one server and print what was found."""
    print(f"\n{server.setup.name}; {args.tables} tables, {2 * args.tables} sockets, each table")
    print(f"moves every {args.every:g} s; {os.cpu_count()} cores, load {os.getloadavg()[0]:.2f}")
    scripts = list(_set_up_tables(server.services, args.tables, args.game or GAMES))
    with _clients(server, scripts, args.every) as clients:
        print(f"{'':>9}{'moves/s':>9}{'seen within, in ms, of 100':>36}{'cores used by':>40}")
        print(f"{'asked':>9}{'seen':>9}{'50':>9}{'95':>9}{'99':>9}{'all':>9}", end="")
        print(
            "".join(f"{name:>10}" for name in ("workers", "database", "clients", "others")),
            flush=True,
        )
        measured = _measure_rate(server, clients, args.tables, args.every, args.seconds)
        print(measured, flush=True)
        print(f"memory of a table with its sockets: {clients.table_memory / 1000:.0f} kB", end="; ")
        print(f"{ROOM // 1000} are to do")
        print("the bound is kept" if measured.held else "THE BOUND IS NOT KEPT", flush=True)
        _search(server, clients, args, measured)


def _search(
    server: ServerUnderLoad, clients: ClientProcess, args: argparse.Namespace, first: Found
) -> None:
    """Quicken play until the bound breaks, or slow it until it holds; say what gave way."""
    every, step, last = args.every, STEP if first.held else 1 / STEP, first
    for _ in range(args.steps):
        every /= step
        measured = _measure_rate(server, clients, args.tables, every, max(10.0, 2 * every))
        print(measured, flush=True)
        if measured.held != first.held:
            kept, broken = (measured, last) if measured.held else (last, measured)
            print(f"it holds {kept.rate:.0f} moves/s; at {broken.rate:.0f} {_why(server, broken)}")
            return
        last = measured
    print("the limit was not found" if first.held else f"even then {_why(server, last)}")


def _why(server: ServerUnderLoad, measured: Found) -> str:
    """Say what gave way."""
    cores, shares = os.cpu_count() or 1, measured.shares
    each = shares["workers"] / server.setup.workers
    words = ", ".join(f"{name} {share:.2f}" for name, share in shares.items())
    if sum(shares.values()) > 0.9 * cores and shares["others"] > 0.1 * cores:
        return f"the machine has too much else to do ({words}); measure when it is quiet"
    if sum(shares.values()) > 0.9 * cores:
        return f"all {cores} cores are full ({words}); most of it in {max(shares, key=shares.get)}"  # type: ignore[arg-type]
    if each > 0.85:
        return f"a worker fills its core ({each:.2f}): Python runs one thread at a time"
    return f"moves wait, and not for a processor ({words}): for the disk, or for each other"


# The clients.


class ClientProcess:
    """Speaks to the process of a crowd.

    Attributes:
        table_memory: bytes of memory for each table, measured on the second half of them.
    """

    def __init__(self, server: ServerUnderLoad, scripts: list[ScriptedTable], every: float) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(
            target=simulated_clients.run, args=(server.address, scripts, theirs)
        )
        self.process.start()
        self.pipe.recv()
        half = self._memory(server, every)
        self.pipe.send(None)
        self.pipe.recv()
        self.table_memory = (self._memory(server, every) - half) / (
            len(scripts) - len(scripts) // 2
        )

    def _memory(self, server: ServerUnderLoad, every: float) -> int:
        """Return the memory in use, once those who have come have moved, so that caches fill."""
        self.play(every, 2 * every)
        return server_under_load.resident(server.pids()["workers"])

    def play(self, every: float, seconds: float) -> PlayResult:
        """Let all tables be played at."""
        self.pipe.send((every, seconds))
        result: PlayResult = self.pipe.recv()
        return result


@contextmanager
def _clients(
    server: ServerUnderLoad, scripts: list[ScriptedTable], every: float
) -> Iterator[ClientProcess]:
    """Have people come to all tables."""
    clients = ClientProcess(server, scripts, every)
    try:
        yield clients
    finally:
        with suppress(OSError):
            clients.pipe.send(None)
        clients.process.join(20)
        clients.process.kill()


def _measure_rate(
    server: ServerUnderLoad, clients: ClientProcess, tables: int, every: float, seconds: float
) -> Found:
    """Play at one pace."""
    pids = {**server.pids(), "clients": server_under_load.family(clients.process.pid or 0)}
    before, whole = (
        {name: server_under_load.busy(who) for name, who in pids.items()},
        server_under_load.busy_in_all(),
    )
    begun = time.monotonic()
    result = clients.play(every, seconds)
    took = time.monotonic() - begun
    shares = {
        name: (server_under_load.busy(who) - before[name]) / took for name, who in pids.items()
    }
    others = (server_under_load.busy_in_all() - whole) / took - sum(shares.values())
    return Found(tables / every, result, took, {**shares, "others": max(0.0, others)})


# The tables.


def _set_up_tables(
    services: Services, count: int, games: tuple[str, ...]
) -> Iterator[ScriptedTable]:
    """Open tables somewhere in the middle of their matches, and work out what will be said."""
    rng = random.Random(1)
    for number in range(count):
        sessions = tuple(f"load-{number}-{player}" for player in range(2))
        people = [services.accounts.guest(session, f"Guest {session[5:]}") for session in sessions]
        table_id = _begun(services, people, games[number % len(games)])
        moves = _played(services, table_id, rng)
        yield ScriptedTable(table_id, sessions, tuple(moves))


def _begun(services: Services, people: list[Person], name: str) -> str:
    game = spinney.game(name)
    rules, clock = MatchSettings(public=True), Clock.read("bank 60:00 + 5")
    table_id = services.tables.open(people[0], game, clock, rules, ["me", "open"])
    services.tables.sit(table_id, people[1], 1)
    return table_id


def _played(services: Services, table_id: str, rng: random.Random) -> list[ScriptedMove]:
    """Play the beginning of a match at once, and return moves for the rest of it."""
    match = services.match_service.live_match(table_id).match
    moves = list(_random(match, rng))
    skipped = rng.randrange(1 + len(moves) // 3)
    if skipped:
        _store(services, table_id, moves[skipped - 1][1])
    matches = [match, *(after for _, after in moves)]
    return [
        ScriptedMove(
            event.player,
            event.text,
            before.version_for(event.player),
            tuple(after.version_for(p) for p in range(2)),
        )
        for (event, after), before in list(zip(moves, matches, strict=False))[skipped:]
    ]


def _random(match: Match, rng: random.Random) -> Iterator[tuple[Event, Match]]:
    """Yield random events of a match and how it stands after each."""
    while not match.over and match.version < MOVES:
        player = rng.choice(match.to_act)
        move = match.view(player).legal.sample(rng.getrandbits(62))
        match = match.play(player, move, 0)
        yield match.events[-1], match


def _store(services: Services, table_id: str, match: Match) -> None:
    """Store a match's events as if they had happened in an instant."""
    rows = [
        {"match": table_id, "number": number, "event": json.dumps(event.to_json())}
        for number, event in enumerate(match.events)
    ]
    table = services.tables.table(table_id)
    with services.store.database.writing() as connection:
        connection.execute(insert(events), rows)
        queue.write(connection, table_id, (table and table.began) or 0, match)


if __name__ == "__main__":
    main()
