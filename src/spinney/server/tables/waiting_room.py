"""Before the match: its waiting room, and the links that friends follow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

from spinney.core.errors import Refused
from spinney.server import wording
from spinney.server.accounts.identity import Caller, ThisCaller, ThisHouse
from spinney.server.accounts.names import read_alike
from spinney.server.accounts.pages import somebody
from spinney.server.accounts.store import Person
from spinney.server.play.match_service import MatchNotFound
from spinney.server.play.page_model import player_token
from spinney.server.services import Services
from spinney.server.site import Form, Site, ThisSite, text_of, to
from spinney.server.tables.features import agreed, host_name
from spinney.server.tables.links import TABLE
from spinney.server.tables.presence import SELDOM
from spinney.server.tables.store import may_be_umpire
from spinney.server.tables.table import ABORTED, WAITING, Table

routes = APIRouter()
NOWHERE = "This link leads nowhere any more; ask your friend for a new one."

Doing = Callable[[Person, Form], None]


@routes.get("/table/{table}")
def page(
    request: Request, site: ThisSite, house: ThisHouse, caller: ThisCaller, table: str
) -> Response:
    """Show who is at a table that waits for its players, or lead on to its match."""
    return _page(site, house, request, caller, _company(house, caller, table))


@routes.get("/table/{table}/room")
def room(
    request: Request, site: ThisSite, house: ThisHouse, caller: ThisCaller, table: str
) -> Response:
    """Return the part of the page that changes; when the match begins, the address of that."""
    company = _company(house, caller, table)
    if company.status not in (WAITING, ABORTED):
        return Response(status_code=204, headers={"x-go": f"/match/{table}"})
    token = site.tokens.token(caller.session)
    given = _given(house, request, caller, company)
    return HTMLResponse(site.part("room.html", token=token, problem="", **given))


@routes.post("/table/{table}/sit")
async def sit(
    request: Request, site: ThisSite, house: ThisHouse, caller: ThisCaller, table: str
) -> Response:
    """Sit down."""

    def do(person: Person, sent: Form) -> None:
        house.tables.sit(table, person, _number(sent, "seat"))

    return await _do(request, site, house, caller, table, do)


@routes.post("/table/{table}/stand")
async def stand(
    request: Request, site: ThisSite, house: ThisHouse, caller: ThisCaller, table: str
) -> Response:
    """Leave one's seat, or that of the umpire."""
    leave: Doing = lambda person, _: house.tables.stand(table, person)  # noqa: E731 - as the others
    return await _do(request, site, house, caller, table, leave)


@routes.post("/table/{table}/umpire")
async def umpire(
    request: Request, site: ThisSite, house: ThisHouse, caller: ThisCaller, table: str
) -> Response:
    """Be the umpire, or offer to be it where the players must agree."""

    def offer(person: Person, _: Form) -> None:
        house.tables.admit(table, person)
        house.umpires.offer(table, person)

    return await _do(request, site, house, caller, table, offer)


@routes.post("/table/{table}/vote")
async def vote(
    request: Request, site: ThisSite, house: ThisHouse, caller: ThisCaller, table: str
) -> Response:
    """Agree to an umpire, or to dismiss one; or say no."""

    def do(person: Person, sent: Form) -> None:
        yes = text_of(sent, "yes") != "no"
        house.umpires.vote(table, person, text_of(sent, "wish"), yes)

    return await _do(request, site, house, caller, table, do)


@routes.post("/table/{table}/link")
async def renew_link(
    request: Request, site: ThisSite, house: ThisHouse, caller: ThisCaller, table: str
) -> Response:
    """Make a new link in place of one that can't be shown."""

    def do(person: Person, sent: Form) -> None:
        seat = _number(sent, "seat") if text_of(sent, "seat") else TABLE
        house.tables.renew_link(table, person, seat)

    return await _do(request, site, house, caller, table, do)


@routes.post("/table/{table}/abort")
async def abort(
    request: Request, site: ThisSite, house: ThisHouse, caller: ThisCaller, table: str
) -> Response:
    """Close a table before its match begins."""
    await site.form(request)
    await asyncio.to_thread(_company, house, caller, table)
    await asyncio.to_thread(house.tables.abort, table, caller.named())
    return to("/")


# The links.


