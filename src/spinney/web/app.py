"""The application: the pages put together behind their guard."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI, Request, Response, WebSocket
from fastapi.exceptions import RequestValidationError
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException

from .. import all_games
from ..bots.named import Bots
from ..core import warmth
from ..core.refusal import Refused
from ..drawing import stylesheet
from . import live, pages, play, replay
from .computer import Computer, Warming
from .guard import Guard, Tokens
from .hall import Hall, Missing
from .site import STATIC, Site, environment, problems
from .store import Store

_log = logging.getLogger(__name__)

BEAT = 0.9
"""Seconds from one move to the computer's next, so that people can follow."""


def create(
    data_folder: Path, *, beat: float = BEAT, warm: bool = True, bots: Bots | None = None
) -> FastAPI:
    """Return the application.

    Args:
        data_folder: where matches are kept; made if it isn't there.
        beat: seconds from one move to the computer's next.
        warm: compile all games in the background from the start.
        bots: the local bots that may sit down.

    Raises:
        Refused: the folder can't be used.
    """
    warmth.never_wait()
    store = Store(data_folder)
    hall, warming = Hall(store), Warming()
    computer = Computer(hall, warming, beat, bots or Bots())
    tokens = Tokens(store.setting("secret", lambda: secrets.token_hex(32)))
    site = Site(hall, computer, tokens, environment())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        for game in all_games().values() if warm else ():
            warming.begin(game)
        yield
        await computer.close()
        warming.close()
        store.close()

    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.site = site
    app.add_middleware(Guard)
    for module in (pages, play, live, replay):
        app.include_router(module.routes)
    app.add_api_route("/static/pictures.css", _pictures)
    app.mount("/static", StaticFiles(directory=STATIC))
    _add_problems(app, site)
    return app


def _pictures() -> Response:
    return Response(stylesheet(), media_type="text/css")


def _add_problems(app: FastAPI, site: Site) -> None:
    """Answer everything that can't be done in words that say what would do."""
    answer = problems(site)

    @app.exception_handler(Missing)
    async def missing(request: Request, _: Exception) -> Response:
        return answer(request, 404, "There is no such match here; the first page lists all.")

    @app.exception_handler(Refused)
    async def refused(request: Request, problem: Exception) -> Response:
        return answer(request, 422, str(problem))

    @app.exception_handler(HTTPException)
    async def failed(request: Request, problem: Exception) -> Response:
        status = problem.status_code if isinstance(problem, HTTPException) else 500
        detail = problem.detail if isinstance(problem, HTTPException) else ""
        return answer(request, status, _REASONS.get(detail, detail))

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, _: Exception) -> Response:
        return answer(request, 422, "Something in that address or form is not as it should be.")

    @app.exception_handler(Exception)
    async def broken(request: Request, problem: Exception) -> Response:
        _log.error("an answer failed: %s", request.url.path, exc_info=problem)
        return answer(request, 500, "That is a fault of Spinney’s; nothing accepted is lost.")

    @app.websocket("/{_:path}")
    async def nowhere(websocket: WebSocket, _: str) -> None:
        await websocket.close(1008)


_REASONS = {
    "Not Found": "There is no such page; the first page leads everywhere.",
    "Method Not Allowed": "That page can’t be used in this way.",
}
