"""Health checks, for operators and for monitoring programs.

* ``/health/live``: does this worker answer at all? Where it doesn't, begin another.
* ``/health/ready``, also ``/health``: can it do its work? Where it can't, ask another for now.
* ``/metrics``: numbers, for this machine and for anyone with the key in `METRICS_KEY`.
"""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from spinney import all_games
from spinney.server import logs
from spinney.server.accounts.identity import ThisServices
from spinney.server.admin.metrics import CONTENT_TYPE
from spinney.server.client_address import is_loopback
from spinney.server.db.database import FULL, DatabaseCorrupt, DatabaseUnavailable
from spinney.server.middleware.security import LOCAL_HOSTNAMES, bearer_token, hostname_of
from spinney.server.play.match_service import TROUBLES
from spinney.server.server_time import LOST_AFTER_MS
from spinney.server.services import Services
from spinney.server.site import ThisSite

METRICS_KEY = "SPINNEY_METRICS_KEY"
"""The environment variable that holds the key for reading metrics from elsewhere."""
FORWARDED = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
"""What a proxy says: then it isn't this machine that asks, whatever the address."""

routes = APIRouter()


@routes.get("/health/live")
def live() -> Response:
    """Say that this worker answers."""
    return JSONResponse({"live": True})


@routes.get("/health")
@routes.get("/health/ready")
def ready(site: ThisSite, services: ThisServices) -> Response:
    """Say whether this worker can do its work, and what is missing.

    It can before the games are compiled: a little slower, and without the stronger levels. It can
    also without a log.
    """
    checked = checks(services)
    compiled = all(map(site.computer.precompiler.ready, all_games().values()))
    report: dict[str, object] = {**checked, "compiled": compiled, "log": not logs.failing()}
    problems = [TROUBLES.get(services.match_service.trouble, ""), _of_log(logs.failing())]
    if any(problems):
        report["problem"] = "; ".join(filter(None, problems))
    return JSONResponse(
        {"ready": all(checked.values()), **report}, 200 if all(checked.values()) else 503
    )


def _of_log(problem: str) -> str:
    return problem and f"the log can't be written: {problem}"


def checks(services: Services) -> dict[str, bool]:
    """Return what a worker needs, and whether it is there."""
    try:
        with services.store.database.reading() as connection:
            reached, heartbeat = True, services.server_time.age(connection) < LOST_AFTER_MS
    except (DatabaseUnavailable, DatabaseCorrupt):
        reached = heartbeat = False
    return {
        "database": reached,
        "disk_space": services.match_service.trouble != FULL,
        "heartbeat": heartbeat,
        "notifications": services.match_service.pubsub.listening.is_set(),
        "jobs": services.liveness.alive,
    }


@routes.get("/metrics")
def metrics(request: Request, services: ThisServices) -> Response:
    """Return what can be counted."""
    if not _may_read(request, services.metrics.key):
        raise HTTPException(404, "Not Found")
    lines = services.metrics.lines(services.match_service, services.server_time, services.liveness)
    return Response("\n".join(lines) + "\n", media_type=CONTENT_TYPE)


def _may_read(request: Request, key: str) -> bool:
    """Does this machine ask, with nobody in between, or someone who has the key?

    Nor may a page elsewhere ask whose name leads to this machine: a browser sends that as ``Host``.
    """
    sent = bearer_token(request.headers)
    if key:
        return hmac.compare_digest(key.encode(), sent.encode())
    is_local = request.client is not None and is_loopback(request.client.host)
    is_local = is_local and hostname_of(request.headers.get("host", "")) in LOCAL_HOSTNAMES
    return is_local and not any(name in request.headers for name in FORWARDED)