@routes.get("/join/{link}")
def invitation(
    request: Request, site: ThisSite, house: ThisHouse, caller: ThisCaller, link: str
) -> Response:
    """Show what a link leads to; who needs to say nothing is led on."""
    company, number = _by_link(house, link)
    seated = number < 0 or company.status != WAITING or company.player(caller.id) >= 0
    if seated and caller.person is not None:
        house.tables.admit(company.id, caller.person)
        return to(f"/table/{company.id}")
    return _invitation(site, house, request, link)


@routes.post("/join/{link}")
async def join(
    request: Request, site: ThisSite, house: ThisHouse, caller: ThisCaller, link: str
) -> Response:
    """Follow a link: to look on, or to sit down where it says."""
    sent = await site.form(request)

    def do() -> str:
        company, number = _by_link(house, link)
        _check_name(company, caller, sent)
        person = somebody(house, caller, sent, request)
        house.tables.admit(company.id, person)
        if number >= 0 and company.status == WAITING and company.player(person.id) < 0:
            house.tables.sit(company.id, person, number, link)
        return company.id

    try:
        return site.to(request, f"/table/{await asyncio.to_thread(do)}")
    except Refused as refusal:
        return _invitation(site, house, request, link, str(refusal))


def _by_link(house: Services, link: str) -> tuple[Table, int]:
    found = house.tables.by_link(link)
    company = house.tables.company(found[0]) if found else None
    if found is None or company is None:
        raise HTTPException(404, NOWHERE)
    return company, found[1]


def _invitation(
    site: Site, house: Services, request: Request, link: str, problem: str = ""
) -> Response:
    company, number = _by_link(house, link)
    return site.page(
        request,
        "invitation.html",
        422 if problem else 200,
        company=company,
        seat=company.game.player_names[number] if number >= 0 else "",
        host=host_name(house, company),
        facts=agreed(company),
        link=link,
        problem=problem,
    )


# The room.


def _company(house: Services, caller: Caller, table: str) -> Table:
    """Return who is at a table that the caller may see. Raises Missing."""
    company = house.tables.company(table)
    if company is None or not house.tables.may_see(company, caller.person):
        raise MatchNotFound
    if company.status == WAITING:
        house.presence.look(table, SELDOM)
    return company


async def _do(
    request: Request, site: Site, house: Services, caller: Caller, table: str, doing: Doing
) -> Response:
    """Do what a form asks, and show the room again."""
    sent = await site.form(request)

    def do() -> None:
        _check_name(_company(house, caller, table), caller, sent)
        doing(somebody(house, caller, sent, request), sent)

    try:
        await asyncio.to_thread(do)
    except Refused as refusal:
        company = await asyncio.to_thread(_company, house, caller, table)
        return _page(site, house, request, caller, company, str(refusal))
    return site.to(request, f"/table/{table}")


def _check_name(company: Table, caller: Caller, sent: Form) -> None:
    """Refuse the name of someone who sits there, before a guest has taken it."""
    wanted = text_of(sent, "name").strip()
    others = [*(seat.name for seat in company.seats), company.umpire_name]
    if caller.person is None and any(other and read_alike(wanted, other) for other in others):
        raise Refused("someone of that name sits here already; take another")


def _page(
    site: Site,
    house: Services,
    request: Request,
    caller: Caller,
    company: Table,
    problem: str = "",
) -> Response:
    if company.status not in (WAITING, ABORTED):
        return to(f"/match/{company.id}")
    given = _given(house, request, caller, company)
    status = 422 if problem else 200
    return site.page(request, "waiting.html", status, problem=problem, **given)


def _given(house: Services, request: Request, caller: Caller, company: Table) -> dict[str, Any]:
    """Return what the room shows."""
    names = company.game.player_names
    colours = wording.colours(names)
    mine = company.player(caller.id)
    known = caller.id is not None and caller.id in (company.host, company.umpire, *company.people)
    return {
        "company": company,
        "host": host_name(house, company),
        "names": names,
        "tones": colours,
        "marks": tuple(map(player_token, colours)),
        "mine": mine,
        "me": caller.person,
        "is_host": caller.id is not None and caller.id == company.host,
        "ballot": company.ballot,
        "may_be_umpire": may_be_umpire(company, caller.id or ""),
        "is_umpire": caller.id is not None and caller.id == company.umpire,
        "may_ask": known,
        "origin": f"{request.url.scheme}://{request.headers.get('host', '')}",
        "facts": agreed(company),
    }


def _number(sent: Form, field: str) -> int:
    text = text_of(sent, field)
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise Refused("choose a seat")
    return int(text)
