"""The example of a game's guide, as a replay: the same for everybody, and kept nowhere."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from ..core import show
from ..core.game import Game
from ..house.hall import Table
from ..house.watches import Stopwatch
from ..match import Match
from . import scene as scenes
from .pages import named
from .replay import Shown, shown
from .site import ThisSite, look

routes = APIRouter(prefix="/guide/{name}/example")


@routes.get("")
def page(request: Request, site: ThisSite, name: str, at: str = "", eyes: str = "") -> Response:
    """Show a moment of the example, at first the one where what it is about begins."""
    game, layout = named(name), look(request, "layout", scenes.LAYOUTS)
    found = _shown(game, at or str(_beginning(game)), eyes, layout)
    return site.page(
        request,
        "replay.html",
        symbols=show.symbols(found.match.view(-1)),
        replay=found,
        note="",
        whole=True,
    )


@routes.get("/moment")
def moment(
    site: ThisSite, name: str, at: str = "0", eyes: str = "", layout: str = "wide"
) -> Response:
    """Return what a moment changes of the page."""
    layout = scenes.known_layout(layout)
    found = _shown(named(name), at, eyes, layout)
    html = site.part("moment.html", replay=found, layout=layout, whole=False)
    return JSONResponse({"at": found.at, "scene": html})


@routes.get("/record")
def record(name: str) -> Response:
    """Return the example as a record."""
    game = named(name)
    attached = f'attachment; filename="{game.name}-example.txt"'
    return PlainTextResponse(_table(game).match.record(), headers={"Content-Disposition": attached})


def _shown(game: Game, at: str, eyes: str, layout: str) -> Shown:
    found = shown(_table(game), -1, at, eyes, layout)
    here = f"/guide/{game.name}/example"
    return replace(found, here=here, table="", record=f"{here}/record")


@lru_cache(maxsize=16)
def _match(game: Game) -> Match:
    text = game.example()
    if not text:
        raise HTTPException(404, "The guide to this game has no example.")
    return Match.read(text)


def _table(game: Game) -> Table:
    return Table("", _match(game), Stopwatch(0))


def _beginning(game: Game) -> int:
    """Return the number of the moment where what the example is about begins."""
    frames = _match(game).frames
    return max(n for n, frame in enumerate(frames) if frame.version <= game.example_from)
