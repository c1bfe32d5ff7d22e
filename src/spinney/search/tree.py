"""A tree: what was tried and how it went, kept by what the player who tried it knew.

One table serves all players. A node is found by a hash of all that its owner did and heard since
the root, whatever the others did in secret meanwhile: it stands for everything its owner can't
tell apart. A node has a row of entries, one for each legal step in order; legal steps follow from
what a player knows, so all worlds agree on them. In front of them the row has one entry for all
of them together.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from spinney.core.chance import random, unit
from spinney.core.records import Floats, Ints
from spinney.core.rule import rule


class Tree(NamedTuple):
    """A table of nodes, and the rows of their entries one behind another.

    ``nodes`` and ``rows`` are as long as some power of two; the others as there are entries.
    """

    nodes: Ints
    """The hash of each node; it lies at the place that its last bits name, or the next free."""
    rows: Ints
    """Where a node's row begins; 0: there is no node here."""
    visits: Ints
    worth: Floats
    """The sum of the owner's rewards."""
    prior: Floats
    """How promising a step looked before it was tried; the shares of a row add up to 1."""
    used: Ints
    """How many nodes and how many entries there are (the first entry is never used)."""
    rewards: Floats
    """The sum of each player's rewards over all playouts."""


@rule
def find(tree: Tree, key: int) -> int:
    """Return the place of a node in the table, or of the gap where it would go."""
    last = len(tree.nodes) - 1
    place = key & last
    while tree.rows[place] != 0 and tree.nodes[place] != key:
        place = (place + 1) & last
    return place


@rule
def has_room(tree: Tree, n: int) -> bool:
    """Is there room for another node with ``n`` steps? A quarter of the table stays free."""
    full = 4 * tree.used[0] >= 3 * len(tree.nodes)
    return not full and tree.used[1] + n + 2 <= len(tree.visits)


@rule
def add(tree: Tree, place: int, key: int, n: int, weights: Floats) -> int:
    """Add a node whose steps look as promising as their weights; return its row.

    Equal weights are told apart by a trace of chance, or the lowest step would always be first.
    """
    row = tree.used[1] + 1
    tree.nodes[place] = key
    tree.rows[place] = row
    tree.used[0] += 1
    tree.used[1] += n + 1
    total = 0.0
    for i in range(n):
        total += weights[i]
    r = key
    for i in range(n):
        r = random(r)
        tree.prior[row + 1 + i] = weights[i] / total * (1.0 + 0.001 * unit(r))
    return row


@rule
def most_promising(tree: Tree, row: int, n: int, exploration: float) -> int:
    """Return the number of the step to try next: how well it went, and what is still unknown.

    What was never tried is taken to be as good as the average of what was.
    """
    total = tree.visits[row]
    mean = tree.worth[row] / total if total > 0 else 0.5
    curiosity = exploration * sqrt(total + 1.0)
    best = 0
    most = -1.0
    for i in range(n):
        k = row + 1 + i
        visits = tree.visits[k]
        x = mean if visits == 0 else tree.worth[k] / visits
        x += curiosity * tree.prior[k] / (1 + visits)
        if x > most:
            most = x
            best = i
    return best


@rule
def learn(tree: Tree, row: int, i: int, reward: float) -> None:
    """Note how it went after the ``i``-th step of a row."""
    tree.visits[row] += 1
    tree.worth[row] += reward
    tree.visits[row + 1 + i] += 1
    tree.worth[row + 1 + i] += reward
