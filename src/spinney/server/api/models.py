"""The JSON of the API's requests and answers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints

from spinney.match.settings import FIX, LONGEST_FIX
from spinney.server.api.types import Player, Sent, Text, Word
from spinney.server.premoves.models import QueuedMove
from spinney.server.votes.models import ProposalInfo

# Games and people.


class OptionInfo(BaseModel):
    """A setting of a game."""

    name: str
    title: str
    about: str
    default: str
    between_people: str = Field(description="Its default where two or more people play.")
    values: list[str] = Field(description="Its possible values.")
    parts: list[str] = Field(description="Words from which a value can be built instead.")


class GameInfo(BaseModel):
    """A game, with its usual options."""

    name: str
    title: str
    about: str
    age: int = Field(description="The minimum age in years; 0: the author gives none.")
    minutes: tuple[int, int] = Field(
        description="The least and the most minutes a game takes; or 0, 0."
    )
    players: list[str] = Field(description="The players' names.")
    options: list[OptionInfo]
    clocks: list[str] = Field(description="The usual clocks; `none` works in every game.")


class GameList(BaseModel):
    """All games, and the computer's levels."""

    games: list[GameInfo]
    levels: list[str]


class Me(BaseModel):
    """The caller."""

    name: str
    registered: bool = Field(description="Does the name have a password?")
    bot: bool = Field(description="Is it somebody’s bot?")


# Tables.


class TableSettings(Sent):
    """The settings of a table besides the game's options."""

    public: bool = Field(
        False, description="May anybody watch? Otherwise only people with the link."
    )
    hints: bool | None = Field(
        None,
        description=(
            "May players ask the computer for hints? Null: only where one person plays alone."
        ),
    )
    undo: Literal["rule", "consent", "off"] = "rule"
    umpire: bool = Field(False, description="Is there a seat for an umpire?")
    umpire_free: bool = Field(
        False,
        description="May whoever comes first be the umpire before it begins? Else the host, or "
        "whom all who sit there agree on.",
    )
    fix: int = Field(
        FIX,
        ge=0,
        le=LONGEST_FIX,
        description="For how many seconds a slip can be fixed without asking, as long as nobody "
        "has acted since and nothing hidden was revealed.",
    )
    rated: bool = Field(
        False,
        description="Does the result count for ratings? Then everybody has an account with a "
        "password or is its bot, or a level; there is a clock; nothing is taken back, there are "
        "no hints, and whoever runs out of time loses. `undo`, `fix` and `hints` can be left out.",
    )


class NewTable(Sent):
    """A request to open a table."""

    game: Word
    options: dict[Word, Word] = Field({}, max_length=40, description="By name, in words.")
    seats: list[Word] = Field(
        min_length=1,
        max_length=16,
        description="Who sits where: `me`, `open`, `invited`, a person who is challenged as "
        "`invited:Bob`, or a level as `level:tree`.",
    )
    clock: Word = Field(
        "none", description="As `move 1:00`, `move 3 days`, `bank 15:00 + 10`, `phase 3:00`."
    )
    rules: TableSettings = TableSettings()  # type: ignore[call-arg]  # pydantic gives defaults
    seed: int | None = Field(
        None,
        ge=-(2**63),
        lt=2**63,
        description="What to deal from, where nobody else plays; else it is drawn.",
    )


class Sit(Sent):
    """A request to sit down."""

    seat: Player | None = Field(None, description="Which seat; without it, the first free one.")
    link: Word = Field("", description="The part of a friend's link after `/join/`.")


class FreeSeat(Sent):
    """A request to free a seat."""

    seat: Player = Field(description="The player whose seat it is.")


class Begin(Sent):
    """A request to begin without waiting for more players."""

    level: Word = Field(
        "sapling", description="The level of the computer, which takes the free seats."
    )


class Renew(Sent):
    """A request to replace a link."""

    seat: Player | None = Field(
        None, description="The player whose seat it is for; null: to watch."
    )


class Join(Sent):
    """A request to follow a friend's link."""

    link: Word = Field(description="The part of the link after `/join/`.")


