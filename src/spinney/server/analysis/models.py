"""The JSON of the analysis' API."""

from __future__ import annotations

from pydantic import BaseModel, Field

from spinney.server.api.types import Player


class ReviewedMove(BaseModel):
    """What the computer makes of a choice, by what its player knew then."""

    player: Player
    at: int = Field(description="The moment in which it was due, as addresses of replays count.")
    after: int = Field(description="The moment in which it had been made.")
    move: str = Field(description="The move.")
    preferred: str = Field(
        description="The move that it likes most; the same, unless it found a better."
    )
    best: float = Field(description="What it expects of that for the player, 0 (lost) to 1 (won).")
    made: float = Field(description="What it expects of the move.")
    exact: bool = Field(description="Are both exact, because the rest of the game was solved?")


class AnalysisInfo(BaseModel):
    """What the computer makes of a match that is over, as far as it has reviewed it."""

    reviewed: int = Field(description="At how many choices.")
    choices: int = Field(description="Of how many.")
    done: bool
    reviews: list[ReviewedMove] = Field(description="Where there was nothing to choose, nothing.")
