"""Moves of a level in one game of a batch until it is a seat's turn."""

from __future__ import annotations

from typing import Any, NamedTuple

from spinney.core.interface import legal, observe, to_act
from spinney.envs.arrays import BatchArrays, BatchRow, Encoder, StepSettings
from spinney.envs.stepping import end_game, take
from spinney.kernel.records import Ints
from spinney.kernel.rng import below, mix
from spinney.kernel.rule import lowest, rule
from spinney.search.one_ply import MOVES_TRIED, MOVES_TRIED_TOGETHER
from spinney.search.selfplay import choose_one_ply, keep_best


class LevelBuffers(NamedTuple):
    """The buffers with which one thread chooses as a level does.

    Attributes:
        records: a batch of two records: the player's view, and one to try moves in.
        workspaces: of the search.
        tuning: of the search, for the game.
        tried: the moves that are tried.
        values: of the moves.
        chosen: the actions of the move that is chosen, and -1.
    """

    records: Any
    workspaces: Any
    tuning: Any
    tried: Any
    values: Any
    chosen: Any


@rule
def choose_move(
    s: Any, t: BatchRow, player: int, looking: int, buffers: LevelBuffers, out: Ints
) -> None:
    """Write the actions of a move: the best by one-ply search, or one action drawn at random.

    The seed is that of `opponents.choice_seed`.
    """
    records, chosen = buffers.records, buffers.chosen
    seed = mix(mix(0, t.seed), t.length)
    if looking == 0:
        chosen[0] = out[below(seed, legal(s, player, out))]
        chosen[1] = -1
        return
    records[0] = s
    observe(records[0], player)
    alone = to_act(records[0]) == 1 << player
    tried, values = buffers.tried, buffers.values
    choose_one_ply(records, player, alone, buffers.workspaces, buffers.tuning, tried, values, seed)
    keep_best(tried, values, MOVES_TRIED if alone else MOVES_TRIED_TOGETHER, chosen, 0)


@rule
def play_until_turn(
    s: Any,
    t: BatchRow,
    i: int,
    seat: int,
    looking: int,
    options: Ints,
    encoder: Encoder,
    arrays: BatchArrays,
    settings: StepSettings,
    buffers: LevelBuffers,
    out: Ints,
) -> int:
    """Choose for all others until it is the seat's turn, or the game is over and not dealt anew.

    Returns who is to act then.
    """
    acting: int = t.to_act
    while acting != 0 and lowest(acting) != seat:
        player = lowest(acting)
        choose_move(s, t, player, looking, buffers, out)
        k = 0
        while buffers.chosen[k] >= 0:
            acting = take(s, t, player, buffers.chosen[k])
            k += 1
        if acting == 0:
            acting = end_game(s, t, i, seat, options, encoder, arrays, settings, out)
    return acting
