"""Gradients of a network by its samples, in compiled code. All sums are in a fixed order.

`spinney.training.gradients` explains ``parameters``, the arrays of a network, and ``gradients``.
``layers`` has the layers of a sample, then the gradients of the hidden and the second layer.
"""

from __future__ import annotations

from math import exp, log
from typing import Any

from spinney.kernel.records import Ints
from spinney.kernel.rule import rule

LEAST = 1e-6
"""The least probability whose logarithm is taken."""


@rule
def forward(inputs: Any, row: int, groups: int, width: int, shared: Any, layers: Any) -> None:
    """Write both layers of a sample, the second before its negative numbers become 0."""
    embedding, bias, whole, mixing = shared
    hidden, pooled, second, _, _ = layers
    pooled[:] = 0.0
    second[:] = 0.0
    for group in range(groups):
        forward_group(inputs, row, group, width, embedding, bias, hidden)
        for j in range(len(bias)):
            pooled[j] += hidden[group, j]
    for k in range(groups * width, inputs.shape[1]):
        if inputs[row, k] >= 0:
            for j in range(len(second)):
                second[j] += whole[inputs[row, k], j]
    for i in range(len(bias)):
        for j in range(len(second)):
            second[j] += pooled[i] * mixing[i, j]


@rule
def forward_group(
    inputs: Any, row: int, group: int, width: int, embedding: Any, bias: Any, hidden: Any
) -> None:
    """Write the hidden layer of a group."""
    for j in range(len(bias)):
        hidden[group, j] = bias[j]
    for k in range(group * width, group * width + width):
        i = inputs[row, k]
        if i >= 0:
            for j in range(len(bias)):
                hidden[group, j] += embedding[i, j]
    for j in range(len(bias)):
        hidden[group, j] = max(hidden[group, j], 0.0)


@rule
def backward(
    inputs: Any, row: int, groups: int, width: int, mixing: Any, by_shared: Any, layers: Any
) -> None:
    """Add the gradients of all parameters of both layers. Changes that of the hidden layer."""
    by_embedding, by_bias, by_whole, by_mixing = by_shared
    hidden, pooled, _, to_hidden, to_second = layers
    for k in range(groups * width, inputs.shape[1]):
        if inputs[row, k] >= 0:
            for j in range(len(to_second)):
                by_whole[inputs[row, k], j] += to_second[j]
    for i in range(len(by_bias)):
        pulled = 0.0
        for j in range(len(to_second)):
            by_mixing[i, j] += pooled[i] * to_second[j]
            pulled += mixing[i, j] * to_second[j]
        for group in range(groups):
            to_hidden[group, i] += pulled
    for group in range(groups):
        backward_group(inputs, row, group, width, hidden, to_hidden, by_embedding, by_bias)


@rule
def backward_group(
    inputs: Any,
    row: int,
    group: int,
    width: int,
    hidden: Any,
    to_hidden: Any,
    by_embedding: Any,
    by_bias: Any,
) -> None:
    """Add the gradients of the parameters of a group's hidden layer."""
    for j in range(len(by_bias)):
        if hidden[group, j] <= 0.0:
            to_hidden[group, j] = 0.0
        by_bias[j] += to_hidden[group, j]
    for k in range(group * width, group * width + width):
        i = inputs[row, k]
        if i >= 0:
            for j in range(len(by_bias)):
                by_embedding[i, j] += to_hidden[group, j]


# Value.


