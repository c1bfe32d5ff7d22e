"""``plant 5 south`` plants a tree that is 5 tall on the southern ridge."""

from collections.abc import Sequence

from .rules import DRAWN, RIDGES, ZONES


def write(actions: Sequence[int]) -> str:
    """Return the move that an action makes."""
    tree, ridge = divmod(actions[0], len(RIDGES))
    return f"plant {ZONES.kinds[tree]} {RIDGES[ridge]}"


def tell(facts: Sequence[int]) -> str:
    """Return what was drawn."""
    return f"drawn: {ZONES.kinds[facts[0] - DRAWN]}"
