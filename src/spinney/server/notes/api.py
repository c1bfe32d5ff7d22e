"""The notes' part of the HTTP API."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import StringConstraints

from spinney.server.accounts.identity import ThisServices
from spinney.server.api.authentication import ThisLiveMatch, ThisPerson
from spinney.server.api.types import Sent

routes = APIRouter(prefix="/matches/{match_id}", tags=["matches"])


class Note(Sent):
    """A person's private note about a match."""

    text: Annotated[str, StringConstraints(max_length=20_000)]


@routes.get("/note", operation_id="note")
def note(services: ThisServices, person: ThisPerson, live: ThisLiveMatch) -> Note:
    """Return your note about the match."""
    return Note(text=services.notes.read(live.id, person.id).text)


@routes.put("/note", operation_id="write_note")
def write(services: ThisServices, person: ThisPerson, live: ThisLiveMatch, sent: Note) -> Note:
    """Replace your note about the match; nobody else ever sees it."""
    services.notes.write(live.id, person.id, sent.text)
    services.match_service.publish(live.id)
    return note(services, person, live)
