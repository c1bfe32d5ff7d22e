"""The first page of an open house: my tables, open ones, finished games; and how to open one."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from spinney import all_games
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server import wording
from spinney.server.accounts.identity import Caller, ThisCaller, ThisHouse
from spinney.server.accounts.pages import somebody
from spinney.server.home import ago, chosen, fix_of, hints_of, most, named, seed_of, usual
from spinney.server.play.match_store import StoredMatch, when
from spinney.server.services import Services
from spinney.server.site import Form, Site, ThisSite, text_of
from spinney.server.tables.store import ME
from spinney.server.tables.table import INVITED, LEVEL, OPEN, OVER, WAITING, Table

SHOWN = 60
"""How many tables of others are listed at most, and of one's own that are over."""

PEOPLE = (ME, INVITED, OPEN)
"""The seats where people sit or are awaited."""

routes = APIRouter()


class LobbyRow(NamedTuple):
    """A table in a list.

    Attributes:
        id: of the table.
        address: where it leads.
        headline: how it stands: ``Your turn``.
        title: of the game.
        told: more about it: how it ended, or what it is played with.
        people: by player: name, tone, who sits there.
        when: how long ago something last happened, in words.
        mine: is the reader awaited?
        aside: does it ask what might have come of another match?
        free: how many seats anybody may take.
    """

    id: str
    address: str
    headline: str
    title: str
    told: str
    people: tuple[tuple[str, str, str], ...]
    when: str
    mine: bool
    aside: bool
    free: int


@routes.get("/")
def home(request: Request, site: ThisSite, house: ThisHouse, caller: ThisCaller) -> Response:
    """Show what goes on."""
    return site.page(request, "lobby.html", games=all_games().values(), **_lists(house, caller))


@routes.get("/lobby")
def lists(site: ThisSite, house: ThisHouse, caller: ThisCaller) -> Response:
    """Return the part of the first page that changes."""
    return HTMLResponse(site.part("lists.html", **_lists(house, caller)))


def _lists(house: Services, caller: Caller) -> dict[str, Any]:
    """Return all lists; what they say of others' matches is what a spectator hears."""
    mine = house.tables.of(caller.id, over=False) if caller.id else []
    ended = house.tables.of(caller.id, over=True, most=SHOWN) if caller.id else []
    own = {company.id for company in (*mine, *ended)}
    others = [c for c in house.tables.public(SHOWN) if c.id not in own]
    going = sorted(_rows(house, mine, caller), key=lambda row: not row.mine)
    seen = _rows(house, others, caller)
    waiting = [c.status == WAITING for c in others]
    return {
        "going": [row for row in going if not row.aside],
        "aside": [row for row in going if row.aside],
        "ended": _rows(house, ended, caller),
        "older": len(ended) == SHOWN,
        "free": [row for row, waits in zip(seen, waiting, strict=True) if waits and row.free],
        "watch": [row for row, waits in zip(seen, waiting, strict=True) if not waits],
        "awaited": sum(row.mine for row in going if not row.aside),
    }


@routes.get("/finished")
def finished(
    request: Request,
    site: ThisSite,
    house: ThisHouse,
    caller: ThisCaller,
    page: Annotated[int, Query(ge=1, le=10_000)] = 1,
) -> Response:
    """Show one's finished games, those opened last first."""
    skip = (page - 1) * SHOWN
    found = house.tables.of(caller.id, True, SHOWN + 1, skip) if caller.id else []
    rows, more = _rows(house, found[:SHOWN], caller), len(found) > SHOWN
    return site.page(request, "finished.html", rows=rows, number=page, more=more)


def _rows(house: Services, found: Sequence[Table], caller: Caller) -> list[LobbyRow]:
    kept = house.store.some([company.id for company in found])
    return [_row(company, kept.get(company.id), caller.id) for company in found]


def _row(company: Table, kept: StoredMatch | None, person: str | None) -> LobbyRow:
    names = company.game.player_names
    tones = wording.colours(names)
    seats = zip(names, tones, map(_who, company.seats), strict=True)
    mine = kept is not None and _is_to_act(company, kept, person)
    return LobbyRow(
        id=company.id,
        address=_address(company),
        headline=_headline(company, kept, mine),
        title=("What if · " if kept and kept.branch else "") + company.game.title,
        told=kept.summary["ending"] if kept and company.status == OVER else _played_with(company),
        people=tuple(seats),
        when=ago(kept.changed if kept else when(company.created)),
        mine=mine,
        aside=kept is not None and kept.branch is not None,
        free=sum(seat.kind == OPEN for seat in company.seats),
    )


