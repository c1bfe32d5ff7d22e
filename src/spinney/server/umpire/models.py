"""The JSON of the umpire's API."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from spinney.server.api.types import Sent


class UmpireVote(Sent):
    """A vote on who is the umpire."""

    proposal: Literal["umpire", "dismiss"] = Field(
        description=(
            "`umpire`: make the person who offered the umpire; `dismiss`: dismiss the umpire."
        )
    )
    yes: bool = True
