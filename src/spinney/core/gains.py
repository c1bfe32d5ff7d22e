"""The points that a move gains on the score sheet, before anything else happens.

A gain counts only if it is certain: what a hidden card would add doesn't.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from spinney.core.score_sheet import sheet

if TYPE_CHECKING:
    from spinney.core.state import Observation

_DETERMINIZATIONS = (1, 2)
"""The seeds of the states that a move is tried in; what depends on chance differs in them."""


class Gain(NamedTuple):
    """More points in a row of the score sheet.

    Attributes:
        key: of the row.
        title: of the row.
        before: the viewer's points in it before the move.
        after: the viewer's points in it after the move.
    """

    key: str
    title: str
    before: int
    after: int


def gains(view: Observation, actions: Sequence[int]) -> tuple[Gain, ...]:
    """Return what a move of the viewer certainly gains, row by row, the largest gain first.

    Args:
        view: what the viewer sees before the move.
        actions: the move, or as much of it as is known.
    """
    if view.game.part("score_sheet") is None:
        return ()
    before = _rows(view)
    tried = [_rows_after(view, actions, seed) for seed in _DETERMINIZATIONS]
    certain = [
        Gain(key, title, before[key][1] if key in before else 0, points)
        for key, (title, points) in tried[0].items()
        if all(rows.get(key) == (title, points) for rows in tried)
    ]
    positive = [gain for gain in certain if gain.after > gain.before]
    return tuple(sorted(positive, key=lambda gain: gain.before - gain.after))


def _rows_after(view: Observation, actions: Sequence[int], seed: int) -> dict[str, tuple[str, int]]:
    state = view.determinize(seed)
    for action in actions:
        state = state._after(view.player, action)
    return _rows(state.observe(view.player))


def _rows(view: Observation) -> dict[str, tuple[str, int]]:
    """Return the title and the viewer's points of each row, by its key."""
    return {row.key: (row.title, row.points[view.player]) for row in sheet(view).rows}
