"""The application: the pages put together behind their middleware."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, cast

from fastapi import APIRouter, Depends, FastAPI, Request, Response, WebSocket
from fastapi.routing import APIRoute
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from spinney import all_games
from spinney.core import compilation
from spinney.drawing import stylesheet
from spinney.i18n.scripts import script_texts
from spinney.players.local_bots import LocalBots
from spinney.server.accounts import pages as account
from spinney.server.accounts.identity import identify
from spinney.server.admin import health
from spinney.server.analysis import pages as analysis
from spinney.server.analysis.store import Analyses
from spinney.server.blocks import pages as blocks
from spinney.server.compressed import compressed
from spinney.server.guide import pages as guide
from spinney.server.home import covers, manifest, new_game, robots
from spinney.server.home import pages as home
from spinney.server.jobs.expiry import Sweeper
from spinney.server.jobs.queue import PREMOVE
from spinney.server.jobs.runner import JobRunner
from spinney.server.lessons import pages as lesson
from spinney.server.logs import RequestLog
from spinney.server.middleware.crawlers import CrawlerMiddleware
from spinney.server.middleware.language import LanguageMiddleware
from spinney.server.middleware.match_errors import MatchMiddleware
from spinney.server.middleware.rate_limits import RateLimitMiddleware
from spinney.server.middleware.security import LOCAL_HOSTNAMES, CsrfTokens, SecurityMiddleware
from spinney.server.play import pages as play
from spinney.server.play import socket
from spinney.server.play.computer import LevelPlayer
from spinney.server.play.level_search import THREADS
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_store import MatchStore
from spinney.server.precompile import Precompiler
from spinney.server.problem_handlers import add_problem_handlers
from spinney.server.problem_pages import answer_limited, problems
from spinney.server.rate_limits.rate_limited import RateLimited
from spinney.server.ratings import account_pages as account_ratings
from spinney.server.rendering.pool import RenderPool
from spinney.server.rendering.queue import RenderQueue
from spinney.server.replay import example
from spinney.server.replay import pages as replay
from spinney.server.services import Services
from spinney.server.site import STATIC, Site
from spinney.server.tables import lobby, new_table, next_game, waiting_room
from spinney.server.tables.features import FEATURES
from spinney.server.template_environment import environment

_log = logging.getLogger(__name__)

MOVE_THREADS, SHARED_MOVE_THREADS = 2, 4
"""How many threads carry out moves: SQLite takes one writer at a time, and more threads would only
compete for the interpreter; PostgreSQL leaves more to wait for."""
MOVE_INTERVAL = 0.9
"""Seconds from one move to the computer's next, so that people can follow."""


def create_local(
    data_folder: Path,
    *,
    move_interval: float = MOVE_INTERVAL,
    precompile: bool = True,
    bots: LocalBots | None = None,
) -> FastAPI:
    """Return the application for local mode: whoever is at this machine.

    Args:
        data_folder: where matches are kept; made if it isn't there.
        move_interval: seconds from one move to the computer's next.
        precompile: compile all games in the background from the start.
        bots: the local bots that may sit down.

    Raises:
        Refused: the folder can't be used.
    """
    store = MatchStore.of(data_folder)
    site = _site(MatchService(store), move_interval, bots or LocalBots(), THREADS, RenderQueue())

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with _computing(site, precompile):
            yield
        site.close()
        store.close()

    return _put_together(site, lifespan, LOCAL_HOSTNAMES)


def create_shared(
    services: Services,
    *,
    move_interval: float = MOVE_INTERVAL,
    precompile: bool = True,
    searches: int = THREADS,
    pool: RenderPool | None = None,
    only_here: bool = False,
) -> FastAPI:
    """Return the application of one worker of a shared server.

    Args:
        services: the server; it is closed when the application ends.
        move_interval: seconds from one move to the computer's next.
        precompile: compile all games in the background from the start.
        searches: how many levels of this worker may search at once.
        pool: the processes that render pages; None: they are rendered in this one.
        only_here: does it listen where only this machine reaches it?
    """
    render_queue = RenderQueue(pool)
    site = _site(
        services.match_service, move_interval, LocalBots(), searches, render_queue, services
    )
    site = replace(site, only_here=only_here)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        heartbeat = services.live()
        site.computer.hints.listen()
        job_runner = app.state.job_runner = JobRunner(services, site.computer)
        job_runner.handlers[PREMOVE] = partial(services.premoves.play, services.match_service)
        sweeper = Sweeper(services.expiry)
        async with _computing(site, precompile):
            job_runner.start()
            sweeper.start()
            yield
            sweeper.stop()
            job_runner.stop()
        site.close()
        heartbeat.stop()
        services.close()

    return _put_together(site, lifespan, None)


