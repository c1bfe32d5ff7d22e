"""A trained network in place of a game's hand-written advice: value, policy and belief.

An input is the number of a row of weights: there is a row for each thing that can be true of a
state, and the rows of the things that are true are added up. Inputs come in groups that share all
weights (the colours of a deck, for instance); further inputs describe the whole state. Each group
has a hidden layer; the sum of these and the inputs of the whole make the second layer. Value,
policy and belief each have their own weights of both layers.

If `USES_ADVICE` says so, a value multiplies the odds of the hand-written advice, and a policy its
weights: then the network learns a correction of the advice. A belief says how much likelier a state
is in a game than as a determinization drawn at random: the cards that others hold are not random,
because they chose to keep them.

The weights are not part of the compiled code: they are tables that the linker passes to it. Sums
have 64 bits and a fixed order, and only products, quotients and sums are used, so a search has the
same result on every machine, compiled or not.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spinney.core.interface import (
    States,
    action_features,
    features,
    is_valued,
    mid_move,
    num_players,
    observe,
    prior,
    to_act,
    value,
)
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rule import lowest, rule, scratch, weights

VALUE, POLICY, BELIEF = 0, 1, 2
"""The first index of the tables that all have."""

NETWORK_SHAPE = np.zeros(3, np.int64)
"""How many groups there are, the inputs of each, and the inputs of the whole."""
USES_ADVICE = np.zeros(2, np.int64)
"""1: the network corrects the advice's value or weights; 0: it replaces them."""
INFERS = np.zeros(1, np.int64)
"""1: the belief is used."""
EMBEDDING = np.zeros((3, 0, 0), np.float32)
"""The weights from an input of a group to the group's hidden layer."""
BIAS = np.zeros((3, 0), np.float32)
WHOLE = np.zeros((3, 0, 0), np.float32)
"""The weights from an input of the whole to the second layer."""
MIXING = np.zeros((3, 0, 0), np.float32)
"""From the sum of the hidden layers to the second."""
OUTPUT = np.zeros((0, 2), np.float32)
"""From the second layer to the value, as the logarithm of odds, and to the lead."""
OUTPUT_BIAS = np.zeros(2, np.float32)
BELIEF_OUTPUT = np.zeros(0, np.float32)
"""From the second layer to the belief, as a logarithm."""
ROW_WHOLE = np.zeros((0, 0), np.float32)
"""How a row of actions is weighed by the second layer,"""
ROW_GROUP = np.zeros((0, 0), np.float32)
"""by the hidden layer of the group that the action concerns,"""
ROW_BIAS = np.zeros(0, np.float32)
"""and in any case."""
OWN_EMBEDDING = np.zeros((0, 0), np.float32)
"""The weights from an action's own inputs to a layer of their own;"""
OWN_BIAS = np.zeros(0, np.float32)
OWN_OUTPUT = np.zeros(0, np.float32)
"""and from there to its weight."""

MOST_OWN = 64
"""The most numbers that `action_features` writes."""
LEAST_WEIGHT = 0.002
"""The least weight of an action, in parts of the best: a network never rules one out."""
SQUARINGS, STEPS = 10, 1024.0


@rule
def exponential(x: float) -> float:
    """Return e**x, within a few percent for -10 < x < 10, by products alone."""
    y = max(1.0 - abs(x) / STEPS, 0.0)
    for _ in range(SQUARINGS):
        y *= y
    return y if x <= 0.0 else 1.0 / max(y, 1e-30)


# The layers.


@rule
def write_layers(net: int, s: Any, viewer: int, hidden: Floats, second: Floats) -> None:
    """Write the hidden layer of each group, one after the other, and the second layer."""
    groups, width, of_whole = NETWORK_SHAPE[0], NETWORK_SHAPE[1], NETWORK_SHAPE[2]
    inputs = scratch(groups * width + of_whole)
    features(s, viewer, inputs)
    pooled = weights(len(BIAS[0]))
    sums = weights(len(BIAS[0]))
    for group in range(groups):
        add_group(net, inputs, group, width, hidden, pooled, sums)
    for j in range(len(OUTPUT)):
        second[j] = 0.0
    for k in range(groups * width, groups * width + of_whole):
        if inputs[k] >= 0:
            for j in range(len(OUTPUT)):
                second[j] += WHOLE[net, inputs[k], j]
    for i in range(len(BIAS[0])):
        for j in range(len(OUTPUT)):
            second[j] += pooled[i] * MIXING[net, i, j]
    for j in range(len(OUTPUT)):
        second[j] = max(second[j], 0.0)


@rule
def add_group(
    net: int,
    inputs: Ints,
    group: int,
    width: int,
    hidden: Floats,
    pooled: Floats,
    sums: Floats,
) -> None:
    """Write the hidden layer of a group, and add it to the sum of all."""
    size = len(BIAS[0])
    at = group * size
    for j in range(size):
        sums[j] = BIAS[net, j]
    for k in range(group * width, group * width + width):
        row = inputs[k]
        if row >= 0:
            for j in range(size):
                sums[j] += EMBEDDING[net, row, j]
    for j in range(size):
        sums[j] = max(sums[j], 0.0)
        hidden[at + j] = sums[j]
        pooled[j] += sums[j]


