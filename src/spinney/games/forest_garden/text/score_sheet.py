"""The score sheet of Forest Garden: plants row by row, partners, storage, tasks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from spinney.core.score_sheet import ScoreRow, ScoreSheet, verdict
from spinney.games.forest_garden.deck.plant import Plant
from spinney.games.forest_garden.deck.plants import TASKS
from spinney.games.forest_garden.rules.record import PLACE_NAMES, TASK_POINTS
from spinney.games.forest_garden.view_model import ForestGardenView, view_model
from spinney.i18n import N_, _

if TYPE_CHECKING:
    from spinney.core.state import Observation, State

TITLES = {
    "large_tree": N_("Large trees"),
    "medium_tree": N_("Medium trees"),
    "small_tree": N_("Small trees"),
    "large_shrub": N_("Large shrubs"),
    "small_shrub": N_("Small shrubs, climbers"),
}
"""The sizes from north to south, and what their rows are called."""
STORAGE_KEY = "storage"
"""The row of the cubes in storage, and what it calls them among its cells."""


def sheet(view: Observation | State) -> ScoreSheet:
    """Return the score sheet; before the end, as if the game ended now."""
    model = view_model(view)
    rows = [_size(model, size) for size in TITLES]
    rows += [_partners(model), _storage(model)]
    if model.s.tasks:
        rows.append(_tasks(model))
    return ScoreSheet(model.names, tuple(rows), model.over, _verdict(model, rows))


def _grown(model: ForestGardenView, p: int) -> Iterable[tuple[int, Plant]]:
    """What grows in a garden: place and plant."""
    return model.garden(p).grown.items()


def _row(
    key: str, title: str, counted: Sequence[Sequence[tuple[str, str, int]]], note: str = ""
) -> ScoreRow:
    """A row of the sheet; ``counted``: by player the cell, name and points of all that counts."""
    return ScoreRow(
        key=key,
        title=title,
        points=tuple(sum(points for *_, points in items) for items in counted),
        reasons=tuple(
            ", ".join(f"{name} {points}" for _, name, points in items) for items in counted
        ),
        note=note,
        cells=tuple(tuple(cell for cell, *_ in items) for items in counted),
    )


def _size(model: ForestGardenView, size: str) -> ScoreRow:
    """The yield values of the plants of a size."""
    counted = [
        [
            (PLACE_NAMES[k], plant.name, plant.yield_)
            for k, plant in _grown(model, p)
            if plant.size == size
        ]
        for p in range(model.players)
    ]
    return _row(size, _(TITLES[size]), counted)


def _partners(model: ForestGardenView) -> ScoreRow:
    """What plants are worth besides, because a partner grows in the same garden."""
    counted = [
        [
            (PLACE_NAMES[k], plant.name, plant.partner_bonus)
            for k, plant in _grown(model, p)
            if plant.partner_bonus and model.garden(p).serves(plant)
        ]
        for p in range(model.players)
    ]
    note = _("For plants whose partner grows in the same garden.")
    return _row("partners", _("Partners"), counted, note)


def _storage(model: ForestGardenView) -> ScoreRow:
    return ScoreRow(
        key=STORAGE_KEY,
        title=_("Storage"),
        points=tuple(model.storage[: model.players]),
        reasons=("",) * model.players,
        note=_(
            "A point for each cube, two for a dark one; cubes still in the garden count nothing."
        ),
        cells=((STORAGE_KEY,),) * model.players,
    )


# Tasks.


def _tasks(model: ForestGardenView) -> ScoreRow:
    """The players known to have strictly the most plants of the kind of their task."""
    players = range(model.players)
    done = [_done(model, p) for p in players]
    return ScoreRow(
        key="task",
        title=_("Tasks"),
        points=tuple(TASK_POINTS if one else 0 for one in done),
        reasons=tuple(_reason(model, p) for p in players),
        note="" if model.over else _("The other players’ tasks stay secret until the end."),
        cells=tuple(_cells(model, p) if done[p] else () for p in players),
    )


def _task(model: ForestGardenView, p: int) -> int:
    """A player's task; below 0 where there is none, or none that is shown."""
    return int(model.s.task[p])


def _owned(model: ForestGardenView, p: int) -> tuple[int, int]:
    """How many plants of the kind of their task a player has, and the most of any other."""
    gardens = [[plant for _, plant in _grown(model, q)] for q in range(model.players)]
    return TASKS[_task(model, p)].owned(gardens, p)


def _done(model: ForestGardenView, p: int) -> bool:
    if _task(model, p) < 0:
        return False
    own, most = _owned(model, p)
    return own > most


def _reason(model: ForestGardenView, p: int) -> str:
    task = _task(model, p)
    if task < 0:
        return ""
    own, most = _owned(model, p)
    return _(
        "{task} {count}; no other player has more than {most}",
        task=_(TASKS[task].kind),
        count=own,
        most=most,
    )


def _cells(model: ForestGardenView, p: int) -> tuple[str, ...]:
    """The places of the plants that count for a player's task."""
    counts = TASKS[_task(model, p)].counts
    return tuple(PLACE_NAMES[k] for k, plant in _grown(model, p) if counts(plant))


# The result.


def _verdict(model: ForestGardenView, rows: Sequence[ScoreRow]) -> str:
    """The winner, or who would win now, and the score."""
    totals = [sum(row.points[p] for row in rows) for p in range(model.players)]
    best = [p for p, total in enumerate(totals) if total == max(totals)]
    return verdict(model.names, totals, best, model.over)
