"""The socket of a table: it sends what has changed, and receives moves.

A browser sends ``{"move": …, "version": …}``, as the form of a page without scripts would, with
``"finish": "no"`` while it may still be changed. The answer is ``{"answer": …}``: why it can't be
said, or nothing; answers come in the order of what was said.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from contextvars import copy_context
from functools import partial

from fastapi import APIRouter, WebSocket
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocketDisconnect

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.server import logs
from spinney.server.accounts.identity import Caller, identify, live_match_for, viewpoint
from spinney.server.async_event import AsyncEvent
from spinney.server.db.database import DatabaseUnavailable
from spinney.server.play import submit_move
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import MatchNotFound
from spinney.server.play.page_model import known_layout
from spinney.server.play.presence import presence_of
from spinney.server.play.viewer_session import ViewerSession
from spinney.server.rate_limits.rate_limited import RateLimited
from spinney.server.refused_sockets import FAILED, FORBIDDEN, LATER, refuse
from spinney.server.rendering import compression
from spinney.server.rendering.pool import RenderProcessEnded
from spinney.server.site import Site

HEARTBEAT_SECONDS = 15
"""Seconds of silence after which a socket says that it is still there."""
SEEN = "seen"
"""What a browser says when it shows what it was sent."""

_log = logging.getLogger(__name__)

routes = APIRouter()


async def socket(websocket: WebSocket) -> None:
    """Send changes of the table until the browser leaves."""
    websocket.scope["route"] = ROUTE  # as others have it, for the log
    site: Site = websocket.app.state.site
    layout = known_layout(websocket.query_params.get("layout"))
    admitted = await _admit(websocket, site)
    if admitted is None:
        return
    caller, live = admitted
    await websocket.accept()
    viewer_session = ViewerSession(site, caller, live, layout, site.render_queue.pool)
    viewer = viewpoint(caller, live).viewer
    # Cancelled: the server ends, and has waited long enough for them to leave.
    with live.subscription(viewer) as changed, suppress(asyncio.CancelledError):
        async with _presence(site, caller, live):
            await _serve(websocket, viewer_session, changed)


async def _admit(websocket: WebSocket, site: Site) -> tuple[Caller, LiveMatch] | None:
    """Return who wants a socket, and its match; None: it is refused."""
    try:
        caller = await identify(websocket, site)
        match_id = websocket.path_params["match_id"]
        return caller, await asyncio.to_thread(live_match_for, site, caller, match_id)
    except DatabaseUnavailable:
        await websocket.close()  # like a lost connection: the page tries again soon
    except (HTTPException, MatchNotFound):  # they are banned, or it isn't for them
        await refuse(websocket, FORBIDDEN)
    except RateLimited:
        await refuse(websocket, LATER)
    except MatchError:
        await refuse(websocket, FAILED)
    return None


ROUTE = WebSocketRoute("/match/{match_id}/socket", socket)
"""One of Starlette's own: FastAPI would keep half as much again for each socket."""
routes.routes.append(ROUTE)


@asynccontextmanager
async def _presence(site: Site, caller: Caller, live: LiveMatch) -> AsyncIterator[None]:
    """Let everybody know that someone is there; in local mode the clocks run meanwhile."""
    if site.services is None:
        site.computer.look_after(live)
        live.notify()
        yield
    else:
        async with presence_of(site.services, caller, live):
            yield


