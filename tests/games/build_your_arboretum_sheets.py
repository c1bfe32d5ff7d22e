"""Checks of any score sheet of Build Your Arboretum."""

from __future__ import annotations

import re

from tests.games.vectors import NAMES

from spinney.core import score_sheet
from spinney.core.state import State
from spinney.games.build_your_arboretum.rules.record import OVER


def check_sheet(state: State) -> None:
    """Totals are the scores, and every reason ends in the points it explains."""
    made = score_sheet.sheet(state)
    assert made.totals == state.scores
    assert made.over == (state.record.phase == OVER)
    for line in made.rows:
        for p, points in enumerate(line.points):
            worth = re.search(r"= (\d+)", line.reasons[p])
            if worth and "may not" not in line.reasons[p]:
                assert int(worth[1]) == points
            elif len(line.key) == 1:
                assert points == 0
    if made.over and state.outcome:
        assert made.verdict.lower().startswith(NAMES[state.outcome.index(1)])
