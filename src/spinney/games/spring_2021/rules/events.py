"""The events of Spring Challenge 2021: what an observer learns from a transition."""

from __future__ import annotations

from spinney.games.spring_2021.rules.geometry import DIRECTIONS
from spinney.games.spring_2021.rules.legal_moves import meet
from spinney.games.spring_2021.rules.record import (
    ACTIONS,
    CLASHED,
    COUNTED,
    COUNTED_WIDTH,
    DAY,
    DAYS,
    DID,
    DID_WIDTH,
    EARNED,
    EARNED_WIDTH,
    EXTRA,
    EXTRA_WIDTH,
    FAILED,
    FAILED_WIDTH,
    FORFEIT,
    GATHER_STAGE,
    HARVESTED,
    HARVESTED_WIDTH,
    MOVE_STAGE,
    NOTHING,
    OVER,
    PAID,
    PAID_WIDTH,
    PLAYERS,
    SEED,
    SOWER,
    SOWER_WIDTH,
    TARGET,
    Forest,
)
from spinney.games.spring_2021.rules.scoring import sun_points, tied
from spinney.games.spring_2021.rules.trees import income, owned
from spinney.kernel.records import Ints
from spinney.kernel.rule import ones, rule


@rule
def events(was: Forest, s: Forest, observer: int, p: int, action: int, out: Ints) -> int:
    if p >= 0:
        out[0] = action if action >= 0 else FAILED + p * FAILED_WIDTH + failure(s.choice[p])
        return 1 if observer == p else 0
    n = 0
    if action == GATHER_STAGE:
        for q in range(PLAYERS):
            out[q] = HARVESTED + q * HARVESTED_WIDTH + income(s, q, s.day % DIRECTIONS)
        n = PLAYERS
    elif action == MOVE_STAGE:
        out[0] = DAY + (DAYS if s.phase == OVER else s.day)
        n = 1
    else:
        n = write_turn(was, s, out)
    return write_end(s, out, n) if s.phase == OVER else n


@rule
def failure(choice: int) -> int:
    """Return the number that tells FORFEIT, 0, from PENALTY, 1."""
    return FORFEIT - choice


@rule
def write_turn(was: Forest, s: Forest, out: Ints) -> int:
    """Everybody learns both commands, and what they cost and brought."""
    n = 0
    for q in range(PLAYERS):
        did = s.did[q]
        if did == NOTHING:
            continue
        out[n] = DID + q * DID_WIDTH + (did if did >= 0 else ACTIONS + failure(did))
        n += 1
        if did >= TARGET:
            out[n] = SOWER + q * SOWER_WIDTH + s.did_first[q] - SEED
            n += 1
        if s.sun[q] != was.sun[q]:
            out[n] = PAID + q * PAID_WIDTH + was.sun[q] - s.sun[q]
            n += 1
        if s.points[q] != was.points[q]:
            out[n] = EARNED + q * EARNED_WIDTH + s.points[q] - was.points[q]
            n += 1
    if meet(s.did[0], s.did[1]):
        out[n] = CLASHED + s.did[0] - TARGET
        n += 1
    return n


@rule
def write_end(s: Forest, out: Ints, n: int) -> int:
    """The points that come at the end: for sun, and in a tie for trees."""
    for q in range(PLAYERS):
        if s.out[q] == 0:
            out[n] = EXTRA + q * EXTRA_WIDTH + sun_points(s, q)
            n += 1
            if tied(s):
                out[n] = COUNTED + q * COUNTED_WIDTH + ones(owned(s, q))
                n += 1
    return n
