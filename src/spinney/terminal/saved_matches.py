"""Saved matches: records in the user's data folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from spinney.core.errors import Refused
from spinney.i18n import _
from spinney.i18n.lists import and_list
from spinney.match.player_names import is_at_this_screen
from spinney.players.suitable_level import Result, result_against_levels
from spinney.system.files import data_folder, read, read_match, write

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.match import Match


_WINNERS = re.compile(r"end: \d+ events; (.+?) (?:wins|share the win)")
"""The pattern of a record's last line, if the match is over."""


def saved_matches() -> Path:
    """Return the folder of the matches played in the terminal."""
    return data_folder("terminal")


@dataclass(frozen=True)
class Save:
    """A match's file. Events are written to it before anybody sees them."""

    path: Path

    @classmethod
    def new(cls, match: Match) -> Save:
        """Return a new file, named by game and time."""
        now = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        place, name = saved_matches(), f"{now}-{match.game.name}"
        names = (name, *(f"{name}-{again}" for again in range(2, 1000)))
        path = next(path for path in (place / f"{name}.txt" for name in names) if not path.exists())
        return cls(path)

    def keep(self, match: Match) -> None:
        """Write the match as it stands. Raises Refused if that fails."""
        write(self.path, match.record())

    def discard(self) -> None:
        """Remove the file of a match that nobody has begun."""
        self.path.unlink(missing_ok=True)


def is_begun(match: Match) -> bool:
    """Has a person done anything in a match, or in one without people anybody?"""
    people = match.people
    return any(not people or event.player in people for event in match.events)


def results(game: str) -> Iterator[Result]:
    """Yield the results of a game's matches against the computer, the latest first.

    Only seats and winners are read: replaying a whole record takes seconds.
    """
    for path in _latest_first(saved_matches()):
        with suppress(Refused):
            if found := _result(read(path), game):
                yield found


def _result(record: str, game: str) -> Result | None:
    lines = record.splitlines()
    if f"game: {game}" not in lines or "" not in lines:
        return None
    head = lines[: lines.index("")]
    seats = [line.removeprefix("seat ").partition(": ") for line in head if line[:5] == "seat "]
    winners = _WINNERS.match(lines[-1])
    if winners is None:
        return None
    won = winners[1].split(" and ")
    outcome = [0 if name in won else -1 for name, _, _ in seats]
    return result_against_levels([who for _, _, who in seats], outcome)


def _latest_first(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True)


def resumed(record: str, game: Game | None = None) -> tuple[Save, Match]:
    """Return the match to go on with, and its file from now on.

    Args:
        record: the file of its record, which stays as it is; empty: the match left last.
        game: which game it is of; None: any.

    Raises:
        Refused: there is no such match, or it can't go on in a terminal.
    """
    if not record:
        return last_unfinished(game)
    match = read_match(Path(record))
    if game and match.game.name != game.name:
        raise Refused(
            _(
                "{record} is a match of {title}; name that game, or none",
                record=record,
                title=match.game.title,
            )
        )
    if match.over:
        raise Refused(
            _("this match is over; step through it: spinney replay {record}", record=record)
        )
    seats = match.header.seats
    if elsewhere := [seats[p] for p in match.people if not is_at_this_screen(seats[p])]:
        raise Refused(
            _(
                "{names} can't go on in a terminal: only the seats me, friend and friend:NAME are "
                "at this screen. Step through the match: spinney replay {record}",
                names=and_list(elsewhere),
                record=record,
            )
        )
    return Save.new(match), match


def last_unfinished(game: Game | None = None) -> tuple[Save, Match]:
    """Return the last unfinished match, of a game if one is given, that somebody has begun.

    Raises:
        Refused: there is no such match.
    """
    place = saved_matches()
    for path in _latest_first(place):
        try:
            match = read_match(path)
        except Refused:
            continue  # of another version, or not a record
        if is_begun(match) and not match.over and (game is None or match.game.name == game.name):
            return Save(path), match
    if game:
        raise Refused(
            _(
                "no match of {title} was left unfinished in {place}; begin one: "
                "spinney play {name} --terminal",
                title=game.title,
                place=place,
                name=game.name,
            )
        )
    raise Refused(
        _(
            "no match was left unfinished in {place}; begin one: spinney play --terminal",
            place=place,
        )
    )
