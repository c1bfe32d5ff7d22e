"""A bot as a Python class: it has all of Spinney at hand, and needs no protocol.

    cd examples/bots && spinney match arboretum py:greedy:Greedy random

It tries each of some moves in a determinization, and answers with the one that has most points.
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spinney.core.state import Observation
    from spinney.players.host import Time


class Greedy:
    """One is made for each match."""

    def __init__(self) -> None:
        self.rng = random.Random(1)

    def choose(self, observation: Observation, player: int, clock: Time) -> tuple[str, str]:
        """Return a move, or a move and a message."""
        end = time.monotonic() + clock.seconds / 3
        best, most = "", float("-inf")
        for _ in range(50):
            move = observation.legal.sample(self.rng.getrandbits(60))
            state = observation.determinize(self.rng.getrandbits(60)).play(player, move)
            if state.scores[player] > most:
                best, most = move, state.scores[player]
            if time.monotonic() > end:
                break
        return best, f"{most} points in sight"
