"""Write observations to tensors in compiled code, changing only what differs from the last one.

The numbers of a record that are encoded are first brought into the order of a plan. The plan has a
row for each of them, grouped by its encoding, so that no loop branches.
"""

from __future__ import annotations

from typing import Any

from spinney.core.interface import observe
from spinney.envs.arrays import Encoder
from spinney.kernel.records import Ints
from spinney.kernel.rule import lowest, rule

# The columns of a plan: where in the tensor a number is written; where its list begins; its least
# and its greatest value; and one number more.
TO, LIST, LOW, HIGH, MORE = range(5)
PLAN_COLUMNS = 5

# The columns of runs, numbers that follow one another both in a record and in a plan: where they
# begin there and here, and how many they are.
FROM, INTO, COUNT = range(3)
RUN_COLUMNS = 3

# The kinds of encodings.
ONE_HOT, STACKED, LISTED, CELL, UNITS, BYTES, BITS, TURNED = range(8)
KINDS = 8
WIDTHS = 4
"""How many widths numbers can have: 8, 16, 32 and 64 bits."""

MOST = 255
ALL_BITS = 0x7FFFFFFFFFFFFFFF


@rule
def gather(values: Any, runs: Any, start: int, end: int, numbers: Ints) -> None:
    """Bring numbers of one width into the order of a plan."""
    for k in range(start, end):
        at, to = runs[k, FROM], runs[k, INTO]
        for m in range(runs[k, COUNT]):
            numbers[to + m] = values[at + m]


@rule
def write_one_hots(
    numbers: Ints,
    start: int,
    end: int,
    plan: Any,
    codes: Ints,
    out: Any,
    i: int,
    places: Any,
    j: int,
) -> None:
    """Move the 1 of each number to its new place, where that is another one.

    ``places`` have the codes of what was written: a code is twice the place, and 1 if there is one.
    """
    for k in range(start, end):
        code = codes[plan[k, LIST] + min(max(numbers[k], plan[k, LOW]), plan[k, HIGH])]
        was = places[j, k]
        if code != was:
            to = plan[k, TO]
            out[i, to + (was >> 1)] = 0
            out[i, to + (code >> 1)] = code & 1
            places[j, k] = code


@rule
def write_stacks(
    numbers: Ints,
    start: int,
    end: int,
    plan: Any,
    values: Any,
    out: Any,
    i: int,
    places: Any,
    j: int,
) -> None:
    """Write where each card of a stack lies; ``places`` have 1 + the card that lay there."""
    moved = False
    for k in range(start, end):
        was = places[j, k] - 1
        if was != max(numbers[k], -1):
            moved = True
            if was >= 0:
                for m in range(plan[k, MORE]):
                    out[i, plan[k, TO] + was * plan[k, MORE] + m] = 0
    if not moved:
        return
    for k in range(start, end):
        card = min(max(numbers[k], -1), plan[k, HIGH])
        if card != places[j, k] - 1:
            places[j, k] = card + 1
            if card >= 0:
                for m in range(plan[k, MORE]):
                    out[i, plan[k, TO] + card * plan[k, MORE] + m] = values[plan[k, LIST] + m]


@rule
def write_amounts(numbers: Ints, ends: Ints, plan: Any, values: Any, out: Any, i: int) -> None:
    """Write for each number its entry in a list; coordinates of cells; and greater amounts."""
    for k in range(ends[LISTED], ends[LISTED + 1]):
        out[i, plan[k, TO]] = values[plan[k, LIST] + numbers[k]]
    for k in range(ends[CELL], ends[CELL + 1]):
        at = plan[k, LIST] + 3 * min(max(numbers[k], -1), plan[k, HIGH])
        to = plan[k, TO]
        out[i, to] = values[at]
        out[i, to + 1] = values[at + 1]
        out[i, to + 2] = values[at + 2]
    for k in range(ends[UNITS], ends[UNITS + 1]):
        out[i, plan[k, TO]] = max(numbers[k] - plan[k, LOW], 0) / plan[k, MORE]
    for k in range(ends[BYTES], ends[BYTES + 1]):
        out[i, plan[k, TO]] = min(max(numbers[k] - plan[k, LOW], 0), MOST)


@rule
def write_sets(
    numbers: Ints, ends: Ints, plan: Any, codes: Ints, out: Any, i: int, sets: Any, j: int
) -> None:
    """Write the members that have come to each set or left it; a list turns sets to the viewer."""
    for k in range(ends[BITS], ends[TURNED + 1]):
        value = numbers[k] & ALL_BITS >> plan[k, MORE]
        if k >= ends[TURNED]:
            value = codes[plan[k, LIST] + value]
        changed = value ^ sets[j, k - ends[BITS]]
        sets[j, k - ends[BITS]] = value
        while changed != 0:
            member = lowest(changed)
            out[i, plan[k, TO] + member] = value >> member & 1
            changed &= changed - 1


@rule
def write_tensor(
    s: Any, viewer: int, encoder: Encoder, out: Any, i: int, places: Any, sets: Any, j: int
) -> None:
    """Write a player's view to row ``i`` of an array.

    Row ``j`` of ``places`` and ``sets`` describes what the row holds.
    """
    encoder.record[0] = s
    observe(encoder.record[0], viewer)
    numbers, plan, ends, widths = encoder.numbers, encoder.plan, encoder.ends, encoder.widths
    runs, codes = encoder.runs[viewer], encoder.codes[viewer]
    gather(encoder.bytes1, runs, 0, widths[0], numbers)
    gather(encoder.shorts1, runs, widths[0], widths[1], numbers)
    gather(encoder.ints1, runs, widths[1], widths[2], numbers)
    gather(encoder.longs1, runs, widths[2], widths[3], numbers)
    write_one_hots(numbers, 0, ends[ONE_HOT + 1], plan, codes, out, i, places, j)
    write_stacks(numbers, ends[STACKED], ends[STACKED + 1], plan, encoder.values, out, i, places, j)
    write_amounts(numbers, ends, plan, encoder.values, out, i)
    write_sets(numbers, ends, plan, codes, out, i, sets, j)


@rule
def write_fresh_tensor(s: Any, viewer: int, encoder: Encoder, out: Any, i: int) -> None:
    """Write a player's view to a row that may hold anything."""
    out[i, :] = 0
    encoder.fresh_places[0, :] = 0
    encoder.fresh_sets[0, :] = 0
    write_tensor(s, viewer, encoder, out, i, encoder.fresh_places, encoder.fresh_sets, 0)
