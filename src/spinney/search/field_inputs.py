"""A network's inputs from what a record's fields mean, for a game that has no ``features``.

Each number of a field that names one of several things is one input, as in a tensor it would be
one-hot; an amount is one of a few steps; each member of a set is an input of its own. Cards of one
player in one field share their inputs, whatever their order. The viewer's seat comes first. All
inputs are one group, and each action has a row of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from math import prod
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from spinney.core.encoding import EncodedField, encoding
from spinney.core.field_codes import Members, OneHots, Scaled, Stack
from spinney.kernel.field_meaning import Amount, Card
from spinney.kernel.records import Field, Ints
from spinney.kernel.rule import rule, scratch

if TYPE_CHECKING:
    from spinney.core.game import Game

Shape = TypeVar("Shape")
AMOUNT_STEPS = 16
"""The most steps of an amount, up to twice the typical amount."""
SOURCE, BITS, LIST, LOW, HIGH, BASE = range(6)
"""The columns of a plan: where the number is; 0, or how many members the set has; where its list
begins, for which least and which greatest number; the first input."""


@rule
def write_inputs(numbers: Ints, plan: Any, rows: int, codes: Ints, viewer: int, out: Ints) -> None:
    """Write the inputs that are on, from a record's numbers, as the rows of a plan say."""
    at = 0
    for k in range(rows):
        x = numbers[plan[viewer, k, SOURCE]]
        base = plan[viewer, k, BASE]
        if plan[viewer, k, BITS] == 0:
            listed = min(max(x, plan[viewer, k, LOW]), plan[viewer, k, HIGH])
            code = codes[plan[viewer, k, LIST] + listed - plan[viewer, k, LOW]]
            out[at] = base + code if code >= 0 else -1
            at += 1
        else:
            for m in range(plan[viewer, k, BITS]):
                out[at] = base + m if x >> codes[plan[viewer, k, LIST] + m] & 1 else -1
                at += 1


class _FieldPlan(NamedTuple):
    """The inputs of one field.

    Attributes:
        bits: how many members its sets have; 0: its numbers are no sets.
        low: the least number that is listed.
        codes: the list: the input of each number, -1: none; or the bits of a set's members.
        inputs: how many inputs each number has.
    """

    bits: int
    low: int
    codes: npt.NDArray[np.int64]
    inputs: int


class FieldInputs:
    """The inputs of a game.

    Attributes:
        plan: for each viewer a row for each number, of shape ``(players, rows, 6)``.
        codes: the lists that its rows point into.
        width: how many inputs are written.
        count: how many different inputs there are.
    """

    def __init__(self, game: Game) -> None:
        """Plan the inputs. Raises Refused if a field doesn't declare its meaning."""
        self._starts = _starts(game)
        self._fields = game.record_class.fields
        self._codes: list[int] = []
        plans = [self._rows(game, viewer) for viewer in range(game.num_players)]
        self.plan = np.array(plans, np.int64)
        self.codes = np.array(self._codes, np.int64)
        bits = self.plan[0, :, BITS]
        self.width = int(np.maximum(bits, 1).sum())

    def _rows(self, game: Game, viewer: int) -> list[list[int]]:
        rows: list[list[int]] = []
        self.count = 0
        for field in encoding(game).fields(viewer):
            planned = _planned(field, game.layout[field.name].holds)
            if planned is not None:
                rows += self._field_rows(game, field, planned)
        return rows

    def _field_rows(self, game: Game, field: EncodedField, planned: _FieldPlan) -> list[list[int]]:
        bits, low, codes, inputs = planned
        start, begin = self._starts[field.name], len(self._codes)
        self._codes += codes.tolist()
        shape = game.layout[field.name].shape[:-1]
        places = _places(self._fields[field.name], shape, len(field.order))
        high = low + len(codes) - 1
        rows = [
            [start + int(source), bits, begin, low, high, self.count + inputs * int(place)]
            for source, place in zip(field.order, places, strict=True)
        ]
        self.count += inputs * (int(places.max(initial=-1)) + 1)
        return rows


