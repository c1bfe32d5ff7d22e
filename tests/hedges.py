"""The example games, and spoilt copies of one."""

from __future__ import annotations

import importlib
import itertools
import shutil
import sys
from pathlib import Path

import spinney
from spinney.core.game import Game
from spinney.core.registry import register_folder

EXAMPLES = Path(__file__).resolve().parent.parent / "examples" / "games"
_numbers = itertools.count()


def hedge() -> Game:
    """The example of hidden hands and simultaneous choices, registered."""
    return register_folder(EXAMPLES / "hedge")


def ridges() -> Game:
    """The example of equal cards and a picture to click, registered."""
    return register_folder(EXAMPLES / "ridges")


def spoilt(folder: Path, old: str, new: str, file: str = "rules.py") -> Game:
    """A copy of the game in which one piece of a source says something else."""
    name = f"hedge_spoilt_{next(_numbers)}"
    shutil.copytree(EXAMPLES / "hedge", folder / name)
    source = folder / name / file
    text = source.read_text()
    assert text.count(old) >= 1, old
    source.write_text(text.replace(old, new))
    sys.path.insert(0, str(folder))
    try:
        module = importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))
    game = module.GAME
    assert isinstance(game, Game)
    return spinney.register(game)  # in the place of the right one: a state's JSON names its game
