"""Parameters of the search, per game."""

from __future__ import annotations

from typing import NamedTuple

from spinney.core.game import Game


class Tuning(NamedTuple):
    """How to search. All are floats, because compiled code is made for the types it is given.

    A game's ``advice`` may have its own ``TUNING``, a dictionary of some of these.
    """

    exploration: float = 1.0
    """The weight of exploration against results, in rewards from 0 to 1."""
    random_share: float = 1.0
    """The share of actions in playouts that is drawn at random; the rest is drawn as preferred."""
    margin_weight: float = 0.1
    """At the end of a game, the part of the reward that is its `value` and not who has won."""
    whole_moves: float = 0.0
    """At 1 a player's first try of an action goes on by the tree to the end of the move, so that an
    action inside a move is first tried with what best follows it; at 0 the rest is drawn."""
    rollout: float = 0.0
    """How many leaves a playout goes past, by preference, before the next one is evaluated."""
    min_visit_share: float = 0.3
    """A secret choice is drawn among the actions with this part of the favourite's visits or more:
    the others were tried to learn. At 1 the favourite is taken."""


def tuning_of(game: Game) -> Tuning:
    """Return the tuning for a game."""
    own = getattr(game.part("advice"), "TUNING", {})
    return Tuning(**{name: float(number) for name, number in own.items()})
