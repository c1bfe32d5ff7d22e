"""Simulated clients: many tables, a socket for each player, moves at a given rate.

They run in a process of their own. All moves are prepared in advance, so that the clients take
little processor time.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import time
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import NamedTuple
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_socket
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from spinney.server.middleware.security import SESSION

AT_ONCE = 20
"""How many sockets are being opened at a time."""
PATIENCE = 10.0
"""Seconds after which a move counts as not seen."""
ANSWER = '{"answer"'
"""How a message begins that answers a move."""
AWAITED = '"awaited":true'
"""In a page: a clock waits until it has been seen."""
VERSION = re.compile(r'data-version=\\"(-?\d+)\.(\d+)')
"""Whose view a page shows, and its version."""


class ScriptedMove(NamedTuple):
    """A move to send.

    Attributes:
        player: who sends it.
        text: the move in the game's notation.
        version: of the page it is made on.
        seen: by player, the version of the page that shows it.
    """

    player: int
    text: str
    version: int
    seen: tuple[int, ...]


@dataclass(frozen=True)
class ScriptedTable:
    """A table and the moves to be played there.

    Attributes:
        table_id: its id.
        sessions: the sessions of its players, in their order.
        moves: in the order of play.
    """

    table_id: str
    sessions: tuple[str, ...]
    moves: tuple[ScriptedMove, ...]


@dataclass
class PlayResult:
    """The measurements of a period of play.

    Attributes:
        delays: from a move sent to its being seen by another at the table, in ms.
        sent: how many moves were sent.
        troubles: how often each problem occurred.
    """

    delays: list[float] = field(default_factory=list)
    sent: int = 0
    troubles: dict[str, int] = field(default_factory=dict)

    def trouble(self, what: str) -> None:
        """Count a problem."""
        self.troubles[what] = self.troubles.get(what, 0) + 1


def run(address: str, scripts: list[ScriptedTable], commands: Connection) -> None:
    """Run simulated clients in this process until told to end.

    A command is the seconds between two moves at a table and the seconds to play; the answer is a
    `PlayResult`. The first answer says that half of the clients are connected; the command None
    connects the others, and the second time disconnects all.
    """
    asyncio.run(_run(address, scripts, commands))


async def _run(address: str, scripts: list[ScriptedTable], commands: Connection) -> None:
    gate = asyncio.Semaphore(AT_ONCE)
    tables: list[SimulatedTable] = []
    for some in (scripts[: len(scripts) // 2], scripts[len(scripts) // 2 :]):
        fresh = [SimulatedTable(address, script) for script in some]
        await asyncio.gather(*(table.connect(gate) for table in fresh))
        tables += fresh
        commands.send(PlayResult())
        while (command := await asyncio.to_thread(commands.recv)) is not None:
            every, seconds = command
            result, end = PlayResult(), time.perf_counter() + seconds
            await asyncio.gather(*(table.play(every, end, result) for table in tables))
            commands.send(result)
    await asyncio.gather(*(table.disconnect() for table in tables))


class SimulatedTable:
    """The clients at one table."""

    def __init__(self, address: str, script: ScriptedTable) -> None:
        self.address, self.script, self.sent = address, script, 0
        self.sockets: list[ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []
        self.shown = [0] * len(script.sessions)
        self.answers: dict[int, asyncio.Future[str]] = {}
        self.change = asyncio.Event()

    async def connect(self, gate: asyncio.Semaphore) -> None:
        """Open the page of the table in each client."""
        where = f"ws://{urlsplit(self.address).netloc}/match/{self.script.table_id}/socket"
        for player, session in enumerate(self.script.sessions):
            async with gate:
                socket = await connect_socket(
                    where,
                    origin=Origin(self.address),
                    additional_headers={"cookie": f"{SESSION}={session}"},
                    max_size=None,
                    open_timeout=60,
                    ping_interval=None,
                )
                self._see(player, str(await socket.recv()))
            self.sockets.append(socket)
            self.readers.append(asyncio.create_task(self._read(player, socket)))

    async def _read(self, player: int, socket: ClientConnection) -> None:
        """Read what the server sends and confirm it, as a page does."""
        async for message in socket:
            self._see(player, str(message))
            if AWAITED in str(message):
                await socket.send("seen")

    def _see(self, player: int, message: str) -> None:
        if message.startswith(ANSWER):
            if not self.answers[player].done():  # else nobody waits for it any more
                self.answers[player].set_result(json.loads(message)["answer"])
            return
        found = VERSION.search(message)
        if found is not None:
            self.shown[player] = int(found[2])
            self.change.set()

    async def play(self, every: float, end: float, result: PlayResult) -> None:
        """Move at irregular intervals, as people do, until the time is up."""
        due = time.perf_counter() + every * random.random()
        while due < end and self.sent < len(self.script.moves):
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            await self._move(self.script.moves[self.sent], result)
            self.sent += 1
            due = max(due + every * (0.5 + random.random()), time.perf_counter())

    async def _move(self, move: ScriptedMove, result: PlayResult) -> None:
        """Send a move, and wait until the others see it."""
        result.sent += 1
        begun = time.perf_counter()
        sending = asyncio.create_task(self._send(move))
        others = [p for p in range(len(self.shown)) if p != move.player]
        try:
            async with asyncio.timeout(PATIENCE):
                while not all(self.shown[p] >= move.seen[p] for p in others):
                    self.change.clear()
                    await self.change.wait()
                result.delays.append(1000 * (time.perf_counter() - begun))
                reason = await sending
            if reason:
                result.trouble(reason)
        except TimeoutError:
            result.trouble("not seen")
        except ConnectionClosed:
            result.trouble("the socket was closed")
        finally:
            sending.cancel()

    async def _send(self, move: ScriptedMove) -> str:
        """Send a move as a page does; return why it is refused, or nothing."""
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.answers[move.player] = answer
        version = f"{move.player}.{move.version}"
        message = json.dumps({"version": version, "move": move.text, "finish": "yes"})
        await self.sockets[move.player].send(message)
        return await answer

    async def disconnect(self) -> None:
        """Close all sockets."""
        for reader, socket in zip(self.readers, self.sockets, strict=True):
            reader.cancel()
            await socket.close()
