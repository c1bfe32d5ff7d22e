"""The chat's part of the HTTP API."""

from __future__ import annotations

from fastapi import APIRouter

from spinney.server.accounts.identity import Caller, ThisServices
from spinney.server.api.authentication import ThisCaller, ThisPerson, ThisSession
from spinney.server.chat import view
from spinney.server.chat.models import ChatLineInfo, ChatLog, SendChat
from spinney.server.chat.store import PLAYERS
from spinney.server.play.match_session import MatchSession
from spinney.server.services import Services
from spinney.server.tables.feature import viewer_of

routes = APIRouter(prefix="/matches/{match_id}", tags=["matches"])


@routes.get("/chat", operation_id="chat")
def chat(services: ThisServices, caller: ThisCaller, match: ThisSession) -> ChatLog:
    """Return the latest lines of chat that you may read."""
    return _log(services, caller, match)


@routes.post("/chat", operation_id="send_chat")
def send(
    services: ThisServices,
    caller: ThisCaller,
    person: ThisPerson,
    match: ThisSession,
    sent: SendChat,
) -> ChatLog:
    """Write a line of chat."""
    readers = view.audience(viewer_of(services, caller, match))
    services.chat.send(match.id, readers, person, sent.text)
    services.match_service.publish(match.id)
    return _log(services, caller, match)


def _log(services: Services, caller: Caller, session: MatchSession) -> ChatLog:
    readable = view.readable(viewer_of(services, caller, session))
    lines = [
        ChatLineInfo(
            number=line.number,
            audience="players" if line.audience == PLAYERS else "watchers",
            name=line.name,
            text=line.text,
            created=line.created.isoformat(timespec="milliseconds"),
        )
        for line in services.chat.lines(session.id, *readable)
    ]
    return ChatLog(lines=lines)
