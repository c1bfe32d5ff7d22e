"""One game of a batch in compiled code: deal it, take an action, end it, show it.

``t`` is its `BatchRow`. Functions that are called each step take few arrays: passing many costs
compiled code more than the rules do.
"""

from __future__ import annotations

from typing import Any

from spinney.core.batch import settle_stages
from spinney.core.interface import (
    ILLEGAL,
    apply,
    begin,
    deal,
    forfeit,
    legal,
    num_players,
    outcome,
    score,
)
from spinney.core.returns import write_returns
from spinney.envs.arrays import (
    FORFEIT,
    LOSE,
    OUTCOME,
    SAME_STEP,
    BatchArrays,
    BatchRow,
    Encoder,
    StepSettings,
)
from spinney.envs.tensor_loops import write_fresh_tensor, write_tensor
from spinney.kernel.records import Ints
from spinney.kernel.rng import random
from spinney.kernel.rule import lowest, rule


@rule
def show_turn(s: Any, t: BatchRow, acting: int, mask: Any, listed: Any, i: int, out: Ints) -> None:
    """Write who is to act and what is legal; of the mask only what differs from the last one."""
    for k in range(t.num_legal):
        mask[i, listed[i, k]] = 0
    t.to_act = acting
    t.player = 0
    t.num_legal = 0
    if acting == 0:
        return
    t.player = lowest(acting)
    n = legal(s, t.player, out)
    t.num_legal = n
    for k in range(n):
        listed[i, k] = out[k]
        mask[i, out[k]] = 1


@rule
def show_game(
    s: Any, t: BatchRow, i: int, acting: int, encoder: Encoder, arrays: BatchArrays, out: Ints
) -> None:
    """Write who is to act, what is legal, and what that player sees."""
    show_turn(s, t, acting, arrays.mask, arrays.legal, i, out)
    if arrays.tensors.shape[1] > 0:
        write_tensor(s, t.player, encoder, arrays.tensors, i, arrays.places, arrays.sets, i)


@rule
def deal_game(s: Any, t: BatchRow, options: Ints) -> int:
    """Deal a new game and draw the seed of the next; return who is to act."""
    seed = t.seed
    t.deal_seed = seed
    t.seed = random(seed)
    t.length = 0
    deal(s, options, seed)
    begin(s)
    return settle_stages(s)


@rule
def take(s: Any, t: BatchRow, player: int, action: int) -> int:
    """Take an action, or a forfeit, and perform the stages that are due; return who is to act."""
    if action == FORFEIT:
        forfeit(s, player, ILLEGAL)
    else:
        apply(s, player, action)
    t.length += 1
    return settle_stages(s)


@rule
def is_legal(action: int, mask: Any, i: int) -> bool:
    """Is this action legal in a game?"""
    legal_there: bool = 0 <= action < mask.shape[1] and mask[i, action] == 1
    return legal_there


@rule
def write_rewards(s: Any, full_margin: int, reward: Any, i: int, out: Ints) -> None:
    """Write the rewards of a game that has ended."""
    players = num_players(s)
    if full_margin == OUTCOME:
        outcome(s, out)
        for p in range(players):
            reward[i, p] = out[p]
    else:
        score(s, out)
        write_returns(out, players, full_margin, reward[i])


@rule
def end_game(
    s: Any,
    t: BatchRow,
    i: int,
    viewer: int,
    options: Ints,
    encoder: Encoder,
    arrays: BatchArrays,
    settings: StepSettings,
    out: Ints,
) -> int:
    """Write the end of a game, and deal it anew if that is due; return who is to act then."""
    write_rewards(s, settings.full_margin, arrays.reward, i, out)
    return note_end(s, t, i, viewer, options, encoder, arrays, settings)


@rule
def note_end(
    s: Any,
    t: BatchRow,
    i: int,
    viewer: int,
    options: Ints,
    encoder: Encoder,
    arrays: BatchArrays,
    settings: StepSettings,
) -> int:
    """Note that a game is done, and deal it anew if that is due; return who is to act then."""
    t.done = 1
    if settings.autoreset != SAME_STEP:
        return 0
    if arrays.last_tensors.shape[1] > 0:
        write_fresh_tensor(s, viewer, encoder, arrays.last_tensors, i)
    return deal_game(s, t, options)


@rule
def take_wrong(
    s: Any,
    t: BatchRow,
    i: int,
    viewer: int,
    options: Ints,
    encoder: Encoder,
    arrays: BatchArrays,
    settings: StepSettings,
) -> int:
    """Apply the effect of an illegal action; return who is to act then, 0 also for an end.

    The player who loses by it gets -1, the others nothing.
    """
    if settings.illegal != LOSE:
        return take(s, t, t.player, FORFEIT)
    arrays.reward[i, t.player] = -1
    t.length += 1
    return note_end(s, t, i, viewer, options, encoder, arrays, settings)
