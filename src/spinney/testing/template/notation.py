"""The moves of My Game in words: ``play 5``."""

from collections.abc import Sequence

from spinney.testing.template.rules import ZONES


def write(actions: Sequence[int]) -> str:
    """Return the move that an action makes."""
    return f"play {ZONES.kinds[actions[0]]}"
