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
    between_people: str = Field(description="Its value where two or more people play.")
    values: list[str] = Field(description="All it can be.")
    parts: list[str] = Field(description="Words of which a value can be put together instead.")


class GameInfo(BaseModel):
    """A game, with its usual options."""

    name: str
    title: str
    about: str
    age: int = Field(description="From how many years on; 0: the author says nothing.")
    minutes: tuple[int, int] = Field(description="How long: at least, at most; or 0, 0.")
    players: list[str] = Field(description="What the players are called.")
    options: list[OptionInfo]
    clocks: list[str] = Field(description="The usual clocks; `none` will do in every game.")


class GameList(BaseModel):
    """All games, and the computer's levels."""

    games: list[GameInfo]
    levels: list[str]


class Me(BaseModel):
    """The caller."""

    name: str
    kept: bool = Field(description="Is the name kept with a password?")
    bot: bool = Field(description="Is it a bot of somebody’s?")


# Tables.


class TableSettings(Sent):
    """What is agreed at a table beside the game's options."""

    public: bool = Field(
        False, description="May anybody watch? Otherwise only people with the link."
    )
    hints: bool | None = Field(
        None,
        description="May the computer be asked? Null: only where one person plays alone.",
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
    """A table to be opened."""

    game: Word
    options: dict[Word, Word] = Field({}, max_length=40, description="By name, in words.")
    seats: list[Word] = Field(
        min_length=1,
        max_length=16,
        description="Who sits where: `me`, `open`, `invited`, or a level as `level:tree`.",
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
    """A seat to be taken."""

    seat: Player | None = Field(None, description="Which; without it the first that can be had.")
    link: Word = Field("", description="What lets a friend sit down; what follows `/join/`.")


class Begin(Sent):
    """A match to be begun without those who are awaited."""

    level: Word = Field(
        "sapling", description="How hard the computer plays, which takes the free seats."
    )


class Renew(Sent):
    """A link to be made anew."""

    seat: Player | None = Field(None, description="Whose seat it is for; null: to look on.")


class Join(Sent):
    """A friend's link to be followed."""

    link: Word = Field(description="What follows `/join/`.")


class SeatInfo(BaseModel):
    """A seat at a table."""

    player: Player
    called: str = Field(description="What the game calls this player.")
    kind: Literal["open", "invited", "person", "level"]
    name: str = Field(description="Who sits there, or the level; empty: nobody.")
    bot: bool = Field(description="Does the bot of an account sit there?")
    you: bool
    away: bool = Field(description="Does the person who sits there not look on now?")


class Links(BaseModel):
    """What the host may send to friends; it follows `/join/`. Empty: it has to be made anew."""

    look: str = Field(description="Lets somebody look on.")
    seats: dict[str, str] = Field(description="Lets somebody sit down, by player.")


class TableInfo(BaseModel):
    """A table, and its match once that has begun."""

    id: str
    game: str
    options: dict[str, str]
    clock: str
    rules: TableSettings
    seats: list[SeatInfo]
    status: Literal["open", "playing", "over", "aborted"]
    you: Player | None = Field(description="Which player you are; null: none.")
    kept: Player | None = Field(description="Whose seat is kept for you; null: nobody's.")
    umpire: str = Field(description="What the umpire is called; empty: there is none.")
    vote: ProposalInfo | None = Field(
        description="What is voted on: `umpire`, the person who offered becomes it, or `dismiss`."
    )
    commitment: str = Field(description="The hash of what the deal comes from.")
    rematch: str = Field(description="The table of the rematch; empty: none, or not yours.")
    links: Links | None = Field(description="For the host.")


class TableList(BaseModel):
    """Some tables, the newest first."""

    tables: list[TableInfo]


class Joined(BaseModel):
    """Where a link led."""

    table: TableInfo
    seat: Player | None = Field(description="The player whose seat it is for; null: look on.")


# Matches.


class LogEntry(BaseModel):
    """A line of one's log."""

    number: int = Field(description="From 1, in your own log.")
    player: Player | None = Field(description="Who said it; null: it happened by itself.")
    text: str
    at: float = Field(description="Seconds since the match began.")


class MoveBeginning(BaseModel):
    """How a move can begin, or go on."""

    words: str
    whole: bool = Field(description="Can it be said as it is?")


class PieceWords(BaseModel):
    """What can follow some words."""

    next: list[MoveBeginning]


class View(BaseModel):
    """A match as you see it, or what is new of it."""

    id: str
    version: str = Field(description="Of what you see; send it along with what you say.")
    game: str
    player: Player | None = Field(description="Which player you are; null: you look on.")
    players: list[str] = Field(description="What the players are called.")
    seats: list[str] = Field(description="Who sits there: a name, or as `level:tree`.")
    away: list[Player] = Field(description="Whose person does not look on now.")
    to_act: list[Player] = Field(description="Who owes a choice.")
    sealed: str | None = Field(description="What you have chosen unseen; it may be replaced.")
    legal: list[str] | None = Field(description="All you can say now, where it is not too much.")
    next: list[MoveBeginning] | None = Field(description="Else how a move can begin.")
    clocks: list[float | None] = Field(description="Seconds left; null: not timed now.")
    paused: bool
    undo: bool = Field(description="May you take back your last choice?")
    premove: QueuedMove | None
    proposals: list[ProposalInfo] = Field(description="What is proposed, where you play.")
    over: bool
    outcome: list[int] | None = Field(description="1 for a win, 0 for a shared one, -1 a loss.")
    scores: list[int] = Field(description="Before the end: as far as you can know.")
    log: list[LogEntry]
    observation: dict[str, Any] = Field(description="What you may know, as bots are sent it.")


class PlayMove(Sent):
    """A move."""

    move: Text
    version: Word | None = Field(None, description="Of the view it answers: 409 if it is stale.")
    finish: bool = Field(True, description="Of a choice made unseen: may it count as it is?")
    message: Annotated[str, StringConstraints(max_length=200)] = Field(
        "", description="Something to say besides; kept in the record, and shown."
    )


class At(Sent):
    """The version of the view that something answers."""

    version: Word | None = None
