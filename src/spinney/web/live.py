"""The socket of a table: pictures, as soon as anything changes, and nothing else."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from ..core.refusal import Refused
from ..house.bell import Bell
from ..house.database import Away, Taken
from ..house.hall import Missing, Table
from . import scene as scenes
from .caller import Caller, ThisCaller, eyes, may_still_look, table_for
from .company import around
from .scene import Scene
from .sending import Frame, Shown, apart
from .site import Site, ThisSite

BEAT = 15
"""Seconds of silence after which a socket says that it is still there."""

LOOKS = 3
"""How often at most a picture is begun anew because the table has changed meanwhile."""

SEEN = "seen"
"""What a browser says when it shows what it was sent."""

_drawing = ThreadPoolExecutor(1, "draw")
"""Where pictures are made: apart, so that none keeps a move waiting for a thread, and one after
another, for Python makes no two at once: two would only take turns, and both be late."""

routes = APIRouter()


@routes.websocket("/match/{match_id}/socket")
async def socket(
    websocket: WebSocket, site: ThisSite, caller: ThisCaller, match_id: str, layout: str = "wide"
) -> None:
    """Send pictures until the browser leaves."""
    try:
        table = await asyncio.to_thread(table_for, site, caller, match_id)
    except (Missing, Away):
        await websocket.close(1008)
        return
    await websocket.accept()
    bell = Bell()
    table.bells.add(bell)
    looker = Looker(site, caller, table, scenes.known_layout(layout))
    viewer = eyes(caller, table).viewer
    table.viewers[viewer] += 1
    await _come(site, caller, table)
    leaving = asyncio.create_task(_listen(websocket, looker))
    sending = asyncio.create_task(_send(websocket, looker, bell))
    try:
        await asyncio.wait({leaving, sending}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.bells.discard(bell)
        table.viewers[viewer] -= 1
        await asyncio.shield(_go(site, caller, table))
        leaving.cancel()
        sending.cancel()
    with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
        await sending


async def _come(site: Site, caller: Caller, table: Table) -> None:
    """Let everybody know that someone has come; at a house of one the clocks start."""
    if site.house is None:
        site.computer.look_after(table)
        table.ring()
    else:
        with suppress(Away, Taken):
            await asyncio.to_thread(site.house.presence.come, table.id, caller.id or "")
            await asyncio.to_thread(site.house.wishes.back, table.id, eyes(caller, table).viewer)


async def _go(site: Site, caller: Caller, table: Table) -> None:
    """Let everybody know that someone has left."""
    if site.house is None:
        table.ring()
    else:
        with suppress(Away, Taken):
            await asyncio.to_thread(site.house.presence.go, table.id, caller.id or "")


class Last(NamedTuple):
    """The picture that was sent last.

    Attributes:
        viewer: whose it was.
        heard: how much they had heard.
        version: of the match.
    """

    viewer: int
    heard: int
    version: int


@dataclass
class Looker:
    """Who looks at a table through a socket, in which layout, and what they have been sent."""

    site: Site
    caller: Caller
    table: Table
    layout: str
    shown: Shown = field(default_factory=Shown)
    last: Last | None = None

    def look(self, still: bool = False) -> str:
        """Return what to send now, as there is to see; empty: nothing is new.

        Args:
            still: has nothing been new for a while?

        Raises:
            Missing: they may not look on any more. It is asked before anything is sent, and
                where it has been still.
            Away: the database can't be reached.
        """
        scene = self._scene()
        frame = apart(scene.boards)
        if scene.screen.waiting:  # nothing is on the screen then
            frame = Frame(frame.drawn, {})
        steps = self._on_the_way(scene)
        self.last = Last(scene.viewer, scene.version, scene.match.version)
        page = self._page(replace(scene, boards=frame.drawn))
        message = self.shown.message(page, frame, steps)
        if (message or still) and not self._may_still():
            raise Missing
        return message

    def _may_still(self) -> bool:
        house = self.site.house
        return house is None or may_still_look(house, self.caller, self.table)

    def _scene(self) -> Scene:
        """Return what there is to see, all of one moment: meanwhile the table may change."""
        match, scene = self.table.match, self._glimpse()
        for _ in range(LOOKS):
            if self.table.match is match:
                break
            match, scene = self.table.match, self._glimpse()
        return scene

    def _glimpse(self) -> Scene:
        shown = eyes(self.caller, self.table)
        about = around(self.site, self.caller, self.table, shown.viewer, told=True)
        return scenes.scene(self.table, shown, self.layout, self.site.computer, about)

    def _page(self, scene: Scene) -> str:
        token = self.site.tokens.token(self.caller.session)
        return self.site.part("scene.html", scene=scene, token=token, layout=self.layout)

    def _on_the_way(self, scene: Scene) -> list[Frame]:
        """Return the pictures between the last one sent and this one, if it is one event on."""
        last = self.last
        if last is None or scene.version != last.heard + 1:
            return []
        steps = scenes.between(scene.match, last.version, last.viewer, self.layout)
        if last.viewer != scene.viewer and last.viewer >= 0:
            steps.append(scenes.boards(scene.match.view(last.viewer), self.layout))
        return [apart(step) for step in steps]

    @property
    def awaited(self) -> bool:
        """Does a clock wait until this player has been shown what happened?"""
        player = eyes(self.caller, self.table).viewer
        return player >= 0 and self.table.match.waits(player, self.table.watch.now())

    def seen(self) -> None:
        """Note that what is shown has come: where clocks wait for that, this player's starts."""
        player = eyes(self.caller, self.table).viewer
        self.site.hall.act(self.table, lambda match, at: match.deliver(player, at))


async def _listen(websocket: WebSocket, looker: Looker) -> None:
    """Hear that pictures have come, until the browser leaves; nothing else it says matters."""
    while (message := await websocket.receive())["type"] != "websocket.disconnect":
        if message.get("text") == SEEN and looker.awaited:
            with suppress(Away, Refused):
                await asyncio.to_thread(looker.seen)


async def _send(websocket: WebSocket, looker: Looker, bell: Bell) -> None:
    """Send each new picture, the newest only to who reads slowly, and a beat where none is new."""
    hall, away, still = looker.site.hall, False, False
    loop = asyncio.get_running_loop()
    while True:
        if hall.away != away:
            away = hall.away
            await websocket.send_text(json.dumps({"away": away}))
        try:
            message = await loop.run_in_executor(_drawing, looker.look, still)
        except Missing:
            await websocket.close(1008)
            return
        except Away:
            hall.reached(False)
        else:
            if message:
                await websocket.send_text(message)
        still = not await bell.wait(BEAT)
        if still:
            await websocket.send_text("{}")
