"""The next of one's games with others that waits for one's move, for a link at a table."""

from __future__ import annotations

from contextlib import suppress

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from spinney.server.accounts.identity import Caller, ThisCaller, ThisServices
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import MatchNotFound
from spinney.server.services import Services
from spinney.server.tables.table import PLAYING
from spinney.server.tables.table_list import listed_tables

MOST = 50
"""How many of one's newest tables are looked at."""

routes = APIRouter()


@routes.get("/next-game")
def next_game(services: ThisServices, caller: ThisCaller, beside: str = "") -> Response:
    """Return how many games ``beside`` one wait for the caller's move, and the address of the next.

    The next is the one in which they have the least time.
    """
    waiting = _waiting(services, caller, beside)
    address = f"/match/{waiting[0]}" if waiting else ""
    return JSONResponse({"count": len(waiting), "address": address})


def _waiting(services: Services, caller: Caller, beside: str) -> list[str]:
    """Return the games that wait for a caller's move, by id, the most urgent first."""
    mine = services.tables.of(caller.id, over=False, most=MOST) if caller.id else []
    shared = [t for t in mine if t.status == PLAYING and t.id != beside and len(t.people) > 1]
    rows = [row for row in listed_tables(services, shared, caller) if row.mine]
    urgent = sorted(rows, key=lambda row: (row.due, row.id))
    return [row.id for row in urgent if _owes_choice(services, caller, row.id)]


def _owes_choice(services: Services, caller: Caller, match_id: str) -> bool:
    """Does a caller owe a choice? Lists don't tell which choices are sealed already."""
    with suppress(MatchNotFound, MatchError):
        session = services.match_service.session(match_id)
        return session.table is not None and session.table.player(caller.id) in session.match.to_act
    return False
