"""The table: its page, its socket, and what can be done there.

Up by POST, down by socket: a sentence is sent with the version it was spelled at, and answered
with nothing but yes or why not; everybody who looks on is sent the new picture.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Request, Response, WebSocket
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.websockets import WebSocketDisconnect

from ..core.refusal import Refused
from ..match import Match
from . import scene as scenes
from . import speller
from .guard import session_of
from .hall import Bell, Change, Missing, Table
from .scene import Scene
from .screen import screen
from .site import Site, look, to

BEAT = 15
"""Seconds of silence after which a socket says that it is still there."""
STALE = "the table has moved on; look again, and say it once more"


def router(site: Site) -> APIRouter:
    """Return these pages."""
    routes = APIRouter(prefix="/match/{match_id}")
    hall = site.hall

    def _show(table: Table, layout: str) -> Scene:
        return scenes.scene(table, layout, site.computer)

    @routes.get("")
    def page(request: Request, match_id: str) -> Response:
        layout = look(request, "layout", scenes.LAYOUTS)
        return site.page(request, "table.html", scene=_show(hall.table(match_id), layout))

    @routes.websocket("/socket")
    async def socket(websocket: WebSocket, match_id: str) -> None:
        try:
            table = await asyncio.to_thread(hall.table, match_id)
        except Missing:
            await websocket.close(1008)
            return
        session = session_of(websocket.headers) or ""
        layout = scenes.known_layout(websocket.query_params.get("layout"))
        token = site.tokens.token(session)
        await websocket.accept()

        def render() -> tuple[Scene, str]:
            shown = _show(table, layout)
            return shown, site.part("scene.html", scene=shown, token=token, layout=layout)

        await _serve(websocket, site, table, layout, render)

    @routes.get("/words")
    def words(match_id: str, said: str = "", version: str = "") -> Response:
        match, viewer = _now(hall.table(match_id))
        if version != str(match.version_for(viewer)):
            return PlainTextResponse(STALE, 409)
        return JSONResponse(speller.following(match.view(viewer), said))

    async def _do(
        request: Request, match_id: str, change: Callable[[Any, int], Change]
    ) -> Response:
        """Change a match as a form asks; only who is at the screen can, and of what they see."""
        sent = await site.form(request)
        table = await asyncio.to_thread(hall.table, match_id)

        def checked(match: Match, at: int) -> Match:
            viewer = screen(match, table.present).viewer
            if sent.get("version") != f"{viewer}.{match.version_for(viewer)}":
                raise Refused(STALE)
            return change(sent, viewer)(match, at)

        await asyncio.to_thread(hall.act, table, checked)
        table.hurried = False
        return _done(request, match_id)

    @routes.post("/say")
    async def say(request: Request, match_id: str) -> Response:
        def change(sent: Any, viewer: int) -> Change:
            return lambda match, at: match.say(viewer, str(sent.get("sentence", "")), at)

        return await _do(request, match_id, change)

    @routes.post("/undo")
    async def undo(request: Request, match_id: str) -> Response:
        return await _do(request, match_id, lambda _, p: lambda match, at: match.undo(p, at))

    @routes.post("/resign")
    async def resign(request: Request, match_id: str) -> Response:
        return await _do(request, match_id, lambda _, p: lambda match, at: match.resign(p, at))

    @routes.post("/ready")
    async def ready(request: Request, match_id: str) -> Response:
        sent = await site.form(request)
        table = await asyncio.to_thread(hall.table, match_id)
        waiting = screen(table.match, table.present).waiting
        if str(sent.get("player")) not in map(str, waiting):
            raise Refused("nobody waits for that any more; look again")
        table.present = int(str(sent["player"]))
        table.ring()
        return _done(request, match_id)

    @routes.post("/hint")
    async def hint(request: Request, match_id: str) -> Response:
        await site.form(request)
        table = await asyncio.to_thread(hall.table, match_id)
        match, viewer = _now(table)
        view = match.view(viewer)
        if viewer < 0 or not view.steps or match.over:
            raise Refused("there is nothing to choose now; ask on your turn")
        site.computer.begin_advice(table, view)
        return _done(request, match_id)

    @routes.post("/hurry")
    async def hurry(request: Request, match_id: str) -> Response:
        await site.form(request)
        table = await asyncio.to_thread(hall.table, match_id)
        table.hurried = True
        table.ring()
        return _done(request, match_id)

    @routes.post("/again")
    async def again(request: Request, match_id: str) -> Response:
        await site.form(request)
        table = await asyncio.to_thread(hall.table, match_id)
        return to(f"/match/{await asyncio.to_thread(hall.begin, _rematch(table.match))}")

    @routes.post("/forget")
    async def forget(request: Request, match_id: str) -> Response:
        await site.form(request)
        await asyncio.to_thread(hall.table, match_id)
        await asyncio.to_thread(hall.forget, match_id)
        return to("/")

    @routes.get("/record")
    def record(match_id: str) -> Response:
        match, viewer = _now(hall.table(match_id))
        named = f'attachment; filename="{match.game.name}-{match_id}.txt"'
        return PlainTextResponse(match.record(viewer), headers={"Content-Disposition": named})

    return routes


def _now(table: Table) -> tuple[Match, int]:
    match = table.match
    return match, screen(match, table.present).viewer


def _done(request: Request, match_id: str) -> Response:
    """Answer a script with nothing, and send a browser without one back to the table."""
    if "text/html" in request.headers.get("accept", ""):
        return to(f"/match/{match_id}")
    return Response(status_code=204)


def _rematch(match: Match) -> Match:
    """Return a new match of the same people, everybody one seat on."""
    import secrets
    from dataclasses import replace
    from datetime import UTC, datetime

    seats = (*match.header.seats[1:], match.header.seats[0])
    today = datetime.now(UTC).date().isoformat()
    fresh = replace(match.header, seats=seats, seed=secrets.randbits(62), given={}, date=today)
    return Match.begin(fresh)


# The socket.


async def _serve(
    websocket: WebSocket,
    site: Site,
    table: Table,
    layout: str,
    render: Callable[[], tuple[Scene, str]],
) -> None:
    """Send pictures until the browser leaves."""
    bell = Bell()
    table.bells.add(bell)
    site.computer.look_after(table)
    table.ring()
    leaving = asyncio.create_task(_left(websocket))
    sending = asyncio.create_task(_send(websocket, table, bell, layout, render))
    try:
        await asyncio.wait({leaving, sending}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        table.bells.discard(bell)
        table.ring()
        for task in (leaving, sending):
            task.cancel()
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await sending


async def _left(websocket: WebSocket) -> None:
    """Wait until the browser leaves; what it says meanwhile doesn't matter."""
    while (await websocket.receive())["type"] != "websocket.disconnect":
        pass


async def _send(
    websocket: WebSocket,
    table: Table,
    bell: Bell,
    layout: str,
    render: Callable[[], tuple[Scene, str]],
) -> None:
    """Send each new picture, the newest only to who reads slowly, and a beat where none is new."""
    last: Scene | None = None
    sent = ""
    while True:
        shown, html = await asyncio.to_thread(render)
        if html != sent:
            steps = await asyncio.to_thread(_on_the_way, last, shown, layout)
            await websocket.send_text(json.dumps({"boards": steps, "scene": html}))
        last, sent = shown, html
        if not await bell.wait(BEAT):
            await websocket.send_text("{}")


def _on_the_way(last: Scene | None, shown: Scene, layout: str) -> list[str]:
    """Return the pictures between the last one sent and this one, if it is one event on."""
    if last is None or shown.match.version != last.match.version + 1:
        return []
    steps = scenes.between(shown.match, last.match.version, last.viewer, layout)
    if last.viewer != shown.viewer and last.viewer >= 0:
        steps.append(scenes.boards_of(shown.match, last.viewer, layout))
    return steps
