"""Sweeps: the same deals simulated with each combination of some options, levels or constants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from spinney.arena.simulate import Simulation
from spinney.core.errors import Refused, did_you_mean

LEVEL = "level"
"""The name of the axis of levels, which are not an option of the game."""
_CONSTANT = re.compile(r"([A-Za-z_]\w*)\[( *[0-9]{1,9} *(?:, *[0-9]{1,9} *)*)\]")


@dataclass(frozen=True)
class SweepAxis:
    """An axis: the name of an option, a level or a constant, and its values as written."""

    name: str
    values: tuple[str, ...]


def read_axis(text: str) -> SweepAxis:
    """Return an axis that is written as ``players=2,3,4`` or ``YIELD[12]=2,3``.

    Raises:
        Refused: it is none.
    """
    name, sign, values = text.rpartition("=")
    axis_values = tuple(value.strip() for value in values.split(","))
    if not (sign and name.strip() and all(axis_values)):
        raise Refused(f"{text!r} is not a sweep; write one as players=2,3,4")
    if len(set(axis_values)) < len(axis_values):
        raise Refused(f"{text!r} has a value twice")
    return SweepAxis(name.strip(), axis_values)


def combinations(simulation: Simulation, axes: Sequence[SweepAxis]) -> Iterator[Simulation]:
    """Yield the simulation with each combination of the axes' values; the last varies fastest.

    Raises:
        Refused: there is no such option, value or constant, or two can't go together.
    """
    names = [axis.name for axis in axes]
    if len(set(names)) < len(names):
        raise Refused("each option is swept once; write all its values together")
    for values in product(*(axis.values for axis in axes)):
        yield _with(simulation, dict(zip(names, values, strict=True)))


def _with(simulation: Simulation, values: dict[str, str]) -> Simulation:
    game = simulation.game
    by_name = {option.name: option for option in game.options}
    options = {name: value for name, value in values.items() if name in by_name}
    game = game.with_options(**options)
    level = values.get(LEVEL, simulation.level)
    for name, value in values.items():
        if name in options or (name == LEVEL and LEVEL not in by_name):
            continue
        constant = _CONSTANT.fullmatch(name)
        if not constant and "[" in name:
            raise Refused(
                f"{name!r} is not a constant with its index; write one as YIELD[12], or with "
                "several numbers as PRICES[1,2]"
            )
        if not constant:
            raise Refused(
                f"{game.title} has no option {name!r}"
                + did_you_mean(name, [*by_name, LEVEL])
                + "; a constant is written with its index, as YIELD[12]"
            )
        place = tuple(int(part) for part in constant[2].split(","))
        game = game.with_constant(constant[1], place, _whole(name, value))
    return replace(simulation, game=game, level=level)


def _whole(name: str, value: str) -> int:
    if not re.fullmatch(r"[+-]?[0-9]{1,18}", value):
        raise Refused(f"{name} must be a whole number, not {value!r}")
    return int(value)
