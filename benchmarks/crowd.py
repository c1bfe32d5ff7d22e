"""Simulated clients: many tables, a socket for each player, moves at a given rate.

It runs in a process of its own. What people say is worked out before, so that a measurement has
next to nothing to think about.
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

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from spinney.server.middleware.security import SESSION

AT_ONCE = 20
"""How many sockets are being opened at a time."""
PATIENCE = 10.0
"""Seconds after which a move counts as not seen."""
ANSWER = '{"answer"'
"""How a message begins that answers what was said."""
AWAITED = '"awaited":true'
"""In a picture: a clock waits until it has been seen."""
VERSION = re.compile(r'data-version=\\"(-?\d+)\.(\d+)')
"""Whose view a picture is, and how much they had heard."""


class Line(NamedTuple):
    """What is to be said.

    Attributes:
        player: by whom.
        move: what.
        version: of the page it is spelled at.
        seen: by player, the version of the page on which it shows.
    """

    player: int
    move: str
    version: int
    seen: tuple[int, ...]


@dataclass(frozen=True)
class Part:
    """A table and what will be said there.

    Attributes:
        table: its id.
        keys: the sessions of those who sit there, by player.
        lines: what they say, one after another.
    """

    table_id: str
    keys: tuple[str, ...]
    lines: tuple[Line, ...]


@dataclass
class Heard:
    """What came of a while of play.

    Attributes:
        delays: from a move sent to its being seen by another at the table, in ms.
        sent: how many moves were.
        troubles: how often what went wrong.
    """

    delays: list[float] = field(default_factory=list)
    sent: int = 0
    troubles: dict[str, int] = field(default_factory=dict)

    def trouble(self, what: str) -> None:
        """Note something that went wrong."""
        self.troubles[what] = self.troubles.get(what, 0) + 1


def be(address: str, parts: list[Part], orders: Connection) -> None:
    """Be a part of the crowd.

    An order is how many seconds lie between two moves at a table and for how many to play; the
    answer is what was `Heard`. The first answer says that half of them have come; the order None
    has the others come, and the second time all leave.
    """
    asyncio.run(_be(address, parts, orders))


async def _be(address: str, parts: list[Part], orders: Connection) -> None:
    gate = asyncio.Semaphore(AT_ONCE)
    circles: list[Circle] = []
    for some in (parts[: len(parts) // 2], parts[len(parts) // 2 :]):
        fresh = [Circle(address, part) for part in some]
        await asyncio.gather(*(circle.come(gate) for circle in fresh))
        circles += fresh
        orders.send(Heard())
        while (order := await asyncio.to_thread(orders.recv)) is not None:
            every, seconds = order
            heard, end = Heard(), time.perf_counter() + seconds
            await asyncio.gather(*(circle.play(every, end, heard) for circle in circles))
            orders.send(heard)
    await asyncio.gather(*(circle.leave() for circle in circles))


class Circle:
    """The people at one table."""

    def __init__(self, address: str, part: Part) -> None:
        self.address, self.part, self.said = address, part, 0
        self.sockets: list[ClientConnection] = []
        self.readers: list[asyncio.Task[None]] = []
        self.shown = [0] * len(part.keys)
        self.answers: dict[int, asyncio.Future[str]] = {}
        self.change = asyncio.Event()

    async def come(self, gate: asyncio.Semaphore) -> None:
        """Open the table, all of them."""
        where = f"ws://{urlsplit(self.address).netloc}/match/{self.part.table_id}/socket"
        for player, key in enumerate(self.part.keys):
            async with gate:
                socket = await connect(
                    where,
                    origin=Origin(self.address),
                    additional_headers={"cookie": f"{SESSION}={key}"},
                    max_size=None,
                    open_timeout=60,
                    ping_interval=None,
                )
                self._see(player, str(await socket.recv()))
            self.sockets.append(socket)
            self.readers.append(asyncio.create_task(self._read(player, socket)))

    async def _read(self, player: int, socket: ClientConnection) -> None:
        """Look at what is shown, and say so, as a page does."""
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

    async def play(self, every: float, end: float, heard: Heard) -> None:
        """Move now and then until it is time: people have no beat, so neither has a table."""
        transition = time.perf_counter() + every * random.random()
        while transition < end and self.said < len(self.part.lines):
            await asyncio.sleep(max(0.0, transition - time.perf_counter()))
            await self._move(self.part.lines[self.said], heard)
            self.said += 1
            transition = max(transition + every * (0.5 + random.random()), time.perf_counter())

    async def _move(self, line: Line, heard: Heard) -> None:
        """Say something, and wait until the others see it."""
        heard.sent += 1
        begun = time.perf_counter()
        saying = asyncio.create_task(self._say(line))
        others = [p for p in range(len(self.shown)) if p != line.player]
        try:
            async with asyncio.timeout(PATIENCE):
                while not all(self.shown[p] >= line.seen[p] for p in others):
                    self.change.clear()
                    await self.change.wait()
                heard.delays.append(1000 * (time.perf_counter() - begun))
                reason = await saying
            if reason:
                heard.trouble(reason)
        except TimeoutError:
            heard.trouble("not seen")
        except ConnectionClosed:
            heard.trouble("the socket was closed")
        finally:
            saying.cancel()

    async def _say(self, line: Line) -> str:
        """Send a move as a page does; return why it can't be said, or nothing."""
        answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self.answers[line.player] = answer
        version = f"{line.player}.{line.version}"
        said = json.dumps({"version": version, "move": line.move, "finish": "yes"})
        await self.sockets[line.player].send(said)
        return await answer

    async def leave(self) -> None:
        """Close the table."""
        for reader, socket in zip(self.readers, self.sockets, strict=True):
            reader.cancel()
            await socket.close()
