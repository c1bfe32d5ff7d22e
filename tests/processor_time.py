"""The processor time of an action as a multiple of what some plain Python takes just then."""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time

from tests.conftest import unmeasured


def relative_time(action: Callable[[], object], times: int = 20) -> float:
    """Return how many times as long as a fixed piece of work an action takes, each at best.

    Both are done in turn, so that a slow or busy machine slows both, and no coverage is measured
    meanwhile. Tests allow twice the ratio that was found when they were written.
    """
    with unmeasured():
        pairs = [(_time(action), _time(_fixed_work)) for _ in range(times)]
    return min(took for took, _ in pairs) / min(unit for _, unit in pairs)


def _time(action: Callable[[], object]) -> float:
    begun = thread_time()
    action()
    return thread_time() - begun


def _fixed_work() -> str:
    """Write what pictures are made of: numbers in text."""
    return "".join([f'<path d="M{n * 0.37:.2f},{n}"/>' for n in range(1000)])
