"""The pages around the tables: home, a new game, a guide, credits, and the reader's look."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from fastapi import APIRouter, Request, Response

from spinney import all_games
from spinney.core.errors import Refused
from spinney.i18n import _, is_offered, ngettext
from spinney.match.record_reader import read_record
from spinney.server import wording
from spinney.server.accounts.identity import Caller, ThisCaller
from spinney.server.home.game_cards import game_cards
from spinney.server.home.own_command import own_command
from spinney.server.middleware.language import COOKIE
from spinney.server.page_address import as_shown, inside
from spinney.server.site import THEMES, YEAR, Site, ThisSite, to

READING_SECONDS = 20.0
"""The most processor time that reading an uploaded record may take: a long game takes one or two
seconds with rules that are not compiled yet."""

routes = APIRouter()
local = APIRouter()
"""Pages of local mode only: there, everything belongs to whoever is at this machine."""


@local.get("/")
def home(request: Request, site: ThisSite, caller: ThisCaller) -> Response:
    """List the matches and the games."""
    return _home(site, request, caller)


@local.post("/records")
async def load(request: Request, site: ThisSite, caller: ThisCaller) -> Response:
    """Keep the match of a record, and show it."""
    sent = await site.form(request)
    try:
        text = _text(sent.get("record"))
        match = await asyncio.to_thread(lambda: read_record(text, READING_SECONDS))
    except Refused as refusal:
        return _home(
            site, request, caller, _("This record can’t be read: {refusal}", refusal=refusal)
        )
    return to(f"/match/{await asyncio.to_thread(site.match_service.begin, match)}/replay")


@routes.get("/about")
def about(request: Request, site: ThisSite) -> Response:
    """Tell what this is and who made it."""
    return site.page(request, "home/about.html", games=all_games().values())


@routes.post("/look")
async def look(request: Request, site: ThisSite, caller: ThisCaller) -> Response:
    """Choose light or dark, or the language."""
    sent = await site.form(request)
    response = to(as_shown(request, inside(str(sent.get("back", "/")))))
    if sent.get("theme") in THEMES:
        response.set_cookie("theme", str(sent["theme"]), YEAR, samesite="strict")
    if is_offered(language := str(sent.get("language", ""))):
        response.set_cookie(COOKIE, language, YEAR, samesite="lax")
        if site.services is not None and caller.person is not None:
            choose = site.services.accounts.choose_language
            await asyncio.to_thread(choose, caller.person.id, language)
    return response


# Home.


def _home(site: Site, request: Request, caller: Caller, problem: str = "") -> Response:
    stored = site.match_service.store.recent()
    return site.page(
        request,
        "home/home.html",
        422 if problem else 200,
        form_page="/",
        problem=problem,
        program=own_command(),
        going=[match for match in stored if not match.summary["over"]],
        ended=[match for match in stored if match.summary["over"]],
        games=game_cards(site, caller, all_games().values()),
        listed=wording.match_entry,
        ago=ago,
    )


def ago(when: datetime) -> str:
    """Return how long ago something was, in words."""
    minutes = int((datetime.now(UTC) - when).total_seconds() // 60)
    if minutes >= 24 * 60:
        return ngettext("{count} day ago", "{count} days ago", minutes // (24 * 60))
    if minutes >= 60:
        return ngettext("{count} hour ago", "{count} hours ago", minutes // 60)
    if minutes >= 1:
        return ngettext("{count} minute ago", "{count} minutes ago", minutes)
    return _("just now")


def _text(sent: str | bytes | None) -> str:
    """Return the text of an uploaded file. Raises Refused."""
    if not sent or isinstance(sent, str):
        raise Refused(_("choose a file first"))
    try:
        return sent.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(
            _("that is not a text file; a record is a text file saved at a table")
        ) from None