@rule
def value_gradients(
    inputs: Any, bases: Any, wins: Any, leads: Any, lead_weight: float, order: Ints, start: int,
    stop: int, groups: int, width: int, parameters: Any, gradients: Any, layers: Any,
) -> float:  # fmt: skip
    """Add the gradients of some samples; return the sum of their log-losses."""
    output, output_bias = parameters[4:]
    by_output, by_output_bias = gradients[4:]
    _, _, second, to_hidden, to_second = layers
    loss = 0.0
    for at in range(start, stop):
        row = order[at]
        forward(inputs, row, groups, width, parameters[:4], layers)
        x = bases[row] + output_bias[0]
        lead = 0.0 + output_bias[1]
        for j in range(len(second)):
            x += max(second[j], 0.0) * output[j, 0]
            lead += max(second[j], 0.0) * output[j, 1]
        won = 1.0 / (1.0 + exp(-x))
        loss -= wins[row] * log(won + LEAST) + (1.0 - wins[row]) * log(1.0 - won + LEAST)
        by_x = won - wins[row]
        by_lead = lead_weight * min(max(lead - leads[row], -1.0), 1.0)
        by_output_bias[0] += by_x
        by_output_bias[1] += by_lead
        for j in range(len(second)):
            to_second[j] = 0.0
            if second[j] > 0.0:
                by_output[j, 0] += by_x * second[j]
                by_output[j, 1] += by_lead * second[j]
                to_second[j] = by_x * output[j, 0] + by_lead * output[j, 1]
        to_hidden[:] = 0.0
        backward(inputs, row, groups, width, parameters[3], gradients[:4], layers)
    return loss


@rule
def write_expected(
    inputs: Any, bases: Any, groups: int, width: int, parameters: Any, layers: Any, wins: Any,
    leads: Any,
) -> None:  # fmt: skip
    """Write the value's predictions for each sample: the chance to win, and the lead."""
    output, output_bias = parameters[4:]
    second = layers[2]
    for row in range(inputs.shape[0]):
        forward(inputs, row, groups, width, parameters[:4], layers)
        x = bases[row] + output_bias[0]
        lead = 0.0 + output_bias[1]
        for j in range(len(second)):
            x += max(second[j], 0.0) * output[j, 0]
            lead += max(second[j], 0.0) * output[j, 1]
        wins[row] = 1.0 / (1.0 + exp(-x))
        leads[row] = lead


# Belief.


@rule
def belief_gradients(
    inputs: Any, is_real: Any, order: Ints, start: int, stop: int, groups: int, width: int,
    parameters: Any, gradients: Any, layers: Any,
) -> float:  # fmt: skip
    """Add the gradients of some samples; return the sum of their log-losses."""
    (output,) = parameters[4:]
    (by_output,) = gradients[4:]
    _, _, second, to_hidden, to_second = layers
    loss = 0.0
    for at in range(start, stop):
        row = order[at]
        forward(inputs, row, groups, width, parameters[:4], layers)
        x = 0.0
        for j in range(len(second)):
            x += max(second[j], 0.0) * output[j]
        real = 1.0 / (1.0 + exp(-x))
        loss -= is_real[row] * log(real + LEAST) + (1.0 - is_real[row]) * log(1.0 - real + LEAST)
        error = real - is_real[row]
        for j in range(len(second)):
            to_second[j] = 0.0
            if second[j] > 0.0:
                by_output[j] += error * second[j]
                to_second[j] = error * output[j]
        to_hidden[:] = 0.0
        backward(inputs, row, groups, width, parameters[3], gradients[:4], layers)
    return loss


# Policy.


@rule
def policy_gradients(
    inputs: Any, ends: Any, marks: Any, bases: Any, shares: Any, logits: Any, order: Ints,
    start: int, stop: int, groups: int, width: int, parameters: Any, gradients: Any, layers: Any,
) -> float:  # fmt: skip
    """Add the gradients of some samples; return the sum of their cross-entropies.

    The actions of sample ``row`` are ``ends[row]`` to ``ends[row + 1]`` of ``marks`` (what
    `action_features` wrote, -1 behind it), ``bases`` and ``shares``. ``logits`` is a buffer for the
    logits of its actions.
    """
    hidden, _, second, to_hidden, to_second = layers
    loss = 0.0
    for at in range(start, stop):
        row = order[at]
        first, last = ends[row], ends[row + 1]
        is_whole = False
        for k in range(first, last):
            is_whole = is_whole or marks[k, 0] >= 0
        if is_whole:
            forward(inputs, row, groups, width, parameters[:4], layers)
            to_hidden[:] = 0.0
            to_second[:] = 0.0
        write_action_logits(marks, bases, first, last, parameters, hidden, second, logits)
        loss += to_errors(shares, first, last, logits)
        for k in range(first, last):
            add_action(marks, k, logits[k - first], parameters, gradients, layers)
        if is_whole:
            for j in range(len(second)):
                if second[j] <= 0.0:
                    to_second[j] = 0.0
            backward(inputs, row, groups, width, parameters[3], gradients[:4], layers)
    return loss


