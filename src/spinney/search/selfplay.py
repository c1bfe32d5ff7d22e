"""Self-play: the choices of all players, by one-ply search or at random."""

from __future__ import annotations

from typing import Any

from spinney.core.interface import (
    PLAYERS,
    apply,
    determinize,
    legal,
    mid_move,
    observe,
    sample,
)
from spinney.kernel.records import Floats, Ints
from spinney.kernel.rng import mix, random, seeded
from spinney.kernel.rule import rule
from spinney.search.entry import look_one_ply
from spinney.search.game_trace import TraceRecord, note_choice, note_spread
from spinney.search.one_ply import (
    DETERMINIZATIONS_TOGETHER,
    LONGEST,
    MOVES_TRIED,
    MOVES_TRIED_TOGETHER,
)
from spinney.search.tuning import Tuning


@rule
def all_choose(
    a: Any,
    acting: int,
    looking: bool,
    workspaces: Any,
    tuning: Tuning,
    tried: Ints,
    values: Floats,
    chosen: Ints,
    trace: TraceRecord,
    r: int,
) -> int:
    """Write what each player to act in ``a[2]`` chooses, LONGEST numbers each.

    Works in ``a[0]`` and ``a[1]``. ``tried`` and ``values`` are as `look_one_ply` needs them.
    Returns the next random state.
    """
    alone = acting & (acting - 1) == 0
    for p in range(PLAYERS):
        if acting >> p & 1:
            r = random(r)
            a[0] = a[2]
            observe(a[0], p)
            if looking:
                choose_one_ply(a, p, alone, workspaces, tuning, tried, values, r)
                tries = MOVES_TRIED if alone else MOVES_TRIED_TOGETHER
                keep_best(tried, values, tries, chosen, p * LONGEST)
                note_spread(tried, values, tries, legal(a[0], p, workspaces[0].actions), trace)
            else:
                choose_randomly(a[0], p, workspaces[0].actions, chosen, p * LONGEST, r)
    return r


@rule
def choose_one_ply(
    a: Any,
    p: int,
    alone: bool,
    workspaces: Any,
    tuning: Tuning,
    tried: Ints,
    values: Floats,
    r: int,
) -> None:
    """Look ahead from ``a[0]``, which the player sees, as far as `one_ply` does."""
    tries = MOVES_TRIED if alone else MOVES_TRIED_TOGETHER
    samples = 1 if alone else DETERMINIZATIONS_TOGETHER
    look_one_ply(a, p, workspaces, tuning, tries, samples, tried, values, seeded(r))


@rule
def keep_best(tried: Ints, values: Floats, tries: int, chosen: Ints, start: int) -> None:
    """Write the best of the moves that were tried, of equals the first."""
    best = 0
    for t in range(tries):
        if values[t] > values[best]:
            best = t
    k = 0
    while tried[best * LONGEST + k] >= 0:
        chosen[start + k] = tried[best * LONGEST + k]
        k += 1
    chosen[start + k] = -1


@rule
def choose_randomly(s: Any, p: int, actions: Ints, chosen: Ints, start: int, r: int) -> None:
    """Write a move drawn action by action, in a determinization of the player's view."""
    r = determinize(s, p, seeded(r))
    k = start
    while k == start or mid_move(s, p):
        r = random(r)
        chosen[k] = sample(s, p, r, actions)
        apply(s, p, chosen[k])
        k += 1
    chosen[k] = -1


@rule
def play_all(s: Any, acting: int, chosen: Ints, actions: Ints, trace: TraceRecord) -> None:
    """Take the chosen actions of the players to act, and note what they chose from.

    ``actions`` is a buffer for legal actions.
    """
    for p in range(PLAYERS):
        if acting >> p & 1:
            k = p * LONGEST
            while chosen[k] >= 0:
                note_choice(s, p, actions, trace)
                apply(s, p, chosen[k])
                k += 1
            trace.moves[p] += 1


@rule
def beginning(seed: int) -> int:
    """Return the random state with which the choices of a game begin; its deal has another."""
    return mix(seeded(seed), 1)
