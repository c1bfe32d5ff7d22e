"""The form that keeps a note.

It comes with the version of the note on which the text is based (`Notes.write`). A script learns
how the note is kept: ``{"text": …, "version": …}``.
"""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from spinney.server.accounts.identity import ThisCaller, ThisLiveMatch, ThisServices
from spinney.server.site import Form, ThisSite, text_of, to

routes = APIRouter(prefix="/match/{match_id}")


@routes.post("/notes")
async def write(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    live: ThisLiveMatch,
) -> Response:
    """Keep a note; nobody else ever sees it."""
    sent = await site.form(request)
    person, text, based_on = caller.named().id, text_of(sent, "text"), _version(sent)
    note = await asyncio.to_thread(services.notes.write, live.id, person, text, based_on)
    await asyncio.to_thread(site.match_service.publish, live.id)  # for the writer's other tabs
    if "text/html" in request.headers.get("accept", ""):
        return to(f"/match/{live.id}")
    return JSONResponse(note._asdict())


def _version(sent: Form) -> int | None:
    """Return the version that was sent; None: none was, 0: one that can't be."""
    version = text_of(sent, "based_on")
    if not version:
        return None
    return int(version) if version.isdecimal() and len(version) < 16 else 0
