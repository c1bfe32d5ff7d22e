"""Build Your Arboretum: priors and values for the search. Frozen: see `benchmarks.baselines`."""

import math
from .core import rule
from .bya import *


@rule
def nplayers(s):
    """Return the number of players."""
    return 2


@rule
def cuttable(s):
    """May a playout stop here?"""
    return s.phase == BID


@rule
def points(s, p):
    """Estimate what p's things promise, softly: rights may still change."""
    left = ROUNDS - s.turn_round + 1 if s.turn_round <= ROUNDS else 0
    x = 0.0
    for suit in range(8):
        w = path(s, p, suit)
        if w > 0:
            d = sums(s, p, suit) - sums(s, 1 - p, suit)
            if left == 0:
                x += w if d >= 0 else 0
            else:
                x += w * min(1.0, max(0.0, 0.6 + d / (2.0 + 1.5 * left)))
    return (
        x
        + s.parrots[p] * (2 + 0.3 * left)
        + (1 if (s.next_start if s.next_start >= 0 else s.start) == p else 0)
    )


@rule
def value(s, rew, over, w, scale):
    """Blend w parts of a squashed lead into rew (all of it if the game is not over)."""
    if not over:
        d = points(s, 0) - points(s, 1)
        rew[0] = 1 / (1 + math.exp(-d / scale))
        rew[1] = 1 - rew[0]
        return
    d = points(s, 0) - points(s, 1)
    x = 1 / (1 + math.exp(-d / scale))
    rew[0] = (1 - w) * rew[0] + w * x
    rew[1] = 1 - rew[0]


@rule
def prior(s, p, out, n, wts, on):
    """Write the weights of the legal actions; all are 1 if on is 0."""
    if on == 0:
        for i in range(n):
            wts[i] = 1.0
        return
    if s.phase == BID:
        for i in range(n):
            a = out[i]
            if a == DONE:
                wts[i] = 0.3 if n > 1 else 1.0
            else:
                z = (a - GROUP) // 2 + 1
                wts[i] = 1.0 if z <= 3 else 0.4
        return
    for i in range(n):
        a = out[i]
        x = 1.0
        if a == SKIP:
            x = 0.02
        elif a == START:
            x = 0.6
        elif TAKE <= a < DROP:
            c = a - TAKE
            x = 0.5 + 0.1 * (c % 8 + 1)
        elif DROP <= a < GIVE:
            x = 1.0 / (c_num(a - DROP))
        elif GIVE <= a < PLANT:
            x = 0.5
        elif a >= PLANT:
            b = a - PLANT if a < DIG else a - DIG
            c = b // CELLS
            x = 0.05
            for k in range(4):
                q = NEAR[b % CELLS, k]
                if q >= 0:
                    g = s.grid[p, q]
                    if g >= 0:
                        d = abs(g % 8 - c % 8)
                        if d > 0:
                            x += 1.0 / d
                            if g // 8 == c // 8:
                                x += 1.0 / d
        wts[i] = x


@rule
def c_num(c):
    """Return the number of a card."""
    return c % 8 + 1.0
