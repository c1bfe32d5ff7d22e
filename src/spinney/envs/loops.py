"""Loops over batches of games for learning, written once for all games and linked to each.

``a`` is a batch of records; `BatchArrays` holds what callers learn about each.
"""

from __future__ import annotations

from typing import Any

from spinney.core.interface import ACTIONS
from spinney.envs.arrays import (
    FORFEIT,
    LEAVE,
    NEVER,
    NEXT_STEP,
    RAISE,
    BatchArrays,
    Encoder,
    StepSettings,
)
from spinney.envs.stepping import deal_game, end_game, is_legal, show_game, take, take_wrong
from spinney.kernel.records import Ints
from spinney.kernel.rng import below, mix
from spinney.kernel.rule import rule, scratch


@rule
def deal_rows(
    a: Any,
    first: int,
    last: int,
    options: Ints,
    encoder: Encoder,
    arrays: BatchArrays,
    chosen: Any,
) -> None:
    """Deal those of the games ``first <= i < last`` anew that are chosen (1 or 0)."""
    out = scratch(ACTIONS)
    for i in range(first, last):
        if chosen[i] != 0:
            t = arrays.rows[i]
            t.done = 0
            acting = deal_game(a[i], t, options)
            show_game(a[i], t, i, acting, encoder, arrays, out)


@rule
def step_rows(
    a: Any,
    first: int,
    last: int,
    options: Ints,
    encoder: Encoder,
    arrays: BatchArrays,
    settings: StepSettings,
    actions: Ints,
    seats: Ints,
) -> None:
    """Take an action in each of the games ``first <= i < last``, or ``LEAVE`` or ``FORFEIT``.

    If ``seats`` has a player, the others act: the results of games that the step before has ended
    stay, and if the game ends, that player sees its end.
    """
    out = scratch(ACTIONS)
    rows, mask, reward = arrays.rows, arrays.mask, arrays.reward
    illegal, autoreset = settings.illegal, settings.autoreset
    for i in range(first, last):
        t, action = rows[i], actions[i]
        ended = t.done != 0 and seats[i] < 0
        if ended:
            if autoreset != NEVER:
                t.done = 0
            for p in range(reward.shape[1]):
                reward[i, p] = 0
        if ended and autoreset == NEXT_STEP:
            acting = deal_game(a[i], t, options)
        elif action == LEAVE or t.to_act == 0:
            continue
        else:
            was_done, t.done = t.done, 0
            viewer = seats[i] if seats[i] >= 0 else t.player
            if illegal == RAISE or action == FORFEIT or is_legal(action, mask, i):
                acting = take(a[i], t, t.player, action)
            else:
                acting = take_wrong(a[i], t, i, viewer, options, encoder, arrays, settings)
            if acting == 0 and t.done == 0:
                acting = end_game(a[i], t, i, viewer, options, encoder, arrays, settings, out)
            t.done |= was_done
        show_game(a[i], t, i, acting, encoder, arrays, out)


@rule
def find_wrong(rows: Any, mask: Any, actions: Ints, autoreset: int) -> int:
    """Return the first game that can't take its action, -1 if there is none."""
    for i in range(len(actions)):
        action, t = actions[i], rows[i]
        ignored = action == LEAVE or (autoreset == NEXT_STEP and t.done == 1)
        right = t.to_act != 0 and (action == FORFEIT or is_legal(action, mask, i))
        if not ignored and not right:
            return i
    return -1


@rule
def choose_random(rows: Any, listed: Any, actions: Ints, seed: int) -> None:
    """Draw a legal action for each game, else ``LEAVE``.

    The action depends on the seed, the game and its length, and on no other game.
    """
    for i in range(len(actions)):
        t = rows[i]
        actions[i] = LEAVE
        if t.num_legal > 0:
            actions[i] = listed[i, below(mix(mix(seed, t.seed), t.length), t.num_legal)]
