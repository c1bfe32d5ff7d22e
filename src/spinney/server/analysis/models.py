"""The JSON of the analysis' API."""

from __future__ import annotations

from pydantic import BaseModel, Field

from spinney.server.api.types import Player


class ReviewedMove(BaseModel):
    """What the computer makes of a choice, by what its player knew then."""

    player: Player
    at: int = Field(
        description="The frame at which the choice was due, as in the addresses of replays."
    )
    after: int = Field(description="The frame after the choice.")
    move: str = Field(description="The move.")
    preferred: str = Field(
        description="The move the computer prefers; the same, unless it found a better one."
    )
    best: float = Field(
        description="The result it expects of that for the player, 0 (lost) to 1 (won)."
    )
    made: float = Field(description="The result it expects of the player's move.")
    exact: bool = Field(description="Are both exact, because the rest of the game was solved?")


class AnalysisInfo(BaseModel):
    """What the computer makes of a match that is over, as far as it has reviewed it."""

    reviewed: int = Field(description="The number of choices reviewed.")
    choices: int = Field(description="The number of choices in all.")
    done: bool
    reviews: list[ReviewedMove] = Field(
        description="Choices with only one legal move are left out."
    )
