"""The socket of a table: pictures, as soon as anything changes, and nothing else."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import suppress
from typing import NamedTuple

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from ..core.refusal import Refused
from ..house.bell import Bell
from ..house.database import Away, Taken
from ..house.hall import Missing, Table
from . import scene as scenes
from .boards import Drawn
from .caller import Caller, ThisCaller, eyes, table_for
from .company import around
from .scene import Scene
from .site import Site, ThisSite

BEAT = 15
"""Seconds of silence after which a socket says that it is still there."""

SEEN = "seen"
"""What a browser says when it shows what it was sent."""
CLOCKS = re.compile(r'data-left="\d+"|(?<=>)\d+:\d\d(?=<)')
"""What a page says of running time, as a number and in words."""

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


class Looker(NamedTuple):
    """Who looks at a table through a socket, and in which layout."""

    site: Site
    caller: Caller
    table: Table
    layout: str

    def render(self) -> tuple[Scene, str]:
        """Return what there is to see, and its part of the page."""
        shown = eyes(self.caller, self.table)
        about = around(self.site, self.caller, self.table, shown.viewer)
        scene = scenes.scene(self.table, shown, self.layout, self.site.computer, about)
        token = self.site.tokens.token(self.caller.session)
        part = self.site.part("scene.html", scene=scene, token=token, layout=self.layout)
        return scene, part

    def seen(self) -> None:
        """Note that what is shown has come: where clocks wait for that, this player's starts."""
        player, match = eyes(self.caller, self.table).viewer, self.table.match
        if player >= 0 and match.waits(player, self.table.watch.now()):
            self.site.hall.act(self.table, lambda match, at: match.deliver(player, at))


async def _listen(websocket: WebSocket, looker: Looker) -> None:
    """Hear that pictures have come, until the browser leaves; nothing else it says matters."""
    while (message := await websocket.receive())["type"] != "websocket.disconnect":
        if message.get("text") == SEEN:
            with suppress(Away, Refused):
                await asyncio.to_thread(looker.seen)


async def _send(websocket: WebSocket, looker: Looker, bell: Bell) -> None:
    """Send each new picture, the newest only to who reads slowly, and a beat where none is new."""
    last: Scene | None = None
    sent, away = "", False
    while True:
        try:
            scene, html = await asyncio.to_thread(looker.render)
        except Away:
            looker.site.hall.reached(False)
        else:
            # Of what happens unheard, not even the clocks' next look may tell.
            still = CLOCKS.sub("", html)
            if still != sent:
                steps = await asyncio.to_thread(_on_the_way, last, scene, looker.layout)
                drawn = [{"svg": step.svg, "at_hand": step.at_hand} for step in steps]
                await websocket.send_text(json.dumps({"boards": drawn, "scene": html}))
            last, sent = scene, still
        if looker.site.hall.away != away:
            away = looker.site.hall.away
            await websocket.send_text(json.dumps({"away": away}))
        if not await bell.wait(BEAT):
            await websocket.send_text("{}")


def _on_the_way(last: Scene | None, scene: Scene, layout: str) -> list[Drawn]:
    """Return the pictures between the last one sent and this one, if it is one event on."""
    if last is None or scene.version != last.version + 1:
        return []
    steps = scenes.between(scene.match, last.match.version, last.viewer, layout)
    if last.viewer != scene.viewer and last.viewer >= 0:
        steps.append(scenes.boards(scene.match.view(last.viewer), layout))
    return steps
