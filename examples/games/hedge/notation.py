"""``plant 7`` plants the tree that is 7 tall."""

from collections.abc import Sequence

from .rules import REVEALED, TREES


def write(actions: Sequence[int]) -> str:
    """Return the move that an action makes."""
    return f"plant {actions[0] + 1}"


def tell(facts: Sequence[int]) -> str:
    """Return what was revealed."""
    one, two = ((fact - REVEALED) % TREES + 1 for fact in facts)
    return f"player 1 planted {one}, player 2 planted {two}"
