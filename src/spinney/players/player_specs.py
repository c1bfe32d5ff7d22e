"""Player specifications: `tree`, `random`, a command, `py:MODULE:CLASS`."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from spinney.core.errors import Refused, did_you_mean
from spinney.players.level_choice import choose
from spinney.players.levels import LEVELS
from spinney.players.tuned_level import TUNED, read_tuned

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.core.state import Observation
    from spinney.search import Network
    from spinney.search.budget import Progress
    from spinney.search.search import Shipped

CONTEST, JSON, CLASS, SEARCH, ADVICE = "contest", "json", "py", "search", "advice"
PYTHON = None
"""In a pickled command, stands for the Python that runs Spinney on that machine."""


class Chooser(Protocol):
    """A player that chooses in this process."""

    @property
    def seat(self) -> str:
        """What a record's header calls it, ``level:tree``."""

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:
        """Return the viewer's next move; the same view and seed give the same one.

        ``progress`` is called now and then with the number of playouts so far; an exception that it
        raises ends the choice.
        """


@dataclass(frozen=True)
class RandomSpec:
    """Draws its moves at random, action by action."""

    seat: str = "random"

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:  # noqa: ARG002
        """Return any move."""
        return view.legal.sample(seed)


@dataclass(frozen=True)
class LevelSpec:
    """A level of the computer opponent, by its name."""

    name: str

    @property
    def seat(self) -> str:
        """The level's name as a seat."""
        return f"level:{self.name}"

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:
        """Return what the search chooses."""
        return choose(view, self.name, seed, progress).move


@dataclass(frozen=True)
class SearchSpec:
    """The search, with a number of playouts.

    Attributes:
        seat: what a record's header calls it, ``search:1000``.
        playouts: how many it makes for each choice.
        network: the source of the advice; None: the game's own, written by hand.
        trees: how many trees share the playouts.
    """

    seat: str
    playouts: int
    network: Network | Shipped | None
    trees: int = 1

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:
        """Return what the search chooses."""
        from spinney.search import Budget, think

        budget = Budget(self.playouts, trees=self.trees)
        return think(view, budget, seed, progress=progress, network=self.network).move


@dataclass(frozen=True)
class ProgramSpec:
    """A program that answers line by line.

    Attributes:
        seat: what a record's header calls it, ``contest:./bot``.
        command: how it is started.
        protocol: `CONTEST` or `JSON`.
        sends_ready: does it say ``ready`` when it can be asked? Ours does, when all is loaded.
    """

    seat: str
    command: tuple[str, ...]
    protocol: str
    sends_ready: bool = False

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle it so that another machine uses its own Python."""
        parts = tuple(PYTHON if part == sys.executable else part for part in self.command)
        return _unpickled, (self.seat, parts, self.protocol, self.sends_ready)


def _unpickled(
    seat: str, parts: tuple[str | None, ...], protocol: str, sends_ready: bool
) -> ProgramSpec:
    command = tuple(sys.executable if part is PYTHON else part for part in parts)
    return ProgramSpec(seat, command, protocol, sends_ready)


PlayerSpec = Chooser | ProgramSpec


def read(text: str, game: Game | None = None) -> PlayerSpec:
    """Return the player that a specification names.

    ``random`` · a level, ``tree`` or ``level:tree``, or one that searches otherwise,
    ``tuned:tree:exploration=0.5`` · the search with so many playouts, ``search:1000``, in two trees
    ``search:1000x2``; by hand-written advice, ``search:1000:advice``, or by the network in a file,
    ``search:1000:best.npz`` · a Python class, ``py:module:Class`` · a command, ``./bot`` or
    ``python3 bot.py``. A command speaks the contest's protocol in a game that has one, else the
    JSON lines of all games; ``contest:./bot`` and ``json:./bot`` say which.

    Raises:
        Refused: there is no such player; a command can't be run.
    """
    kind, colon, rest = text.partition(":")
    if not colon and text == "random":
        return RandomSpec()
    if text in LEVELS or kind == "level":
        return _level(text)
    if kind == SEARCH:
        return _search(text, rest, game)
    if kind == TUNED:
        return read_tuned(rest)
    if kind == CLASS:
        return _class(text, rest, game)
    contest = game is not None and game.part("protocol") is not None
    if kind in (CONTEST, JSON):
        if kind == CONTEST and not contest:
            raise Refused(f"this game has no contest protocol; write json:{rest}")
        return ProgramSpec(text, _command(rest), kind)
    protocol = CONTEST if contest else JSON
    return ProgramSpec(f"{protocol}:{text}", _command(text), protocol)


def check(text: str) -> None:
    """Refuse what a local bot can't be: a command that can't be run, or a level.

    A Python class is refused only if it is misspelt.
    """
    kind, _, rest = text.partition(":")
    if kind in (CONTEST, JSON):  # in which games, `read` says
        _command(rest)
        return
    found = read(text)
    if isinstance(found, RandomSpec | LevelSpec):
        raise Refused(f"{text!r} needs no name: write {found.seat} at the seat")


def _level(text: str) -> LevelSpec:
    name = text.removeprefix("level:")
    if name not in LEVELS:
        raise Refused(f"nobody is called {text!r}" + did_you_mean(name, ["random", *LEVELS]))
    return LevelSpec(name)


def _search(text: str, settings: str, game: Game | None) -> SearchSpec:
    from spinney.search import SHIPPED, Network

    numbers, _, advice = settings.partition(":")
    parts = re.fullmatch(r"([1-9]\d{0,8})(?:x([1-9]\d?))?", numbers, re.ASCII)
    if parts is None or int(parts[1]) < int(parts[2] or 1):
        raise Refused(f"{text!r} is not a search; write it as search:1000, with its playouts")
    playouts, trees = int(parts[1]), int(parts[2] or 1)
    if advice in ("", ADVICE):
        return SearchSpec(text, playouts, None if advice else SHIPPED, trees)
    network = Network.load(Path(advice))
    if game is not None:
        network.check(game)
    return SearchSpec(text, playouts, network, trees)


def _class(text: str, place: str, game: Game | None) -> ProgramSpec:
    module, colon, name = place.rpartition(":")
    if not (colon and module and name.isidentifier()):
        raise Refused(f"{text!r} is not a Python class; write it as py:module:Class")
    host = (sys.executable, "-m", "spinney.players.host", game.name if game else "", place)
    return ProgramSpec(text, host, JSON, sends_ready=True)


def _command(text: str) -> tuple[str, ...]:
    """Return a command in its parts, after a check that it can be run."""
    try:
        parts = shlex.split(text)
    except ValueError as problem:
        raise Refused(f"{text!r} is not a command: {str(problem).lower()}") from None
    if not parts:
        raise Refused("a command is missing; write for example: ./bot")
    if "/" not in parts[0] and not shutil.which(parts[0]):
        if Path(parts[0]).is_file():
            raise Refused(f"a program of this folder is written with its path: ./{text}")
        near = did_you_mean(text, ["random", *LEVELS])
        raise Refused(f"nobody is called {text!r}{near}; nor is there a program {parts[0]!r}")
    _check_file(parts[0])
    return tuple(parts)


def _check_file(name: str) -> None:
    path = Path(name)
    if "/" not in name:
        return
    if not path.exists():
        raise Refused(f"there is no program {name}")
    if path.is_dir() or not os.access(path, os.X_OK):
        raise Refused(f"{name} can't be run: it is not executable (chmod +x {shlex.quote(name)})")
