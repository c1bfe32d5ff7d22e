"""End features of Forest Garden: plants, bonuses, tasks; and which continents' decks served."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from spinney.core.end_features import Holding
from spinney.games.forest_garden.deck.plants import CONTINENTS, TASKS, Plant, plants_of
from spinney.games.forest_garden.rules.record import COLOUR_BONUS, FRUIT_BONUS, PLACES, ForestGarden

if TYPE_CHECKING:
    from spinney.core.state import State

KINDS = ("plants", "bonuses", "tasks", "continents")
BONUSES = {COLOUR_BONUS: "flower colours", FRUIT_BONUS: "fruit types"}


def holdings(state: State) -> Iterator[Holding]:
    """Yield what grows, the bonuses reached, the tasks fulfilled and the continents in play."""
    s: ForestGarden = state.record
    players = range(s.players)
    gardens = [_grown(state, p) for p in players]
    for p in players:
        for plant in gardens[p]:
            yield Holding("plants", f"{plant.id} {plant.scientific}", (p,))
    for bonus, name in BONUSES.items():
        yield Holding("bonuses", name, tuple(p for p in players if s.used[p] >> bonus & 1))
    if s.tasks:
        yield from (_task(s, p, gardens) for p in players)
    for continent in sorted({s.origin[d] for d in players}):
        yield Holding("continents", CONTINENTS[continent], tuple(players))


def _grown(state: State, p: int) -> list[Plant]:
    """The plants in a player's garden."""
    s, plants = state.record, plants_of(state.game)
    cards = (s.garden[p, place] for place in range(PLACES))
    return [plants[card] for card in cards if card >= 0]


def _task(s: ForestGarden, p: int, gardens: Sequence[Sequence[Plant]]) -> Holding:
    """A player's task; it is theirs if fulfilled."""
    task = TASKS[s.task[p]]
    counts = [sum(map(task.counts, garden)) for garden in gardens]
    fulfilled = counts.count(max(counts)) == 1 and counts[p] == max(counts)
    return Holding("tasks", task.name, (p,) if fulfilled else ())
