"""The forms that block people: at a table, on their page, and on one's account page."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fastapi import APIRouter, Request, Response

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.server.accounts.identity import Caller, ThisCaller, ThisLiveMatch, ThisServices
from spinney.server.accounts.pages import do_at_account
from spinney.server.chat.view import readable
from spinney.server.play.live_match import LiveMatch
from spinney.server.ratings.names import profile_address
from spinney.server.ratings.profile import find_player
from spinney.server.services import Services
from spinney.server.site import Form, Site, ThisSite, text_of
from spinney.server.tables.feature import viewer_of
from spinney.server.tables.forms import done

routes = APIRouter()


@routes.post("/match/{match_id}/block")
async def block_writer(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    live: ThisLiveMatch,
) -> Response:
    """Block who has written a line of chat, guests too."""
    line = text_of(await site.form(request), "line")

    def do() -> None:
        services.blocks.block(caller.named().id, _writer(services, caller, live, line))
        site.match_service.publish(live.id)

    await asyncio.to_thread(do)
    return done(request, f"/match/{live.id}")


def _writer(services: Services, caller: Caller, live: LiveMatch, line: str) -> str:
    """Return who has written a line, as ``players-3``. Raises Refused: the caller can't read it."""
    for one in services.chat.lines(live.id, *readable(viewer_of(services, caller, live))):
        if f"{one.audience}-{one.number}" == line:
            return one.person
    raise Refused(_("there is no such line"))


@routes.post("/player/block")
async def block_player(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Block somebody, on their page."""
    return await _change(request, site, services, caller, services.blocks.block)


@routes.post("/player/unblock")
async def unblock_player(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Unblock somebody, on their page."""
    return await _change(request, site, services, caller, services.blocks.unblock)


async def _change(
    request: Request,
    site: Site,
    services: Services,
    caller: Caller,
    change: Callable[[str, str], None],
) -> Response:
    """Block or unblock the player whom a form names, and show their page again."""
    name = text_of(await site.form(request), "name")

    def do() -> None:
        player = find_player(services, name, caller.named()) if name else None
        if player is None or player.person is None:
            raise Refused(_("there is no such player, or they don’t show their ratings"))
        change(caller.named().id, player.person.id)

    await asyncio.to_thread(do)
    return site.to(request, profile_address(name))


@routes.post("/account/unblock")
async def unblock(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Unblock somebody, on one's account page."""

    def do(sent: Form) -> None:
        services.blocks.unblock(caller.named().id, text_of(sent, "person"))

    return await do_at_account(request, site, services, caller, do)
