"""The account page: name, password, sessions, access for programs."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import Any

from fastapi import APIRouter, Request, Response

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.server.accounts import personal_data
from spinney.server.accounts.credentials import Credential
from spinney.server.accounts.devices import describe, device_of
from spinney.server.accounts.identity import Caller, ThisCaller, ThisServices
from spinney.server.accounts.person import Person
from spinney.server.accounts.registered_names import name_key
from spinney.server.client_address import address_key
from spinney.server.middleware.security import new_session
from spinney.server.page_address import inside
from spinney.server.random_ids import fingerprint
from spinney.server.rate_limits.request_rates import PERSON
from spinney.server.services import Services
from spinney.server.site import Form, Site, ThisSite, begin_session, text_of, to

routes = APIRouter(prefix="/account")
EXPORT_COST = 20.0
"""How many requests it counts for to have all one's data put together."""


@routes.get("")
def page(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, back: str = ""
) -> Response:
    """Show who one is here."""
    return account_page(
        site, services, request, caller, back=inside(back, "") or _invitation(request)
    )


def _invitation(request: Request) -> str:
    """Return the link that somebody comes from: it lets in, so no address may carry it on."""
    prefix = f"://{request.headers.get('host', '')}/join/"
    way, _, key = request.headers.get("referer", "").partition(prefix)
    return inside(f"/join/{key}", "") if key and way in ("http", "https") else ""


