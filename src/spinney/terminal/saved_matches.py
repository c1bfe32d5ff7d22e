"""Saved matches: records in the user's data folder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from spinney.core.errors import Refused
from spinney.match.files import data_folder, read_match, write

if TYPE_CHECKING:
    from spinney.match import Match


def saved_matches() -> Path:
    """Return the folder of the matches played in the terminal."""
    return data_folder("terminal")


@dataclass(frozen=True)
class Save:
    """A match's file. What was accepted is in it before anybody is shown that it was."""

    path: Path

    @classmethod
    def new(cls, match: Match) -> Save:
        """Return a file that is not there yet, named by game and time."""
        now = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        place, name = saved_matches(), f"{now}-{match.game.name}"
        names = (name, *(f"{name}-{again}" for again in range(2, 1000)))
        path = next(path for path in (place / f"{name}.txt" for name in names) if not path.exists())
        return cls(path)

    def keep(self, match: Match) -> None:
        """Write the match as it stands. Raises Refused if that fails."""
        write(self.path, match.record())


def last_unfinished() -> tuple[Save, Match]:
    """Return the match left last that is not over.

    Raises:
        Refused: there is none.
    """
    place = saved_matches()
    for path in sorted(place.glob("*.txt"), key=lambda path: path.stat().st_mtime, reverse=True):
        try:
            match = read_match(path)
        except Refused:
            continue  # not for us: of another version, or not a record at all
        if not match.over:
            return Save(path), match
    raise Refused(f"no match was left unfinished in {place}; begin one: spinney play --terminal")
