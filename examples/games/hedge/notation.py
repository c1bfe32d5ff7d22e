"""``plant 7`` plants the tree that is 7 tall."""

from collections.abc import Sequence

from .rules import REVEALED, TREES


def write(steps: Sequence[int]) -> str:
    """Return the sentence that a step makes."""
    return f"plant {steps[0] + 1}"


def tell(facts: Sequence[int]) -> str:
    """Return what was revealed."""
    one, two = ((fact - REVEALED) % TREES + 1 for fact in facts)
    return f"player 1 planted {one}, player 2 planted {two}"
