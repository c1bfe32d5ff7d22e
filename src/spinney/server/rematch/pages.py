"""The form that asks for a rematch, or agrees to one."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from spinney.server.accounts.identity import ThisCaller, ThisLiveMatch, ThisServices
from spinney.server.site import ThisSite, to

routes = APIRouter(prefix="/match/{match_id}")


@routes.post("/rematch")
async def rematch(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    live: ThisLiveMatch,
) -> Response:
    """Ask for a rematch, everybody one seat on, or agree to it."""
    await site.form(request)
    person = caller.named()

    def do() -> str:
        fresh = services.rematches.ask(live.id, person, caller.address)
        services.rematches.accept(fresh, person, caller.address)
        return fresh

    return to(f"/table/{await asyncio.to_thread(do)}")
