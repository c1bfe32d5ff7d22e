"""Before the match: its waiting room, and the links that friends follow."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException

from spinney.core.errors import Refused
from spinney.i18n import N_, _
from spinney.players.levels import LEVELS
from spinney.server import wording
from spinney.server.accounts.identity import Caller, ThisCaller, ThisServices
from spinney.server.accounts.names import read_alike
from spinney.server.accounts.pages import somebody
from spinney.server.accounts.person import Person
from spinney.server.client_address import is_loopback
from spinney.server.home.game_cards import game_cards
from spinney.server.origin import origin_of
from spinney.server.play.match_service import MatchNotFound
from spinney.server.play.page_model import player_marker
from spinney.server.ratings.pairing import note_view, pairs
from spinney.server.services import Services
from spinney.server.site import Form, Site, ThisSite, text_of, to
from spinney.server.tables.details import agreed, name_of_host
from spinney.server.tables.forms import done
from spinney.server.tables.links import TABLE
from spinney.server.tables.seat_checks import CLOSED, may_be_umpire
from spinney.server.tables.table import WAITING, Table

routes = APIRouter()
NOWHERE = N_("This link no longer works; ask your friend for a new one.")

Doing = Callable[[Person, Form], None]


@routes.get("/table/{table_id}")
def page(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, table_id: str
) -> Response:
    """Show who is at a table that waits for its players, or lead on to its match."""
    return _page(site, services, request, caller, _table(services, caller, table_id))


@routes.get("/table/{table_id}/room")
def room(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, table_id: str
) -> Response:
    """Return the part of the page that changes; when the match begins, the address of that."""
    table = _table(services, caller, table_id)
    if table.began is not None:
        return Response(status_code=204, headers={"x-go": f"/match/{table_id}"})
    csrf_token = site.csrf_tokens.token(caller.session)
    given = _given(site, services, request, caller, table)
    return HTMLResponse(
        site.part(
            "tables/waiting_room_body.html", token=csrf_token, problem="", suits=None, **given
        )
    )


@routes.post("/table/{table_id}/sit")
async def sit(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, table_id: str
) -> Response:
    """Sit down."""

    def do(person: Person, sent: Form) -> None:
        services.tables.sit(table_id, person, _number(sent, "seat"), "", caller.address)

    return await _do(request, site, services, caller, table_id, do)


@routes.post("/table/{table_id}/stand")
async def stand(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, table_id: str
) -> Response:
    """Leave one's seat, or that of the umpire."""
    leave: Doing = lambda person, _: services.tables.stand(table_id, person)  # noqa: E731 - as the others
    return await _do(request, site, services, caller, table_id, leave)


@routes.post("/table/{table_id}/free")
async def free_seat(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, table_id: str
) -> Response:
    """Free the seat of somebody else, as the host."""

    def do(person: Person, sent: Form) -> None:
        services.tables.free_seat(table_id, person, _number(sent, "seat"))

    return await _do(request, site, services, caller, table_id, do)


@routes.post("/table/{table_id}/umpire")
async def umpire(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, table_id: str
) -> Response:
    """Be the umpire, or offer to be it where the players must agree."""

    def offer(person: Person, _: Form) -> None:
        services.tables.admit(table_id, person)
        services.umpires.offer(table_id, person)

    return await _do(request, site, services, caller, table_id, offer)


@routes.post("/table/{table_id}/umpire/votes")
async def vote(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, table_id: str
) -> Response:
    """Agree to an umpire, or to dismiss one; or say no."""

    def do(person: Person, sent: Form) -> None:
        yes = text_of(sent, "yes") != "no"
        services.umpires.vote(table_id, person, text_of(sent, "proposal"), yes)

    return await _do(request, site, services, caller, table_id, do)


@routes.post("/table/{table_id}/begin")
async def begin(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, table_id: str
) -> Response:
    """Begin without those who are awaited: the computer takes their seats."""

    def do(person: Person, sent: Form) -> None:
        services.tables.begin_with_levels(table_id, person, text_of(sent, "level"))

    return await _do(request, site, services, caller, table_id, do)


@routes.post("/table/{table_id}/link")
async def renew_link(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, table_id: str
) -> Response:
    """Make a new link in place of one that can't be shown."""

    def do(person: Person, sent: Form) -> None:
        seat = _number(sent, "seat") if text_of(sent, "seat") else TABLE
        services.tables.renew_link(table_id, person, seat)

    return await _do(request, site, services, caller, table_id, do)


@routes.post("/table/{table_id}/abort")
async def abort(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, table_id: str
) -> Response:
    """Close a table before its match begins."""
    await site.form(request)
    await asyncio.to_thread(_table, services, caller, table_id)
    await asyncio.to_thread(services.tables.abort, table_id, caller.named())
    return to("/")


@routes.post("/table/{table_id}/decline")
async def decline(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, table_id: str
) -> Response:
    """Decline the seat that is reserved for one: the table is closed, and its host is told."""
    await site.form(request)
    person = caller.named()

    def do() -> str:
        table = _table(services, caller, table_id)
        services.tables.decline(table_id, person)
        return services.tables.finished_before(table)

    finished = await asyncio.to_thread(do)
    return done(request, f"/match/{finished}" if finished else "/")


# The links.


@routes.get("/join/{link}")
def invitation(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, link: str
) -> Response:
    """Show what a link leads to; who needs to say nothing is led on."""
    table, number = _by_link(services, caller, link)
    seated = number < 0 or table.status != WAITING or table.player(caller.id) >= 0
    if seated and caller.person is not None:
        services.tables.admit(table.id, caller.person)
        return to(f"/table/{table.id}")
    return _invitation(site, services, caller, request, link)


