"""Checks of environments' arguments: one clear message for each invalid value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spinney.core.errors import Refused, did_you_mean
from spinney.core.game import Game
from spinney.core.registry import game as find_game

CHECKED_BY_PETTING_ZOO = "options"
"""An option of ``reset`` with which PettingZoo's own checks call every environment."""


def read_game(game: Any, options: Mapping[str, Any]) -> Game:
    """Return a game that was given, or named, with some options chosen anew.

    Raises:
        Refused: there is no such game or option.
    """
    found = find_game(game) if isinstance(game, str) else game
    if not isinstance(found, Game):
        raise Refused(f"a game is what spinney.game() returns, or its name, not {game!r}")
    return found.with_options(**options)


def reset_option(options: Any, name: str) -> Any:
    """Return the only option of ``reset``, None if it isn't given.

    Raises:
        Refused: the options aren't a dict, or there are others.
    """
    if options is not None and not isinstance(options, Mapping):
        raise Refused(f"options of reset are a dict, not {options!r}")
    for key in options or {}:
        if key not in (name, CHECKED_BY_PETTING_ZOO):
            raise Refused(f"reset has no option {key!r}{did_you_mean(str(key), [name])}")
    return (options or {}).get(name)


def agent_number(agent: Any, agents: Sequence[str]) -> int:
    """Return which player an agent is. Raises Refused if there is no such agent."""
    if agent not in agents:
        raise Refused(f"there is no agent {agent!r}; there are: {', '.join(agents)}")
    return agents.index(agent)


def whole_numbers(values: Any, name: str) -> npt.NDArray[np.int64]:
    """Return an array of whole numbers as 64-bit ones, whatever its shape.

    Raises:
        Refused: they aren't whole numbers of at most 64 bits.
    """
    try:
        given = np.asarray(values)
    except ValueError:  # lists of different lengths
        raise Refused(f"{name} are an array of whole numbers, not {values!r:.60}") from None
    if given.size and (given.dtype.kind not in "iu" or given.max() > np.iinfo(np.int64).max):
        raise Refused(
            f"{name} are whole numbers below 2**63, not {given.dtype} like {values!r:.60}"
        )
    return np.ascontiguousarray(given, np.int64)
