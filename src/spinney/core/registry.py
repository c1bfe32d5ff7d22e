"""Finding games: those in `spinney.games`, those other packages bring, those registered by hand.

Another package brings a game by an entry point of the group ``spinney.games`` that names its
``GAME``; the environment variable ``SPINNEY_GAMES`` names packages that have a ``GAME``, separated
by commas.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from spinney.core.errors import Refused, did_you_mean
from spinney.i18n import _

if TYPE_CHECKING:
    from spinney.core.game import Game

_registered: dict[str, Game] = {}


def game(name: str, /, **options: Any) -> Game:
    """Return the game of that name with these options, all others at their defaults.

    Raises:
        Refused: there is no such game, no such option, or no such value.
    """
    return _named(name).with_options(**options)


def written(name: str, options: Mapping[str, Any]) -> Game:
    """Return a game as a record or a form has it, as `game` does, but open no file."""
    return _named(name).written(options)


@lru_cache(maxsize=1024)  # the same one each time: it keeps what has been worked out of it
def recalled(name: str, chosen: tuple[tuple[str, Any], ...], people: tuple[str, ...] = ()) -> Game:
    """Return a game of `spinney.games` or of another package with these options and names."""
    return _installed()[name].written(dict(chosen)).with_names(people)


def is_recalled(game: Game) -> bool:
    """Would `recalled` return this very game, in this process and in any other?"""
    registered = _installed().get(game.name)
    return registered is not None and registered.package == game.package


def _named(name: str) -> Game:
    games = all_games()
    if name not in games:
        raise Refused(
            _("there is no game {name!r}", name=name) + did_you_mean(str(name), list(games))
        )
    return games[name]


def all_games() -> dict[str, Game]:
    """Return all games by name, with their default options."""
    return {**_installed(), **_registered}


def register(game: Game) -> Game:
    """Make a game of your own known by its name, and return it."""
    _registered[game.name] = game
    return game


def register_folder(folder: Path) -> Game:
    """Make the game in a folder known, and return it. Later imports find its package, too.

    Raises:
        Refused: there is no package with a ``GAME`` in that folder.
    """
    folder = folder.resolve()
    if not (folder / "__init__.py").is_file():
        raise Refused(f"{folder} is not a folder of a game: it has no __init__.py")
    if str(folder.parent) not in sys.path:
        sys.path.insert(0, str(folder.parent))
    module = importlib.import_module(folder.name)
    if Path(str(module.__file__)).resolve().parent != folder:
        raise Refused(f"{folder.name} is also the name of {module.__file__}; rename the folder")
    if not hasattr(module, "GAME"):
        raise Refused(f"{folder / '__init__.py'} has no GAME")
    return register(module.GAME)


@cache
def _installed() -> dict[str, Game]:
    from importlib.metadata import entry_points  # it takes as long as all else of a short command

    own = importlib.import_module("spinney.games")

    packages = [f"{own.__name__}.{module.name}" for module in pkgutil.iter_modules(own.__path__)]
    packages += [name for name in os.environ.get("SPINNEY_GAMES", "").split(",") if name]
    games = [importlib.import_module(package).GAME for package in packages]
    games += [point.load() for point in entry_points(group="spinney.games")]
    return {game.name: game for game in games}
