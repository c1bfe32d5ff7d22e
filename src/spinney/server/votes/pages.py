"""The form that proposes something, agrees to it, or says no."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from spinney.server.accounts.identity import ThisCaller, ThisLiveMatch, ThisServices
from spinney.server.site import Form, ThisSite, text_of
from spinney.server.tables.forms import done, player_of

routes = APIRouter(prefix="/match/{match_id}")


@routes.post("/votes")
async def vote(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    live: ThisLiveMatch,
) -> Response:
    """Propose something that all players must agree to, agree to it, or say no."""
    sent = await site.form(request)
    viewer = player_of(caller, live)
    yes = sent.get("yes", "yes") == "yes"
    await asyncio.to_thread(services.votes.vote, live, viewer, _name(sent, viewer), yes)
    return done(request, f"/match/{live.id}")


def _name(sent: Form, viewer: int) -> str:
    """Return what a form proposes, as `Proposal.name` has it."""
    name, level = text_of(sent, "proposal"), text_of(sent, "level")
    if level:
        name = f"{name}:{level}"
    # One's own last choice, or one's own seat.
    return name.replace("mine", str(viewer)) if sent.get("mine") else name
