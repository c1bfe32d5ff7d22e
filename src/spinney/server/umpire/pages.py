"""The umpire's forms: offers and votes on them, pauses and corrections."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.match import Match
from spinney.server.accounts.identity import Caller, ThisCaller, ThisLiveMatch, ThisServices
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.match_service import Change
from spinney.server.site import Site, ThisSite, text_of
from spinney.server.tables.forms import done, player_of
from spinney.server.umpire.control import check_umpire, corrected

routes = APIRouter(prefix="/match/{match_id}")


@routes.post("/umpire")
async def offer(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    live: ThisLiveMatch,
) -> Response:
    """Offer to be the umpire; all who play must agree."""
    await site.form(request)
    await asyncio.to_thread(services.umpires.offer, live.id, caller.named())
    return done(request, f"/match/{live.id}")


@routes.post("/umpire/votes")
async def vote(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    live: ThisLiveMatch,
) -> Response:
    """Vote on an offer to be the umpire, or on dismissing the umpire."""
    sent = await site.form(request)
    player_of(caller, live)
    name, yes = text_of(sent, "proposal"), sent.get("yes", "yes") == "yes"
    await asyncio.to_thread(services.umpires.vote, live.id, caller.named(), name, yes)
    return done(request, f"/match/{live.id}")


@routes.post("/pause")
async def pause(
    request: Request, site: ThisSite, caller: ThisCaller, live: ThisLiveMatch
) -> Response:
    """Stop all clocks."""
    return await _change(request, site, caller, live, Match.pause)


@routes.post("/resume")
async def resume(
    request: Request, site: ThisSite, caller: ThisCaller, live: ThisLiveMatch
) -> Response:
    """Let the clocks run again."""
    return await _change(request, site, caller, live, Match.resume)


@routes.post("/correct")
async def correct(
    request: Request, site: ThisSite, caller: ThisCaller, live: ThisLiveMatch
) -> Response:
    """Take back the last choice, a slip, before the next action."""
    return await _change(request, site, caller, live, corrected)


async def _change(
    request: Request, site: Site, caller: Caller, live: LiveMatch, change: Change
) -> Response:
    """Change a match as its umpire asks, and nobody else."""
    sent = await site.form(request)
    check_umpire(caller, live)

    def checked(match: Match, at: int) -> Match:
        if sent.get("version") != f"-1.{match.version_for(-1)}":
            raise Refused(_("the table has moved on; look again"))
        return change(match, at)

    await asyncio.to_thread(site.match_service.act, live, checked)
    return done(request, f"/match/{live.id}")