def _is_to_act(company: Table, kept: StoredMatch, person: str | None) -> bool:
    to_act = kept.summary.get("to_act", kept.summary.get("awaits", ()))  # as earlier versions wrote
    return company.player(person) in to_act and company.status != OVER


def _address(company: Table) -> str:
    if company.status == WAITING:
        return f"/table/{company.id}"
    return f"/match/{company.id}{'/replay' if company.status == OVER else ''}"


def _headline(company: Table, kept: StoredMatch | None, mine: bool) -> str:
    if kept is not None:
        return "Your turn" if mine else str(kept.summary["headline"])
    free = sum(seat.free for seat in company.seats)
    if free:
        return f"Waiting for {free} more"
    return "Waiting for an umpire" if company.rules.umpire and not company.umpire else "Begins"


def _who(seat: Any) -> str:
    if seat.free:
        return "a free seat" if seat.kind == OPEN else "a friend’s seat"
    return f"computer, {seat.name}" if seat.kind == LEVEL else seat.name


def _played_with(company: Table) -> str:
    return wording.clock(str(company.clock))


# Opening a table.


SEATS = (
    (ME, "You", ""),
    (INVITED, "A friend", "You get a link to send."),
    (OPEN, "Anybody", "Who comes first sits down."),
)
"""Who may sit where: how a form says it, in words, and what it means."""


@routes.get("/new/{name}")
def new(request: Request, site: ThisSite, caller: ThisCaller, name: str) -> Response:
    """Ask how a new table shall be."""
    return _form(site, request, caller, named(name))


@routes.post("/new/{name}")
async def begin(
    request: Request, site: ThisSite, house: ThisHouse, caller: ThisCaller, name: str
) -> Response:
    """Open a table."""
    game, sent = named(name), await site.form(request)
    try:
        table = await asyncio.to_thread(_open, house, caller, game, sent, request)
    except Refused as refusal:
        return _form(site, request, caller, game, sent, str(refusal))
    return site.to(request, f"/table/{table}")


def _open(house: Services, caller: Caller, game: Game, sent: Form, request: Request) -> str:
    """Open the table that a form describes. Raises Refused."""
    game = chosen(game, sent)
    seats = [text_of(sent, f"seat-{p}") for p in range(game.players)]
    clock = Clock.read(str(sent.get("clock", "none")))
    seed = text_of(sent, "seed").strip()
    dealt = seed_of(seed) if seed else None
    rules = MatchSettings(
        public=sent.get("public") == "yes",
        hints=hints_of(sent, sum(seat in PEOPLE for seat in seats)),
        undo=str(sent.get("undo", "rule")),
        umpire="umpire" in sent,
        umpire_free="umpire_free" in sent,
        fix=fix_of(sent),
    )
    _check_umpire(rules, seats)
    host = somebody(house, caller, sent, request)
    return house.tables.open(host, game, clock, rules, seats, dealt, address=caller.address)


def _check_umpire(rules: MatchSettings, seats: Sequence[str]) -> None:
    """Refuse an umpire where there are no people to part."""
    if rules.umpire and all(seat.startswith("level:") for seat in seats):
        raise Refused("the computer needs no umpire")


def _form(
    site: Site,
    request: Request,
    caller: Caller,
    game: Game,
    sent: Mapping[str, Any] | None = None,
    problem: str = "",
) -> Response:
    from spinney.players import LEVELS

    full = most(game)
    first = usual(full, list(LEVELS))
    first |= {f"seat-{p}": INVITED for p in range(1, full.players)}
    first |= {"public": "no", "undo": "rule", "name": ""}
    return site.page(
        request,
        "new.html",
        422 if problem else 200,
        game=game,
        names=(names := full.player_names),
        colours=wording.colours(names),
        seats=SEATS,
        levels=LEVELS.values(),
        bots=(),
        me=caller.person,
        first=first,
        sent=first | {name: str(value) for name, value in (sent or {}).items()},
        problem=problem,
    )
