"""Who plays the other seats: at random, a level of the computer, or a function of yours."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from spinney.core import notation
from spinney.core.errors import Refused
from spinney.core.state import Observation
from spinney.kernel.rng import below, mix
from spinney.players.levels import LEVELS, choose

Answer = int | np.integer | str
Opponent = str | Callable[[Observation, int], Answer]
"""``"random"``, the name of a level, or a function that is given what the player to act sees and a
seed drawn for this choice, and returns an action or a whole move in words."""
Chosen = Callable[[Observation, int], Sequence[int]]
"""What an opponent becomes: it returns the actions of its move, or the next of them."""
RANDOM = "random"


def choice_seed(next_seed: int, length: int, salt: int = 0) -> int:
    """Return the seed of a choice in a game.

    Args:
        next_seed: what the next game will be dealt from, which tells this one from others.
        length: how many actions have been taken.
        salt: tells apart what is chosen at the same moment.
    """
    return mix(mix(salt, next_seed), length)


def drawn_seat(next_seed: int, players: int) -> int:
    """Return the seat that a learner is given in a game, drawn by the game's seed."""
    return below(choice_seed(next_seed, 0, salt=1), players)


def read_opponent(opponent: Opponent) -> Chosen:
    """Return how an opponent chooses.

    Raises:
        Refused: it is neither a function, nor random, nor a level.
    """
    if callable(opponent):
        return lambda view, seed: _actions(view, opponent(view, seed))
    if opponent == RANDOM:
        return lambda view, seed: [view.legal_actions[below(seed, len(view.legal_actions))]]
    if opponent in LEVELS:
        return lambda view, seed: notation.read(view, choose(view, opponent, seed).move)
    levels = ", ".join(map(repr, LEVELS))
    raise Refused(
        f"opponent can't be {opponent!r}; it can be: 'random', {levels}, or a function of an "
        "observation and a seed"
    )


def _actions(view: Observation, answer: Answer) -> Sequence[int]:
    """Return the actions that an answer means. Raises Refused if it isn't legal."""
    if isinstance(answer, str):
        return notation.read(view, answer)
    if answer not in view.legal_actions:
        raise Refused(f"the opponent chose {answer!r}, which is no legal action of its own")
    return [int(answer)]
