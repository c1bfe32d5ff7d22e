"""Scoring: the right to score a suit, the best paths, the winner."""

from __future__ import annotations

from spinney.core.kit.paths import best_path, in_order
from spinney.games.build_your_arboretum.rules.record import BOARD, CELLS, NEAR, SUITS, Arboreta
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule, scratch


@rule
def advertised(s: Arboreta, p: int, suit: int) -> int:
    """Return the sum of a suit on a player's board; the opponent's 1 there cancels the 8."""
    total = 0
    for number in range(8):
        cancelled = number == 7 and s.where[suit * 8] == BOARD + 1 - p
        if s.where[suit * 8 + number] == BOARD + p and not cancelled:
            total += number + 1
    return total


@rule
def garden_paths(s: Arboreta, p: int, out: Ints) -> None:
    """Write what a player's best path of each suit is worth, whoever may score it."""
    cards = scratch(CELLS)
    order = scratch(CELLS)
    mixed = scratch(CELLS)
    pure = scratch(CELLS)
    first = scratch(CELLS)
    trees = scratch(SUITS)
    for cell in range(CELLS):
        cards[cell] = s.grid[p, cell]
        if cards[cell] >= 0:
            trees[cards[cell] // 8] += 1
    n = in_order(cards, CELLS, order)
    for suit in range(SUITS):
        out[suit] = 0
        if trees[suit] > 1:  # a path has two ends
            out[suit] = best_path(cards, NEAR, order, n, suit, mixed, pure, first)


@rule
def parrot_points(s: Arboreta, p: int) -> int:
    """Return 2 points for each parrot more than the opponent has."""
    return 2 * max(0, s.parrots[p] - s.parrots[1 - p])


@rule
def score(s: Arboreta, out: Ints) -> None:
    """Write both players' points as if the game ended now."""
    red = scratch(SUITS)
    blue = scratch(SUITS)
    garden_paths(s, 0, red)
    garden_paths(s, 1, blue)
    out[0] = parrot_points(s, 0)
    out[1] = parrot_points(s, 1)
    out[s.start] += 1
    for suit in range(SUITS):
        ahead = advertised(s, 0, suit) - advertised(s, 1, suit)
        if ahead >= 0:
            out[0] += red[suit]
        if ahead <= 0:
            out[1] += blue[suit]


@rule
def outcome(s: Arboreta, out: Ints) -> None:
    """Write 1 for the winner and -1 for the loser: the DM Advantage wins a tie."""
    score(s, out)
    lead = out[0] - out[1]
    if lead == 0:
        lead = 1 if s.advantage == 0 else -1
    out[0] = 1 if lead > 0 else -1
    out[1] = -out[0]