class SeatInfo(BaseModel):
    """A seat at a table."""

    player: Player
    called: str = Field(description="The game's name for this player.")
    kind: Literal["open", "invited", "person", "level"]
    name: str = Field(description="The name of the person, or the level; empty: nobody.")
    bot: bool = Field(description="Does an account's bot sit there?")
    you: bool
    away: bool = Field(description="Does the person seated there not have the table open now?")


class Links(BaseModel):
    """The links the host can send to friends: the parts after `/join/`. Empty: replace it."""

    look: str = Field(description="The link to watch.")
    seats: dict[str, str] = Field(description="The links to sit down, by player.")


class TableInfo(BaseModel):
    """A table, and its match once that has begun."""

    id: str
    game: str
    options: dict[str, str]
    clock: str
    rules: TableSettings
    seats: list[SeatInfo]
    status: Literal["open", "playing", "over", "aborted"]
    you: Player | None = Field(description="Your player; null: none.")
    reserved: Player | None = Field(
        description="The player whose seat is reserved for you; null: none."
    )
    umpire: str = Field(description="The umpire's name; empty: there is none.")
    vote: ProposalInfo | None = Field(
        description=(
            "The subject of the vote: `umpire`, the person who offered becomes the "
            "umpire, or `dismiss`."
        )
    )
    commitment: str = Field(description="The hash of the deal's secret.")
    rematch: str = Field(description="The table of the rematch; empty: none, or not yours.")
    links: Links | None = Field(description="For the host.")


class TableList(BaseModel):
    """Some tables, the newest first."""

    tables: list[TableInfo]


class Joined(BaseModel):
    """The table of a link."""

    table: TableInfo
    seat: Player | None = Field(description="The player whose seat it is for; null: to watch.")


# Matches.


class LogEntry(BaseModel):
    """A line of your log."""

    number: int = Field(description="From 1, in your own log.")
    player: Player | None = Field(
        description="The player whose move it was; null: it happened by itself."
    )
    text: str
    at: float = Field(description="Seconds since the match began.")


class MoveBeginning(BaseModel):
    """A beginning or continuation of a move."""

    words: str
    whole: bool = Field(description="Is it a whole move?")


class PieceWords(BaseModel):
    """The continuations of some words."""

    next: list[MoveBeginning]


class View(BaseModel):
    """A match as you see it, or only what is new."""

    id: str
    version: str = Field(description="The version of this view; send it with your move.")
    game: str
    player: Player | None = Field(description="Your player; null: you watch.")
    players: list[str] = Field(description="The players' names.")
    seats: list[str] = Field(description="The name of each seat's person, or as `level:tree`.")
    away: list[Player] = Field(
        description="The players whose person doesn't have the table open now."
    )
    to_act: list[Player] = Field(description="The players who owe a choice.")
    sealed: str | None = Field(
        description="Your choice that others don't see yet; you may replace it."
    )
    legal: list[str] | None = Field(description="All legal moves, if they are not too many.")
    next: list[MoveBeginning] | None = Field(description="Otherwise, how a move can begin.")
    clocks: list[float | None] = Field(description="Seconds left; null: not timed now.")
    paused: bool
    undo: bool = Field(description="May you take back your last choice?")
    premove: QueuedMove | None
    proposals: list[ProposalInfo] = Field(description="The open proposals, if you play.")
    over: bool
    outcome: list[int] | None = Field(description="1 for a win, 0 for a shared one, -1 a loss.")
    scores: list[int] = Field(description="Before the end: as far as you can know.")
    log: list[LogEntry]
    observation: dict[str, Any] = Field(description="Your observation, as in the bot protocol.")
    view: dict[str, Any] = Field(description="The same in names, as in the bot protocol.")


class PlayMove(Sent):
    """A move."""

    move: Text
    version: Word | None = Field(
        None, description="The version of the view it answers: 409 if it is stale."
    )
    finish: bool = Field(True, description="Is a simultaneous choice final?")
    message: Annotated[str, StringConstraints(max_length=200)] = Field(
        "", description="A message, kept in the record and shown."
    )


class At(Sent):
    """The version of the view that a request answers."""

    version: Word | None = None


LATEST = At()
"""Any version: what a request without a body says."""
