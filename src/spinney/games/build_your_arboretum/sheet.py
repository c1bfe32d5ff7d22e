"""The score sheet of Build Your Arboretum: suit by suit, who may score and with which path."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spinney.core.paths import arithmetic, trace_path
from spinney.core.rule import Table
from spinney.core.sheet import Row, Sheet

from .board import BOARD, CELLS, NEAR, OVER, PLAYERS, SUITS, Arboreta
from .scene import CELL, TREES
from .scoring import advertised, garden_paths, parrot_points
from .sentences import NAMES
from .sentences import SUITS as LETTERS

if TYPE_CHECKING:
    from spinney.core.state import Observation, State


def sheet(view: Observation | State) -> Sheet:
    """Return the score sheet; before the end, as if the game ended now."""
    s: Arboreta = view.record
    worth = [_worths(s, p) for p in range(PLAYERS)]
    suits = (_suit(s, suit, [worth[p][suit] for p in range(PLAYERS)]) for suit in range(SUITS))
    rows = (*suits, _parrots(s), _start(s))
    return Sheet(NAMES, rows, s.phase == OVER, _verdict(view))


# What a garden is worth. The rules are called as they stand, interpreted.


def _worths(s: Arboreta, p: int) -> list[int]:
    """What a player's best path of each suit is worth, whoever may score it."""
    out = _ints([0] * SUITS)
    garden_paths(s, p, out)
    return list(out)


def _route(s: Arboreta, p: int, suit: int) -> list[int]:
    """The cells of a player's best path of a suit, from its start."""
    cards, route = _ints([s.grid[p, cell] for cell in range(CELLS)]), _ints([0] * CELLS)
    length = trace_path(cards, _ints(NEAR.tolist()), CELLS, suit, route)
    return list(route)[:length]


def _ints(values: list[int]) -> Any:
    """Numbers as interpreted rules take them."""
    return Table(values)


# Suits.


def _suit(s: Arboreta, suit: int, worth: list[int]) -> Row:
    sums = [advertised(s, p, suit) for p in range(PLAYERS)]
    may = [sums[p] >= sums[1 - p] for p in range(PLAYERS)]
    routes = [_route(s, p, suit) for p in range(PLAYERS)]
    return Row(
        key=LETTERS[suit],
        title=f"{LETTERS[suit]} {TREES[suit]}",
        points=tuple(worth[p] if may[p] else 0 for p in range(PLAYERS)),
        reasons=tuple(_path(s, p, suit, routes[p], worth[p], may[p]) for p in range(PLAYERS)),
        note=_right(s, suit, sums),
        cells=tuple(tuple(CELL[cell] for cell in route) for route in routes),
        tree=TREES[suit],
    )


def _right(s: Arboreta, suit: int, sums: list[int]) -> str:
    """Both sums, and who may score the suit."""
    ahead = sums[0] - sums[1]
    who = "both" if ahead == 0 else f"only {NAMES[0 if ahead > 0 else 1]}"
    cancelled = "".join(
        f"{NAMES[1 - p]}’s {LETTERS[suit]}1 cancels {NAMES[p]}’s {LETTERS[suit]}8; "
        for p in range(PLAYERS)
        if s.where[suit * 8 + 7] == BOARD + p and s.where[suit * 8] == BOARD + 1 - p
    )
    told = ", ".join(f"{NAMES[p]} {sums[p]}" for p in range(PLAYERS))
    return f"Advertised: {cancelled}{told}: {who} may score."


def _path(s: Arboreta, p: int, suit: int, route: list[int], worth: int, may: bool) -> str:
    """A player's best path with its arithmetic."""
    if not route:
        return ""
    cells = "-".join(CELL[cell] for cell in route)
    told = f"{cells}: {arithmetic([s.grid[p, cell] for cell in route], worth, 'suit')}"
    return told if may else f"{told}, but may not score it"


# The rest.


def _parrots(s: Arboreta) -> Row:
    points = tuple(parrot_points(s, p) for p in range(PLAYERS))
    reasons = tuple(
        f"{points[p] // 2} more than {NAMES[1 - p]}, 2 points each" if points[p] else ""
        for p in range(PLAYERS)
    )
    note = ", ".join(f"{NAMES[p]} has {s.parrots[p]}" for p in range(PLAYERS))
    return Row("parrots", "Parrots", points, reasons, f"{note}.".capitalize())


def _start(s: Arboreta) -> Row:
    points = tuple(1 if s.start == p else 0 for p in range(PLAYERS))
    reasons = tuple("starting player, 1 point" if point else "" for point in points)
    return Row("start", "Starting player", points, reasons)


def _verdict(view: Observation | State) -> str:
    """Who wins, or would win now, and why."""
    scores, advantage = view.scores, view.record.advantage
    winner = advantage if scores[0] == scores[1] else max(range(PLAYERS), key=scores.__getitem__)
    name, most, least = NAMES[winner], max(scores), min(scores)
    score = f"{most} to {least}" if most > least else f"the DM Advantage: both have {most}"
    if view.record.phase == OVER:
        return f"{name.capitalize()} wins with {score}."
    return f"If the game ended now, {name} would win with {score}."
