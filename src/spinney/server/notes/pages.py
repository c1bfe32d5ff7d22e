"""The form that keeps a note."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from spinney.server.accounts.identity import ThisCaller, ThisServices, ThisSession
from spinney.server.site import ThisSite, text_of
from spinney.server.tables.forms import done

routes = APIRouter(prefix="/match/{match_id}")


@routes.post("/notes")
async def write(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    session: ThisSession,
) -> Response:
    """Keep a note; nobody else ever sees it."""
    sent = await site.form(request)
    text = text_of(sent, "text")
    await asyncio.to_thread(services.notes.write, session.id, caller.named().id, text)
    return done(request, f"/match/{session.id}")
