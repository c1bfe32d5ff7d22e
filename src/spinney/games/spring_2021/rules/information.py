"""Observation and events: a choice is its owner's secret until both are carried out."""

from __future__ import annotations

from spinney.games.spring_2021.rules.geometry import DIRECTIONS, SIZES
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
    GATHERS,
    HARVESTED,
    HARVESTED_WIDTH,
    MOVES,
    NO_CELL,
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
from spinney.kernel.rule import churn, ones, rule


@rule
def observe(s: Forest, p: int) -> None:
    """Take back the other's choice that is not carried out yet, whole or half."""
    for q in range(PLAYERS):
        if q != p:
            s.choice[q] = NOTHING
            s.sower[q] = NO_CELL


@rule
def events(was: Forest, s: Forest, observer: int, p: int, action: int, out: Ints) -> int:
    if p >= 0:
        out[0] = action if action >= 0 else FAILED + p * FAILED_WIDTH + failure(s.choice[p])
        return 1 if observer == p else 0
    n = 0
    if action == GATHERS:
        for q in range(PLAYERS):
            out[q] = HARVESTED + q * HARVESTED_WIDTH + income(s, q, s.day % DIRECTIONS)
        n = PLAYERS
    elif action == MOVES:
        out[0] = DAY + (DAYS if s.phase == OVER else s.day)
        n = 1
    else:
        n = write_turn(was, s, out)
    return write_end(s, out, n) if s.phase == OVER else n


@rule
def infoset(s: Forest, p: int) -> int:
    """Fold all there is but choices, which are nobody else's business or were carried out.

    Of the player's own there can only be half of one, or the player would not be to act.
    """
    key = fold(p + 1 << 40, s.points[0] << 20 | s.points[1])
    key = fold(key, s.sun[0] << 20 | s.sun[1])
    day = s.sower[p] + 1 << 20 | s.day << 12 | s.nutrients << 2
    key = fold(key, day | s.asleep[0] << 1 | s.asleep[1])
    key = fold(key, s.dormant)
    key = fold(key, s.soil[1] ^ s.soil[2] << 1 ^ s.soil[3] << 2)
    for q in range(PLAYERS):
        for size in range(SIZES):
            key = fold(key, s.trees[q, size])
    return key | 1


@rule
def fold(key: int, x: int) -> int:
    """Fold a number into a hash, with half the care of `spinney.kernel.rng.mix`."""
    key = churn(key ^ x, 0x2545F4914F6CDD1D, 0x5851F42D4C957F2D)
    return key ^ key >> 31


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
