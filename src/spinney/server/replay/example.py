"""The example of a game's guide, as a replay: the same for everybody, and kept nowhere."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException

from spinney.core import rendering
from spinney.core.game import Game
from spinney.i18n import _
from spinney.match import Match
from spinney.match.record_reader import read_record
from spinney.server.home.game_setup import named
from spinney.server.play import page_model
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.time_source import Stopwatch
from spinney.server.replay.pages import ReplayFrame, replay_frame
from spinney.server.site import SeenBy, ThisSite, look

routes = APIRouter(prefix="/guide/{name}/example")


@routes.get("")
def page(request: Request, site: ThisSite, name: str, seen_by: SeenBy, at: str = "") -> Response:
    """Show a frame of the example, at first the one where what it is about begins."""
    game, layout = named(name), look(request, "layout", page_model.LAYOUTS)
    replay = _example_frame(game, at or str(_beginning(game)), seen_by, layout)
    return site.page(
        request,
        "replay/replay.html",
        symbols=rendering.symbols(replay.match.view(-1)),
        replay=replay,
        note="",
        whole=True,
    )


@routes.get("/frame")
def frame(
    site: ThisSite, name: str, seen_by: SeenBy, at: str = "0", layout: str = "wide"
) -> Response:
    """Return what a frame changes of the page."""
    layout = page_model.known_layout(layout)
    replay = _example_frame(named(name), at, seen_by, layout)
    html = site.part("replay/replay_body.html", replay=replay, layout=layout, whole=False)
    return JSONResponse({"at": replay.at, "page": html})


@routes.get("/record")
def record(name: str) -> Response:
    """Return the example as a record."""
    game = named(name)
    attached = f'attachment; filename="{game.name}-example.txt"'
    return PlainTextResponse(_table(game).match.record(), headers={"Content-Disposition": attached})


def _example_frame(game: Game, at: str, seen_by: str, layout: str) -> ReplayFrame:
    replay = replay_frame(_table(game), -1, at, seen_by, layout)
    address = f"/guide/{game.name}/example"
    return replace(
        replay,
        address=address,
        table="",
        record=f"{address}/record",
        comment=_comment(game, replay.at),
    )


def _comment(game: Game, at: int) -> str:
    """Return what the game says of a frame of its example: the last comment until then."""
    comments: dict[int, str] = getattr(game.part("example_comments"), "COMMENTS", {})
    version = _match(game).frames[at].version
    last = max((number for number in comments if number <= version), default=0)
    return _(comments[last]) if last else ""


@lru_cache(maxsize=16)
def _match(game: Game) -> Match:
    text = game.example()
    if not text:
        raise HTTPException(404, _("The guide to this game has no example."))
    return read_record(text)


def _table(game: Game) -> LiveMatch:
    return LiveMatch("", _match(game), Stopwatch(0))


def _beginning(game: Game) -> int:
    """Return the number of the frame where what the example is about begins."""
    frames = _match(game).frames
    return max(n for n, frame in enumerate(frames) if frame.version <= game.example_from)
