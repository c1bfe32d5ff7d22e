"""The weights of a trained network: their file, and the check that they fit a game."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from spinney.core.errors import Refused
from spinney.search.field_inputs import field_shape
from spinney.search.own_features import own_features

if TYPE_CHECKING:
    from spinney.core.game import Game

Arrays = Mapping[str, npt.NDArray[Any]]
UNREADABLE = (OSError, ValueError, KeyError, EOFError, TypeError, BadZipFile, zlib.error)
"""What reading other files as a network's raises."""
FOLDER = "networks"
"""Where a game's folder has its networks."""


@dataclass(frozen=True)
class NetworkShape:
    """The size of a network's inputs: what a game's `features` and `action_features` write.

    Attributes:
        groups: the groups of inputs that share weights.
        width: the inputs of each group.
        of_whole: the inputs of the whole.
        rows: how many different inputs a group can have,
        whole_rows: how many the whole can have.
        action_rows: how many kinds of actions are weighed by the state.
        own_rows: how many different inputs of their own actions can have.
    """

    groups: int
    width: int
    of_whole: int
    rows: int
    whole_rows: int
    action_rows: int
    own_rows: int

    @staticmethod
    def of(game: Game) -> NetworkShape:
        """Return the shape for a game: what its ``features`` say, or its record's fields.

        Raises:
            Refused: a field of the record doesn't say what it means.
        """
        own = own_features(game)
        if own is None:
            return field_shape(game, NetworkShape)
        return NetworkShape(**own.NETWORK_SHAPES[game.num_players])

    def arrays(self, hidden: int, second: int, own: int) -> dict[str, npt.NDArray[Any]]:
        """Return the arrays of a network that knows nothing, by the names of its tables.

        Args:
            hidden: how wide the hidden layer of a group is,
            second: the second layer,
            own: the layer of an action's own inputs.
        """
        shapes = {
            "EMBEDDING": (3, self.rows, hidden),
            "BIAS": (3, hidden),
            "WHOLE": (3, self.whole_rows, second),
            "MIXING": (3, hidden, second),
            "OUTPUT": (second, 2),
            "OUTPUT_BIAS": (2,),
            "BELIEF_OUTPUT": (second,),
            "ROW_WHOLE": (self.action_rows, second),
            "ROW_GROUP": (self.action_rows, hidden),
            "ROW_BIAS": (self.action_rows,),
            "OWN_EMBEDDING": (self.own_rows, own),
            "OWN_BIAS": (own,),
            "OWN_OUTPUT": (own,),
        }
        made: dict[str, npt.NDArray[Any]] = {n: np.zeros(s, "f4") for n, s in shapes.items()}
        made["NETWORK_SHAPE"] = np.array([self.groups, self.width, self.of_whole], np.int64)
        made["USES_ADVICE"], made["INFERS"] = np.zeros(2, np.int64), np.zeros(1, np.int64)
        return made


@dataclass(frozen=True, eq=False)
class Network:
    """A trained network.

    Attributes:
        arrays: its numbers by the names of the tables of `spinney.search.network`.
        about: what it was trained on: the game's name, its options, how.
    """

    arrays: Arrays
    about: Mapping[str, Any]

    @cached_property
    def identity(self) -> str:
        """A hash of its numbers: the result of a search depends on it."""
        digest = hashlib.sha256()
        for name in sorted(self.arrays):
            digest.update(name.encode() + self.arrays[name].tobytes())
        return digest.hexdigest()[:16]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)

    def fits(self, game: Game) -> bool:
        """Return whether it was trained for this game, with options that are equivalent for it."""
        same = getattr(game.part("features"), "SAME_FOR_NETWORK", ())
        trained = self.about["options"]
        return bool(self.about["game"] == game.name and not game.changes) and all(
            trained.get(name) == value
            for name, value in options_of(game).items()
            if name not in same
        )

    def check(self, game: Game) -> None:
        """Refuse a game that it was not trained for, or whose inputs have changed since."""
        if not self.fits(game):
            raise Refused(f"this network was trained for {self.about['game']} with other options")
        expected = NetworkShape.of(game).arrays(
            self.arrays["BIAS"].shape[1], len(self.arrays["OUTPUT"]), len(self.arrays["OWN_BIAS"])
        )
        shapes = {name: array.shape for name, array in self.arrays.items()}
        if shapes != {name: array.shape for name, array in expected.items()}:
            raise Refused(f"this network was trained on other inputs than {game.name} has now")

    def save(self, path: Path) -> None:
        """Write it to a file, atomically."""
        about = np.frombuffer(json.dumps(dict(self.about)).encode(), np.uint8)
        named: dict[str, Any] = {**self.arrays, "about": about}
        part = path.with_suffix(".part")
        with part.open("wb") as file:
            np.savez_compressed(file, **named)
        part.replace(path)

    @staticmethod
    def read(data: bytes) -> Network:
        """Return the network of a file's bytes. Raises Refused if it is none."""
        try:
            with np.load(BytesIO(data), allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            about = json.loads(arrays.pop("about").tobytes())
        except UNREADABLE:  # NumPy's own message would advise to allow pickled objects
            raise Refused("this is not a file of a network") from None
        if not (_are_arrays(arrays) and _is_about(about)):
            raise Refused("this is not a file of a network")
        return Network(arrays, about)

    @staticmethod
    def load(path: Path) -> Network:
        """Return the network of a file. Raises Refused if there is none, or it can't be read."""
        try:
            data = path.read_bytes()
        except OSError as problem:
            raise Refused(f"the network {path} can't be read: {problem.strerror}") from None
        try:
            return Network.read(data)
        except Refused:
            raise Refused(
                f"{path} is not a file of a network; spinney train writes such files"
            ) from None


def _are_arrays(arrays: Arrays) -> bool:
    """Are all arrays of a network there, of numbers and with as many dimensions?"""
    expected = NetworkShape(1, 1, 1, 1, 1, 1, 1).arrays(1, 1, 1)
    return all(
        name in arrays
        and (arrays[name].dtype.kind, arrays[name].ndim) == (one.dtype.kind, one.ndim)
        for name, one in expected.items()
    )


def _is_about(about: object) -> bool:
    """Does it say for which game and which options a network was trained?"""
    return (
        isinstance(about, dict)
        and isinstance(about.get("game"), str)
        and isinstance(about.get("options"), dict)
    )


def options_of(game: Game) -> dict[str, Any]:
    """Return a game's options as they are written."""
    return {option.name: option.write(game.chosen[option.name]) for option in game.options}


@lru_cache(maxsize=64)
def shipped_network(game: Game) -> Network | None:
    """Return the network that comes with a game, if there is one for its options."""
    return next((found for found in _in_folder(game.package) if found.fits(game)), None)


def shipped_networks(game: Game) -> list[tuple[Game, Network]]:
    """Return all networks that come with a game, each with the game as it was trained for."""
    return [(game.written(found.about["options"]), found) for found in _in_folder(game.package)]


@cache
def _in_folder(package: str) -> tuple[Network, ...]:
    folder = files(package) / FOLDER
    if not folder.is_dir():
        return ()
    own = sorted((file for file in folder.iterdir()), key=lambda file: file.name)
    return tuple(Network.read(file.read_bytes()) for file in own if file.name.endswith(".npz"))
