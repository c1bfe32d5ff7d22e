"""The JSON of the ratings' API."""

from __future__ import annotations

from pydantic import BaseModel, Field

from spinney.server.api.types import Player, Sent, Word


class RatingInfo(BaseModel):
    """A rating in a game with a number of players."""

    game: str
    players: int
    rating: int
    rd: int = Field(description="The standard deviation of the rating, in points.")
    prov: bool = Field(description="Is it provisional, not sure yet?")
    games: int = Field(description="The number of rated matches it comes from.")
    win: int
    draw: int = Field(description="The number of shared wins.")
    loss: int


class LeaderboardInfo(BaseModel):
    """A leaderboard there is."""

    game: str
    players: int
    count: int = Field(description="The number of players on it.")


class LeaderboardList(BaseModel):
    """The leaderboards on which anybody is."""

    leaderboards: list[LeaderboardInfo]


class RankedPlayer(BaseModel):
    """A line of a leaderboard."""

    rank: int
    name: str = Field(description="Of an account, or a level as `level:tree`.")
    bot: bool
    rating: RatingInfo


class Leaderboard(BaseModel):
    """A page of a leaderboard, the best first."""

    players: list[RankedPlayer]
    more: bool = Field(description="Is there another page?")


class RatedPlayerInfo(BaseModel):
    """Somebody with ratings."""

    name: str
    bot: bool
    ratings: list[RatingInfo]


class RatingChange(BaseModel):
    """What a match did to a rating."""

    match: str = Field(description="Empty: you may not see it.")
    seat: Player
    game: str
    players: int
    place: int = Field(description="The player's place; equal players share it.")
    outcome: int = Field(description="1 for a win, 0 for a shared one, -1 for a loss.")
    before: int
    after: int
    created: float = Field(description="When, in seconds since 1970.")


class RatingHistory(BaseModel):
    """What matches did to ratings."""

    changes: list[RatingChange]


class SeatRatings(BaseModel):
    """The ratings of the players at a table."""

    ratings: list[RatingInfo | None] = Field(
        description="By seat; null: nobody sits there, or somebody without ratings."
    )


class Seek(Sent):
    """A search for an opponent of a near rating."""

    game: Word
    clock: Word = Field("", description="Empty: the usual clock of rated games.")
