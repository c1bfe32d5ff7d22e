"""The next game and the challenges that wait for somebody, for the links at a table."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from fastapi import APIRouter, Response
from fastapi.responses import JSONResponse

from spinney.server.accounts.identity import Caller, ThisCaller, ThisServices
from spinney.server.play.match_errors import MatchError
from spinney.server.play.match_service import MatchNotFound
from spinney.server.services import Services
from spinney.server.tables.table import PLAYING
from spinney.server.tables.table_list import table_entries

MOST = 50
"""How many of one's newest tables are looked at."""

routes = APIRouter()


@routes.get("/next-game")
def next_game(services: ThisServices, caller: ThisCaller, beside: str = "") -> Response:
    """Return how many games ``beside`` one wait for the caller's move, and the address of the next.

    The next is the one in which they have the least time. With them comes the same of challenges
    that wait for the caller's answer; of those the newest is the next.
    """
    waiting = _waiting(services, caller, beside)
    challenges = services.tables.challenges(caller.id) if caller.id else []
    return JSONResponse(
        {**_told("match", waiting), "challenges": _told("table", challenges)},
    )


def _told(kind: str, waiting: Sequence[str]) -> dict[str, Any]:
    """Return how many wait, and the address of the first."""
    return {"count": len(waiting), "address": f"/{kind}/{waiting[0]}" if waiting else ""}


def _waiting(services: Services, caller: Caller, beside: str) -> list[str]:
    """Return the games that wait for a caller's move, by id, the most urgent first."""
    mine = services.tables.of(caller.id, over=False, most=MOST) if caller.id else []
    shared = [t for t in mine if t.status == PLAYING and t.id != beside and len(t.people) > 1]
    rows = [row for row in table_entries(services, shared, caller) if row.mine]
    urgent = sorted(rows, key=lambda row: (row.due, row.id))
    return [row.id for row in urgent if _owes_choice(services, caller, row.id)]


def _owes_choice(services: Services, caller: Caller, match_id: str) -> bool:
    """Does a caller owe a choice? Lists don't tell which choices are sealed already."""
    with suppress(MatchNotFound, MatchError):
        live = services.match_service.live_match(match_id)
        return live.table is not None and live.table.player(caller.id) in live.match.to_act
    return False
