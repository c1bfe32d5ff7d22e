"""The JSON of the chat's API."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from spinney.server.api.types import Sent


class ChatLineInfo(BaseModel):
    """A line of chat."""

    number: int = Field(description="From 1, among the lines for the same readers.")
    audience: Literal["players", "watchers"] = Field(description="The readers.")
    name: str
    text: str
    created: str = Field(description="The time, in UTC.")


class ChatLog(BaseModel):
    """The latest lines, the oldest first."""

    lines: list[ChatLineInfo]


class SendChat(Sent):
    """A line to write."""

    text: Annotated[str, StringConstraints(max_length=1_000)]
