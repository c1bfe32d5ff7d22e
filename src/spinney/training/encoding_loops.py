"""Encode samples in compiled code: inputs, actions, the advice's targets."""

from __future__ import annotations

from math import log
from typing import Any

from spinney.core.interface import (
    ACTIONS,
    PLAYERS,
    action_features,
    determinize,
    features,
    is_valued,
    num_players,
    observe,
    outcome,
    prior,
    score,
    value,
)
from spinney.kernel.records import Ints
from spinney.kernel.rng import seeded
from spinney.kernel.rule import rule, scratch, weights
from spinney.search.network import MOST_OWN

LEAST = 1e-4
"""The least value of advice: 0 has no logarithm."""


@rule
def encode_values(
    states: Any, players: Ints, count: int, with_advice: bool, width: int, inputs: Any, bases: Any
) -> None:
    """Write the network's inputs in each state, and the log-odds with which it begins."""
    row = scratch(width)
    out = weights(PLAYERS)
    for i in range(count):
        p = players[i]
        features(states[i], p, row)
        for k in range(width):
            inputs[i, k] = row[k]
        share = 1.0 / num_players(states[i])
        if with_advice:
            value(states[i], out)
            share = min(max(out[p], LEAST), 1.0 - LEAST)
        bases[i] = log(share / (1.0 - share))


@rule
def mark_valued(states: Any, count: int, out: Any) -> None:
    """Write 1 for each state of which a network's value is computed, else 0."""
    for i in range(count):
        out[i] = 1 if is_valued(states[i]) else 0


@rule
def encode_policies(
    states: Any,
    work: Any,
    players: Ints,
    counts: Ints,
    pairs: Any,
    count: int,
    with_advice: bool,
    width: int,
    inputs: Any,
    marks: Any,
    bases: Any,
) -> int:
    """Write the same for each player's observation, and the inputs of each action.

    ``work`` is a batch of one record, used as a buffer. Returns the most numbers that were written
    for one action; those that don't fit into a row of ``marks`` are left out.
    """
    row = scratch(width)
    own = scratch(MOST_OWN)
    actions = scratch(ACTIONS)
    out = weights(ACTIONS)
    used = 0
    most = 0
    for i in range(count):
        p = players[i]
        for k in range(counts[i]):
            actions[k] = pairs[used + k, 0]
            out[k] = 1.0
        if with_advice:
            prior(states[i], p, actions, counts[i], out)
        work[0] = states[i]
        observe(work[0], p)
        features(work[0], p, row)
        for k in range(width):
            inputs[i, k] = row[k]
        for k in range(counts[i]):
            end = action_features(work[0], p, actions[k], own)
            most = max(most, end)
            for m in range(marks.shape[1]):
                marks[used + k, m] = own[m] if m < end else -1
            bases[used + k] = log(max(out[k], LEAST))
        used += counts[i]
    return most


@rule
def encode_beliefs(
    states: Any, work: Any, players: Ints, count: int, seed: int, width: int, inputs: Any
) -> int:
    """Write the network's inputs in each state, and after them those in a determinization of it.

    ``work`` is a batch of one record, used as a buffer. Returns how many states have other inputs
    then: if nothing is hidden, there is nothing to infer.
    """
    row = scratch(width)
    r = seeded(seed)
    hidden = 0
    for i in range(count):
        p = players[i]
        work[0] = states[i]
        for k in range(2):
            features(work[0], p, row)
            for j in range(width):
                inputs[2 * i + k, j] = row[j]
            observe(work[0], p)
            r = determinize(work[0], p, r)
        for j in range(width):
            if inputs[2 * i, j] != inputs[2 * i + 1, j]:
                hidden += 1
                break
    return hidden


@rule
def encode_ends(states: Any, count: int, wins: Any, values: Any, leads: Any) -> None:
    """Write the result of each player in each game that is over.

    ``wins``: 1 for a win, 0.5 for a shared one, 0 for a loss; ``values``: the advice's; ``leads``:
    the points above the best of the others.
    """
    ended = scratch(PLAYERS)
    points = scratch(PLAYERS)
    out = weights(PLAYERS)
    for i in range(count):
        outcome(states[i], ended)
        score(states[i], points)
        value(states[i], out)
        n = num_players(states[i])
        for p in range(n):
            wins[i, p] = (ended[p] + 1) / 2
            values[i, p] = out[p]
            best = -1000000
            for q in range(n):
                if q != p:
                    best = max(best, points[q])
            leads[i, p] = points[p] - best
