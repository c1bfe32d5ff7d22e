"""The search with a trained network in the place of the hand-written advice."""

from __future__ import annotations

from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING

from spinney.core import compilation
from spinney.core.compilation import Program
from spinney.search import entry, network
from spinney.search.budget import Budget, Deadline
from spinney.search.field_inputs import field_features
from spinney.search.own_features import linked_parts, own_features
from spinney.search.partial_move import PartialMove
from spinney.search.root_parallel import RootParallelSearch
from spinney.search.tuning import tuning_of
from spinney.search.weights import Network, shipped_networks

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.kernel.engine import Engine


def learned_program(game: Game, trained: Network) -> Program:
    """Return the search with a network, to be linked to a game.

    Raises:
        Refused: the network does not fit the game.
    """
    trained.check(game)
    return _program(trained, linked_parts(game), network_modules(game))


def network_modules(game: Game) -> tuple[ModuleType, ...]:
    """Return the modules that are linked as a game's own, so that a network replaces its advice."""
    if own_features(game) is not None:
        return (network,)
    return (network, field_features(game))


@lru_cache(maxsize=16)
def _program(trained: Network, parts: tuple[str, ...], modules: tuple[ModuleType, ...]) -> Program:
    return Program("learned-search", (entry,), _first_search, parts, modules, trained.arrays)


def _first_search(game: Game, engine: Engine) -> None:
    """Call each compiled function once: grow a tree, and read it."""
    state = game.new(seed=1)
    root = PartialMove.of(state.observe(state.to_act[0]), 1)
    trees = RootParallelSearch(engine, game, Budget(1), tuning_of(game), 1)
    trees.grow(root, [1], Deadline(None))
    trees.row(root)


def learned_engine(game: Game, trained: Network) -> Engine:
    """Return the search that grows trees with a network's advice. Raises Refused, as above."""
    return compilation.engine(game, learned_program(game, trained))


def learned_programs(game: Game) -> list[tuple[Game, Program]]:
    """Return the search with each network that comes with a game, whatever its options."""
    return [(own, learned_program(own, trained)) for own, trained in shipped_networks(game)]