# Value.


@rule
def evaluate(s: Any, out: Floats) -> None:
    """Write each player's expected reward; of a game that is over, the advice's."""
    acting = to_act(s)
    n = num_players(s)
    if acting == 0 or USES_ADVICE[VALUE] == 1:
        value(s, out)
    else:
        for p in range(n):
            out[p] = 1.0 / n
    if acting == 0:
        return
    if n == 2:  # the game is zero-sum
        out[lowest(acting)] *= odds(s, lowest(acting))
    else:
        for p in range(n):
            changed = odds(s, p) * out[p] / max(1.0 - out[p], 1e-30)
            out[p] = changed / (1.0 + changed)
    total = 0.0
    for p in range(n):
        total += out[p]
    for p in range(n):
        out[p] /= total


@rule
def odds(s: Any, viewer: int) -> float:
    """Return the factor by which the network multiplies a player's odds in a state."""
    hidden = weights(NETWORK_SHAPE[0] * len(BIAS[0]))
    second = weights(len(OUTPUT))
    write_layers(VALUE, s, viewer, hidden, second)
    x = 0.0 + OUTPUT_BIAS[0]
    for j in range(len(OUTPUT)):
        x += second[j] * OUTPUT[j, 0]
    return exponential(x)


@rule
def is_leaf(s: Any) -> bool:
    """Is nobody inside a move? The network has learnt from all such states."""
    acting = to_act(s)
    for p in range(num_players(s)):
        if acting >> p & 1 and mid_move(s, p):
            return False
    return acting != 0 and is_valued(s)


# Belief.


@rule
def infers() -> bool:
    """Was a belief trained?"""
    return bool(INFERS[0] == 1)


@rule
def plausibility(s: Any, observer: int) -> float:
    """Return how much likelier a determinization is in a game than drawn at random."""
    hidden = weights(NETWORK_SHAPE[0] * len(BIAS[0]))
    second = weights(len(OUTPUT))
    write_layers(BELIEF, s, observer, hidden, second)
    x = 0.0
    for j in range(len(OUTPUT)):
        x += second[j] * BELIEF_OUTPUT[j]
    return exponential(x)


# Policy.


@rule
def keeps_weights() -> bool:
    """Always: a lookup in the tree is faster than the network."""
    return True


@rule
def action_weights(
    states: States, i: int, spare: int, player: int, actions: Ints, n: int, out: Floats
) -> None:
    """Write the policy's weight of each action, computed from the player's observation alone."""
    states[spare] = states[i]
    observe(states[spare], player)
    for k in range(n):
        out[k] = 1.0
    if USES_ADVICE[POLICY] == 1:
        prior(states[i], player, actions, n, out)
    logits = weights(n)
    most = write_logits(states[spare], player, actions, n, out, logits)
    for k in range(n):
        out[k] *= exponential(logits[k] - most) + LEAST_WEIGHT


@rule
def write_logits(s: Any, player: int, actions: Ints, n: int, advised: Floats, out: Floats) -> float:
    """Write the logarithm of the factor for each action's weight; return the greatest.

    Actions that the advice rules out are skipped.
    """
    marks = scratch(MOST_OWN)
    hidden = weights(NETWORK_SHAPE[0] * len(BIAS[0]))
    second = weights(len(OUTPUT))
    layer = weights(len(OWN_BIAS))
    is_written = False
    most = -1e9
    for k in range(n):
        out[k] = most
        if advised[k] == 0.0:
            continue
        end = action_features(s, player, actions[k], marks)
        out[k] = own_logit(marks, end, layer) if end > 2 else 0.0
        if marks[0] >= 0:
            if not is_written:
                write_layers(POLICY, s, player, hidden, second)
                is_written = True
            out[k] += row_logit(marks[0], marks[1], hidden, second)
        most = max(most, out[k])
    return most


@rule
def row_logit(row: int, group: int, hidden: Floats, second: Floats) -> float:
    """Weigh an action by the layers of the state."""
    x: float = 0.0 + ROW_BIAS[row]
    for j in range(len(OUTPUT)):
        x += second[j] * ROW_WHOLE[row, j]
    if group >= 0:
        at = group * len(BIAS[0])
        for j in range(len(BIAS[0])):
            x += hidden[at + j] * ROW_GROUP[row, j]
    return x


@rule
def own_logit(marks: Ints, end: int, layer: Floats) -> float:
    """Weigh an action by its own inputs; ``layer`` is there to be used."""
    for j in range(len(OWN_BIAS)):
        layer[j] = OWN_BIAS[j]
    for k in range(2, end):
        for j in range(len(OWN_BIAS)):
            layer[j] += OWN_EMBEDDING[marks[k], j]
    x: float = 0.0
    for j in range(len(OWN_BIAS)):
        x += max(layer[j], 0.0) * OWN_OUTPUT[j]
    return x
