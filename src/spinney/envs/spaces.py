"""The spaces of observations and actions, as Gymnasium and PettingZoo want them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from spinney.core.encoding import TensorType, encoding
from spinney.core.field_codes import Code, Stack
from spinney.core.game import Game
from spinney.kernel.field_meaning import Amount, GridCell, Meaning

Observed = dict[str, npt.NDArray[Any]]
"""An agent's observation: ``observation``, a tensor, and ``action_mask``, int8 of 0 and 1."""


def observation_space(game: Game, obs: TensorType, more_actions: int = 0) -> spaces.Dict:
    """Return the observation space of an agent.

    Args:
        game: the game, with its options.
        obs: the type of tensors.
        more_actions: how many actions there are besides the game's.
    """
    low, high = tensor_bounds(game, obs)
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=low.dtype.type),
            "action_mask": spaces.MultiBinary(game.num_actions + more_actions),
        }
    )


def state_space(game: Game, obs: TensorType) -> spaces.Box:
    """Return the space of all agents' tensors in a row, of shape ``(players * tensor_size,)``."""
    low, high = (np.tile(ends, game.num_players) for ends in tensor_bounds(game, obs))
    return spaces.Box(low, high, dtype=low.dtype.type)


def tensor_bounds(game: Game, obs: TensorType) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the least and the greatest that each number of a tensor can be."""
    low, high = np.zeros(game.tensor_size, obs), np.ones(game.tensor_size, obs)
    for field in encoding(game).fields(0):
        least, most = _bounds(game.layout[field.name].holds, field.code, obs)
        low[field.slice].reshape(-1, len(least))[:] = least
        high[field.slice].reshape(-1, len(most))[:] = most
    return low, high


def _bounds(
    holds: Meaning, code: Code, obs: TensorType
) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Return the bounds of the numbers that encode one number of a field, or a card of a stack."""
    if isinstance(code, Stack):
        return np.zeros(code.width), code.coordinates(np.dtype(obs)).max(axis=0)
    match holds:
        case Amount() as amount:
            most = amount.high - amount.low
            unit = amount.typical or max(1, most)
            scaled = min(most, 255) if obs == "u1" else np.float32(most) / np.float32(unit)
            return np.zeros(1), np.array([scaled])
        case GridCell() as grid:
            row, column = divmod(grid.origin, grid.columns) if obs == "f4" else (0, 0)
            width, height = (grid.columns, grid.rows) if obs == "f4" else (1, 1)
            ends = grid.columns - 1 - column, grid.rows - 1 - row
            units = np.array([1, width, height], np.float32)
            return (
                np.array([0, -column, -row], np.float32) / units,
                np.array([1, *ends], np.float32) / units,
            )
        case _:
            return np.zeros(1), np.ones(1)
