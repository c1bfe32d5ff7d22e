"""Answers to what can't be done: a page to a browser, a line to a script."""

from __future__ import annotations

from collections.abc import Callable

from fastapi import Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse

from spinney.i18n import N_, _
from spinney.server.page_address import came_from
from spinney.server.rate_limits.rate_limited import RateLimited
from spinney.server.site import THEMES, Site, look
from spinney.server.wording import big

OTHER_PROBLEM = N_("That can’t be done")
_TITLES = {
    403: N_("Not from here"),
    404: N_("Nothing grows here"),
    413: N_("That is too much"),
    500: N_("Something went wrong"),
}


def problems(site: Site) -> Callable[[Request, int, str], Response]:
    """Return what answers with a problem: a page to a browser, a line to a script."""

    def answer(request: Request, status: int, reason: str) -> Response:
        if request.url.path.startswith("/api/"):
            return JSONResponse({"problem": reason}, status)
        if "text/html" in request.headers.get("accept", ""):
            title = _(_TITLES.get(status, OTHER_PROBLEM))
            return site.page(request, "problem.html", status, title=title, reason=reason)
        return site.bind(request, PlainTextResponse(reason, status))

    return answer


def answer_limited(site: Site, request: Request, problem: RateLimited) -> Response:
    """Answer who exceeds a rate limit: a page to a browser, with a way back; a line to a script.

    The page is small and needs no database: whoever asks too much is answered cheaply.
    """
    reason = f"{big(str(problem))}."
    headers = {"Retry-After": str(problem.seconds)}
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse(f"{reason}\n", 429, headers)
    theme = look(request, "theme", THEMES)
    html = site.part("limited.html", reason=reason, back=came_from(request), theme=theme)
    return HTMLResponse(html, 429, headers)