async def _serve(websocket: WebSocket, viewer_session: ViewerSession, changed: AsyncEvent) -> None:
    """Receive and send until the browser leaves."""
    leaving = asyncio.create_task(_listen(websocket, viewer_session))
    sending = asyncio.create_task(_send(websocket, viewer_session, changed))
    try:
        await asyncio.wait({leaving, sending}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        leaving.cancel()
        sending.cancel()
    for task in (leaving, sending):
        with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
            await task


# Receiving.


async def _listen(websocket: WebSocket, viewer_session: ViewerSession) -> None:
    """Receive what is said, and that pictures have come, until the browser leaves."""
    while (message := await websocket.receive())["type"] != "websocket.disconnect":
        text = message.get("text") or ""
        if text == SEEN and viewer_session.awaits_acknowledgement:
            with suppress(DatabaseUnavailable, Refused, MatchError):
                await _run_ordered(viewer_session.site, viewer_session.acknowledge)
        elif (sent := _read(text)) is not None:
            reason = await _submit(websocket, viewer_session, sent)
            await websocket.send_text(json.dumps({"answer": reason}))


async def _run_ordered(site: Site, do: Callable[[], None]) -> None:
    context = copy_context()  # with the language of the answer
    await asyncio.get_running_loop().run_in_executor(site.move_executor, context.run, do)


def _read(text: str) -> dict[str, str] | None:
    """Return what is said; None: it is nothing that a page would say."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return None
    fits = isinstance(message, dict) and "move" in message
    return {name: str(value) for name, value in message.items()} if fits else None


async def _submit(
    websocket: WebSocket, viewer_session: ViewerSession, sent: Mapping[str, str]
) -> str:
    """Play a move; return why it is refused, or nothing. It is counted and logged as a request."""
    begun, status, reason = time.perf_counter(), 200, ""
    try:
        await _run_ordered(viewer_session.site, partial(viewer_session.submit, sent))
    except (Refused, MatchNotFound, RateLimited) as problem:
        status, reason = 422, str(problem)
    except MatchError as problem:
        status, reason = 503, str(problem)
    except DatabaseUnavailable as error:
        viewer_session.site.match_service.failed(error)
        status, reason = 503, submit_move.unavailable(error)
    except Exception:  # noqa: BLE001 - whatever it is, they can go on looking, and try again
        _log.exception("something said couldn't be answered")
        status, reason = 500, _(submit_move.FAULT)
    seconds, services = time.perf_counter() - begun, viewer_session.site.services
    if services is not None:
        where = logs.pattern(websocket.scope)
        services.metrics.answered("MOVE", where, status, seconds)
        logs.log_request("MOVE", where, status, seconds, viewer_session.caller.address)
    return reason


async def _send(websocket: WebSocket, viewer_session: ViewerSession, changed: AsyncEvent) -> None:
    """Send each change, only the newest to a slow reader, and a heartbeat where nothing changes."""
    match_service, database_unavailable, still = viewer_session.site.match_service, False, False
    while True:
        if match_service.database_unavailable != database_unavailable:
            database_unavailable = match_service.database_unavailable
            await websocket.send_text(json.dumps({"database_unavailable": database_unavailable}))
        shown = True
        try:
            await _show(websocket, viewer_session, still)
        except MatchNotFound:
            await websocket.close(FORBIDDEN)
            return
        except MatchError:
            await websocket.close(FAILED)
            return
        except RenderProcessEnded:
            changed.set()  # from now on it is rendered elsewhere
        except DatabaseUnavailable as problem:
            match_service.failed(problem)
            shown = False
        silent = not await changed.wait(HEARTBEAT_SECONDS)
        still = silent and shown
        if silent:
            await websocket.send_text("{}")


async def _show(websocket: WebSocket, viewer_session: ViewerSession, still: bool) -> None:
    """Send what is new. Nothing of it is kept for the next time.

    Raises:
        MatchNotFound: they may not look on any more.
        MatchError: it can't be shown.
        RenderProcessEnded: the process that was to render has ended.
        DatabaseUnavailable: the database can't be reached.
    """
    rendering = viewer_session.site.render_queue.submit(
        partial(viewer_session.look, still), viewer_session.knows
    )
    viewer_session.knows = False
    with viewer_session.site.match_service.errors.contained(
        viewer_session.live.id, MatchNotFound, RenderProcessEnded
    ):
        message = viewer_session.mark_sent(await asyncio.wrap_future(rendering))
    if message:
        await compression.send(websocket, message)
