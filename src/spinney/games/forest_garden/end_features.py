"""End features of Forest Garden: plants, bonuses, tasks; and which continents' decks served."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

from spinney.core.end_features import Holding
from spinney.games.forest_garden.deck.plants import CONTINENTS, TASKS, Plant, plants_of
from spinney.games.forest_garden.rules.record import COLOUR_BONUS, FRUIT_BONUS

if TYPE_CHECKING:
    from spinney.core.state import State

KINDS = ("plants", "bonuses", "tasks", "continents")
BONUSES = {COLOUR_BONUS: "flower colours", FRUIT_BONUS: "fruit types"}


def holdings(state: State) -> Iterator[Holding]:
    """Yield what grows, the bonuses reached, the tasks fulfilled and the continents in play."""
    s = state.game.record_class.fields_of(state.data)
    players, gardens = range(state.game.players), _grown(state, s["garden"].tolist())
    for p in players:
        for plant in gardens[p]:
            yield Holding("plants", _name(plant), (p,))
    used = s["used"].tolist()
    for bonus, name in BONUSES.items():
        yield Holding("bonuses", name, tuple(p for p in players if used[p] >> bonus & 1))
    if s["tasks"]:
        yield from (_task(int(s["task"][p]), p, gardens) for p in players)
    for continent in sorted({int(deck) for deck in s["origin"][: state.game.players]}):
        yield Holding("continents", CONTINENTS[continent], tuple(players))


@cache
def _name(plant: Plant) -> str:
    return f"{plant.id} {plant.scientific}"


def _grown(state: State, gardens: Sequence[Sequence[int]]) -> list[list[Plant]]:
    """The plants in each player's garden, given the cards on its places."""
    plants = plants_of(state.game)
    return [
        [plants[card] for card in cards if card >= 0] for cards in gardens[: state.game.players]
    ]


def _task(number: int, p: int, gardens: Sequence[Sequence[Plant]]) -> Holding:
    """A player's task; it is theirs if fulfilled."""
    task = TASKS[number]
    counts = [sum(map(task.counts, garden)) for garden in gardens]
    fulfilled = counts.count(max(counts)) == 1 and counts[p] == max(counts)
    return Holding("tasks", task.name, (p,) if fulfilled else ())
