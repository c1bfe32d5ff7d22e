"""`Site`: the base of all pages: forms, login sessions, themes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from jinja2 import Environment
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection

from spinney.drawing import sprite, used
from spinney.i18n import _
from spinney.server.accounts.person import Person
from spinney.server.analysis.store import Analyses
from spinney.server.db.database import DatabaseUnavailable
from spinney.server.middleware.security import (
    CsrfTokens,
    dated,
    is_dated_today,
    is_secure,
    new_session,
    session_cookie,
    session_of,
)
from spinney.server.origin import origin_of
from spinney.server.page_address import page_address
from spinney.server.play.computer import LevelPlayer
from spinney.server.play.match_service import MatchService
from spinney.server.rendering.queue import RenderQueue
from spinney.server.services import Services
from spinney.server.template_environment import PIECE, SPRITE

THEMES = ("auto", "light", "dark")
STATIC = Path(__file__).parent / "static"
YEAR = 365 * 24 * 3600
"""Seconds that a browser remembers who it is, and how pages shall look."""


Form = Mapping[str, str | bytes]
"""What a form sent, or a message like one, by name."""


@dataclass(frozen=True)
class Site:
    """What the pages are made with.

    Attributes:
        match_service: the matches.
        computer: levels and hints.
        analyses: what the computer makes of finished matches.
        csrf_tokens: tie forms to browsers.
        environment: the templates.
        render_queue: has the pages rendered that sockets send.
        move_executor: the threads that carry out moves that arrive through sockets.
        services: of shared mode; None in local mode.
        only_here: does the server listen where only this machine reaches it?
    """

    match_service: MatchService
    computer: LevelPlayer
    analyses: Analyses
    csrf_tokens: CsrfTokens
    environment: Environment
    render_queue: RenderQueue
    move_executor: Executor
    services: Services | None = None
    only_here: bool = False

    def page(
        self,
        request: Request,
        template: str,
        status: int = 200,
        symbols: frozenset[str] = frozenset(),
        form_page: str = "",
        **given: Any,
    ) -> HTMLResponse:
        """Return a page, with the drawn symbols that it uses.

        Args:
            request: which it answers.
            template: makes it.
            status: of the answer.
            symbols: those that its pictures may come to use while it is open.
            form_page: where the form stands that it answers, if it answers one
                (`page_address`).
            given: what its template asks for.
        """
        session = _begun(request) or session_of(request) or new_session()
        address = page_address(request, form_page)
        html = self.environment.get_template(template).render(
            theme=look(request, "theme", THEMES),
            layout=look(request, "layout", ("wide", "narrow")),
            token=self.csrf_tokens.token(session),
            page_address=address,
            open=self.services is not None,
            person=getattr(request.state, "person", None),
            challenges=lambda: self._challenges(request, address),
            **{"origin": origin_of(request), **given},
        )
        html = PIECE.sub("", html).replace(SPRITE, sprite(symbols.union(used(html))), 1)
        response = HTMLResponse(html, status)
        if session_of(request) != session or not is_dated_today(request):
            self.set_session(request, response, session)
        return response

    def _challenges(self, request: Request, page: str) -> list[str]:
        """Return the addresses of the tables that keep a seat for the reader, but for this page's.

        A page that needs no database doesn't come to need one by this.
        """
        person: Person | None = getattr(request.state, "person", None)
        if self.services is None or person is None:
            return []
        with suppress(DatabaseUnavailable):
            ids = self.services.tables.challenges(person.id)
            return [address for id_ in ids if (address := f"/table/{id_}") != page]
        return []

    def to(self, request: Request, address: str) -> Response:
        """Send a browser on to a page after a form, with the session that the form began."""
        return self.bind(request, to(address))

    def bind(self, request: Request, response: Response) -> Response:
        """Give a browser the session that its request began, if it began one."""
        if session := _begun(request):
            self.set_session(request, response, session)
        return response

    def set_session(self, request: Request, response: Response, session: str) -> None:
        """Give a browser its session, for a year from today.

        In shared mode, whoever follows a friend's link from another site must still be who they
        are, so it is lax there. What changes anything needs a CSRF token besides (`form`), and
        comes from a page of this server (`middleware.security`).
        """
        response.set_cookie(
            session_cookie(request.scope),
            dated(session),
            YEAR,
            httponly=True,
            samesite="strict" if self.services is None else "lax",
            secure=is_secure(request.scope),
        )

    def part(self, template: str, **given: Any) -> str:
        """Return a part of a page."""
        return self.environment.get_template(template).render(**given)

    def close(self) -> None:
        """Nobody looks on any more."""
        self.render_queue.close()
        self.move_executor.shutdown(wait=False, cancel_futures=True)

    async def form(self, request: Request) -> Form:
        """Return what a form sent, files as bytes; it must carry the CSRF token of its browser.

        Raises:
            HTTPException: it doesn't, or it is too large.
        """
        try:
            async with request.form(max_files=1, max_fields=60) as sent:
                form = {
                    name: await value.read() if isinstance(value, UploadFile) else value
                    for name, value in sent.items()
                }
        except ClientDisconnect:  # so the middleware cuts off what is longer than was announced
            raise HTTPException(413, _("That is too large.")) from None
        csrf_token = form.get("token") or request.headers.get("x-token")
        if not self.csrf_tokens.fits(session_of(request), csrf_token):
            raise HTTPException(403, _("This page is out of date. Reload it and send it again."))
        return form


def begin_session(request: Request, session: str, person: Person) -> None:
    """Have the answer to a request carry the new session of the person it let in.

    Whoever is let in gets a session of the server's making: what a browser brought along, somebody
    else may have put there.
    """
    request.state.session, request.state.person = session, person


def _begun(request: Request) -> str:
    """Return the session that a request began; empty: none."""
    return str(getattr(request.state, "session", ""))


async def _site(connection: HTTPConnection) -> Site:
    site: Site = connection.app.state.site
    return site


ThisSite = Annotated[Site, Depends(_site)]
"""What a page is made with, for the functions that answer requests."""


async def _seen_by(seen_by: str = "", eyes: str = "") -> str:
    """Return whose view an address names; addresses of version 0.1 say ``eyes``."""
    return seen_by or eyes


SeenBy = Annotated[str, Depends(_seen_by)]
"""Whose view of a replay is asked for: a player's number, ``-1`` or ``all``."""


def look(request: Request, name: str, choices: tuple[str, ...]) -> str:
    """Return how the reader wants pages to look, as their cookie has it."""
    cookie = request.cookies.get(name)
    if cookie in choices:
        return str(cookie)
    phone = name == "layout" and re.search(r"\bMobi", request.headers.get("user-agent", ""))
    return choices[1] if phone else choices[0]


def to(address: str) -> RedirectResponse:
    """Send a browser on to a page after a form."""
    return RedirectResponse(address, 303)


def text_of(sent: Form, field: str) -> str:
    """Return a field of a form as text that a database takes; empty if there is none, or a file."""
    value = sent.get(field, "")
    return value.replace("\0", "") if isinstance(value, str) else ""
