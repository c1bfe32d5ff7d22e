"""The events of Build Your Arboretum: what an observer learns from a transition."""

from __future__ import annotations

from spinney.games.build_your_arboretum.rules.bids import group_number
from spinney.games.build_your_arboretum.rules.mini import coming
from spinney.games.build_your_arboretum.rules.record import (
    BID,
    CHOOSE,
    DONE,
    ENDED,
    FIRST,
    GROUPS,
    MOST,
    OFFERED,
    OVER,
    PLAYERS,
    SKIP,
    SWEEP_STAGE,
    SWEPT,
    Arboreta,
)
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule


@rule
def events(was: Arboreta, s: Arboreta, observer: int, p: int, action: int, out: Ints) -> int:
    if p < 0:
        return write_stage(s, action, out)
    n = 0
    if was.phase != BID or observer == p:  # of a bid others learn nothing, not that there is one
        out[0] = action if action >= 0 else amount(was, p)
        n = 1
    if was.phase == BID and s.phase != BID:
        for q in range(PLAYERS):
            n = write_bid(s, q, out, n)
    return n


@rule
def amount(was: Arboreta, p: int) -> int:
    """Return the action that a forfeit amounts to."""
    if was.phase == CHOOSE:
        return FIRST + p
    return DONE if was.phase == BID else SKIP


@rule
def write_stage(s: Arboreta, stage: int, out: Ints) -> int:
    if stage == SWEEP_STAGE:
        out[0] = ENDED if s.phase == OVER else SWEPT
        return 1
    n = 0
    for i in range(s.dealt - coming(s, s.round_number), s.dealt):
        out[n] = OFFERED + s.deck[i]
        n += 1
    return n


@rule
def write_bid(s: Arboreta, q: int, out: Ints, n: int) -> int:
    first = GROUPS + q * (2 * MOST + 1)
    if s.groups[q] == 0:
        out[n] = first + 2 * MOST
        return n + 1
    for k in range(s.groups[q]):
        out[n] = first + group_number(s.bid[q, k])
        n += 1
    return n
