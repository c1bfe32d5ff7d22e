"""Leaderboards, and the page of somebody with ratings."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.exceptions import HTTPException

from spinney import all_games
from spinney.i18n import _
from spinney.server.accounts.identity import ThisCaller, ThisServices
from spinney.server.home.game_setup import named
from spinney.server.play.match_service import MatchNotFound
from spinney.server.ratings import pairing, profile
from spinney.server.ratings.pairing import usual_clock
from spinney.server.ratings.profile import Pool
from spinney.server.ratings.store import PAGE
from spinney.server.site import ThisSite
from spinney.server.tables.challenges import may_challenge
from spinney.server.tables.table_list import table_entries

routes = APIRouter()
TOP = 5
"""How many of each leaderboard the first page of them lists."""
Page = Annotated[int, Query(ge=1, le=10_000)]


@routes.get("/ratings")
def leaderboards(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller
) -> Response:
    """Show the best of each game."""
    boards = []
    for game, players, count in services.ratings.pools():
        pool = profile.pool(game, players)
        if pool is not None:
            boards.append((pool, services.ratings.leaderboard(game, players, most=TOP), count))
    return site.page(request, "ratings/leaderboards.html", boards=boards, me=caller.person)


@routes.get("/ratings/{name}")
def leaderboard(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    name: str,
    players: Annotated[int, Query(ge=2, le=16)] = 2,
    page: Page = 1,
) -> Response:
    """Show who is best at a game with so many players."""
    game, skip = named(name), (page - 1) * PAGE
    ranking = services.ratings.leaderboard(game.name, players, skip, PAGE + 1)
    return site.page(
        request,
        "ratings/leaderboard.html",
        pool=Pool(game, players),
        rows=ranking[:PAGE],
        number=page,
        more=len(ranking) > PAGE,
    )


@routes.get("/player")
def player(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    name: str = "",
    game: str = "",
    players: Annotated[int, Query(ge=0, le=16)] = 0,
    page: Page = 1,
) -> Response:
    """Show somebody's ratings, the curve of one, the matches that made it, and unrated ones.

    Without a name they are one's own.
    """
    somebody = profile.find_player(services, name, caller.person)
    if somebody is None:
        raise HTTPException(404, _("There is no such player, or they don’t show their ratings."))
    own = [one for one in services.ratings.all_of(somebody.holder) if profile.pool(one.game, 2)]
    chosen = next((r for r in own if (r.game, r.players) == (game, players)), None)
    shown = chosen or (own[0] if own else None)
    skip = (page - 1) * profile.SHOWN
    changes = services.ratings.history(
        somebody.holder, game if chosen else "", players, profile.SHOWN + 1, skip
    )
    whole = page == 1 and not chosen
    mine = somebody.person is not None and somebody.person.id == caller.id
    challengeable = somebody.person is not None and not mine and may_challenge(caller.person)
    is_blocked = somebody.holder in services.blocks.blocked_by(caller.id or "")
    unrated = services.tables.unrated_of(somebody.holder, profile.SHOWN) if whole else []
    return site.page(
        request,
        "ratings/profile.html",
        who=somebody,
        mine=mine,
        challengeable=all_games().values() if challengeable and not is_blocked else (),
        blockable=somebody.person is not None and caller.id and not mine,
        is_blocked=is_blocked,
        ratings=[(one, Pool(named(one.game), one.players)) for one in own],
        shown=shown,
        chosen=chosen,
        curves=profile.draw_curves(services, shown, somebody.name) if shown else "",
        history=profile.history_rows(services, changes[: profile.SHOWN], caller.person),
        unrated=table_entries(services, unrated, caller),
        number=page,
        more=len(changes) > profile.SHOWN,
    )


@routes.post("/pair/{name}")
async def find_opponent(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, name: str
) -> Response:
    """Sit down with an opponent of a near rating, or wait for one."""
    game = named(name)
    await site.form(request)
    arguments = caller.named(), game, usual_clock(game), caller.address
    table_id = await asyncio.to_thread(pairing.pair, services, *arguments)
    return site.to(request, f"/table/{table_id}")


@routes.post("/table/{table_id}/pair")
async def look_again(
    request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller, table_id: str
) -> Response:
    """Look once more for an opponent; a script is told where to go if there is one."""
    await site.form(request)

    def do() -> str:
        table = services.tables.table(table_id)
        if table is None or not services.tables.may_see(table, caller.person):
            raise MatchNotFound
        return pairing.look_again(services, table, caller.named(), caller.address)

    address = f"/table/{await asyncio.to_thread(do)}"
    if "text/html" in request.headers.get("accept", ""):
        return site.to(request, address)
    moved = address != f"/table/{table_id}"
    return Response(status_code=204, headers={"x-go": address} if moved else None)
