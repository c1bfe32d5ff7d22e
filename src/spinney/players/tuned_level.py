"""A level whose search has parameters of its own: `tuned:tree:exploration=0.5`.

It is for experiments: better values belong in the game's `TUNING`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from spinney.core.errors import Refused, did_you_mean
from spinney.players.level_choice import choose_as
from spinney.players.levels import LEVELS, Level

if TYPE_CHECKING:
    from spinney.core.state import Observation

TUNED = "tuned"
FORM = "tuned:LEVEL:NAME=VALUE,…, as tuned:tree:exploration=0.5; LEVEL may be a number of playouts"
MOST_PLAYOUTS = 1_000_000


@dataclass(frozen=True)
class TunedSpec:
    """A level, or a number of playouts, with some numbers of `Tuning` in place of the game's.

    Attributes:
        level: the level's name, or a number of playouts in digits.
        values: the changed numbers, by name.
    """

    level: str
    values: tuple[tuple[str, float], ...]

    @property
    def seat(self) -> str:
        """How it is written."""
        numbers = ",".join(f"{name}={value!r}".removesuffix(".0") for name, value in self.values)
        return f"{TUNED}:{self.level}:{numbers}"

    def choose(
        self, view: Observation, seed: int, progress: Callable[[int], object] | None = None
    ) -> str:
        """Return what the level chooses by a search with these numbers."""
        level = level_of(self.level)
        tuning = level.tuning_in(view.game)._replace(**dict(self.values))
        return choose_as(view, level, seed, progress=progress, tuning=tuning).move


def level_of(text: str) -> Level:
    """Return the level of this name, or one with this number of playouts."""
    return LEVELS.get(text) or Level(text, text, "", int(text), learned=True, about="")


def _check_playouts(level: str) -> None:
    """Refuse text that is neither a level nor a number of playouts."""
    if level not in LEVELS and not (level.isdecimal() and 0 < int(level) <= MOST_PLAYOUTS):
        near = did_you_mean(level, list(LEVELS))
        raise Refused(f"there is no level {level!r}{near}; you can also give a number of playouts")


def read_tuned(text: str) -> TunedSpec:
    """Return the player that ``LEVEL:NAME=VALUE,…`` names. Raises Refused."""
    level, colon, numbers = text.partition(":")
    if not colon:
        raise Refused(f"{TUNED}:{text} is not a level with numbers; write it as {FORM}")
    _check_playouts(level)
    values = dict(_value(part) for part in numbers.split(","))
    return TunedSpec(level, tuple(values.items()))


def _value(part: str) -> tuple[str, float]:
    name, _, number = part.partition("=")
    check_name(name)
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not 0 <= value < math.inf:
        raise Refused(f"{name} is a number from 0 on, not {number!r}; write it as {FORM}")
    return name, value


def check_name(name: str) -> None:
    """Refuse names that are not parameters of the search."""
    from spinney.search.tuning import Tuning

    if name not in Tuning._fields:
        near = did_you_mean(name, list(Tuning._fields))
        raise Refused(f"the search has no number {name!r}{near}")
