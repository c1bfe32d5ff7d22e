"""A tree: what was tried and how it went, kept by what the player who tried it knew.

One table serves all players. A node is a hash of all that its owner did and heard since the root,
whatever the others did in secret meanwhile: it stands for everything its owner can't tell apart.
The table has an entry for each step that was tried at a node. A node has no list of its steps:
those of another player depend on the world that is imagined, for what they hold is a guess.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

from spinney.core.chance import mix, unit
from spinney.core.records import Floats, Ints
from spinney.core.rule import rule


class Tree(NamedTuple):
    """A hash table of entries, as long as some power of two, and sums over all playouts."""

    keys: Ints
    """The hash of a node and a step, or of a node alone, which tells that it is known.

    It lies at the place its last bits name, or the next free.
    """
    visits: Ints
    """How often the step was taken; 0: there is no entry at this place."""
    worth: Floats
    """The sum of the owner's rewards after it."""
    entries: Ints
    """``entries[0]``: how many there are."""
    rewards: Floats
    """The sum of each player's rewards."""


@rule
def find(tree: Tree, key: int) -> int:
    """Return the place of an entry, or of the gap where it would go."""
    last = len(tree.keys) - 1
    place = key & last
    while tree.visits[place] != 0 and tree.keys[place] != key:
        place = (place + 1) & last
    return place


@rule
def has_room(tree: Tree) -> bool:
    """Is there room for another entry? A quarter of the table stays free."""
    return 4 * tree.entries[0] < 3 * len(tree.keys)


@rule
def most_promising(
    tree: Tree, node: int, steps: Ints, n: int, weights: Floats, exploration: float, places: Ints
) -> int:
    """Return the index of the step to try next: how well it went, and what is still unknown.

    What was never tried is taken to be as good as the average of what was, and the weights tell
    what to try first; equal ones are told apart by a trace of chance, or the lowest step would
    always be first. Writes the place of each step's entry.
    """
    visits = 0
    worth = 0.0
    weight = 0.0
    for i in range(n):
        key = mix(node, steps[i])
        place = find(tree, key)
        places[i] = place
        if tree.visits[place] > 0:  # most are not: look no further than that
            visits += tree.visits[place]
            worth += tree.worth[place]
        weights[i] *= 1.0 + 0.001 * unit(key)
        weight += weights[i]
    average = worth / visits if visits > 0 else 0.5
    curiosity = exploration * sqrt(visits + 1.0) / weight
    best = 0
    most = -1.0
    for i in range(n):
        tried = tree.visits[places[i]]
        x = average + curiosity * weights[i]
        if tried > 0:
            x = tree.worth[places[i]] / tried + curiosity * weights[i] / (1 + tried)
        if x > most:
            most = x
            best = i
    return best


@rule
def first_to_try(node: int, steps: Ints, n: int, weights: Floats) -> int:
    """Return the index of the step to try first at a node of which nothing is known yet."""
    best = 0
    most = -1.0
    for i in range(n):
        x = weights[i] * (1.0 + 0.001 * unit(mix(node, steps[i])))
        if x > most:
            most = x
            best = i
    return best


@rule
def learn(tree: Tree, key: int, reward: float) -> None:
    """Note how it went, in a new entry if it is the first time."""
    place = find(tree, key)
    if tree.visits[place] == 0:
        tree.keys[place] = key
        tree.entries[0] += 1
    tree.visits[place] += 1
    tree.worth[place] += reward
