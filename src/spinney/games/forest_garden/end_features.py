"""End features of Forest Garden: plants, bonuses, tasks; and which continents' decks served."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from spinney.core.end_features import EndFeature
from spinney.games.forest_garden.deck.plant import CONTINENTS, Plant
from spinney.games.forest_garden.deck.plants import TASKS, Plants, plants_of
from spinney.games.forest_garden.rules.record import COLOUR_BONUS, FRUIT_BONUS

if TYPE_CHECKING:
    from spinney.core.state import State

KINDS = ("plants", "bonuses", "tasks", "continents")
BONUSES = {COLOUR_BONUS: "flower colours", FRUIT_BONUS: "fruit types"}


def end_features(state: State) -> Iterator[EndFeature]:
    """Yield what grows, the bonuses reached, the tasks fulfilled and the continents in play."""
    s = state.game.record_class.fields_of(state.data)
    players, plants = range(state.game.num_players), plants_of(state.game)
    cards = [[card for card in row if card >= 0] for row in s["garden"][list(players)].tolist()]
    for p in players:
        grown = _grown(plants, p)
        yield from [grown[card] for card in cards[p]]
    used = s["used"].tolist()
    for bonus, name in BONUSES.items():
        yield EndFeature("bonuses", name, tuple(p for p in players if used[p] >> bonus & 1))
    if s["tasks"]:
        gardens = [[plants[card] for card in row] for row in cards]
        yield from (_task(int(s["task"][p]), p, gardens) for p in players)
    for continent in sorted({int(deck) for deck in s["origin"][: state.game.num_players]}):
        yield EndFeature("continents", CONTINENTS[continent], tuple(players))


@lru_cache(64)
def _grown(plants: Plants, player: int) -> tuple[EndFeature, ...]:
    """Return each card of a deck as what a player has."""
    named = (f"{plant.id} {plant.scientific}" for plant in plants)
    return tuple(EndFeature("plants", name, (player,)) for name in named)


def _task(number: int, p: int, gardens: Sequence[Sequence[Plant]]) -> EndFeature:
    """A player's task; it is theirs if fulfilled."""
    task = TASKS[number]
    own, most = task.owned(gardens, p)
    return EndFeature("tasks", task.name, (p,) if own > most else ())
