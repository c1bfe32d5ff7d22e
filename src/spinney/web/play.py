"""The table: its page, and what can be done there.

Up by POST, down by socket (`live`): a sentence is sent with the version it was spelled at, and
answered with nothing but yes or why not; everybody who looks on is sent the new picture.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from ..core.refusal import Refused
from ..match import Match
from . import scene as scenes
from . import speller
from .hall import Change, Table
from .screen import screen
from .site import Site, ThisSite, ThisTable, look, to

STALE = "the table has moved on; look again, and say it once more"

routes = APIRouter(prefix="/match/{match_id}")


@routes.get("")
def page(request: Request, site: ThisSite, table: ThisTable) -> Response:
    """Show the table."""
    layout = look(request, "layout", scenes.LAYOUTS)
    scene = scenes.scene(table, layout, site.computer)
    return site.page(request, "table.html", scene=scene)


@routes.get("/words")
def words(table: ThisTable, said: str = "", version: str = "") -> Response:
    """Return what can follow the words said so far; see `speller`."""
    viewer = _viewer(table)
    if version != _version(table.match, viewer):
        return PlainTextResponse(STALE, 409)
    return JSONResponse(speller.following(table.match.view(viewer), said))


@routes.get("/record")
def record(table: ThisTable) -> Response:
    """Return the match as a file: all of it when it is over, before that as it was heard."""
    match = table.match
    named = f'attachment; filename="{match.game.name}-{table.id}.txt"'
    return PlainTextResponse(match.record(_viewer(table)), headers={"Content-Disposition": named})


# What changes the match.


@routes.post("/say")
async def say(request: Request, site: ThisSite, table: ThisTable) -> Response:
    """Say a sentence for whoever is at the screen."""

    def saying(sent: Any, viewer: int) -> Change:
        return lambda match, at: match.say(viewer, str(sent.get("sentence", "")), at)

    return await _do(request, site, table, saying)


@routes.post("/undo")
async def undo(request: Request, site: ThisSite, table: ThisTable) -> Response:
    """Take back the last choice."""
    return await _do(request, site, table, lambda _, p: lambda match, at: match.undo(p, at))


@routes.post("/resign")
async def resign(request: Request, site: ThisSite, table: ThisTable) -> Response:
    """Give up."""
    return await _do(request, site, table, lambda _, p: lambda match, at: match.resign(p, at))


async def _do(
    request: Request, site: Site, table: Table, doing: Callable[[Any, int], Change]
) -> Response:
    """Change a match as a form asks; only who is at the screen can, and of what they see."""
    sent = await site.form(request)

    def change(match: Match, at: int) -> Match:
        viewer = screen(match, table.present).viewer
        if viewer < 0 or sent.get("version") != _version(match, viewer):
            raise Refused(STALE)
        return doing(sent, viewer)(match, at)

    viewer = _viewer(table)
    await asyncio.to_thread(site.hall.act, table, change)
    table.present, table.hurried = viewer, False
    return _done(request, table)


# What belongs to the moment.


@routes.post("/ready")
async def ready(request: Request, site: ThisSite, table: ThisTable) -> Response:
    """Give the screen to one of the friends."""
    sent = await site.form(request)
    waiting = screen(table.match, table.present).waiting
    if str(sent.get("player")) not in map(str, waiting):
        raise Refused("nobody waits for that any more; look again")
    table.present = int(str(sent["player"]))
    table.ring()
    return _done(request, table)


@routes.post("/hint")
async def hint(request: Request, site: ThisSite, table: ThisTable) -> Response:
    """Ask what the computer would do."""
    await site.form(request)
    view = table.match.view(_viewer(table))
    if not view.steps or table.match.over:
        raise Refused("there is nothing to choose now; ask on your turn")
    site.computer.begin_advice(table, view)
    return _done(request, table)


@routes.post("/hurry")
async def hurry(request: Request, site: ThisSite, table: ThisTable) -> Response:
    """Let the computer move without pauses until a person chooses again."""
    await site.form(request)
    table.hurried = True
    table.ring()
    return _done(request, table)


# Other matches.


@routes.post("/again")
async def again(request: Request, site: ThisSite, table: ThisTable) -> Response:
    """Begin the same game anew, everybody one seat on."""
    await site.form(request)
    header = table.match.header
    fresh = replace(
        header,
        seats=(*header.seats[1:], header.seats[0]),
        seed=secrets.randbits(62),
        given={},
        date=datetime.now(UTC).date().isoformat(),
    )
    return to(f"/match/{await asyncio.to_thread(lambda: site.hall.begin(Match.begin(fresh)))}")


@routes.post("/forget")
async def forget(request: Request, site: ThisSite, table: ThisTable) -> Response:
    """Throw the match away."""
    await site.form(request)
    await asyncio.to_thread(site.hall.forget, table.id)
    return to("/")


def _viewer(table: Table) -> int:
    return screen(table.match, table.present).viewer


def _version(match: Match, viewer: int) -> str:
    """Return what a page says of itself: whose it is, and how much they had heard."""
    return f"{viewer}.{match.version_for(viewer)}"


def _done(request: Request, table: Table) -> Response:
    """Answer a script with nothing, and send a browser without one back to the table."""
    if "text/html" in request.headers.get("accept", ""):
        return to(f"/match/{table.id}")
    return Response(status_code=204)
