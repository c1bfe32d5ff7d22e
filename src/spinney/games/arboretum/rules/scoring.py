"""Scoring: the right to score a colour, the best paths, the winner."""

from __future__ import annotations

from spinney.core.kit.paths import best_path, in_order
from spinney.games.arboretum.rules.hands import in_hand
from spinney.games.arboretum.rules.record import BESIDE, KINDS, MOST, PLAYERS, Arboretum
from spinney.kernel.records import Ints
from spinney.kernel.rule import rule, scratch

# Who may score.


@rule
def cancelled(s: Arboretum, p: int, colour: int) -> bool:
    """Does another player's 1 of the colour cancel this player's 8? Nobody's own does."""
    if not in_hand(s, p, colour * 8 + 7):
        return False
    for q in range(s.players):
        if q != p and in_hand(s, q, colour * 8):
            return True
    return False


@rule
def hand_total(s: Arboretum, p: int, colour: int) -> int:
    """Return the sum of a colour's numbers in a player's hand, without a cancelled 8."""
    total = 0
    for number in range(8):
        if in_hand(s, p, colour * 8 + number):
            total += number + 1
    return total - 8 if cancelled(s, p, colour) else total


@rule
def highest_total(s: Arboretum, colour: int) -> int:
    """Return what it takes to score the colour: the most that anybody holds, also if it is 0."""
    most = 0
    for p in range(s.players):
        most = max(most, hand_total(s, p, colour))
    return most


@rule
def may_score(s: Arboretum, p: int, colour: int) -> bool:
    """Has nobody more of the colour in hand than this player?"""
    return hand_total(s, p, colour) == highest_total(s, colour)


# What paths are worth.


@rule
def neighbours(s: Arboretum, p: int, near: Ints) -> None:
    """Write the places (in the order of playing) beside each place of an arboretum, or -1.

    As `spinney.core.kit.paths` takes them: four a place, above, on the left, on the right, below.
    """
    for i in range(s.placed[p]):
        for d in range(4):
            near[4 * i + d] = -1
            for j in range(s.placed[p]):
                if s.cell[p, j] == s.cell[p, i] + BESIDE[d]:
                    near[4 * i + d] = j


@rule
def lay_out(s: Arboretum, p: int, cards: Ints, near: Ints, order: Ints, trees: Ints) -> int:
    """Write an arboretum as `best_path` takes it, and its trees by colour; return their number."""
    for k in range(s.placed[p]):
        cards[k] = s.card[p, k]
        trees[cards[k] // 8] += 1
    neighbours(s, p, near)
    return in_order(cards, s.placed[p], order)


@rule
def garden_paths(s: Arboretum, p: int, out: Ints) -> None:
    """Write what a player's best path of each colour is worth, whoever may score it."""
    cards = scratch(MOST)
    near = scratch(4 * MOST)
    order = scratch(MOST)
    mixed = scratch(MOST)
    pure = scratch(MOST)
    first = scratch(MOST)
    trees = scratch(KINDS)
    n = lay_out(s, p, cards, near, order, trees)
    for colour in range(KINDS):
        out[colour] = 0
        if trees[colour] > 1:  # a path has two ends
            out[colour] = best_path(cards, near, order, n, colour, mixed, pure, first)


@rule
def colours_grown(s: Arboretum, p: int) -> int:
    """Return how many colours there are in a player's arboretum: the published tie-break."""
    seen = 0
    grown = 0
    for k in range(s.placed[p]):
        colour = 1 << s.card[p, k] // 8
        if seen & colour == 0:
            seen |= colour
            grown += 1
    return grown


# The result.


@rule
def score(s: Arboretum, out: Ints) -> None:
    """Write each player's points as if the game ended now: the paths that they may score."""
    worth = scratch(KINDS)
    for p in range(s.players):
        garden_paths(s, p, worth)
        out[p] = 0
        for colour in range(KINDS):
            if worth[colour] > 0 and may_score(s, p, colour):
                out[p] += worth[colour]


@rule
def outcome(s: Arboretum, out: Ints) -> None:
    """Write 1 for a win, 0 for a shared one, -1 for a loss; ``edition`` says how ties end."""
    rank = scratch(PLAYERS)
    score(s, rank)
    if s.edition == 1:
        for p in range(s.players):
            rank[p] = rank[p] * (KINDS + 1) + colours_grown(s, p)
    best = 0
    winners = 0
    for p in range(s.players):
        best = max(best, rank[p])
    for p in range(s.players):
        winners += 1 if rank[p] == best else 0
    for p in range(s.players):
        out[p] = -1 if rank[p] < best else 1 if winners == 1 else 0
