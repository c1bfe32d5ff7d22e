"""Promises about observations as arrays, and about batches of games."""

from __future__ import annotations

from random import Random

import numpy as np
import numpy.typing as npt

from spinney.core.game import Game
from spinney.core.state import Observation, State
from spinney.envs import Batch
from spinney.kernel.field_meaning import is_meant
from spinney.testing.violations import hold

Seen = dict[tuple[int, bytes], bytes]
"""By viewer and tensor, the values seen of the fields that are encoded."""


def says_what_fields_mean(game: Game) -> bool:
    """Do all fields of the game's record declare their meanings, so that there are arrays?"""
    return all(declared.holds is not None for declared in game.record_class.fields.values())


def check_arrays(state: State, view: Observation, rng: Random, seen: Seen) -> None:
    """Check that arrays show all that an observation shows, and no more."""
    for checked in (state, view):
        check_bounds(checked)
    twin = view.determinize(rng.getrandbits(60)).observe(view.player)
    for name, own, other in (
        ("tensors", view.tensor(), twin.tensor()),
        ("tensors of bytes", view.tensor("u1"), twin.tensor("u1")),
        ("tokens", view.tokens(), twin.tokens()),
        ("masks", view.mask(), twin.mask()),
    ):
        hold(np.array_equal(own, other), f"what looks the same has the same {name}", state, view)
    legal = tuple(np.flatnonzero(view.mask()).tolist())
    hold(legal == view.legal_actions, "a mask is the list of legal actions", state, view)
    encoded = _encoded_fields(view)
    first = seen.setdefault((view.player, view.tensor().tobytes()), encoded)
    hold(first == encoded, "what looks different has different tensors", state, view)


def check_bounds(value: State | Observation) -> None:
    """Every number of a record is one that its field can hold."""
    record = np.frombuffer(value.data, value.game.record_class.dtype)[0]
    for name, declared in value.game.record_class.fields.items():
        for number in np.unique(record[name]).tolist():
            inside = is_meant(declared.holds, number)
            hold(inside, "numbers stay within what their field holds", value, f"{name}: {number}")


def _encoded_fields(view: Observation) -> bytes:
    """Return the fields of an observation that are encoded."""
    record = np.frombuffer(view.data, view.game.record_class.dtype)[0]
    return b"".join(record[name].tobytes() for name in view.game.layout)


def check_batch(game: Game, seed: int, rng: Random, steps: int = 100, n: int = 3) -> int:
    """Check that batches do the same as single games; return how many steps were compared.

    After so many steps, games are played to their end in the batch alone.
    """
    batch = Batch(game, n, seed, obs="u1", autoreset="never")
    singles = [batch.state(i) for i in range(n)]
    compared = 0
    while batch.to_act.any():
        actions = batch.random_actions(rng.getrandbits(60))
        if compared < steps:
            for i, state in enumerate(singles):
                _check_row(batch, i, state)
            moves = zip(singles, batch.player.tolist(), actions.tolist(), strict=True)
            singles = [
                state.apply_action(player, action) if action >= 0 else state
                for state, player, action in moves
            ]
            compared += 1
        went_on = batch.to_act != 0
        batch.step(actions)
        for i in np.flatnonzero(went_on & (batch.done == 1)).tolist():
            end = batch.state(i)
            rewarded = batch.reward[i].tolist() == list(end.outcome or ())
            hold(rewarded, "a batch has the outcome of a game as its reward", end)
    return compared


def _check_row(batch: Batch, i: int, state: State) -> None:
    hold(batch.state(i) == state, "a game of a batch goes on as it does alone", state)
    acting = sum(1 << player for player in state.to_act)
    hold(int(batch.to_act[i]) == acting, "a batch tells who is to act", state)
    if not acting:
        return
    view = state.observe(int(batch.player[i]))
    compared: tuple[tuple[str, npt.NDArray[np.uint8], npt.NDArray[np.uint8]], ...] = (
        ("tensor", batch.obs[i], view.tensor("u1")),
        ("mask", batch.mask[i], view.mask()),
    )
    for name, own, single in compared:
        hold(np.array_equal(own, single), f"a batch has the {name} of an observation", state, view)
