"""Messages of the JSON protocol for programs, version 2.

Described for those who write bots in ``docs/reference/bot-protocol.md``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from spinney.core import notation
from spinney.core.errors import Refused
from spinney.core.named_fields import named_fields
from spinney.core.state import Observation
from spinney.players.protocol.json_objects import (
    member,
    number_member,
    read_object,
    string_member,
)

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.notation import Line

VERSION = 2
LISTED = 1_000
"""The most moves that are listed; if there are more, only their beginnings are."""
LONGEST_MESSAGE = 200
QUERY = "?"
"""The beginning of a line that asks what can follow the words after it."""


class ParsedAnswer(NamedTuple):
    """The contents of an answer.

    Attributes:
        move: in the game's notation; empty if there is no valid one.
        fault: ``malformed`` or ``illegal``, or empty.
        detail: why it is.
        message: for spectators.
    """

    move: str
    fault: str = ""
    detail: str = ""
    message: str = ""


# Messages to programs.


def request(
    view: Observation,
    choice: int,
    log: Iterable[Line],
    seconds: float,
    clock: float | None,
) -> str:
    """Return the line that asks for a choice.

    Args:
        view: the player's.
        choice: which of the player's choices it is in this match, from 1.
        log: the lines of the player's log since the last one.
        seconds: until an answer must be there.
        clock: what the player's clock has left, in seconds; None: no clock runs.
    """
    listed = len(view.legal) <= LISTED
    can = {"legal": list(view.legal)} if listed else {"next": following(view, "")}
    return _line(
        {
            "spinney": VERSION,
            "choice": choice,
            "game": view.game.name,
            "player": view.player,
            "players": view.game.player_names,
            "seconds": round(seconds, 3),
            "clock": None if clock is None else round(clock, 3),
            "log": _log(log),
            **can,
            "observation": view.to_json(),
            "view": named_fields(view),
        }
    )


def end_message(
    view: Observation, outcome: Sequence[int], scores: Sequence[int], log: Iterable[Line]
) -> str:
    """Return the line that reports the end. It needs no answer."""
    result = {"over": True, "outcome": list(outcome), "scores": list(scores), "log": _log(log)}
    seen = {"observation": view.to_json(), "view": named_fields(view)}
    return _line({"spinney": VERSION, **result, **seen})


def reply(view: Observation, query: str) -> str:
    """Return the line that answers a program's question, ``? bid 3b``: what can follow."""
    return _line({"spinney": VERSION, "next": following(view, query.removeprefix(QUERY))})


def following(view: Observation, prefix: str) -> list[dict[str, Any]]:
    """Return these words continued by one more action, and which of the results are whole moves."""
    prefix = " ".join(prefix.split())
    return [
        {"words": " ".join((*prefix.split(), *continuation.words)), "whole": continuation.whole}
        for continuation in notation.following(view, prefix)
    ]


def _log(lines: Iterable[Line]) -> list[dict[str, Any]]:
    return [{"player": None if player < 0 else player, "text": text} for player, text in lines]


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


# Messages from programs.


def read(view: Observation, line: str) -> ParsedAnswer:
    """Return the contents of an answer: a move, or ``{"move": …, "message": …}``."""
    text, message = line, ""
    if line.lstrip().startswith("{"):
        try:
            parts = read_object(line)
            text, said = string_member(parts, "move"), parts.get("message")
        except Refused as refusal:
            return ParsedAnswer("", "malformed", _short(f"{refusal}, in {line!r}"))
        message = "" if said is None else one_line(said)
    return read_move(view, text)._replace(message=message)


def read_move(view: Observation, text: str) -> ParsedAnswer:
    """Return a move if it is legal for the viewer, else its fault."""
    try:
        actions = notation.read(view, text)
    except Refused as refusal:
        fault = "illegal" if _understood(view.game, text) else "malformed"
        return ParsedAnswer("", fault, _short(f"{text!r}: {refusal}"))
    return ParsedAnswer(str(view.game.notation.write(actions)))


def _understood(game: Game, text: str) -> bool:
    """Is it a move of the game, even if it is not legal now?"""
    read = getattr(game.notation, "read", None)
    try:
        return bool(text.strip()) and (read is None or bool(read(" ".join(text.split()))))
    except Refused:
        return False


def one_line(message: object) -> str:
    """Return a message as one printable line of a sensible length."""
    words = "".join(c if c.isprintable() else " " for c in str(message)).split()
    return " ".join(words)[:LONGEST_MESSAGE].rstrip()


def _short(text: str) -> str:
    return one_line(text)


# The bot's side.


@dataclass(frozen=True)
class ParsedRequest:
    """A request as a bot reads it: see `request`."""

    view: Observation
    choice: int
    seconds: float
    clock: float | None

    @staticmethod
    def read(line: str) -> ParsedRequest | None:
        """Return the request of a line; None if it reports that the match is over.

        Raises:
            Refused: it is not a request, or one of another version.
        """
        try:
            return _read_request(read_object(line))
        except Refused as refusal:
            raise Refused(f"this is not a request: {refusal}") from None


def _read_request(parts: dict[str, Any]) -> ParsedRequest | None:
    version = member(parts, "spinney")
    if version != VERSION:
        raise Refused(f"it is of version {version} of the protocol, not {VERSION}")
    if parts.get("over"):
        return None
    view = Observation.from_json(member(parts, "observation"))
    choice, seconds = int(number_member(parts, "choice")), float(number_member(parts, "seconds"))
    clock = None if member(parts, "clock") is None else number_member(parts, "clock")
    return ParsedRequest(view, choice, seconds, clock)


def write(move: str, message: str = "") -> str:
    """Return the line that answers, without its end; white space in the move becomes one space."""
    move = " ".join(move.split())
    said = {"move": move, "message": message}
    return json.dumps(said, ensure_ascii=False) if message else move
