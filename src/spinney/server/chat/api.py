"""The chat's part of the HTTP API."""

from __future__ import annotations

from fastapi import APIRouter

from spinney.server.accounts.identity import Caller, ThisServices
from spinney.server.api.authentication import ThisCaller, ThisLiveMatch, ThisPerson
from spinney.server.chat import view
from spinney.server.chat.models import ChatLineInfo, ChatLog, SendChat
from spinney.server.chat.store import PLAYERS
from spinney.server.play.live_match import LiveMatch
from spinney.server.services import Services
from spinney.server.tables.feature import viewer_of

routes = APIRouter(prefix="/matches/{match_id}", tags=["matches"])


@routes.get("/chat", operation_id="chat")
def chat(services: ThisServices, caller: ThisCaller, live: ThisLiveMatch) -> ChatLog:
    """Return the latest lines of chat that you may read, but for those of people you blocked."""
    return _log(services, caller, live)


@routes.post("/chat", operation_id="send_chat")
def send(
    services: ThisServices,
    caller: ThisCaller,
    person: ThisPerson,
    live: ThisLiveMatch,
    sent: SendChat,
) -> ChatLog:
    """Write a line of chat."""
    readers = view.audience(viewer_of(services, caller, live))
    services.chat.send(live.id, readers, person, sent.text)
    services.match_service.publish(live.id)
    return _log(services, caller, live)


def _log(services: Services, caller: Caller, live: LiveMatch) -> ChatLog:
    readable = view.readable(viewer_of(services, caller, live))
    blocked = services.blocks.blocked_by(caller.id or "")
    lines = [
        ChatLineInfo(
            number=line.number,
            audience="players" if line.audience == PLAYERS else "watchers",
            name=line.name,
            text=line.text,
            created=line.created.isoformat(timespec="milliseconds"),
        )
        for line in services.chat.lines(live.id, *readable)
        if line.person not in blocked
    ]
    return ChatLog(lines=lines)
