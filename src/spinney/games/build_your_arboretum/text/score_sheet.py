"""The score sheet of Build Your Arboretum, suit by suit: rights to score, and paths."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from spinney.core.kit.paths import arithmetic, trace_path
from spinney.core.score_sheet import ScoreRow, ScoreSheet, verdict
from spinney.core.second_person import text_about, you
from spinney.drawing.tree_names import tree_name
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
from spinney.games.build_your_arboretum.text.names import (
    CARD_NAMES,
    CELL_NAMES,
    SUIT_LETTERS,
    TREES,
)
from spinney.i18n import N_, _, cached_text
from spinney.kernel.rule import CheckedArray

if TYPE_CHECKING:
    from spinney.core.state import Observation, State


def sheet(view: Observation | State) -> ScoreSheet:
    """Return the score sheet; before the end, as if the game ended now."""
    s: Arboreta = view.record
    names = view.game.display_names
    grid = list(iter(s.grid))
    gardens = [_garden(tuple(grid[CELLS * p : CELLS * (p + 1)])) for p in range(PLAYERS)]
    suits = [_suit(s, names, suit, [garden[suit] for garden in gardens]) for suit in range(SUITS)]
    rows = (*suits, _parrots(s, names), _start(s))
    return ScoreSheet(names, rows, s.phase == OVER, _verdict(view))


# What a garden is worth. The rules are called as they stand, interpreted.


class _Best(NamedTuple):
    """A player's best path of a suit: what it is worth, whoever may score it, and its cells."""

    worth: int
    route: tuple[int, ...]


@cached_text(maxsize=1024)  # a garden seldom changes from one look to the next
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
        key=SUIT_LETTERS[suit],
        title=f"{SUIT_LETTERS[suit]} {tree_name(TREES[suit])}",
        points=tuple([best[p].worth if may[p] else 0 for p in range(PLAYERS)]),
        reasons=tuple([_path(s, p, best[p], may[p]) for p in range(PLAYERS)]),
        note=_right(s, names, suit, sums),
        cells=tuple([tuple(map(CELL_NAMES.__getitem__, one.route)) for one in best]),
        tree=TREES[suit],
    )


def _right(s: Arboreta, names: Sequence[str], suit: int, sums: list[int]) -> str:
    """Both sums, and who may score the suit."""
    ahead = sums[0] - sums[1]
    cancelled = [
        _cancelled(SUIT_LETTERS[suit], names[p], names[1 - p])
        for p in range(PLAYERS)
        if s.where[suit * 8 + 7] == BOARD + p and s.where[suit * 8] == BOARD + 1 - p
    ]
    summed = "; ".join([*cancelled, ", ".join(f"{names[p]} {sums[p]}" for p in range(PLAYERS))])
    if ahead == 0:
        return _("Advertised: {sums}. Both may score.", sums=summed)
    name = names[0 if ahead > 0 else 1]
    own = N_("Advertised: {sums}. Only you may score.")
    return text_about(name, own, N_("Advertised: {sums}. Only {name} may score."), sums=summed)


def _cancelled(letter: str, name: str, other: str) -> str:
    """Whose 1 cancels whose 8."""
    if other == you():
        return _("your {letter}1 cancels the {letter}8 of {name}", letter=letter, name=name)
    return text_about(
        name,
        N_("the {letter}1 of {other} cancels your {letter}8"),
        N_("the {letter}1 of {other} cancels the {letter}8 of {name}"),
        letter=letter,
        other=other,
    )


def _path(s: Arboreta, p: int, best: _Best, may: bool) -> str:
    """A player's best path with its arithmetic."""
    if not best.route:
        return ""
    cards = [s.grid[p, cell] for cell in best.route]
    path = f"{'–'.join(CARD_NAMES[c] for c in cards)}: {arithmetic(cards, best.worth, _('suit'))}"
    return path if may else _("{path}, but may not score it", path=path)


# The rest.


def _parrots(s: Arboreta, names: Sequence[str]) -> ScoreRow:
    points = tuple(parrot_points(s, p) for p in range(PLAYERS))
    reasons = tuple(
        text_about(
            names[1 - p],
            N_("{count} more than you, 2 points each"),
            N_("{count} more than {name}, 2 points each"),
            count=points[p] // 2,
        )
        if points[p]
        else ""
        for p in range(PLAYERS)
    )
    note = ", ".join(
        text_about(names[p], N_("you have {count}"), N_("{name} has {count}"), count=s.parrots[p])
        for p in range(PLAYERS)
    )
    return ScoreRow("parrots", _("Parrots"), points, reasons, f"{note[0].upper()}{note[1:]}.")


def _start(s: Arboreta) -> ScoreRow:
    points = tuple(1 if s.start == p else 0 for p in range(PLAYERS))
    reasons = tuple(_("starting player, 1 point") if point else "" for point in points)
    return ScoreRow("start", _("Starting player"), points, reasons)


def _verdict(view: Observation | State) -> str:
    """The winner, or who would win now, and why."""
    scores, advantage = view.scores, view.record.advantage
    winner = advantage if scores[0] == scores[1] else max(range(PLAYERS), key=scores.__getitem__)
    tied = scores[0] == scores[1]
    reason = _("with the advantage in a tie") if tied else ""
    over = view.record.phase == OVER
    return verdict(view.game.display_names, scores, [winner], over, reason)
