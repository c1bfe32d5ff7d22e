"""The JSON of the premoves' API."""

from __future__ import annotations

from pydantic import BaseModel, Field

from spinney.server.api.types import Sent, Text


class QueuedMove(BaseModel):
    """What you have queued for your next turn."""

    move: str
    reason: str = Field(description="Why it was dropped; empty while it waits.")


class QueueMove(Sent):
    """A move for your next turn."""

    move: Text = Field(description="Empty: remove the queued move.")
