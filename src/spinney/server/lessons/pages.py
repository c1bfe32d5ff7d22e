"""Begin the lesson of a game, or go on with the one that was left."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response

from spinney import lessons
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.match.settings import MatchSettings
from spinney.server.accounts.identity import Caller, ThisCaller
from spinney.server.accounts.pages import guest_name, somebody
from spinney.server.home.game_setup import named
from spinney.server.play.match_service import MatchService
from spinney.server.services import Services
from spinney.server.site import Form, ThisSite, text_of

routes = APIRouter()


@routes.post("/learn/{name}")
async def learn(request: Request, site: ThisSite, caller: ThisCaller, name: str) -> Response:
    """Go on with a game's lesson, or begin it; with ``again`` always anew, in place of that."""
    game, sent, services = named(name), await site.form(request), site.services

    def do() -> str:
        left = unfinished(site.match_service, services, caller, game)
        if left and "again" not in sent:
            return left[0]
        if services is None:
            fresh = _begin_here(site.match_service, game)
        else:
            fresh = _Host(services, caller, request).begin(game, sent)
        _discard(site.match_service, services, caller, left)
        return fresh

    return site.to(request, f"/match/{await asyncio.to_thread(do)}")


def unfinished(
    match_service: MatchService, services: Services | None, caller: Caller, game: Game
) -> list[str]:
    """Return the ids of the lessons of a game that a caller has left, the latest first."""
    if services is None:
        return match_service.store.unfinished_lessons(game.name)
    mine = services.tables.of(caller.id, over=False) if caller.id else []
    return [t.id for t in mine if t.rules.lesson and t.game.name == game.name]


def _discard(
    match_service: MatchService, services: Services | None, caller: Caller, left: Iterable[str]
) -> None:
    """Delete lessons in whose place another has begun."""
    for match_id in left:
        if services is None:
            match_service.forget(match_id)
        else:
            with suppress(Refused):  # it has been deleted meanwhile
                services.tables.delete_lesson(match_id, caller.named())


def _settings(game: Game) -> MatchSettings:
    return MatchSettings(lesson=True, opening=lessons.opening_length(game))


def _begin_here(match_service: MatchService, game: Game) -> str:
    """Begin a lesson at this machine's one screen, and return its id. Raises Refused."""
    return match_service.begin(lessons.begin_lesson(game), rules=_settings(game))


@dataclass(frozen=True)
class _Host:
    """A person who begins a lesson in a shared server."""

    services: Services
    caller: Caller
    request: Request

    def begin(self, game: Game, sent: Form) -> str:
        """Begin a lesson at a table of one's own, and return its id. Raises Refused.

        A visitor without a name is given one: nobody is asked anything before a first game.
        """
        sent = {**sent, "name": text_of(sent, "name") or guest_name()}
        person = somebody(self.services, self.caller, sent, self.request)
        match = lessons.begin_lesson(game, person.name)
        tables = self.services.tables
        return tables.open_begun(person, match, _settings(game), address=self.caller.address)
