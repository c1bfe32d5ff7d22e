"""The forms about ratings on the account page: publicity, and one's bots."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from fastapi import APIRouter, Request, Response

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.server.accounts import personal_data
from spinney.server.accounts.identity import Caller, ThisCaller, ThisServices
from spinney.server.accounts.names import bot_name
from spinney.server.accounts.pages import account_page, do_at_account
from spinney.server.accounts.person import Person
from spinney.server.services import Services
from spinney.server.site import Form, Site, ThisSite, text_of

routes = APIRouter(prefix="/account")


@routes.post("/listed")
async def show_ratings(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Say whether everybody sees one's ratings."""

    def do(sent: Form) -> None:
        services.accounts.list_ratings(caller.named().id, sent.get("listed") == "yes")

    return await do_at_account(request, site, services, caller, do)


@routes.post("/bots")
async def make_bot(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Make a bot; its key is shown this once."""

    def do(sent: Form) -> tuple[str, str]:
        name = text_of(sent, "name")
        return bot_name(name), services.accounts.make_bot(caller.named(), name)

    return await _show_key(request, site, services, caller, do)


@routes.post("/bots/key")
async def renew_key(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Create a new token for a bot and revoke those it had."""

    def do(sent: Form) -> tuple[str, str]:
        bot = _own_bot(services, caller, sent)
        return bot.name, services.accounts.renew_bot(bot.owner, bot.id)

    return await _show_key(request, site, services, caller, do)


@routes.post("/bots/delete")
async def delete_bot(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Delete a bot, with its ratings."""

    def do(sent: Form) -> None:
        bot = _own_bot(services, caller, sent)
        personal_data.delete(services.match_service, services.accounts, bot.id)

    return await do_at_account(request, site, services, caller, do)


async def _show_key(
    request: Request,
    site: Site,
    services: Services,
    caller: Caller,
    make: Callable[[Form], tuple[str, str]],
) -> Response:
    """Show a bot's name and its new key, or why there is none."""
    sent = await site.form(request)
    try:
        made = await asyncio.to_thread(make, sent)
    except Refused as refusal:
        return await asyncio.to_thread(
            account_page, site, services, request, caller, problem=str(refusal)
        )
    return await asyncio.to_thread(account_page, site, services, request, caller, fresh_bot=made)


def _own_bot(services: Services, caller: Caller, sent: Form) -> Person:
    """Return the caller's bot that a form names. Raises Refused."""
    bots = services.accounts.bots(caller.named().id)
    found = next((bot for bot in bots if bot.name == text_of(sent, "bot")), None)
    if found is None:
        raise Refused(_("you have no such bot"))
    return found
