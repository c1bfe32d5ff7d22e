"""Write observations to tensors in compiled code, changing only what differs from the last one.

The numbers of a record that are encoded are first brought into the order of a plan. That has a row
for each of them, grouped by what becomes of the number, so that no loop branches.
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

# What becomes of numbers.
ONE_HOT, LISTED, CELL, UNITS, BYTES, BITS, MEMBERS = range(7)
KINDS = 7
WIDTHS = 4
"""How many widths numbers can have: 8, 16, 32 and 64 bits."""

MOST = 255
ALL_BITS = 0x7FFFFFFFFFFFFFFF


@rule
def gather(
    values: Any, sources: Any, slots: Ints, viewer: int, start: int, end: int, numbers: Ints
) -> None:
    """Bring numbers of one width into the order of a plan."""
    for k in range(start, end):
        numbers[slots[k]] = values[sources[viewer, k]]


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
    """Move the 1 of each number to its new place; a code is twice that place, and 1 if there is."""
    for k in range(start, end):
        code = codes[plan[k, LIST] + min(max(numbers[k], plan[k, LOW]), plan[k, HIGH])]
        to = plan[k, TO]
        out[i, to + places[j, k]] = 0
        out[i, to + (code >> 1)] = code & 1
        places[j, k] = code >> 1


@rule
def write_amounts(numbers: Ints, ends: Ints, plan: Any, values: Any, out: Any, i: int) -> None:
    """Write what stands in a list for each number; coordinates of cells; and greater amounts."""
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
    """Write the members that have come to each set or left it."""
    for k in range(ends[BITS], ends[BITS + 1]):
        value = numbers[k] & ALL_BITS >> plan[k, MORE]
        changed = value ^ sets[j, k - ends[BITS]]
        sets[j, k - ends[BITS]] = value
        while changed != 0:
            member = lowest(changed)
            out[i, plan[k, TO] + member] = value >> member & 1
            changed &= changed - 1
    for k in range(ends[MEMBERS], ends[MEMBERS + 1]):
        for m in range(plan[k, MORE]):
            out[i, plan[k, TO] + m] = numbers[k] >> codes[plan[k, LIST] + m] & 1


@rule
def write_tensor(
    s: Any, viewer: int, encoder: Encoder, out: Any, i: int, places: Any, sets: Any, j: int
) -> None:
    """Write what a player sees to row ``i`` of an array.

    Row ``j`` of ``places`` and ``sets`` tells what stands there.
    """
    encoder.record[0] = s
    observe(encoder.record[0], viewer)
    sources, slots, widths = encoder.sources, encoder.slots, encoder.widths
    numbers, plan, ends = encoder.numbers, encoder.plan, encoder.ends
    codes = encoder.codes[viewer]
    gather(encoder.bytes1, sources, slots, viewer, 0, widths[0], numbers)
    gather(encoder.shorts1, sources, slots, viewer, widths[0], widths[1], numbers)
    gather(encoder.ints1, sources, slots, viewer, widths[1], widths[2], numbers)
    gather(encoder.longs1, sources, slots, viewer, widths[2], widths[3], numbers)
    write_one_hots(numbers, 0, ends[ONE_HOT + 1], plan, codes, out, i, places, j)
    write_amounts(numbers, ends, plan, encoder.values, out, i)
    write_sets(numbers, ends, plan, codes, out, i, sets, j)


@rule
def write_fresh_tensor(s: Any, viewer: int, encoder: Encoder, out: Any, i: int) -> None:
    """Write what a player sees to a row that may hold anything."""
    out[i, :] = 0
    encoder.fresh_places[0, :] = 0
    encoder.fresh_sets[0, :] = 0
    write_tensor(s, viewer, encoder, out, i, encoder.fresh_places, encoder.fresh_sets, 0)
