"""The forms that ask for a rematch, agree to one, or decline it."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from spinney.server.accounts.identity import ThisCaller, ThisServices, ThisSession
from spinney.server.site import ThisSite, to
from spinney.server.tables.forms import done

routes = APIRouter(prefix="/match/{match_id}")


@routes.post("/rematch")
async def rematch(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    session: ThisSession,
) -> Response:
    """Ask for a rematch, everybody one seat on, or agree to it."""
    await site.form(request)
    person = caller.named()

    def do() -> str:
        fresh = services.rematches.ask(session.id, person, caller.address)
        services.rematches.accept(fresh, person, caller.address)
        return fresh

    return to(f"/table/{await asyncio.to_thread(do)}")


@routes.post("/rematch/decline")
async def decline(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    session: ThisSession,
) -> Response:
    """Decline a rematch: its table is closed, and who asked for it is told."""
    await site.form(request)
    person = caller.named()
    await asyncio.to_thread(services.rematches.decline, session.id, person)
    return done(request, f"/match/{session.id}")
