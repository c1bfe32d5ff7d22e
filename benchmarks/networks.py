"""Speed of searches with trained networks, and what networks and trees weigh."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import spinney
from benchmarks.measuring import Figure, against
from spinney import search
from spinney.core.state import Observation
from spinney.search import Budget, Network
from spinney.search.root_parallel import RootParallelSearch
from spinney.search.search import search_engine
from spinney.search.tuning import tuning_of
from spinney.search.weights import shipped_networks

PLAYOUTS = 2000
MOVES = 30
"""The random moves after which the search is measured."""


def networks() -> Iterator[Figure]:
    """Yield figures of each network that comes with a game."""
    for game in spinney.all_games().values():
        for own, network in shipped_networks(game):
            yield from figures(own, network)


def figures(game: spinney.Game, network: Network) -> Iterator[Figure]:
    """Yield the playouts with a network, against those without, and bytes."""
    state = game.new(seed=7)
    for number in range(MOVES):
        state = state.play(state.to_act[0], state.legal(state.to_act[0]).sample(number))
    view = state.observe(state.to_act[0])
    yield against(
        f"{game.title}: playouts with the network",
        "per second",
        partial(playouts, view, network),
        partial(playouts, view, None),
    )
    weights = sum(array.nbytes for array in network.arrays.values())
    yield Figure(f"{game.title}: weights", weights / 1e3, "kB")
    engine = search_engine(game, network)
    trees = RootParallelSearch(engine, game, Budget(PLAYOUTS), tuning_of(game), 1)
    yield Figure(f"{game.title}: a tree for {PLAYOUTS:,} playouts", trees.nbytes / 1e6, "MB")


def playouts(view: Observation, network: Network | None) -> int:
    """Search, and return the playouts."""
    return search.think(view, Budget(PLAYOUTS), 1, network=network).playouts
