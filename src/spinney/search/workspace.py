"""Buffers of the playouts of one tree."""

from __future__ import annotations

from functools import cache
from types import ModuleType

from spinney.core.interface import FACTS
from spinney.kernel.records import Floats, Ints, Record, f64, i64

DEPTH = 512
"""The most choices of one playout that a tree learns from."""


class Workspace(Record):
    """Lists that are reused for each playout, and sums over all of them.

    `workspace_for` makes one as large as a game needs. A record, because compiled code counts the
    references to arrays whenever it touches them, and that took a third of the search's time.
    """

    actions: Ints
    """The legal actions of the player to act."""
    weights: Floats
    """Their weights."""
    places: Ints
    """The places of their entries."""
    codes: Ints
    """The codes of the events that an observer has just seen."""
    keys: Ints
    """The hash of all that each player did and saw since the root."""
    nodes_by_observer: int
    """1: nodes are distinguished by the events seen; 0: by the game's `infoset`."""
    inside: Ints
    """1 as long as a player's choices are made by the tree."""
    path: Ints
    """The choices of this playout made by the tree: the keys of their entries,"""
    takers: Ints
    """and who made them;"""
    length: int
    """how many there were."""
    outcome: Ints
    """How the game ended for each player."""
    reward: Floats
    """Each player's reward, 0 to 1."""
    rewards: Floats
    """The sum of that over all playouts."""
    entries: int
    """How many entries the tree has."""
    plausibility: float
    """How plausible the last determinization is, where a search infers what is hidden; 0: none."""


@cache
def workspace_for(rules: ModuleType) -> type[Workspace]:
    """Return the workspace for a game."""
    num_actions, players = rules.ACTIONS, rules.PLAYERS
    fields = {
        "actions": i64(num_actions),
        "weights": f64(num_actions),
        "places": i64(num_actions),
        "codes": i64(rules.CODES + FACTS),
        "keys": i64(players),
        "nodes_by_observer": i64(),
        "inside": i64(players),
        "path": i64(DEPTH),
        "takers": i64(DEPTH),
        "length": i64(),
        "outcome": i64(players),
        "reward": f64(players),
        "rewards": f64(players),
        "entries": i64(),
        "plausibility": f64(),
    }
    return type("SizedWorkspace", (Workspace,), fields)
