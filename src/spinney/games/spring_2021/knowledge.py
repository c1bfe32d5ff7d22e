"""Who knows what: a choice is its owner's secret until both are carried out."""

from __future__ import annotations

from spinney.core.records import Ints
from spinney.core.rule import ones, rule

from .actions import meet
from .board import (
    ACTIONS,
    CLASHED,
    COUNTED,
    COUNTED_WIDTH,
    DAY,
    DID,
    DID_WIDTH,
    EARNED,
    EARNED_WIDTH,
    EXTRA,
    EXTRA_WIDTH,
    FAILED,
    FAILED_WIDTH,
    FORFEIT,
    GATHERS,
    HARVESTED,
    HARVESTED_WIDTH,
    MOVES,
    NOTHING,
    OVER,
    PAID,
    PAID_WIDTH,
    PLAYERS,
    SEED,
    Forest,
)
from .geometry import CELLS, DIRECTIONS
from .scoring import sun_points, tied
from .trees import income, owned


@rule
def observe(s: Forest, p: int) -> None:
    """Take back the other's choice that is not carried out yet."""
    for q in range(PLAYERS):
        if q != p:
            s.choice[q] = NOTHING


@rule
def heard(was: Forest, s: Forest, listener: int, p: int, step: int, out: Ints) -> int:
    if p >= 0:
        out[0] = step if step >= 0 else FAILED + p * FAILED_WIDTH + failure(s.choice[p])
        return 1 if listener == p else 0
    n = 0
    if step == GATHERS:
        for q in range(PLAYERS):
            out[q] = HARVESTED + q * HARVESTED_WIDTH + income(s, q, s.day % DIRECTIONS)
        n = PLAYERS
    elif step == MOVES:
        out[0] = DAY + s.day
        n = 1
    else:
        n = heard_turn(was, s, out)
    return heard_end(s, out, n) if s.phase == OVER else n


@rule
def failure(choice: int) -> int:
    """Return the number that tells FORFEIT, 0, from PENALTY, 1."""
    return FORFEIT - choice


@rule
def heard_turn(was: Forest, s: Forest, out: Ints) -> int:
    """Everybody hears both commands, and what they cost and brought."""
    n = 0
    for q in range(PLAYERS):
        did = s.did[q]
        if did == NOTHING:
            continue
        out[n] = DID + q * DID_WIDTH + (did if did >= 0 else ACTIONS + failure(did))
        n += 1
        if s.sun[q] != was.sun[q]:
            out[n] = PAID + q * PAID_WIDTH + was.sun[q] - s.sun[q]
            n += 1
        if s.points[q] != was.points[q]:
            out[n] = EARNED + q * EARNED_WIDTH + s.points[q] - was.points[q]
            n += 1
    if meet(s.did[0], s.did[1]):
        out[n] = CLASHED + (s.did[0] - SEED) % CELLS
        n += 1
    return n


@rule
def heard_end(s: Forest, out: Ints, n: int) -> int:
    """The points that come at the end: for sun, and in a tie for trees."""
    for q in range(PLAYERS):
        if s.out[q] == 0:
            out[n] = EXTRA + q * EXTRA_WIDTH + sun_points(s, q)
            n += 1
            if tied(s):
                out[n] = COUNTED + q * COUNTED_WIDTH + ones(owned(s, q))
                n += 1
    return n
