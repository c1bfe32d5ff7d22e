"""Constants of a game's rules, changed to see their effect: arrays of numbers, by their names."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from spinney.core.errors import Refused, did_you_mean

if TYPE_CHECKING:
    from spinney.core.game import Game


class ChangedConstant(NamedTuple):
    """A changed number in an array that rules read.

    Attributes:
        name: of the array, as the rules call it.
        place: the index of the number.
        value: the new number.
    """

    name: str
    place: tuple[int, ...]
    value: int

    def __str__(self) -> str:
        return f"{self.name}[{','.join(map(str, self.place))}]={self.value}"


def check(game: Game, change: ChangedConstant) -> ChangedConstant:
    """Return a change that can be made.

    Raises:
        Refused: the rules have no such array, or it has no such index or can't hold the number.
    """
    arrays = _arrays(game)
    if change.name not in arrays:
        raise Refused(
            f"the rules of {game.title} have no array {change.name!r}"
            + did_you_mean(change.name, list(arrays))
        )
    array, places = arrays[change.name], zip(change.place, arrays[change.name].shape, strict=False)
    if len(change.place) != array.ndim or not all(0 <= at < length for at, length in places):
        raise Refused(f"{change.name} has the shape {array.shape}: {change} is not a place of it")
    limits = np.iinfo(array.dtype)
    if not limits.min <= change.value <= limits.max:
        raise Refused(f"{change}: {change.name} holds numbers from {limits.min} to {limits.max}")
    return change


def changed(
    game: Game, tables: Mapping[str, Any], changes: tuple[ChangedConstant, ...]
) -> Mapping[str, Any]:
    """Return the arrays that rules are to read: the game's tables, and copies with the changes."""
    arrays, originals = dict(tables), _arrays(game)
    for name in {change.name for change in changes}:
        arrays[name] = arrays.get(name, originals[name]).copy()
    for name, place, value in changes:
        arrays[name][place] = value
    return arrays


def _arrays(game: Game) -> dict[str, Any]:
    """Return the arrays of whole numbers in the modules of a game's rules, by name."""
    package = game.rules.__name__
    modules = [
        module
        for name, module in list(sys.modules.items())
        if name == package or name.startswith(f"{package}.")
    ]
    return {
        name: value
        for module in modules
        for name, value in vars(module).items()
        if isinstance(value, np.ndarray) and value.dtype.kind == "i" and not name.startswith("_")
    }
