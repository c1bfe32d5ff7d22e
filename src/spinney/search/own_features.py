"""A game's own inputs for networks, in its module ``features``."""

from __future__ import annotations

from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spinney.core.game import Game


def own_features(game: Game) -> ModuleType | None:
    """Return a game's module ``features``; None if there is none for this number of players.

    Its ``NETWORK_SHAPES`` tells for how many: the shape of a network by the number of players.
    """
    module = game.part("features")
    return module if game.num_players in getattr(module, "NETWORK_SHAPES", ()) else None


def linked_parts(game: Game) -> tuple[str, ...]:
    """Return the modules of a game that code with a network is linked with, by name."""
    return ("advice",) if own_features(game) is None else ("advice", "features")
