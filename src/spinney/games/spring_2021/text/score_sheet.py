"""The score sheet of Spring Challenge 2021: completed trees, sun left over, and trees in a tie."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spinney.core.score_sheet import ScoreRow, ScoreSheet, verdict
from spinney.core.second_person import text_about
from spinney.games.spring_2021.rules.geometry import members
from spinney.games.spring_2021.rules.record import OVER, PLAYERS, SUN_PER_POINT, Forest
from spinney.games.spring_2021.rules.scoring import sun_points, tied
from spinney.games.spring_2021.rules.trees import owned
from spinney.games.spring_2021.text.names import CELL_NAMES
from spinney.i18n import N_, _

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

TITLES = {
    "completed": N_("Completed trees"),
    "sun": N_("Sun left over"),
    "trees": N_("Trees"),
    "out": N_("No command"),
}
"""The rows in their order, and what they are called."""


def sheet(view: Observation | State) -> ScoreSheet:
    """Return the score sheet; before the end, as if the game ended now."""
    s: Forest = view.record
    rows = [_completed(s), _sun(s), *([_trees(s)] if tied(s) else [])]
    if s.out[0] or s.out[1]:
        rows.append(_forfeit(s, rows))
    reason = _reason(view)
    names, over, said = view.game.display_names, s.phase == OVER, _verdict(view, reason)
    return ScoreSheet(names, tuple(rows), over, said, reason=reason)


def _completed(s: Forest) -> ScoreRow:
    points = tuple(s.points[p] for p in range(PLAYERS))
    note = _("The next brings {points}, and 2 more on good soil or 4 on rich.", points=s.nutrients)
    return ScoreRow(
        "completed", _(TITLES["completed"]), points, ("", ""), "" if s.phase == OVER else note
    )


def _sun(s: Forest) -> ScoreRow:
    """A point for every three sun points."""
    points = tuple(sun_points(s, p) for p in range(PLAYERS))
    reasons = tuple(
        _("{sun} sun, {count} to a point", sun=s.sun[p], count=SUN_PER_POINT)
        for p in range(PLAYERS)
    )
    return ScoreRow("sun", _(TITLES["sun"]), points, reasons)


def _trees(s: Forest) -> ScoreRow:
    """A point for every tree where that decides the game."""
    cells = tuple(tuple([CELL_NAMES[c] for c in members(owned(s, p))]) for p in range(PLAYERS))
    points = tuple(map(len, cells))
    alone = s.out[0] or s.out[1]
    note = (
        _("Only the player left in the game counts trees.")
        if alone
        else _("A tie: trees count, seeds too.")
    )
    return ScoreRow("trees", _(TITLES["trees"]), points, ("", ""), note, cells)


def _forfeit(s: Forest, rows: list[ScoreRow]) -> ScoreRow:
    """A player who is out ends with -1 point, whatever they had."""
    points = tuple(
        -1 - sum(row.points[p] for row in rows) if s.out[p] else 0 for p in range(PLAYERS)
    )
    reasons = tuple(
        _("out of the game: -1 point in all") if s.out[p] else "" for p in range(PLAYERS)
    )
    return ScoreRow("out", _(TITLES["out"]), points, reasons)


def _reason(view: Observation | State) -> str:
    """Why a game ended before its last day; empty: it didn't."""
    names = view.game.display_names
    out = [name for player, name in enumerate(names) if view.record.out[player]]
    if len(out) != 1:
        return ""
    own, other = N_("you gave no command"), N_("{name} gave no command")
    return text_about(out[0], own, other)


def _verdict(view: Observation | State, reason: str) -> str:
    """The winner, or who would win now."""
    scores = view.scores
    most, least = max(scores), min(scores)
    over = view.record.phase == OVER
    if most == least:
        return (
            _("A draw: both have {most}.", most=most)
            if over
            else _("If it ended now, a draw at {most}.", most=most)
        )
    return verdict(view.game.display_names, scores, [scores.index(most)], over, reason)
