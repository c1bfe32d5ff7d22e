"""A replay as one HTML page: the boards, and beside them what each bot did, said and logged."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spinney.arena.html_report.html import page
from spinney.arena.html_report.pictures import pack_pictures
from spinney.arena.wording import numbered
from spinney.drawing.style import stylesheet
from spinney.drawing.symbols import sprite, used
from spinney.i18n import SOURCE_LANGUAGE, in_language
from spinney.match.clocks import write_time

if TYPE_CHECKING:
    from spinney.arena.game_result import GameResult
    from spinney.match import Match


@dataclass(frozen=True)
class ReplaySeat:
    """A player of a replay: the seat, the entrant, and the result; ``won`` in words."""

    seat: str
    name: str
    score: int
    won: str
    faults: str


@dataclass(frozen=True)
class ReplayEvent:
    """An event of a replay.

    Attributes:
        version: of the match after it; 0 is the deal.
        at: when, in words.
        player: whose event it is; -1: nobody's.
        who: the player's name; empty for the deal.
        move: in the game's notation.
        facts: the facts that it revealed.
        message, fault, stderr: the other output of a program.
    """

    version: int
    at: str
    player: int
    who: str
    move: str
    facts: tuple[str, ...] = ()
    message: str = ""
    fault: str = ""
    stderr: tuple[str, ...] = ()


@dataclass(frozen=True)
class ReplayModel:
    """The contents of a replay's page besides the pictures.

    Attributes:
        title: of the game.
        number: of the game in its series, from 1.
        deal: its seed.
        record: the path of its record, from the folder of the report.
        seats: the players.
        lines: the events.
        picture_numbers: as JSON: by version of the match the number of the picture that shows it.
    """

    title: str
    number: int
    deal: int
    record: str
    seats: tuple[ReplaySeat, ...]
    lines: tuple[ReplayEvent, ...]
    picture_numbers: str


def replay_page(
    match: Match, result: GameResult, entrants: Sequence[str], deal: int, record: str
) -> str:
    """Return the page of a match.

    Args:
        match: all of it.
        result: of the match.
        entrants: the names of those who took part, by number.
        deal: the seed.
        record: the path of the record, from the folder of the report.
    """
    names = numbered([entrants[entrant] for entrant in result.seating])
    with in_language(SOURCE_LANGUAGE):
        pictures, versions = pack_pictures(match, names)
        model = ReplayModel(
            match.game.title,
            result.number + 1,
            deal,
            record,
            tuple(_seats(match, result, names)),
            tuple(_events(match, names)),
            json.dumps([bisect_right(versions, v) - 1 for v in range(match.version + 1)]),
        )
    return page(
        "replay.html",
        "replay.js",
        stylesheet(),
        "replay.css",
        replay=model,
        pictures=pictures.pack(),
        sprite=sprite(frozenset(used(pictures.svg))),
    )


def _seats(match: Match, result: GameResult, names: Sequence[str]) -> Iterator[ReplaySeat]:
    words = {1: "won", 0: "shared the win", -1: ""}
    for seat, name in enumerate(names):
        yield ReplaySeat(
            match.game.player_names[seat],
            name,
            result.scores[seat],
            words[result.outcome[seat]],
            ", ".join(dict.fromkeys(result.faults[seat])),
        )


def _events(match: Match, names: Sequence[str]) -> Iterator[ReplayEvent]:
    facts = (line.text for line in match.public_lines(0))
    yield ReplayEvent(0, write_time(0), -1, "", "deal", tuple(facts))
    for version, event in enumerate(match.events, 1):
        kind = "" if event.kind == "move" else f"({event.kind}) "
        output = event.bot_output
        yield ReplayEvent(
            version,
            write_time(event.at),
            event.player,
            names[event.player] if event.player >= 0 else "",
            f"{kind}{event.text}",
            tuple(line.text for line in match.public_lines(version)),
            output.message,
            output.fault,
            output.stderr,
        )