@routes.post("/name")
async def name(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Say what one is called, for the first time or anew."""

    def do(sent: Form) -> None:
        if caller.person is None:
            somebody(services, caller, sent, request)
        else:
            services.accounts.rename(caller.person.id, text_of(sent, "name"))

    return await do_at_account(request, site, services, caller, do)


@routes.post("/keep")
async def keep(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Keep one's name with a password, or change that."""

    def do(sent: Form) -> None:
        person, session = caller.named(), new_session()
        _check_password(services, caller, text_of(sent, "old"))
        services.accounts.set_password(
            person.id, text_of(sent, "password"), session, _device(request)
        )
        begin_session(request, session, person)

    return await do_at_account(request, site, services, caller, do)


def _check_password(services: Services, caller: Caller, password: str) -> None:
    """Refuse an action that needs the password without it: others may find a browser open.

    Raises:
        Refused: that is not the password.
        RateLimited: this very session has tried too often. Nothing that others do counts.
    """
    person = caller.named()
    services.limits.attempts.count("session", fingerprint(caller.session))
    if person.registered:
        services.accounts.check_password(person.id, password)


@routes.post("/enter")
async def enter(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Be the one who keeps a name, on this device too."""
    sent = await site.form(request)
    session = new_session()  # a new one: nobody can have known it before

    def do() -> Person:
        given = text_of(sent, "name"), text_of(sent, "password")
        services.limits.attempts.count("name", name_key(given[0]))  # wherever the tries come from
        return services.accounts.sign_in(session, *given, _device(request), before=caller.session)

    try:
        begin_session(request, session, await asyncio.to_thread(do))
    except Refused as refusal:
        problem, name = str(refusal), text_of(sent, "name")
        return await asyncio.to_thread(
            account_page, site, services, request, caller, _back(sent), problem, signing_in=name
        )
    return site.to(request, _back(sent) or "/account")


@routes.post("/leave")
async def leave(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Be nobody again on this device."""
    await site.form(request)
    await asyncio.to_thread(services.accounts.sign_out, caller.session)
    response = to("/")
    site.set_session(request, response, new_session())
    return response


@routes.post("/end")
async def end(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """End the session of another device."""
    return await do_at_account(
        request,
        site,
        services,
        caller,
        lambda sent: services.accounts.end_session(caller.named().id, text_of(sent, "key")),
    )


@routes.get("/data")
def data(services: ThisServices, caller: ThisCaller) -> Response:
    """Return all that is kept about one, as a file."""
    person = caller.named()
    services.limits.requests.spend(PERSON, person.id, EXPORT_COST)
    exported = personal_data.export(services.store.database, person.id)
    headers = {"Content-Disposition": 'attachment; filename="spinney.json"'}
    text = json.dumps(exported, ensure_ascii=False, indent=2) + "\n"
    return Response(text, headers=headers, media_type="application/json")


@routes.post("/delete")
async def delete(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Delete one's account: nobody can be that person any more."""
    sent = await site.form(request)

    def do() -> None:
        person = caller.named()
        if sent.get("sure") != "yes":
            raise Refused(_("tick the box to confirm: a deleted account can’t be restored"))
        _check_password(services, caller, text_of(sent, "password"))
        personal_data.delete(services.match_service, services.accounts, person.id)

    try:
        await asyncio.to_thread(do)
    except Refused as refusal:
        return await asyncio.to_thread(
            account_page, site, services, request, caller, problem=str(refusal)
        )
    response = to("/")
    site.set_session(request, response, new_session())
    return response


@routes.post("/tokens")
async def issue(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Make a token for a bot; it is shown this once."""
    sent = await site.form(request)
    try:
        person = caller.named()
        token = await asyncio.to_thread(
            services.accounts.issue_api_token, person.id, text_of(sent, "name")
        )
    except Refused as refusal:
        return await asyncio.to_thread(
            account_page, site, services, request, caller, problem=str(refusal)
        )
    return await asyncio.to_thread(account_page, site, services, request, caller, token=token)


@routes.post("/revoke")
async def revoke(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Revoke a token."""
    return await do_at_account(
        request,
        site,
        services,
        caller,
        lambda sent: services.accounts.revoke_api_token(caller.named().id, text_of(sent, "key")),
    )


# What other pages share.


def somebody(services: Services, caller: Caller, sent: Form, request: Request) -> Person:
    """Return who asks; who has no name yet takes the one that the form sent. Raises Refused."""
    if caller.person is not None:
        return caller.person
    if not caller.session:
        raise Refused(_("your browser blocks cookies; allow them for this site"))
    if caller.address:
        services.limits.attempts.count("guest", address_key(caller.address))
    session = new_session()
    person = services.accounts.guest(session, text_of(sent, "name"), _device(request))
    begin_session(request, session, person)
    return person


def guest_name() -> str:
    """Return a name for a guest who gave none and wants to play at once."""
    return _("Guest {number}", number=1000 + secrets.randbelow(9000))


def _device(request: Request) -> str:
    return device_of(request.headers.get("user-agent", ""))


# The page.


async def do_at_account(
    request: Request, site: Site, services: Services, caller: Caller, doing: Any
) -> Response:
    """Do what a form asks, and show the page again, or where it was asked from."""
    sent = await site.form(request)
    try:
        await asyncio.to_thread(doing, sent)
    except Refused as refusal:
        return await asyncio.to_thread(
            account_page, site, services, request, caller, back=_back(sent), problem=str(refusal)
        )
    return site.to(request, _back(sent) or "/account")


def account_page(
    site: Site,
    services: Services,
    request: Request,
    caller: Caller,
    back: str = "",
    problem: str = "",
    token: str = "",
    fresh_bot: tuple[str, str] | None = None,
    signing_in: str = "",
) -> Response:
    """Return the caller's account page.

    Args:
        site: makes it.
        services: have the account.
        request: for it.
        caller: whose it is.
        back: the page that they came from.
        problem: what could not be done.
        token: a new token of theirs, which is shown this once.
        fresh_bot: a new bot of theirs: its name and its token.
        signing_in: the name that they tried to sign in with.
    """
    person = caller.person
    return site.page(
        request,
        "accounts/account.html",
        422 if problem else 200,
        form_page="/account",
        me=person,
        back=back,
        problem=problem,
        signing_in=signing_in,
        fresh=token,
        fresh_bot=fresh_bot,
        bots=services.accounts.bots(person.id) if person else [],
        blocked=services.blocks.named(person.id) if person else [],
        here_now=fingerprint(caller.session),
        sessions=_sessions(services, person) if person else [],
        tokens=services.accounts.api_tokens(person.id) if person else [],
    )


def _sessions(services: Services, person: Person) -> list[Credential]:
    """Return what someone is signed in with, the devices in words."""
    held = services.accounts.sessions(person.id)
    return [one._replace(name=describe(one.name)) for one in held]


def _back(sent: Form) -> str:
    return inside(text_of(sent, "back"), "")
