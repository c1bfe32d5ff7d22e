"""The names of record files in the folder of a series or league: ``GAME-DEAL-NUMBER.txt``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple


class NamedRecord(NamedTuple):
    """A file that is named like the record of a game.

    Attributes:
        number: of the game, from 0; below 0 no game has it.
        deal: the seed from which it was dealt.
        path: the file.
    """

    number: int
    deal: int
    path: Path


def record_name(game: str, deal: int, number: int, games: int) -> str:
    """Return the name of the file of a record.

    Args:
        game: the game's name.
        deal: the seed from which it was dealt.
        number: its place in the series, from 0; the file's name counts from 1.
        games: how many the series has; they have equally many digits.
    """
    return f"{game}-{deal}-{number + 1:0{len(str(games))}}.txt"


def named_records(folder: Path, game: str) -> list[NamedRecord]:
    """Return the files in a folder that are named like records of a game, of whatever series."""
    form = re.compile(rf"{re.escape(game)}-(-?\d+)-(\d+)\.txt")
    names = ((form.fullmatch(path.name), path) for path in folder.glob("*.txt"))
    return [NamedRecord(int(name[2]) - 1, int(name[1]), path) for name, path in names if name]
