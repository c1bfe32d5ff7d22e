"""What a good player of Build Your Arboretum looks at."""

from __future__ import annotations

from math import sqrt

from spinney.core.records import Floats, Ints
from spinney.core.rule import rule, scratch

from .board import (
    BID,
    CELLS,
    DIG,
    DONE,
    DROP,
    FIRST,
    GIVE,
    GROUP,
    NEAR,
    PLANT,
    ROUNDS,
    SKIP,
    START,
    SUITS,
    TAKE,
    Arboreta,
)
from .scoring import advertised, garden_paths

TUNING = {"exploration": 1.0, "wildness": 0.5, "margin": 0.3}


@rule
def quiet(s: Arboreta) -> bool:
    """At the start of a round's bidding nothing is half done."""
    return s.phase == BID and s.groups[0] + s.groups[1] + s.ready[0] + s.ready[1] == 0


@rule
def value(s: Arboreta, out: Floats) -> None:
    """Squash the lead in points that are promised."""
    red = scratch(SUITS)
    blue = scratch(SUITS)
    garden_paths(s, 0, red)
    garden_paths(s, 1, blue)
    left = ROUNDS - s.round_number + 1 if s.phase < 3 else ROUNDS - s.round_number
    lead = 0.0
    for suit in range(SUITS):
        ahead = advertised(s, 0, suit) - advertised(s, 1, suit)
        lead += red[suit] * right(ahead, left) - blue[suit] * right(-ahead, left)
    lead += (2 + 0.3 * left) * (s.parrots[0] - s.parrots[1])
    first = s.next_start if s.next_start >= 0 else s.start
    lead += 1.0 - 2.0 * first
    out[0] = 0.5 + 0.5 * lead / sqrt(400.0 + lead * lead)
    out[1] = 1.0 - out[0]


@rule
def right(ahead: int, left: int) -> float:
    """Guess the chance to have the right to score in the end."""
    if left == 0:
        return 1.0 if ahead >= 0 else 0.0
    return min(1.0, max(0.0, 0.6 + ahead / (2.0 + 1.5 * left)))


@rule
def prefer(s: Arboreta, p: int, steps: Ints, n: int, weights: Floats) -> None:
    for i in range(n):
        step = steps[i]
        x = 1.0
        if step == DONE:
            x = 0.3
        elif step < FIRST:
            x = 1.0 if step - GROUP < 6 else 0.4
        elif step == SKIP:
            x = 0.02
        elif step == START:
            x = 0.6
        elif step >= PLANT:
            place = step - PLANT if step < DIG else step - DIG
            x = company(s, p, place // CELLS, place % CELLS)
        elif step >= GIVE:
            x = 0.5
        elif step >= DROP:
            x = 1.0 / ((step - DROP) % 8 + 1)
        elif step >= TAKE:
            x = 0.5 + 0.1 * ((step - TAKE) % 8 + 1)
        weights[i] = x


@rule
def company(s: Arboreta, p: int, card: int, cell: int) -> float:
    x = 0.05
    for k in range(4):
        q = NEAR[4 * cell + k]
        if q >= 0:
            other = s.grid[p, q]
            if other >= 0:
                apart = abs(other % 8 - card % 8)
                if apart > 0:
                    x += (2.0 if other // 8 == card // 8 else 1.0) / apart
    return x
