"""The loop over a batch in which a level plays the other seats."""

from __future__ import annotations

from typing import Any

from spinney.core.interface import ACTIONS
from spinney.envs.arrays import BatchArrays, Encoder, StepSettings
from spinney.envs.level_moves import LevelBuffers, play_until_turn
from spinney.envs.stepping import show_game
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule, scratch


@rule
def play_level(
    a: Any,
    first: int,
    last: int,
    options: Ints,
    encoder: Encoder,
    arrays: BatchArrays,
    settings: StepSettings,
    seats: Ints,
    looking: int,
    buffers: LevelBuffers,
) -> None:
    """Let a level act in the games ``first <= i < last`` until it is each seat's turn."""
    out = scratch(ACTIONS)
    for i in range(first, last):
        t = arrays.rows[i]
        if t.to_act != 0 and t.player != seats[i]:
            acting = play_until_turn(
                a[i], t, i, seats[i], looking, options, encoder, arrays, settings, buffers, out
            )
            show_game(a[i], t, i, acting, encoder, arrays, out)
