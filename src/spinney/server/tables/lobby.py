"""The first page of a shared server: my tables, open ones, finished games, and all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from spinney import all_games
from spinney.server.accounts.identity import Caller, ThisCaller, ThisServices
from spinney.server.home.game_cards import game_cards
from spinney.server.ratings.pairing import distance
from spinney.server.ratings.store import first_rating
from spinney.server.services import Services
from spinney.server.site import ThisSite
from spinney.server.tables.table import WAITING, Table
from spinney.server.tables.table_list import TableEntry, table_entries

SHOWN = 60
"""How many tables of others are listed at most, and of one's own that are over."""

DECLINED_SHOWN = 3 * 24 * 3600 * 1000
"""For how many milliseconds the host of a table is told that somebody declined a seat there."""

PARTS = ("first", "more")
"""The parts of the first page that change: before and after the games."""

routes = APIRouter()


@routes.get("/")
def home(request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller) -> Response:
    """Show what goes on."""
    games = game_cards(site, caller, all_games().values())
    return site.page(request, "tables/lobby.html", games=games, **_lists(services, caller))


@routes.get("/lobby")
def lists(site: ThisSite, services: ThisServices, caller: ThisCaller) -> Response:
    """Return the part of the first page that changes."""
    given = _lists(services, caller) | {"token": site.csrf_tokens.token(caller.session)}
    return HTMLResponse(site.part("tables/lobby_body.html", parts_shown=PARTS, **given))


def _lists(services: Services, caller: Caller) -> dict[str, Any]:
    """Return all lists; what they say of others' matches is what a spectator learns."""
    mine = services.tables.of(caller.id, over=False) if caller.id else []
    ended = services.tables.of(caller.id, over=True, most=SHOWN) if caller.id else []
    declined = services.tables.declined(caller.id, DECLINED_SHOWN) if caller.id else []
    own = {table.id for table in (*mine, *ended)}
    others = [c for c in services.tables.public(SHOWN) if c.id not in own]
    going = sorted(table_entries(services, mine, caller), key=lambda row: (not row.mine, row.due))
    rows = table_entries(services, others, caller)
    waiting = [c.status == WAITING for c in others]
    entries = zip(others, rows, strict=True)
    free = [(table, row) for table, row in entries if table.status == WAITING and row.free]
    return {
        "going": [row for row in going if not row.aside],
        "aside": [row for row in going if row.aside],
        "declined": table_entries(services, declined, caller),
        "ended": table_entries(services, ended, caller),
        "older": len(ended) == SHOWN,
        "free": _nearest_first(services, free, caller),
        "watch": [row for row, waits in zip(rows, waiting, strict=True) if not waits],
        "awaited": sum(row.mine for row in going if not row.aside),
    }


@routes.get("/finished")
def finished(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    page: Annotated[int, Query(ge=1, le=10_000)] = 1,
) -> Response:
    """Show one's finished games, those opened last first."""
    skip = (page - 1) * SHOWN
    tables = services.tables.of(caller.id, True, SHOWN + 1, skip) if caller.id else []
    rows, more = table_entries(services, tables[:SHOWN], caller), len(tables) > SHOWN
    return site.page(request, "tables/finished.html", rows=rows, number=page, more=more)


def _nearest_first(
    services: Services, free: Sequence[tuple[Table, TableEntry]], caller: Caller
) -> list[TableEntry]:
    """Return open tables: first those in whose reach one's rating is, the newest first."""
    rated = [table for table, _row in free if table.rules.rated]
    if not rated or caller.id is None or caller.person is None or not caller.person.registered:
        return [row for _table, row in free]
    sitting, own = services.ratings.of_tables(rated), services.ratings.all_of(caller.id)
    mine = {(one.game, one.players): one for one in own}

    def apart(entry: tuple[Table, TableEntry]) -> float:
        table, pool = entry[0], (entry[0].game.name, entry[0].game.num_players)
        if not table.rules.rated:
            return 0.0
        reader = mine.get(pool) or first_rating(str(caller.id), *pool)
        return distance(reader, table, sitting[table.id])

    return [row for _table, row in sorted(free, key=apart)]
