"""The table: its page, and what can be done there by forms; `live` has its socket."""

from __future__ import annotations

import asyncio
import secrets
from dataclasses import replace
from datetime import UTC, datetime

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse

from spinney.core import rendering
from spinney.core.errors import Refused
from spinney.match import Match
from spinney.match.takebacks import take_back
from spinney.server.accounts.identity import ThisCaller, ThisTable, ThisView
from spinney.server.play import move_input, submit_move
from spinney.server.play import page_model as scenes
from spinney.server.play.computer import HINT
from spinney.server.play.hotseat import is_meant, screen
from spinney.server.play.match_service import MatchSession
from spinney.server.play.page_model import on_behalf
from spinney.server.site import ThisSite, look, to
from spinney.server.tables.features import around

routes = APIRouter(prefix="/match/{match_id}")
local = APIRouter(prefix="/match/{match_id}")
"""What only whoever has all of a match at one screen can do: in local mode."""


@routes.get("")
def page(
    request: Request, site: ThisSite, caller: ThisCaller, table: ThisTable, shown: ThisView
) -> Response:
    """Show the table."""
    layout = look(request, "layout", scenes.LAYOUTS)
    about = around(site, caller, table, shown.viewer)
    scene = scenes.scene(table, shown, site.computer, about)
    symbols, sight = rendering.symbols(table.match.view(-1)), scene.sight(layout).filled
    return site.page(request, "table.html", symbols=symbols, scene=scene, sight=sight)


@routes.get("/words")
def words(table: ThisTable, shown: ThisView, said: str = "", version: str = "") -> Response:
    """Return what can follow the words said so far; see `speller`."""
    viewer = shown.viewer
    if not is_meant(table.match, viewer, version):
        return PlainTextResponse(submit_move.STALE, 409)
    return JSONResponse(move_input.following(table.match.view(viewer), said))


@routes.get("/record")
def record(table: ThisTable, shown: ThisView) -> Response:
    """Return the match as a file: all of it when it is over, before that as it was heard."""
    match = table.match
    named = f'attachment; filename="{match.game.name}-{table.id}.txt"'
    return PlainTextResponse(match.record(shown.observer), headers={"Content-Disposition": named})


# What changes the match.


@routes.post("/say")
async def say(request: Request, site: ThisSite, caller: ThisCaller, table: ThisTable) -> Response:
    """Say a move for whoever is at the screen."""
    sent = await site.form(request)
    await asyncio.to_thread(submit_move.say, site, caller, table, sent)
    return _done(request, table)


@routes.post("/undo")
async def undo(request: Request, site: ThisSite, caller: ThisCaller, table: ThisTable) -> Response:
    """Take back the last choice, where that may be done without asking the others."""
    sent = await site.form(request)

    def doing(match: Match, viewer: int, at: int) -> Match:
        return take_back(match, table.rules, on_behalf(table, viewer), at)

    await asyncio.to_thread(submit_move.do, site, caller, table, sent, doing)
    return _done(request, table)


@routes.post("/resign")
async def resign(
    request: Request, site: ThisSite, caller: ThisCaller, table: ThisTable
) -> Response:
    """Give up."""
    sent = await site.form(request)
    await asyncio.to_thread(submit_move.do, site, caller, table, sent, Match.resign)
    return _done(request, table)


# What belongs to the moment.


@local.post("/ready")
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
async def hint(request: Request, site: ThisSite, table: ThisTable, shown: ThisView) -> Response:
    """Ask what the computer would do."""
    await site.form(request)
    if not table.rules.hints:
        raise Refused("this table has agreed to play without hints")
    view = table.match.view(shown.viewer)
    if not view.legal_actions or table.match.over:
        raise Refused("there is nothing to choose now; ask on your turn")
    if table.company is None:
        site.computer.begin_advice(table, view)
    else:  # the worker through which the player looks on may be another
        await asyncio.to_thread(site.hall.tell, table.id, f"{HINT} {shown.viewer}")
    return _done(request, table)


@local.post("/hurry")
async def hurry(request: Request, site: ThisSite, table: ThisTable) -> Response:
    """Let the computer move without pauses until a person chooses again."""
    await site.form(request)
    table.hurried = True
    table.ring()
    return _done(request, table)


# Other matches.


@local.post("/again")
async def again(request: Request, site: ThisSite, table: ThisTable) -> Response:
    """Begin the same game anew, everybody one seat on."""
    await site.form(request)
    header = replace(table.match.header, seats=table.match.seats)
    fresh = replace(
        header,
        seats=(*header.seats[1:], header.seats[0]),
        seed=secrets.randbits(62),
        given={},
        date=datetime.now(UTC).date().isoformat(),
    )
    rules = table.rules

    def do() -> str:
        return site.hall.begin(Match.begin(fresh), rules=rules)

    return to(f"/match/{await asyncio.to_thread(do)}")


@local.post("/forget")
async def forget(request: Request, site: ThisSite, match_id: str) -> Response:
    """Throw the match away, also one that can't be read any more."""
    await site.form(request)
    await asyncio.to_thread(site.hall.forget, match_id)
    return to("/")


def _done(request: Request, table: MatchSession) -> Response:
    """Answer a script with nothing, and send a browser without one back to the table."""
    if "text/html" in request.headers.get("accept", ""):
        return to(f"/match/{table.id}")
    return Response(status_code=204)