@rule
def write_action_logits(
    marks: Any, bases: Any, first: int, last: int, parameters: Any, hidden: Any, second: Any,
    logits: Any,
) -> None:  # fmt: skip
    """Write the logit of each action of a sample."""
    row_whole, row_group, row_bias, own_embedding, own_bias, own_output = parameters[4:]
    for k in range(first, last):
        x: float = 0.0 + bases[k]
        row, group = marks[k, 0], marks[k, 1]
        if row >= 0:
            x += row_bias[row]
            for j in range(len(second)):
                x += max(second[j], 0.0) * row_whole[row, j]
            if group >= 0:
                for j in range(hidden.shape[1]):
                    x += hidden[group, j] * row_group[row, j]
        if marks.shape[1] > 2 and marks[k, 2] >= 0:
            for j in range(len(own_bias)):
                x += max(own_sum(marks, k, own_embedding, own_bias, j), 0.0) * own_output[j]
        logits[k - first] = x


@rule
def own_sum(marks: Any, k: int, own_embedding: Any, own_bias: Any, j: int) -> float:
    """Return a number of the layer of an action's own inputs, before a negative one becomes 0."""
    x: float = 0.0 + own_bias[j]
    for m in range(2, marks.shape[1]):
        if marks[k, m] >= 0:
            x += own_embedding[marks[k, m], j]
    return x


@rule
def to_errors(shares: Any, first: int, last: int, logits: Any) -> float:
    """Turn logits into the gradients of the cross-entropy, and return it."""
    most = logits[0]
    for i in range(last - first):
        most = max(most, logits[i])
    total = 0.0
    for i in range(last - first):
        logits[i] = exp(logits[i] - most)
        total += logits[i]
    loss = 0.0
    for i in range(last - first):
        p = logits[i] / total
        loss -= shares[first + i] * log(p + LEAST)
        logits[i] = p - shares[first + i]
    return loss


@rule
def add_action(
    marks: Any, k: int, error: float, parameters: Any, gradients: Any, layers: Any
) -> None:
    """Add the gradients of the parameters of one action's logit."""
    row_whole, row_group, _, own_embedding, own_bias, own_output = parameters[4:]
    by_row_whole, by_row_group, by_row_bias, by_own, by_own_bias, by_own_output = gradients[4:]
    hidden, _, second, to_hidden, to_second = layers
    row, group = marks[k, 0], marks[k, 1]
    if row >= 0:
        by_row_bias[row] += error
        for j in range(len(second)):
            if second[j] > 0.0:
                by_row_whole[row, j] += error * second[j]
                to_second[j] += error * row_whole[row, j]
        if group >= 0:
            for j in range(hidden.shape[1]):
                by_row_group[row, j] += error * hidden[group, j]
                to_hidden[group, j] += error * row_group[row, j]
    if marks.shape[1] > 2 and marks[k, 2] >= 0:
        for j in range(len(own_bias)):
            y = own_sum(marks, k, own_embedding, own_bias, j)
            if y > 0.0:
                by_own_output[j] += error * y
                by_own_bias[j] += error * own_output[j]
                for m in range(2, marks.shape[1]):
                    if marks[k, m] >= 0:
                        by_own[marks[k, m], j] += error * own_output[j]