def _planned(field: EncodedField, holds: Any) -> _FieldPlan | None:
    """Return how the numbers of a field become inputs; None: not at all."""
    code = field.code
    match code:
        case OneHots():
            return _FieldPlan(0, code.first, code.positions, code.width)
        case Stack():
            return _FieldPlan(0, code.cards.first, code.cards.positions, code.cards.width)
        case Members():
            return _FieldPlan(code.width, 0, np.asarray(code.bits), code.width)
        case Scaled() if isinstance(holds, Amount):
            most = min(holds.high - holds.low, 2 * code.unit)
            steps = np.arange(most + 1) * AMOUNT_STEPS // (most + 1)
            if most < AMOUNT_STEPS:
                steps = np.arange(most + 1)
            return _FieldPlan(0, holds.low, steps, int(steps[-1]) + 1)
        case _:  # cells of a wide grid: there are too many
            return None


def _places(declared: Field, shape: tuple[int, ...], count: int) -> npt.NDArray[np.int64]:
    """Return which inputs each number of a field has: its own; but cards share those of a seat."""
    own = np.arange(count)
    if not isinstance(declared.holds, Card):
        return own
    if not isinstance(declared.seats, int):
        return np.zeros_like(own)
    seats: npt.NDArray[np.int64] = np.indices(shape)[declared.seats].ravel()
    return seats


def _starts(game: Game) -> dict[str, int]:
    """Return where each field begins among the numbers of a record."""
    starts, at = {}, 0
    for name, declared in game.record_class.fields.items():
        starts[name] = at
        at += declared.size
    return starts


# As rules.


@lru_cache(maxsize=64)
def field_inputs(game: Game) -> FieldInputs:
    """Return the inputs of a game. Raises Refused, as `FieldInputs` does."""
    return FieldInputs(game)


def field_shape(game: Game, shape: Callable[..., Shape]) -> Shape:
    """Return the network's shape for a game with these inputs, made by ``shape``."""
    inputs, actions = field_inputs(game), game.num_actions
    return shape(1, inputs.width, 0, inputs.count, 0, actions, 0)


@lru_cache(maxsize=64)
def field_features(game: Game) -> ModuleType:
    """Return a module with the rule `features` for a game.

    Rules can't read fields by their names, so it is written for the record. Its rules count as the
    file's that declares the record: the linker takes notice when that changes.
    """
    inputs = field_inputs(game)
    module = ModuleType(f"{__name__}.{game.name}.{game.num_players}")
    sys.modules[module.__name__] = module  # where Numba looks it up when it loads cached code
    space = vars(module)
    space.update(INPUT_PLAN=inputs.plan, INPUT_CODES=inputs.codes)
    space.update(scratch=scratch, write_inputs=write_inputs)
    source = _source(game, inputs)
    file = sys.modules[game.record_class.__module__].__file__ or module.__name__
    exec(compile(source, file, "exec"), space)  # noqa: S102 - our own
    for name in ("read_fields", "features"):
        rule(space[name]).source = source
    return module


def _source(game: Game, inputs: FieldInputs) -> str:
    size = sum(declared.size for declared in game.record_class.fields.values())
    lines = ["def read_fields(s, out):"]
    for name, declared in game.record_class.fields.items():
        lines += _reading(name, declared.shape, _starts(game)[name])
    lines += [
        "def features(s, viewer, out):",
        f"    numbers = scratch({size})",
        "    read_fields(s, numbers)",
        f"    write_inputs(numbers, INPUT_PLAN, {len(inputs.plan[0])}, INPUT_CODES, viewer, out)",
    ]
    return "\n".join(lines) + "\n"


def _reading(name: str, shape: tuple[int, ...], start: int) -> list[str]:
    """Return the lines that read a field."""
    indent, index, place = "    ", [], str(start)
    lines = []
    for axis, length in enumerate(shape):
        lines.append(f"{indent}for i{axis} in range({length}):")
        indent += "    "
        index.append(f"i{axis}")
        place += f" + {prod(shape[axis + 1 :])} * i{axis}"
    where = f"[{', '.join(index)}]" if index else ""
    return [*lines, f"{indent}out[{place}] = s.{name}{where}"]
