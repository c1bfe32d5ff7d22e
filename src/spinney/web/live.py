"""The socket of a table: pictures, as soon as anything changes, and nothing else."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect

from . import scene as scenes
from .boards import Drawn
from .guard import session_of
from .hall import Bell, Missing, Table
from .scene import Scene
from .site import Site, ThisSite

BEAT = 15
"""Seconds of silence after which a socket says that it is still there."""

routes = APIRouter()


@routes.websocket("/match/{match_id}/socket")
async def socket(websocket: WebSocket, site: ThisSite, match_id: str, layout: str = "wide") -> None:
    """Send pictures until the browser leaves."""
    try:
        table = await asyncio.to_thread(site.hall.table, match_id)
    except Missing:
        await websocket.close(1008)
        return
    await websocket.accept()
    bell = Bell()
    table.bells.add(bell)
    site.computer.look_after(table)
    table.ring()
    leaving = asyncio.create_task(_left(websocket))
    sending = asyncio.create_task(_send(websocket, site, table, bell, scenes.known_layout(layout)))
    try:
        await asyncio.wait({leaving, sending}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.bells.discard(bell)
        table.ring()
        leaving.cancel()
        sending.cancel()
    with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
        await sending


async def _left(websocket: WebSocket) -> None:
    """Wait until the browser leaves; what it says meanwhile doesn't matter."""
    while (await websocket.receive())["type"] != "websocket.disconnect":
        pass


async def _send(websocket: WebSocket, site: Site, table: Table, bell: Bell, layout: str) -> None:
    """Send each new picture, the newest only to who reads slowly, and a beat where none is new."""
    token = site.tokens.token(session_of(websocket.headers) or "")
    last: Scene | None = None
    sent = ""

    def render() -> tuple[Scene, str]:
        scene = scenes.scene(table, layout, site.computer)
        return scene, site.part("scene.html", scene=scene, token=token, layout=layout)

    while True:
        scene, html = await asyncio.to_thread(render)
        if html != sent:
            steps = await asyncio.to_thread(_on_the_way, last, scene, layout)
            drawn = [{"svg": step.svg, "at_hand": step.at_hand} for step in steps]
            await websocket.send_text(json.dumps({"boards": drawn, "scene": html}))
        last, sent = scene, html
        if not await bell.wait(BEAT):
            await websocket.send_text("{}")


def _on_the_way(last: Scene | None, scene: Scene, layout: str) -> list[Drawn]:
    """Return the pictures between the last one sent and this one, if it is one event on."""
    if last is None or scene.match.version != last.match.version + 1:
        return []
    steps = scenes.between(scene.match, last.match.version, last.viewer, layout)
    if last.viewer != scene.viewer and last.viewer >= 0:
        steps.append(scenes.boards(scene.match.view(last.viewer), layout))
    return steps
