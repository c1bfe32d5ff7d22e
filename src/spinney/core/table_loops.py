"""The compiled functions of game tables: take an action, settle, list legal actions.

``a`` is a batch of one record. A table's *status* is one number that holds who is to act and how
many actions are legal: Python receives a number faster than an array.
"""

from __future__ import annotations

from typing import Any

from spinney.core.batch import settle_stages
from spinney.core.interface import apply, legal
from spinney.kernel.records import Ints
from spinney.kernel.rule import lowest, rule

TO_ACT = 32
"""From this bit on a status has who is to act, a bit each; below, the number of actions."""
COUNT = (1 << TO_ACT) - 1
"""The bits of the number of legal actions; all of them set: the actions are not listed yet."""


@rule
def settle_table(a: Any, out: Ints) -> int:
    """Perform the stages that are due, list the next player's actions, and return the status."""
    acting = settle_stages(a[0])
    if acting == 0:
        return 0
    return acting << TO_ACT | legal(a[0], lowest(acting), out)


@rule
def list_legal(a: Any, player: int, out: Ints) -> int:
    """List the legal actions of a player to act; return how many there are."""
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
def take_action(a: Any, status: int, action: int, out: Ints) -> int:
    """Take an action if it is legal, and return the status that follows; else return -1.

    ``status`` is the one returned last, and ``out`` has the actions that were listed with it. Or
    ``status`` has the bit of one player only, and `COUNT` for the number of actions.
    """
    player = lowest(status >> TO_ACT)
    count = status & COUNT
    if count == COUNT:
        count = legal(a[0], player, out)
    if not is_listed(action, out, count):
        return -1
    apply(a[0], player, action)
    return settle_table(a, out)
