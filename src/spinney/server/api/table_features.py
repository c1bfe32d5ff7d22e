"""What is done at a table beside playing: talk, notes, wishes, and what the umpire does."""

from __future__ import annotations

from fastapi import APIRouter

from spinney.core.errors import Refused
from spinney.match import Match
from spinney.server.accounts.identity import Caller, ThisServices, eyes
from spinney.server.api import models, views
from spinney.server.api.authentication import (
    BY_NAME,
    StaleVersion,
    ThisAsker,
    ThisPerson,
    ThisSession,
)
from spinney.server.chat.store import PLAYERS
from spinney.server.play.match_service import Change, MatchSession
from spinney.server.play.submit_move import STALE
from spinney.server.services import Services
from spinney.server.tables import features as beside

routes = APIRouter(prefix="/matches/{match_id}", tags=["matches"])


@routes.post("/wish", operation_id="wish", dependencies=BY_NAME)
def wish(
    services: ThisServices, asker: ThisAsker, match: ThisSession, sent: models.Propose
) -> models.View:
    """Wish something that is done when all who play want it; agree to it; or say no.

    What can be wished: `undo:0`, that player 0's last choice is taken back; `replace:1:tree`, that
    the computer plays on for player 1; `resume`, that clocks run which an umpire stopped who has
    gone. Where player 1 has been away for long enough it is done when it is wished once more.
    """
    player = eyes(asker, match).viewer
    if player < 0:
        raise Refused("that is for who plays here")
    services.wishes.wish(match, player, sent.wish, sent.yes)
    return views.view_of(services, asker, match)


@routes.get("/talk", operation_id="talk")
def talk(services: ThisServices, asker: ThisAsker, match: ThisSession) -> models.ChatLog:
    """Return what was said lately by those one sits with, or looks on with."""
    return _talk(services, asker, match)


@routes.post("/talk", operation_id="speak")
def speak(
    services: ThisServices,
    asker: ThisAsker,
    person: ThisPerson,
    match: ThisSession,
    sent: models.SendChat,
) -> models.ChatLog:
    """Say something to them."""
    audience = beside.speaks_to(asker, match)
    services.talk.say(match.id, audience, person, sent.text)
    services.match_service.tell(match.id)
    return _talk(services, asker, match)


@routes.get("/note", operation_id="note")
def note(services: ThisServices, person: ThisPerson, match: ThisSession) -> models.Note:
    """Return what one has noted about the match, for oneself."""
    return models.Note(text=services.talk.note(match.id, person.id))


@routes.put("/note", operation_id="write_note")
def write_note(
    services: ThisServices, person: ThisPerson, match: ThisSession, sent: models.Note
) -> models.Note:
    """Keep a note in place of the one before; nobody else ever sees it."""
    services.talk.write_note(match.id, person.id, sent.text)
    return note(services, person, match)


@routes.post("/pause", operation_id="pause", dependencies=BY_NAME)
def pause(
    services: ThisServices, asker: ThisAsker, match: ThisSession, sent: models.At
) -> models.View:
    """Stop all clocks, as the umpire."""
    return _umpire(services, asker, match, sent, lambda now, at: now.pause(at))


@routes.post("/resume", operation_id="resume", dependencies=BY_NAME)
def resume(
    services: ThisServices, asker: ThisAsker, match: ThisSession, sent: models.At
) -> models.View:
    """Let the clocks run again, as the umpire."""
    return _umpire(services, asker, match, sent, lambda now, at: now.resume(at))


@routes.post("/correct", operation_id="correct", dependencies=BY_NAME)
def correct(
    services: ThisServices, asker: ThisAsker, match: ThisSession, sent: models.At
) -> models.View:
    """Take back the last choice, a slip, before the next action, as the umpire."""
    return _umpire(services, asker, match, sent, beside.corrected)


def _umpire(
    services: Services, asker: Caller, session: MatchSession, sent: models.At, doing: Change
) -> models.View:
    """Change a match as its umpire asks, and nobody else. Raises Refused and Stale."""
    beside.check_umpire(asker, session)

    def change(match: Match, at: int) -> Match:
        if sent.version not in (None, views.version_of(match, -1)):
            raise StaleVersion(STALE)
        return doing(match, at)

    services.match_service.act(session, change)
    return views.view_of(services, asker, session)


def _talk(services: Services, asker: Caller, session: MatchSession) -> models.ChatLog:
    said = services.talk.said(session.id, *beside.hears(asker, session))
    lines = [
        models.ChatLine(
            number=line.number,
            audience="players" if line.audience == PLAYERS else "watchers",
            name=line.name,
            text=line.text,
            made=line.made.isoformat(timespec="milliseconds"),
        )
        for line in said
    ]
    return models.ChatLog(said=lines)
