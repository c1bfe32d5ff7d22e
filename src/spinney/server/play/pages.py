"""The page of a table and its forms; `socket` has its socket."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from spinney.core import gains as core_gains
from spinney.core import notation, rendering
from spinney.core.errors import Refused
from spinney.core.state import Observation
from spinney.i18n import _
from spinney.match import Match
from spinney.match.undo_without_consent import undo_or_fix
from spinney.server.accounts.identity import ThisCaller, ThisLiveMatch, ThisViewpoint
from spinney.server.play import move_input, page_model, submit_move
from spinney.server.play.hints import HINT
from spinney.server.play.hotseat import hotseat
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.page_model import on_behalf
from spinney.server.play.viewpoint import is_meant
from spinney.server.site import ThisSite, look, to
from spinney.server.tables.features import table_context

routes = APIRouter(prefix="/match/{match_id}")
local = APIRouter(prefix="/match/{match_id}")
"""What only whoever has all of a match at one screen can do: in local mode."""


MovesAsked = Annotated[Sequence[str], Query(max_length=64)]
"""The moves of which one asks at once what they gain: those that a piece can make."""


@routes.get("")
def show(
    request: Request,
    site: ThisSite,
    caller: ThisCaller,
    live: ThisLiveMatch,
    viewpoint: ThisViewpoint,
) -> Response:
    """Show the table."""
    layout = look(request, "layout", page_model.LAYOUTS)
    context = table_context(site, caller, live)
    page = page_model.build(live, viewpoint, site.computer, context)
    symbols, view = rendering.symbols(live.match.view(-1)), page.table_view(layout).filled
    return site.page(request, "play/table.html", symbols=symbols, page=page, view=view)


@routes.get("/words")
def words(
    live: ThisLiveMatch, viewpoint: ThisViewpoint, said: str = "", version: str = ""
) -> Response:
    """Return what can follow the words said so far; see `move_input`."""
    viewer = viewpoint.viewer
    if not is_meant(live.match, viewer, version):
        return PlainTextResponse(_(submit_move.STALE), 409)
    return JSONResponse(move_input.following(live.match.view(viewer), said))


@routes.get("/gains")
def gains(
    live: ThisLiveMatch, viewpoint: ThisViewpoint, move: MovesAsked = (), version: str = ""
) -> Response:
    """Return what moves would certainly gain: for each ``[[11, "Lilac"], …]``, the most first.

    For a version that has passed there are none: a move that follows soon is not an error.
    """
    viewer = viewpoint.viewer
    if not is_meant(live.match, viewer, version):
        return JSONResponse({})
    view = live.match.view(viewer)
    return JSONResponse({text: _gained(view, text) for text in move})


def _gained(view: Observation, move: str) -> list[tuple[int, str]]:
    found = core_gains.gains(view, notation.read(view, move))
    return [(gain.after - gain.before, gain.title) for gain in found]


@routes.get("/record")
def record(live: ThisLiveMatch, viewpoint: ThisViewpoint) -> Response:
    """Return the match as a file: all of it when it is over, before that as they observed it."""
    match = live.match
    named = f'attachment; filename="{match.game.name}-{live.id}.txt"'
    return PlainTextResponse(
        match.record(viewpoint.observer), headers={"Content-Disposition": named}
    )


# What changes the match.


@routes.post("/move")
async def move(
    request: Request, site: ThisSite, caller: ThisCaller, live: ThisLiveMatch
) -> Response:
    """Play a move for whoever is at the screen."""
    sent = await site.form(request)
    await asyncio.to_thread(submit_move.submit, site, caller, live, sent)
    return _done(request, live)


@routes.post("/undo")
async def undo(
    request: Request, site: ThisSite, caller: ThisCaller, live: ThisLiveMatch
) -> Response:
    """Take back the last choice, where that may be done without asking the others."""
    sent = await site.form(request)

    def doing(match: Match, viewer: int, at: int) -> Match:
        return undo_or_fix(match, live.rules, on_behalf(live, viewer), at)

    await asyncio.to_thread(submit_move.do, site, caller, live, sent, doing)
    return _done(request, live)


@routes.post("/resign")
async def resign(
    request: Request, site: ThisSite, caller: ThisCaller, live: ThisLiveMatch
) -> Response:
    """Give up."""
    sent = await site.form(request)
    await asyncio.to_thread(submit_move.do, site, caller, live, sent, Match.resign)
    return _done(request, live)


# What belongs to the moment.


@local.post("/ready")
async def ready(request: Request, site: ThisSite, live: ThisLiveMatch) -> Response:
    """Give the screen to one of the friends."""
    sent = await site.form(request)
    waiting = hotseat(live.match, live.at_screen).waiting
    if str(sent.get("player")) not in map(str, waiting):
        raise Refused(_("that player’s turn is over; look again"))
    live.at_screen = int(str(sent["player"]))
    live.notify()
    return _done(request, live)


@routes.post("/hint")
async def hint(
    request: Request, site: ThisSite, live: ThisLiveMatch, viewpoint: ThisViewpoint
) -> Response:
    """Ask what the computer would do."""
    await site.form(request)
    if not live.rules.hints:
        raise Refused(_("this table has agreed to play without hints"))
    view = live.match.view(viewpoint.viewer)
    if not view.legal_actions or live.match.over:
        raise Refused(_("there is nothing to choose now; ask on your turn"))
    if live.table is None:
        site.computer.hints.begin(live, view)
    else:  # the worker through which the player looks on may be another
        await asyncio.to_thread(site.match_service.publish, live.id, f"{HINT} {viewpoint.viewer}")
    return _done(request, live)


@local.post("/hurry")
async def hurry(request: Request, site: ThisSite, live: ThisLiveMatch) -> Response:
    """Let the computer move without pauses until a person chooses again."""
    await site.form(request)
    live.hurried = True
    live.notify()
    return _done(request, live)


# Other matches.


@local.post("/rematch")
async def rematch(request: Request, site: ThisSite, live: ThisLiveMatch) -> Response:
    """Begin the same game anew, everybody one seat on."""
    await site.form(request)
    header = replace(live.match.header, seats=live.match.seats)
    fresh = replace(
        header,
        seats=(*header.seats[1:], header.seats[0]),
        seed=secrets.randbits(62),
        given={},
        secret="",
        rules=0,
        date=datetime.now(UTC).date().isoformat(),
    )
    rules = live.rules.for_rematch()

    def do() -> str:
        return site.match_service.begin(Match.begin(fresh), rules=rules)

    return to(f"/match/{await asyncio.to_thread(do)}")


@local.post("/forget")
async def forget(request: Request, site: ThisSite, match_id: str) -> Response:
    """Throw the match away, also one that can't be read any more."""
    await site.form(request)
    await asyncio.to_thread(site.match_service.forget, match_id)
    return to("/")


def _done(request: Request, live: LiveMatch) -> Response:
    """Answer a script with nothing, and send a browser without one back to the table."""
    if "text/html" in request.headers.get("accept", ""):
        return to(f"/match/{live.id}")
    return Response(status_code=204)
