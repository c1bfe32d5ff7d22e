"""Opponents on the other seats: random, a level of the computer, or a function."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from spinney.core import notation
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.state import Observation
from spinney.envs.level_moves import LevelBuffers
from spinney.kernel.engine import Engine
from spinney.kernel.rng import below, mix
from spinney.players.level_choice import choose, is_one_ply
from spinney.players.levels import LEVELS
from spinney.search.one_ply import LONGEST, MOVES_TRIED
from spinney.search.tuning import tuning_of
from spinney.search.workspace import workspace_for

OpponentAnswer = int | np.integer | str
Opponent = str | Callable[[Observation, int], OpponentAnswer]
"""``"random"``, the name of a level, or a function. It receives the observation of the player to
act and a seed for this choice, and returns an action or a whole move in words."""
Chosen = Callable[[Observation, int], Sequence[int]]
"""An opponent as a function: it returns the actions of its move, or the next of them."""
RANDOM = "random"
GameNumbers = npt.NDArray[np.int64]
"""A number for each of some games, or the numbers of these games."""
Policy = Callable[[npt.NDArray[Any], npt.NDArray[np.uint8], GameNumbers], npt.ArrayLike]
"""A function from tensors, masks of legal actions and players to an action for each."""


def choice_seed(next_seed: int, length: int, salt: int = 0) -> int:
    """Return the seed of a choice in a game.

    Args:
        next_seed: the seed of the next game, which distinguishes this one from others.
        length: how many actions have been taken.
        salt: distinguishes choices of the same moment.
    """
    return mix(mix(salt, next_seed), length)


def one_way(seed: int) -> int:
    """Return a seed that doesn't reveal the seed of the game, and so its deal.

    From seeds of `choice_seed` the seed of the game can be computed.
    """
    digest = hashlib.blake2b(seed.to_bytes(8, "little"), digest_size=8).digest()
    return int.from_bytes(digest, "little") >> 1


def drawn_seat(next_seed: int, players: int) -> int:
    """Return the seat that a learner is given in a game, drawn by the game's seed."""
    return below(choice_seed(next_seed, 0, salt=1), players)


def read_opponent(opponent: Opponent) -> Chosen:
    """Return how an opponent chooses.

    Raises:
        Refused: it is neither a function, nor random, nor a level.
    """
    if callable(opponent):
        return partial(_asked_for_move, opponent)
    if opponent == RANDOM:
        return _drawn_action
    if opponent in [*LEVELS]:  # a list, for values that can't be hashed
        return partial(_move_of_level, opponent)
    levels = ", ".join(map(repr, LEVELS))
    raise Refused(
        f"opponent can't be {opponent!r}; it can be: 'random', {levels}, or a function of an "
        "observation and a seed"
    )


def _drawn_action(view: Observation, seed: int) -> Sequence[int]:
    return [view.legal_actions[below(seed, len(view.legal_actions))]]


def _move_of_level(level: str, view: Observation, seed: int) -> Sequence[int]:
    return notation.read(view, choose(view, level, seed).move)


def _asked_for_move(
    opponent: Callable[[Observation, int], OpponentAnswer], view: Observation, seed: int
) -> Sequence[int]:
    """Return the actions of a function's answer. Raises Refused if it isn't legal."""
    answer = opponent(view, one_way(seed))
    if isinstance(answer, str):
        return notation.read(view, answer)
    if answer not in view.legal_actions:
        raise Refused(f"the opponent chose {answer!r}, which is not a legal action of its own")
    return [int(answer)]


def is_compiled(opponent: object, game: Game) -> bool:
    """Is this a level that chooses in compiled code in a game, many games at once?"""
    return isinstance(opponent, str) and (opponent == RANDOM or is_one_ply(opponent, game))


def level_buffers(game: Game, engine: Engine) -> LevelBuffers:
    """Return the buffers with which one thread chooses as a compiled level does."""
    return LevelBuffers(
        records=engine.rows(2),
        workspaces=Engine(engine.rules, workspace_for(game.rules)).rows(1),
        tuning=tuning_of(game),
        tried=engine.ints(MOVES_TRIED * LONGEST),
        values=engine.floats(MOVES_TRIED),
        chosen=engine.ints(LONGEST),
    )


def planned_actions(
    opponent: str, choice: Callable[[int], tuple[Observation, int]]
) -> Callable[[GameNumbers], list[int]]:
    """Return a function that gives an opponent's next actions in some games of a batch.

    Args:
        opponent: the name of a level, or random.
        choice: returns the observation of the player to act in a game, and the seed of their
            choice.

    Raises:
        Refused: there is no such level.
    """
    level, plans = read_opponent(opponent), dict[int, list[int]]()

    def next_action(row: int) -> int:
        if not plans.get(row):
            plans[row] = [*level(*choice(row))]
        return plans[row].pop(0)

    return lambda rows: [next_action(row) for row in rows.tolist()]


def checked_actions(actions: npt.ArrayLike, games: int) -> npt.NDArray[Any]:
    """Return a policy's actions. Raises Refused if it isn't one action for each game."""
    found = np.asarray(actions)
    if found.shape != (games,) or found.dtype.kind not in "iu" or (found < 0).any():
        raise Refused(f"a policy that is asked about {games} games returns as many actions")
    return found