@routes.post("/join/{link}")
async def join(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, link: str
) -> Response:
    """Follow a link: to look on, or to sit down where it says."""
    sent = await site.form(request)

    def do() -> str:
        table, number = _by_link(services, caller, link)
        if table.closed_unplayed:
            raise Refused(_(CLOSED))
        _check_name(table, caller, sent)
        person = somebody(services, caller, sent, request)
        services.tables.admit(table.id, person)
        if number >= 0 and table.status == WAITING and table.player(person.id) < 0:
            services.tables.sit(table.id, person, number, link, caller.address)
        return table.id

    try:
        return site.to(request, f"/table/{await asyncio.to_thread(do)}")
    except Refused as refusal:
        return await asyncio.to_thread(
            _invitation, site, services, caller, request, link, str(refusal)
        )


def _by_link(services: Services, caller: Caller, link: str) -> tuple[Table, int]:
    found = services.tables.by_link(link, caller.id)
    table = services.tables.table(found[0]) if found else None
    if found is None or table is None:
        raise HTTPException(404, _(NOWHERE))
    return table, found[1]


def _invitation(
    site: Site,
    services: Services,
    caller: Caller,
    request: Request,
    link: str,
    problem: str = "",
) -> Response:
    table, number = _by_link(services, caller, link)
    return site.page(
        request,
        "tables/invitation.html",
        422 if problem else 200,
        form_page=f"/join/{link}",
        table=table,
        number=number,
        host=name_of_host(services, table),
        **_seats(table),
        facts=agreed(table),
        link=link,
        problem=problem,
    )


# The room.


def _table(services: Services, caller: Caller, table_id: str) -> Table:
    """Return who is at a table that the caller may see. Raises MatchNotFound."""
    table = services.tables.table(table_id)
    if table is None or not services.tables.may_see(table, caller.person):
        raise MatchNotFound
    note_view(services, table, caller.person)
    return table


async def _do(
    request: Request, site: Site, services: Services, caller: Caller, table_id: str, doing: Doing
) -> Response:
    """Do what a form asks, and show the room again."""
    sent = await site.form(request)

    def do() -> None:
        _check_name(_table(services, caller, table_id), caller, sent)
        doing(somebody(services, caller, sent, request), sent)

    try:
        await asyncio.to_thread(do)
    except Refused as refusal:
        table = await asyncio.to_thread(_table, services, caller, table_id)
        return await asyncio.to_thread(_page, site, services, request, caller, table, str(refusal))
    return site.to(request, f"/table/{table_id}")


def _check_name(table: Table, caller: Caller, sent: Form) -> None:
    """Refuse the name of someone who sits there, before a guest has taken it."""
    name = text_of(sent, "name").strip()
    others = [*(seat.name for seat in table.seats), table.umpire_name]
    if caller.person is None and any(other and read_alike(name, other) for other in others):
        raise Refused(_("someone with that name sits here already; choose another"))


def _page(
    site: Site,
    services: Services,
    request: Request,
    caller: Caller,
    table: Table,
    problem: str = "",
) -> Response:
    if table.began is not None:
        return to(f"/match/{table.id}")
    given = _given(site, services, request, caller, table)
    status = 422 if problem else 200
    (card,) = game_cards(site, caller, [table.game])
    given |= {"problem": problem, "suits": card.level}
    form_page = f"/table/{table.id}"
    return site.page(request, "tables/waiting_room.html", status, form_page=form_page, **given)


def _given(
    site: Site, services: Services, request: Request, caller: Caller, table: Table
) -> dict[str, Any]:
    """Return what the room shows."""
    mine = table.player(caller.id)
    is_host = caller.id is not None and caller.id == table.host
    takes_part = caller.id is not None and caller.id in (table.host, table.umpire, *table.people)
    return {
        "table": table,
        "host": name_of_host(services, table),
        "mine": mine,
        "me": caller.person,
        "is_host": is_host,
        "ballot": table.ballot,
        "may_be_umpire": may_be_umpire(table, caller.id or ""),
        "is_umpire": caller.id is not None and caller.id == table.umpire,
        "may_ask": takes_part,
        "removed": mine < 0 and services.tables.was_removed(table.id, caller.id),
        "origin": origin_of(request),
        "only_here": request.url.hostname == "localhost" or is_loopback(request.url.hostname or ""),
        "server_only_here": site.only_here,
        "clock": wording.clock(str(table.clock), table.game),
        "facts": agreed(table),
        "pairs": pairs(table) and is_host and mine >= 0,
        **_rematch(services, caller, table),
        "ratings": services.ratings.of_table(table) if table.rules.rated else (),
        **_seats(table),
    }


def _rematch(services: Services, caller: Caller, table: Table) -> dict[str, Any]:
    """Return whose answer a rematch waits for, and the match that is played again."""
    reserved = any(seat.free and seat.person for seat in table.seats)
    finished = services.tables.finished_before(table) if reserved else ""
    before = services.tables.table(finished) if finished else None
    seen = before is not None and services.tables.may_see(before, caller.person)
    return {
        "asked": table.asked_beside(caller.id),
        "expected": table.expects(caller.id),
        "finished": finished if seen else "",
    }


def _seats(table: Table) -> dict[str, Any]:
    """Return what the seats of a table are shown with."""
    colours = wording.colours(table.game.player_names)
    return {
        "names": table.game.display_names,
        "tones": colours,
        "markers": tuple(map(player_marker, colours)),
        "levels": LEVELS,
    }


def _number(sent: Form, field: str) -> int:
    text = text_of(sent, field)
    if not (text.isascii() and text.isdecimal() and len(text) < 3):
        raise Refused(_("choose a seat"))
    return int(text)
