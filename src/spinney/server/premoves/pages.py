"""The form that queues a premove."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from spinney.server.accounts.identity import ThisCaller, ThisLiveMatch, ThisServices
from spinney.server.site import ThisSite, text_of
from spinney.server.tables.forms import done, player_of

routes = APIRouter(prefix="/match/{match_id}")


@routes.post("/premove")
async def queue(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    live: ThisLiveMatch,
) -> Response:
    """Queue a move for one's next turn, or with none forget it."""
    sent = await site.form(request)
    player, move = player_of(caller, live), text_of(sent, "move")
    await asyncio.to_thread(services.premoves.change, site.match_service, live, player, move)
    return done(request, f"/match/{live.id}")
