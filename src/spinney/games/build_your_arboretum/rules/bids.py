"""Bids: their limits, and the order of turns that two bids make."""

from __future__ import annotations

from spinney.games.build_your_arboretum.rules.record import (
    DONE,
    GROUP,
    MOST,
    PLAYERS,
    TURNS,
    Arboreta,
)
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule


@rule
def clear_bids(s: Arboreta) -> None:
    """Set the turn track and both bids back for a new round."""
    s.turn = 0
    s.turns = 0
    s.dug = 0
    s.hired = 0
    s.taken = -1
    s.held = -1
    s.given = 0
    s.last = -1
    for i in range(TURNS):
        s.order[i] = -1
    for p in range(PLAYERS):
        s.used[p] = 0
        s.skipped[p] = 0
        withdraw(s, p)


@rule
def withdraw(s: Arboreta, p: int) -> None:
    """Take back a player's bid, complete or not."""
    s.ready[p] = 0
    s.groups[p] = 0
    for k in range(MOST):
        s.bid[p, k] = 0


@rule
def unspent_parrots(s: Arboreta, p: int) -> int:
    """Return the parrots the player can still send; round 1's starting player has one less."""
    left = s.parrots[p]
    if s.round_number == 1 and s.start == p:
        left -= 1
    for k in range(s.groups[p]):
        left -= abs(s.bid[p, k])
    return left


@rule
def bid_actions(s: Arboreta, p: int, out: Ints) -> int:
    """Write what may follow in a bid: an end, or a group no larger than the one before."""
    most = unspent_parrots(s, p)
    if s.groups[p] > 0:
        most = min(most, abs(s.bid[p, s.groups[p] - 1]))
    out[0] = DONE
    for k in range(2 * most):
        out[1 + k] = GROUP + k
    return 1 + 2 * most


@rule
def send_group(s: Arboreta, p: int, group: int) -> None:
    """Add a group, numbered as the actions are, to a bid."""
    size = group // 2 + 1
    s.bid[p, s.groups[p]] = -size if group % 2 == 1 else size
    s.groups[p] += 1


@rule
def group_number(bid: int) -> int:
    """Return a group's number among the actions, from 0."""
    return 2 * (abs(bid) - 1) + (1 if bid < 0 else 0)


@rule
def order_turns(s: Arboreta) -> None:
    """Fix the turns that the bids make."""
    s.turns = write_order(s, s.order)


@rule
def write_order(s: Arboreta, out: Ints) -> int:
    """Write whose turn each is: larger groups first, equal ones alternating from the start player.

    A player without groups of a size leaves the rest to the other. The track has nine places.
    Return how many turns there are.
    """
    red = 0
    blue = 0
    n = 0
    for size in range(MOST, 0, -1):
        p = s.start
        while n < TURNS:
            red_has = red < s.groups[0] and abs(s.bid[0, red]) == size
            blue_has = blue < s.groups[1] and abs(s.bid[1, blue]) == size
            if not red_has and not blue_has:
                break
            if not (red_has if p == 0 else blue_has):
                p = 1 - p
            out[n] = p
            if p == 0:
                red += 1
            else:
                blue += 1
            n += 1
            p = 1 - p
    return n
