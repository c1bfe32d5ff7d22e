"""The score sheet of Build Your Arboretum: suit by suit, who may score and with which path."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from spinney.core.kit.paths import arithmetic, trace_path
from spinney.core.score_sheet import ScoreRow, ScoreSheet
from spinney.games.build_your_arboretum.rules.record import (
    BOARD,
    CELLS,
    NEAR,
    OVER,
    PLAYERS,
    SUITS,
    Arboreta,
)
from spinney.games.build_your_arboretum.rules.scoring import advertised, garden_paths, parrot_points
from spinney.games.build_your_arboretum.text.notation import SUITS as LETTERS
from spinney.games.build_your_arboretum.view.view_model import CELL, TREES
from spinney.kernel.rule import CheckedArray

if TYPE_CHECKING:
    from spinney.core.state import Observation, State


def sheet(view: Observation | State) -> ScoreSheet:
    """Return the score sheet; before the end, as if the game ended now."""
    s: Arboreta = view.record
    names = view.game.display_names
    gardens = [_garden(tuple(s.grid[p, cell] for cell in range(CELLS))) for p in range(PLAYERS)]
    suits = (_suit(s, names, suit, [garden[suit] for garden in gardens]) for suit in range(SUITS))
    rows = (*suits, _parrots(s, names), _start(s))
    return ScoreSheet(names, rows, s.phase == OVER, _verdict(view))


# What a garden is worth. The rules are called as they stand, interpreted.


class _Best(NamedTuple):
    """A player's best path of a suit: what it is worth, whoever may score it, and its cells."""

    worth: int
    route: tuple[int, ...]


@lru_cache(maxsize=1024)  # a garden seldom changes from one look to the next
def _garden(cards: tuple[int, ...]) -> tuple[_Best, ...]:
    """The best path of each suit through a garden with these cards."""
    s: Any = Arboreta()
    for cell, card in enumerate(cards):
        s.grid[0, cell] = card
    worths = _ints([0] * SUITS)
    garden_paths(s, 0, worths)
    return tuple(_Best(worths[suit], _route(cards, suit)) for suit in range(SUITS))


def _route(cards: Sequence[int], suit: int) -> tuple[int, ...]:
    """The cells of a best path of a suit, from its start."""
    route = _ints([0] * CELLS)
    length = trace_path(_ints(cards), _ints(NEAR.tolist()), CELLS, suit, route)
    return tuple(list(route)[:length])


def _ints(values: Sequence[int]) -> Any:
    """Numbers as interpreted rules take them."""
    return CheckedArray(list(values))


# Suits.


def _suit(s: Arboreta, names: Sequence[str], suit: int, best: list[_Best]) -> ScoreRow:
    sums = [advertised(s, p, suit) for p in range(PLAYERS)]
    may = [sums[p] >= sums[1 - p] for p in range(PLAYERS)]
    return ScoreRow(
        key=LETTERS[suit],
        title=f"{LETTERS[suit]} {TREES[suit]}",
        points=tuple(best[p].worth if may[p] else 0 for p in range(PLAYERS)),
        reasons=tuple(_path(s, p, best[p], may[p]) for p in range(PLAYERS)),
        note=_right(s, names, suit, sums),
        cells=tuple(tuple(CELL[cell] for cell in one.route) for one in best),
        tree=TREES[suit],
    )


def _right(s: Arboreta, names: Sequence[str], suit: int, sums: list[int]) -> str:
    """Both sums, and who may score the suit."""
    ahead = sums[0] - sums[1]
    who = "both" if ahead == 0 else f"only {names[0 if ahead > 0 else 1]}"
    cancelled = "".join(
        f"{names[1 - p]}’s {LETTERS[suit]}1 cancels {names[p]}’s {LETTERS[suit]}8; "
        for p in range(PLAYERS)
        if s.where[suit * 8 + 7] == BOARD + p and s.where[suit * 8] == BOARD + 1 - p
    )
    told = ", ".join(f"{names[p]} {sums[p]}" for p in range(PLAYERS))
    return f"Advertised: {cancelled}{told}: {who} may score."


def _path(s: Arboreta, p: int, best: _Best, may: bool) -> str:
    """A player's best path with its arithmetic."""
    if not best.route:
        return ""
    cells = "-".join(CELL[cell] for cell in best.route)
    told = f"{cells}: {arithmetic([s.grid[p, cell] for cell in best.route], best.worth, 'suit')}"
    return told if may else f"{told}, but may not score it"


# The rest.


def _parrots(s: Arboreta, names: Sequence[str]) -> ScoreRow:
    points = tuple(parrot_points(s, p) for p in range(PLAYERS))
    reasons = tuple(
        f"{points[p] // 2} more than {names[1 - p]}, 2 points each" if points[p] else ""
        for p in range(PLAYERS)
    )
    note = ", ".join(f"{names[p]} has {s.parrots[p]}" for p in range(PLAYERS))
    return ScoreRow("parrots", "Parrots", points, reasons, f"{note}.")


def _start(s: Arboreta) -> ScoreRow:
    points = tuple(1 if s.start == p else 0 for p in range(PLAYERS))
    reasons = tuple("starting player, 1 point" if point else "" for point in points)
    return ScoreRow("start", "Starting player", points, reasons)


def _verdict(view: Observation | State) -> str:
    """Who wins, or would win now, and why."""
    scores, advantage = view.scores, view.record.advantage
    winner = advantage if scores[0] == scores[1] else max(range(PLAYERS), key=scores.__getitem__)
    name, most, least = view.game.display_names[winner], max(scores), min(scores)
    score = f"{most} to {least}" if most > least else f"the DM Advantage: both have {most}"
    if view.record.phase == OVER:
        return f"{name} wins with {score}."
    return f"If the game ended now, {name} would win with {score}."
