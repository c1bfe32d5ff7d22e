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
    ThisSession,
)
from spinney.server.play.match_service import Change
from spinney.server.play.match_session import MatchSession
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
    services: ThisServices, caller: ThisCaller, match: ThisSession, since: Since = 0
) -> models.View:
    """Return a match as you may know it."""
    return views.view_of(services, caller, match, since)


@routes.get("/words", operation_id="words")
def words(
    caller: ThisCaller,
    match: ThisSession,
    said: Annotated[str, Query(max_length=400, description="The words so far.")] = "",
) -> models.PieceWords:
    """Return the continuations of some words of a move."""
    viewer = player_of(caller, match)
    return models.PieceWords(next=views.following(match.match.view(viewer), said))


@routes.get(
    "/record",
    operation_id="record",
    response_class=PlainTextResponse,
    responses={
        **BESIDES_JSON,
        200: {"content": {"text/plain": {}}, "description": "The record."},
    },
)
def record(caller: ThisCaller, match: ThisSession) -> PlainTextResponse:
    """Return the match's record: whole when it is over, before that as you may know it."""
    return PlainTextResponse(match.match.record(viewpoint(caller, match).viewer))


@routes.post("/move", operation_id="move", dependencies=BY_NAME)
async def move(
    services: ThisServices, caller: ThisCaller, match: ThisSession, sent: models.PlayMove
) -> models.View:
    """Play a move, and return the match after it."""
    message = one_line(sent.message)
    bot_output = BotOutput(message=message) if message else NOTHING

    def play(now: Match, at: int) -> Match:
        player = player_of(caller, match)
        return play_move(now, match.rules, player, sent.move, at, sent.finish, bot_output)

    return await _do(services, caller, match, play, sent.version)


@routes.post("/undo", operation_id="undo", dependencies=BY_NAME)
async def undo(
    services: ThisServices, caller: ThisCaller, match: ThisSession, sent: models.At = models.LATEST
) -> models.View:
    """Take back your last choice, or fix a slip in time, where nobody has to agree."""

    def undoing(now: Match, at: int) -> Match:
        return undo_or_fix(now, match.rules, (player_of(caller, match),), at)

    return await _do(services, caller, match, undoing, sent.version)


@routes.post("/resign", operation_id="resign", dependencies=BY_NAME)
async def resign(
    services: ThisServices, caller: ThisCaller, match: ThisSession, sent: models.At = models.LATEST
) -> models.View:
    """Resign, which ends the match."""

    def resigning(now: Match, at: int) -> Match:
        return now.resign(player_of(caller, match), at)

    return await _do(services, caller, match, resigning, sent.version)


async def _do(
    services: Services, caller: Caller, session: MatchSession, doing: Change, version: str | None
) -> models.View:
    """Change a match for its player, based on the version they saw.

    Raises:
        Refused: it can't be done.
        StaleVersion: they saw it before another choice.
        DatabaseUnavailable: the database can't be reached.
    """

    def change(match: Match, at: int) -> Match:
        if version is not None and not is_meant(match, player_of(caller, session), version):
            raise StaleVersion(STALE)
        return doing(match, at)

    def do() -> models.View:
        services.match_service.act(session, change)
        return views.view_of(services, caller, session)

    return await asyncio.to_thread(do)
