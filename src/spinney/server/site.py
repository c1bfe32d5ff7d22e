"""What every page has: templates, the reader's look, answers to what can't be done."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, MutableMapping
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
)
from jinja2.compiler import CodeGenerator, Frame
from jinja2.nodes import Node
from markupsafe import Markup
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection

from spinney import __version__, lessons
from spinney.core import rendering
from spinney.core.game import Game
from spinney.core.rendering import DisplayOption
from spinney.drawing import sprite, used
from spinney.i18n import N_, _, cached_text
from spinney.i18n.lists import and_list
from spinney.match.clocks import time_left
from spinney.players.levels import LEVELS
from spinney.server import template_texts, wording
from spinney.server.accounts.store import Person
from spinney.server.analysis.store import Analyses
from spinney.server.middleware.security import (
    Tokens,
    is_secure,
    new_session,
    session_cookie,
    session_of,
)
from spinney.server.origin import origin_of
from spinney.server.play.computer import LevelPlayer
from spinney.server.play.match_service import MatchService
from spinney.server.rate_limit import RateLimited
from spinney.server.ratings.names import is_level, player_name, profile_address
from spinney.server.services import Services
from spinney.server.tables.invitations import qr_code
from spinney.server.template_cache import COMPILED_TEMPLATES

if TYPE_CHECKING:
    from spinney.server.rendering.queue import RenderQueue

THEMES = ("auto", "light", "dark")
SERVER = Path(__file__).parent
STATIC = SERVER / "static"
SPRITE = "<!-- symbols -->"
"""Where a page carries the symbols it uses; which these are is known when all of it is written."""
PIECE = re.compile("<!-- piece ([a-z0-9-]+) -->")
"""Where a piece of a table’s page begins, as templates have it: a socket sends what has changed."""
SAME = "<!-- same -->"
"""Stands for a piece that is as it was, likewise."""
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
        tokens: tie forms to browsers.
        environment: the templates.
        render_queue: has the pages rendered that sockets send.
        move_executor: the threads that carry out moves that arrive through sockets.
        services: who is here, in a shared server; None in local mode.
    """

    match_service: MatchService
    computer: LevelPlayer
    analyses: Analyses
    tokens: Tokens
    environment: Environment
    render_queue: RenderQueue
    move_executor: Executor
    services: Services | None = None

    def page(
        self,
        request: Request,
        template: str,
        status: int = 200,
        symbols: frozenset[str] = frozenset(),
        **given: Any,
    ) -> HTMLResponse:
        """Return a page; ``given`` is what its template asks for.

        It carries the drawn symbols that it uses, and those ``symbols`` that its pictures may
        come to use while it is open.
        """
        session = _begun(request) or session_of(request) or new_session()
        html = self.environment.get_template(template).render(
            theme=look(request, "theme", THEMES),
            layout=look(request, "layout", ("wide", "narrow")),
            token=self.tokens.token(session),
            here=request.url.path,
            open=self.services is not None,
            person=getattr(request.state, "person", None),
            **{"origin": origin_of(request), **given},
        )
        html = PIECE.sub("", html).replace(SPRITE, sprite(symbols.union(used(html))), 1)
        response = HTMLResponse(html, status)
        if session_of(request) != session:
            self.let_in(request, response, session)
        return response

    def to(self, request: Request, address: str) -> Response:
        """Send a browser on to a page after a form, with the session that the form began."""
        return self.bind(request, to(address))

    def bind(self, request: Request, response: Response) -> Response:
        """Give a browser the session that its request began, if it began one."""
        if session := _begun(request):
            self.let_in(request, response, session)
        return response

    def let_in(self, request: Request, response: Response, session: str) -> None:
        """Give a browser its session.

        In shared mode, whoever follows a friend's link from another site must still be who they
        are, so it is lax there. What changes anything needs a token besides (`form`), and comes
        from a page of this server (`guard`).
        """
        response.set_cookie(
            session_cookie(request.scope),
            session,
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
        """Return what a form sent, files as bytes; it must carry the token its browser was given.

        Raises:
            HTTPException: it doesn't, or it is too large.
        """
        try:
            async with request.form(max_files=1, max_fields=60) as sent:
                form = {
                    name: await value.read() if isinstance(value, UploadFile) else value
                    for name, value in sent.items()
                }
        except ClientDisconnect:  # so the guard cuts off what is longer than was announced
            raise HTTPException(413, _("That is too large.")) from None
        token = form.get("token") or request.headers.get("x-token")
        if not self.tokens.fits(session_of(request), token):
            raise HTTPException(403, _("This page is out of date. Reload it and send it again."))
        return form


def begin_session(request: Request, session: str, person: Person) -> None:
    """Have the answer to a request carry the new session of who it let in.

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


_NOTATION = DisplayOption("notation", N_("Show notation"), default=False)


def _display_options(game: Game) -> tuple[DisplayOption, ...]:
    """Return what a reader can show and hide: on the boards, and the notation in the log."""
    return (*rendering.display_options(game), _NOTATION)


def environment() -> Environment:
    """Return the templates. Everything is escaped unless it is marked as HTML."""
    made = _Templates(
        loader=_loader(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # they are a part of the program
        bytecode_cache=COMPILED_TEMPLATES,
    )
    made.globals.update(sprite=Markup(SPRITE), version=__version__, clock=wording.clock)  # noqa: S704 (written here)
    made.globals.update(time_left=time_left, computer=wording.computer, qr_code=qr_code)
    made.globals.update(template_texts.GLOBALS, display_options=_display_options)
    made.globals.update(and_list=and_list, is_level=is_level)
    made.globals.update(player_name=player_name, profile_address=profile_address)
    made.globals.update(has_lesson=has_lesson)
    made.globals.update(parts=_parts(made), levels=tuple(LEVELS.values()))
    made.globals.update(kept=_kept(made), changed=lambda *_: True)  # to who has nothing all is new
    made.filters.update(svg=lambda text: Markup(text), big=big)  # noqa: S704, PLW0108 (likewise)
    made.filters.update(translated=template_texts.translated)
    return made


def has_lesson(game: Game) -> bool:
    """Return whether a game can be learnt by playing."""
    return lessons.lesson_of(game) is not None


def _loader() -> BaseLoader:
    """Return what finds templates: ``base.html`` in this folder, ``chat/panel.html`` in chat's."""
    folders = {folder.parent.name: folder for folder in SERVER.glob("*/templates")}
    features = {name: FileSystemLoader(folder) for name, folder in folders.items()}
    return ChoiceLoader([FileSystemLoader(SERVER / "templates"), PrefixLoader(features)])


class _WholeTexts(CodeGenerator):
    """Compiles templates that yield all they render as one text, not as hundreds of pieces."""

    def blockvisit(self, nodes: Iterable[Node], frame: Frame) -> None:
        """Collect what the outermost block of a template renders, and yield it in the end."""
        outermost = frame.buffer is None
        if outermost:
            self.buffer(frame)
        super().blockvisit(nodes, frame)
        if outermost:
            self.writeline(f"yield(concat({frame.buffer}))")


class _Templates(Environment):
    """Templates that share one set of names.

    Jinja lets each have more of its own, and to look in both took a quarter of the time in which
    a table's page is drawn.
    """

    code_generator_class = _WholeTexts

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """Return all names that a template may use."""
        return {**self.globals, **(d or {})}


def _kept(made: Environment) -> Callable[..., Markup]:
    """Return what renders a part and keeps it: the same for many who look, or from look to look."""

    @cached_text(maxsize=512)
    def kept(template: str, **given: Hashable) -> Markup:
        return Markup(made.get_template(template).render(**given))  # noqa: S704 - escaped there

    return kept


def _parts(made: Environment) -> Callable[[tuple[str, ...], str], tuple[str, ...]]:
    """Return what finds those templates of a name that some features have, in their order."""
    known = frozenset(made.list_templates())

    @lru_cache(maxsize=64)
    def parts(features: tuple[str, ...], name: str) -> tuple[str, ...]:
        found = (f"{feature}/{name}.html" for feature in features)
        return tuple(template for template in found if template in known)

    return parts


def piece(name: str) -> Markup:
    """Return the mark of where a piece begins; names are of small letters, digits and hyphens."""
    return Markup(f"<!-- piece {name} -->")  # noqa: S704 - names are written here


def big(text: str) -> str:
    """Return words as they begin a move."""
    return text[:1].upper() + text[1:]


def look(request: Request, name: str, known: tuple[str, ...]) -> str:
    """Return how the reader wants pages to look, as their cookie has it."""
    wanted = request.cookies.get(name)
    if wanted in known:
        return str(wanted)
    phone = name == "layout" and re.search(r"\bMobi", request.headers.get("user-agent", ""))
    return known[1] if phone else known[0]


def to(address: str) -> RedirectResponse:
    """Send a browser on to a page after a form."""
    return RedirectResponse(address, 303)


def inside(address: str, otherwise: str = "/") -> str:
    """Return an address if it leads to a page of this server."""
    fits = address.startswith("/") and not address.startswith(("//", "/\\"))
    return address if fits and address.isprintable() and not urlsplit(address).netloc else otherwise


def text_of(sent: Form, field: str) -> str:
    """Return a field of a form as text that a database takes; empty if there is none, or a file."""
    value = sent.get(field, "")
    return value.replace("\0", "") if isinstance(value, str) else ""


Handler = Callable[[Request, Exception], Response]


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
    html = site.part("limited.html", reason=reason, back=_came_from(request), theme=theme)
    return HTMLResponse(html, 429, headers)


def _came_from(request: Request) -> str:
    """Return the page from which a browser came, or the first one."""
    parts = urlsplit(request.headers.get("referer", ""))
    here = parts.netloc == request.headers.get("host")
    return inside(parts.path + (f"?{parts.query}" if parts.query else "")) if here else "/"


OTHER_PROBLEM = N_("That can’t be done")
_TITLES = {
    403: N_("Not from here"),
    404: N_("Nothing grows here"),
    413: N_("That is too much"),
    500: N_("Something broke"),
}
