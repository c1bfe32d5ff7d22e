"""The compiled functions of game tables: take an action, settle, list legal actions.

``a`` is a batch of one record. Both rules return who is awaited and how many actions are legal as
one number: Python takes that over faster than an array.
"""

from __future__ import annotations

from typing import Any

from spinney.core.batch import settle_stages
from spinney.core.interface import apply, legal
from spinney.kernel.records import Ints
from spinney.kernel.rule import lowest, rule

AWAITED = 32
"""From this bit on stands who is awaited, below it the number of legal actions."""
COUNT = (1 << AWAITED) - 1
"""The number of legal actions in what is told; all of it: they are to be listed."""


@rule
def settle_table(a: Any, out: Ints) -> int:
    """Perform the automatic stages that are due; list the legal actions of the next to act."""
    awaited = settle_stages(a[0])
    if awaited == 0:
        return 0
    return awaited << AWAITED | legal(a[0], lowest(awaited), out)


@rule
def list_legal(a: Any, player: int, out: Ints) -> int:
    """List the legal actions of a player who is awaited; return how many there are."""
    return legal(a[0], player, out)


@rule
def is_listed(action: int, actions: Ints, count: int) -> bool:
    """Is this among the first ``count`` actions, which ascend?"""
    low = 0
    high = count
    while low < high:
        middle = (low + high) >> 1
        if actions[middle] < action:
            low = middle + 1
        else:
            high = middle
    return low < count and actions[low] == action


@rule
def take_action(a: Any, told: int, action: int, out: Ints) -> int:
    """Take an action if it is legal, and return what `settle_table` then does; else return -1.

    ``told`` is what was returned last, and ``out`` as it was left. Or it tells of one player only,
    with `COUNT` in place of a number.
    """
    player = lowest(told >> AWAITED)
    count = told & COUNT
    if count == COUNT:
        count = legal(a[0], player, out)
    if not is_listed(action, out, count):
        return -1
    apply(a[0], player, action)
    return settle_table(a, out)
