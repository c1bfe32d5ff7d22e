"""Write the folder of a new game. It passes `check_game` unchanged."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from spinney.core.errors import Refused
from spinney.core.registry import all_games

TEMPLATE = "spinney.testing.template"
PARTS = ("__init__.py", "rules.py", "notation.py", "lesson.py", "guide.md")


def package_of(name: str) -> str:
    """Return the name of a game's package, ``lost_trees`` of ``lost-trees``."""
    return name.replace("-", "_")


def write_game(name: str, parent: Path) -> Path:
    """Write the folder of a game into ``parent``, and return it.

    Raises:
        Refused: the name can't be that of a game or is taken, or the folder can't be written.
    """
    _check_name(name)
    folder = parent / package_of(name)
    try:
        folder.mkdir(parents=True)
        for part in PARTS:
            text = files(TEMPLATE).joinpath(part).read_text("utf-8")
            (folder / part).write_text(_renamed(text, name), "utf-8")
    except FileExistsError:
        raise Refused(f"there is a {folder} already") from None
    except OSError as problem:
        raise Refused(f"{folder} can't be written: {problem.strerror}") from None
    return folder


def _renamed(text: str, name: str) -> str:
    title = name.replace("-", " ").title()
    text = text.replace(TEMPLATE, package_of(name))
    return text.replace("my-game", name).replace("My Game", title)


def _check_name(name: str) -> None:
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or len(name) > 40:
        raise Refused(f"{name!r} is not a name for a game; use lower case, as lost-trees")
    package = package_of(name)
    if name in all_games():
        raise Refused(f"there is a game {name} already; choose another name")
    if keyword.iskeyword(package) or find_spec(package) is not None:
        raise Refused(f"Python has a module {package} already; choose another name")
