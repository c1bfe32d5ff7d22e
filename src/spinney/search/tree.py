"""A search tree: statistics of actions by information set.

One table serves all players. A node is a hash of all that its owner did and saw since the root,
whatever the others did in secret meanwhile: it stands for everything its owner can't tell apart.
Where a game can tell all that a player knows from the state itself (`infoset`), it is a hash of
that, and different ways to it meet.
The table has an entry for each action that was tried at a node. A node has no list of its actions:
those of another player depend on the determinization, for what they hold is a guess.
"""

from __future__ import annotations

from math import sqrt
from typing import Protocol

from spinney.kernel.records import Floats, Ints, Record, f32, f64, i32, i64
from spinney.kernel.rng import mix, unit
from spinney.kernel.rule import rule


class Entry(Record):
    """Statistics of one action at one node."""

    key: int = i64()  # the hash of the node and the action; 0: there is no entry at this place
    reward_sum: float = f64()  # the sum of the owner's rewards after it
    visits: int = i32()  # how often the action was taken
    weight: float = f32()  # the action's weight, if the tree keeps it (`keeps_weights`)


class Tree(Protocol):
    """A hash table of entries, as long as some power of two.

    An entry lies at the place that the last bits of its key name, or the next that was free.
    """

    def __len__(self) -> int: ...
    def __getitem__(self, place: int) -> Entry: ...


@rule
def find(tree: Tree, key: int) -> int:
    """Return the place of an entry, or of the gap where it would go."""
    last = len(tree) - 1
    place = key & last
    while tree[place].key != 0 and tree[place].key != key:
        place = (place + 1) & last
    return place


@rule
def most_promising(
    tree: Tree, node: int, actions: Ints, n: int, weights: Floats, exploration: float, places: Ints
) -> int:
    """Return the index of the action to try next, by mean reward and exploration.

    An action that was never tried counts as good as the average of those that were, and the weights
    say which to try first. A small random number breaks ties, or the lowest action would always be
    first. Writes the place of each action's entry.
    """
    visits = 0
    reward_sum = 0.0
    weight = 0.0
    for i in range(n):
        key = mix(node, actions[i])
        places[i] = find(tree, key)
        visits += tree[places[i]].visits
        reward_sum += tree[places[i]].reward_sum
        weights[i] *= 1.0 + 0.001 * unit(key)
        weight += weights[i]
    average = reward_sum / visits if visits > 0 else 0.5
    bonus = exploration * sqrt(visits + 1.0) / weight
    best = 0
    most = -1.0
    for i in range(n):
        tried = tree[places[i]].visits
        x = average if tried == 0 else tree[places[i]].reward_sum / tried
        x += bonus * weights[i] / (1 + tried)
        if x > most:
            most = x
            best = i
    return best


@rule
def update(tree: Tree, key: int, reward: float) -> int:
    """Add a reward to an action's entry; return 1 if there was no entry for it yet, else 0."""
    entry = tree[find(tree, key)]
    is_new = 1 if entry.key == 0 else 0
    entry.key = key
    entry.visits += 1
    entry.reward_sum += reward
    return is_new


@rule
def recall_weights(tree: Tree, node: int, actions: Ints, n: int, weights: Floats) -> bool:
    """Write the known weights of the actions at a node; return whether all are known.

    They count as unknown if all are 0: then they were kept in another determinization, with other
    actions.
    """
    total = 0.0
    for i in range(n):
        key = mix(node, actions[i])
        entry = tree[find(tree, key)]
        if entry.key != key:
            return False
        weights[i] = entry.weight
        total += weights[i]
    return total > 0.0


@rule
def keep_weights(tree: Tree, node: int, actions: Ints, n: int, weights: Floats) -> int:
    """Keep the weights of the actions at a node; return for how many there was no entry yet."""
    count = 0
    for i in range(n):
        key = mix(node, actions[i])
        entry = tree[find(tree, key)]
        if entry.key == 0:
            entry.key = key
            entry.weight = weights[i]
            count += 1
    return count
