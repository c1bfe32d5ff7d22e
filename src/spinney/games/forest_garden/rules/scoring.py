"""Scoring: yields, partners, tasks and cubes in storage."""

from __future__ import annotations

from spinney.games.forest_garden.rules.card_tables import EXTRA, TASKS_OF, YIELD
from spinney.games.forest_garden.rules.garden import has_partner
from spinney.games.forest_garden.rules.record import PLACES, TASK_POINTS, ForestGarden
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule


@rule
def yields(s: ForestGarden, p: int) -> int:
    """Return the yield values in a player's garden."""
    points = 0
    for place in range(PLACES):
        if s.garden[p, place] >= 0:
            points += YIELD[s.garden[p, place]]
    return points


@rule
def extras(s: ForestGarden, p: int) -> int:
    """Return the points for plants whose partner grows in the player's garden."""
    points = 0
    for place in range(PLACES):
        card = s.garden[p, place]
        if card >= 0 and EXTRA[card] > 0 and has_partner(s, p, card):
            points += EXTRA[card]
    return points


@rule
def counted(s: ForestGarden, p: int, task: int) -> int:
    """Return how many plants in a garden count for a task."""
    n = 0
    for place in range(PLACES):
        if s.garden[p, place] >= 0:
            n += TASKS_OF[s.garden[p, place]] >> task & 1
    return n


@rule
def task_done(s: ForestGarden, p: int) -> bool:
    """Has a player, of the kind that their task is about, more plants than any other?

    False also if they have no task, or none that is seen here.
    """
    if s.task[p] < 0:
        return False
    own = counted(s, p, s.task[p])
    for q in range(s.players):
        if q != p and counted(s, q, s.task[p]) >= own:
            return False
    return True


@rule
def score(s: ForestGarden, out: Ints) -> None:
    """Write each player's points; each cube in storage is one."""
    for p in range(s.players):
        out[p] = yields(s, p) + extras(s, p) + s.storage[p]
        if task_done(s, p):
            out[p] += TASK_POINTS
