"""The score sheet of Build Your Arboretum, suit by suit: rights to score, and paths."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from spinney.core.kit.paths import BestPath, arithmetic, best_paths
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
from spinney.games.build_your_arboretum.rules.scoring import advertised, parrot_points
from spinney.games.build_your_arboretum.text.names import (
    CARD_NAMES,
    CELL_NAMES,
    SUIT_LETTERS,
    TREES,
)
from spinney.i18n import N_, _

if TYPE_CHECKING:
    from spinney.core.state import Observation, State


def sheet(view: Observation | State) -> ScoreSheet:
    """Return the score sheet; before the end, as if the game ended now."""
    s: Arboreta = view.record
    names = view.game.display_names
    grid = list(iter(s.grid))
    gardens = [_best_paths(tuple(grid[CELLS * p : CELLS * (p + 1)])) for p in range(PLAYERS)]
    suits = [_suit(s, names, suit, [garden[suit] for garden in gardens]) for suit in range(SUITS)]
    rows = (*suits, _parrots(s, names), _start(s))
    return ScoreSheet(names, rows, s.phase == OVER, _verdict(view))


# What a garden is worth.


@lru_cache(maxsize=1024)  # a garden seldom changes from one look to the next
def _best_paths(cards: tuple[int, ...]) -> tuple[BestPath, ...]:
    """The best path of each suit through a garden with these cards."""
    return best_paths(cards, NEAR.tolist(), SUITS)


# Suits.


def _suit(s: Arboreta, names: Sequence[str], suit: int, best: list[BestPath]) -> ScoreRow:
    sums = [advertised(s, p, suit) for p in range(PLAYERS)]
    may = [sums[p] >= sums[1 - p] for p in range(PLAYERS)]
    return ScoreRow(
        key=SUIT_LETTERS[suit],
        title=f"{SUIT_LETTERS[suit]} {tree_name(TREES[suit])}",
        points=tuple([best[p].worth if may[p] else 0 for p in range(PLAYERS)]),
        reasons=tuple([_path(best[p], may[p]) for p in range(PLAYERS)]),
        note=_right(s, names, suit, sums),
        cells=tuple([tuple(map(CELL_NAMES.__getitem__, one.places)) for one in best]),
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


def _path(best: BestPath, may: bool) -> str:
    """A player's best path with its arithmetic."""
    if not best.worth:
        return ""
    cards = "–".join(CARD_NAMES[card] for card in best.cards)
    path = f"{cards}: {arithmetic(best.cards, best.worth, _('suit'))}"
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
