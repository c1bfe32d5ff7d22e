"""The form that writes a line of chat."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from spinney.server.accounts.identity import ThisCaller, ThisLiveMatch, ThisServices
from spinney.server.chat.view import audience
from spinney.server.site import ThisSite, text_of
from spinney.server.tables.feature import viewer_of
from spinney.server.tables.forms import done

routes = APIRouter(prefix="/match/{match_id}")


@routes.post("/chat")
async def send(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    live: ThisLiveMatch,
) -> Response:
    """Write a line of chat."""
    sent = await site.form(request)
    person, readers = caller.named(), audience(viewer_of(services, caller, live))
    text = text_of(sent, "text")
    await asyncio.to_thread(services.chat.send, live.id, readers, person, text)
    await asyncio.to_thread(site.match_service.publish, live.id)
    return done(request, f"/match/{live.id}")
