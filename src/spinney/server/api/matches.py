"""Matches: views, moves and records."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import PlainTextResponse

from spinney.match import Match
from spinney.match.bot_output import NOTHING, BotOutput
from spinney.match.undo_without_consent import undo_or_fix
from spinney.players.protocol.messages import one_line
from spinney.server.accounts.identity import Caller, ThisServices, viewpoint
from spinney.server.api import models, views
from spinney.server.api.authentication import (
    BESIDES_JSON,
    BY_NAME,
    StaleVersion,
    ThisCaller,
    ThisLiveMatch,
)
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_service import Change
from spinney.server.play.play_move import play_move
from spinney.server.play.submit_move import STALE
from spinney.server.play.viewpoint import is_meant
from spinney.server.services import Services
from spinney.server.tables.forms import player_of

routes = APIRouter(prefix="/matches/{match_id}", tags=["matches"])

Since = Annotated[
    int, Query(ge=0, lt=2**31, description="How many lines of your log you have already.")
]


@routes.get("", operation_id="match")
def match(
    services: ThisServices, caller: ThisCaller, live: ThisLiveMatch, since: Since = 0
) -> models.View:
    """Return a match as you may know it."""
    return views.view_of(services, caller, live, since)


@routes.get("/words", operation_id="words")
def words(
    caller: ThisCaller,
    live: ThisLiveMatch,
    said: Annotated[str, Query(max_length=400, description="The words so far.")] = "",
) -> models.PieceWords:
    """Return the continuations of some words of a move."""
    viewer = player_of(caller, live)
    return models.PieceWords(next=views.following(live.match.view(viewer), said))


@routes.get(
    "/record",
    operation_id="record",
    response_class=PlainTextResponse,
    responses={
        **BESIDES_JSON,
        200: {"content": {"text/plain": {}}, "description": "The record."},
    },
)
def record(caller: ThisCaller, live: ThisLiveMatch) -> PlainTextResponse:
    """Return the match's record: whole when it is over, before that as you may know it."""
    return PlainTextResponse(live.match.record(viewpoint(caller, live).viewer))


@routes.post("/move", operation_id="move", dependencies=BY_NAME)
async def move(
    services: ThisServices, caller: ThisCaller, live: ThisLiveMatch, sent: models.PlayMove
) -> models.View:
    """Play a move, and return the match after it."""
    message = one_line(sent.message)
    bot_output = BotOutput(message=message) if message else NOTHING

    def play(now: Match, at: int) -> Match:
        player = player_of(caller, live)
        return play_move(now, live.rules, player, sent.move, at, sent.finish, bot_output)

    return await _do(services, caller, live, play, sent.version)


@routes.post("/undo", operation_id="undo", dependencies=BY_NAME)
async def undo(
    services: ThisServices, caller: ThisCaller, live: ThisLiveMatch, sent: models.At = models.LATEST
) -> models.View:
    """Take back your last choice, or fix a slip in time, where nobody has to agree."""

    def undoing(now: Match, at: int) -> Match:
        return undo_or_fix(now, live.rules, (player_of(caller, live),), at)

    return await _do(services, caller, live, undoing, sent.version)


@routes.post("/resign", operation_id="resign", dependencies=BY_NAME)
async def resign(
    services: ThisServices, caller: ThisCaller, live: ThisLiveMatch, sent: models.At = models.LATEST
) -> models.View:
    """Resign, which ends the match."""

    def resigning(now: Match, at: int) -> Match:
        return now.resign(player_of(caller, live), at)

    return await _do(services, caller, live, resigning, sent.version)


async def _do(
    services: Services, caller: Caller, live: LiveMatch, doing: Change, version: str | None
) -> models.View:
    """Change a match for its player, based on the version they saw.

    Raises:
        Refused: it can't be done.
        StaleVersion: they saw it before another choice.
        DatabaseUnavailable: the database can't be reached.
    """

    def change(match: Match, at: int) -> Match:
        if version is not None and not is_meant(match, player_of(caller, live), version):
            raise StaleVersion(STALE)
        return doing(match, at)

    def do() -> models.View:
        services.match_service.act(live, change)
        return views.view_of(services, caller, live)

    return await asyncio.to_thread(do)
