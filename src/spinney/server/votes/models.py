"""The JSON of the votes' API."""

from __future__ import annotations

from pydantic import BaseModel, Field

from spinney.server.api.types import Player, Sent, Word


class ProposalInfo(BaseModel):
    """Something that is done when all who play agree to it."""

    proposal: str = Field(description="Its name: `undo:0`, `replace:1:tree`, `resume`.")
    agreed: list[Player] = Field(description="The players who have agreed.")


class CastVote(Sent):
    """A vote for something, which proposes it if nobody has, or against it."""

    proposal: Word
    yes: bool = True