def _site(
    match_service: MatchService,
    move_interval: float,
    bots: LocalBots,
    threads: int,
    render_queue: RenderQueue,
    services: Services | None = None,
) -> Site:
    compilation.never_wait()
    computer = LevelPlayer(match_service, Precompiler(), move_interval, bots, threads)
    analyses = Analyses(match_service, computer.precompiler)
    csrf_tokens = CsrfTokens(match_service.store.setting("secret", lambda: secrets.token_hex(32)))
    move_executor = ThreadPoolExecutor(
        SHARED_MOVE_THREADS if match_service.store.database.shared else MOVE_THREADS, "moves"
    )
    return Site(
        match_service,
        computer,
        analyses,
        csrf_tokens,
        environment(),
        render_queue,
        move_executor,
        services,
    )


@asynccontextmanager
async def _computing(site: Site, precompile: bool) -> AsyncIterator[None]:
    """Have levels think as long as this lasts."""
    ready = asyncio.create_task(_get_ready(site) if precompile else asyncio.sleep(0))
    yield
    await ready
    await asyncio.to_thread(site.analyses.close)
    await site.computer.close()
    site.computer.precompiler.close()


async def _get_ready(site: Site) -> None:
    """Draw the first page's pictures, then compile: at once, each would wait for the other."""
    games = all_games().values()
    drawing = (asyncio.to_thread(covers.cover, game) for game in games)
    results = await asyncio.gather(*drawing, return_exceptions=True)
    for game, result in zip(games, results, strict=True):
        if isinstance(result, Exception):
            _log.error("there is no picture of %s", game.name, exc_info=result)
        site.computer.precompiler.begin(game)


def _put_together(
    site: Site,
    lifespan: Callable[[FastAPI], AbstractAsyncContextManager[None]],
    hosts: Iterable[str] | None,
) -> FastAPI:
    app = FastAPI(lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.site = site
    app.add_middleware(MatchMiddleware, errors=site.match_service.errors, answer=problems(site))
    if site.services is not None:
        limited = partial(answer_limited, site)
        app.add_exception_handler(RateLimited, cast(Any, limited))
        app.add_middleware(RateLimitMiddleware, limits=site.services.limits, answer=limited)
        app.add_middleware(CrawlerMiddleware)
    app.add_middleware(SecurityMiddleware, hosts=hosts)
    if site.services is not None:
        app.add_middleware(RequestLog, metrics=site.services.metrics)
    app.add_middleware(LanguageMiddleware)
    if site.services is not None:
        _answer_head(health.routes)
        app.include_router(health.routes)
        from spinney.server.api import app as api  # local mode starts sooner without it

        app.mount("/api", api.create(site))
    for routes in _routers(shared=site.services is not None):
        _answer_head(routes)
        app.include_router(routes, dependencies=[Depends(identify)])
    app.add_api_route("/static/pictures.css", _pictures, methods=["GET", "HEAD"])
    app.add_api_route("/texts/{language}.{version}.js", _script_texts, methods=["GET", "HEAD"])
    app.mount("/static", GZipMiddleware(StaticFiles(directory=STATIC), minimum_size=1000))
    add_problem_handlers(app, site)
    _refuse_other_sockets(app)
    return app


def _routers(shared: bool) -> Iterator[APIRouter]:
    """Yield the pages of a mode: what is asked most comes first."""
    yield from (play.routes, socket.routes)
    if shared:
        yield from (lobby.routes, new_table.routes, waiting_room.routes, next_game.routes)
        yield from (account.routes, account_ratings.routes, blocks.routes, robots.routes)
        yield from (feature.pages for feature in FEATURES if feature.pages is not None)
    else:
        yield from (play.local, home.local, new_game.local)
    yield from (home.routes, covers.routes, manifest.routes, guide.routes, lesson.routes)
    yield from (replay.routes, example.routes, analysis.routes)


def _answer_head(routes: APIRouter) -> None:
    """Have whatever answers GET answer HEAD, as Starlette's own routes do: monitors ask so.

    uvicorn leaves the body out.
    """
    for route in routes.routes:
        if isinstance(route, APIRoute) and route.methods and "GET" in route.methods:
            route.methods.add("HEAD")


def _pictures(request: Request) -> Response:
    return compressed(request, stylesheet(), "text/css")


def _script_texts(request: Request, language: str, version: str) -> Response:
    """Return the texts of scripts in a language; another version has another address."""
    texts = script_texts(language)
    if texts is None or texts.version != version:
        raise HTTPException(404, "Not Found")
    headers = {"Cache-Control": "public, max-age=31536000, immutable"}
    return compressed(request, texts.code, "text/javascript", headers)


def _refuse_other_sockets(app: FastAPI) -> None:
    """Close sockets to addresses where there is nothing."""

    @app.websocket("/{path:path}")
    async def nowhere(websocket: WebSocket, path: str) -> None:  # noqa: ARG001
        await websocket.close(1008)
