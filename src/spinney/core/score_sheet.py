"""Score sheets: why the points are what they are, for any game.

A game's ``score_sheet`` module has ``sheet(view) -> ScoreSheet``. Before the end it counts as if
the game ended now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spinney.core.second_person import text_about, text_about_several, you
from spinney.drawing.fitting import shortened_name
from spinney.i18n import N_, _, ngettext, pgettext
from spinney.i18n.lists import and_list, result

if TYPE_CHECKING:
    from spinney.core.state import Observation, State


@dataclass(frozen=True)
class ScoreRow:
    """One line of a score sheet.

    Attributes:
        key: a short unique word, for ids.
        title: what is scored.
        points: by player.
        reasons: why, in words, by player; a reason may be empty.
        note: for all players.
        cells: the places to highlight, by player; if they form a path, in its order.
        tree: the tree whose colours the row has, if any.
    """

    key: str
    title: str
    points: tuple[int, ...]
    reasons: tuple[str, ...]
    note: str = ""
    cells: tuple[tuple[str, ...], ...] = ((), ())
    tree: str = ""

    @property
    def placed(self) -> bool:
        """Are there places to highlight?"""
        return any(self.cells)


@dataclass(frozen=True)
class ScoreSheet:
    """A score sheet.

    Attributes:
        players: their names.
        rows: what is scored, in order.
        over: False if it counts a game that still goes on.
        verdict: who wins and why, or who leads.
        measure: what the totals count, if not points: where hidden hands decide who may score,
            there are no points before the end.
        title: of the sheet, if its usual title would promise too much.
        reason: what decided besides the points; empty: nothing.
    """

    players: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    over: bool
    verdict: str
    measure: str = ""
    title: str = ""
    reason: str = ""
    totals: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        columns = zip(*[row.points for row in self.rows], strict=True)
        totals = tuple(map(sum, columns)) or (0,) * len(self.players)
        object.__setattr__(self, "totals", totals)
        usual = _("Why the score is what it is") if self.over else _("The score, if it ended now")
        object.__setattr__(self, "title", self.title or usual)

    def total(self, player: int) -> str:
        """Return what a player's total counts, to be written after it: ``point``, ``points``."""
        count = self.totals[player]
        if self.measure:
            return self.measure
        return ngettext("point", "points", count)


def sheet(view: Observation | State) -> ScoreSheet:
    """Return the game's score sheet, or a plain one with the totals only."""
    module = view.game.part("score_sheet")
    if module is not None:
        made: ScoreSheet = module.sheet(view)
        return made
    return plain_sheet(view)


def plain_sheet(view: Observation | State) -> ScoreSheet:
    """Return a sheet of one row: the points."""
    names, scores = view.game.display_names, view.scores
    nothing: tuple[str, ...] = ("",) * len(names)
    row = ScoreRow("points", _("Points"), scores, nothing, cells=((),) * len(names))
    return ScoreSheet(names, (row,), view.over, _verdict(view))


def verdict(
    names: Sequence[str],
    totals: Sequence[int],
    winners: Sequence[int],
    over: bool,
    reason: str = "",
) -> str:
    """Return who wins, or leads before the end, with the totals: as "You win 13 to 10".

    Args:
        names: of all players.
        totals: of all players.
        winners: who wins, or would win now.
        over: False if the game still goes on.
        reason: why not all who have as many points win.
    """
    best = _you_first([names[p] for p in winners])
    score = result(result_totals(totals, len(best))) + (f", {reason}" if reason else "")
    if len(best) > 1:
        if not over:
            shared = _("{names} would share the win if the game ended now, {score}.")
            return shared.format(names=and_list(best), score=score)
        return text_about_several(
            best,
            pgettext("you among them", "{names} share the win, {score}."),
            _("{names} share the win, {score}."),
        ).format(names=and_list(best), score=score)
    if len(names) == 2 and names[1 - winners[0]] == you():
        against = result(totals, lowest_first=True) + (f", {reason}" if reason else "")
        if over:
            return _("You lose {score}.", score=against)
        return _("If the game ended now, you would lose {score}.", score=against)
    own, other = N_("You win {score}."), N_("{name} wins {score}.")
    if not over:
        own = N_("If the game ended now, you would win {score}.")
        other = N_("If the game ended now, {name} would win {score}.")
    return text_about(best[0], own, other, score=score)


def _you_first(names: Sequence[str]) -> list[str]:
    """Return names that begin a sentence, with the capital "You" as its first word."""
    return sorted(names, key=lambda name: name != you())


def result_totals(totals: Sequence[int], winners: int = 1) -> Sequence[int]:
    """Return the totals that a result names: of many players those of the first and of the next."""
    return totals if len(totals) < 4 else sorted(totals, reverse=True)[: winners + 1]


def _verdict(view: Observation | State) -> str:
    outcome = view.outcome
    if outcome is None:
        return _("The game goes on; this is how it would score now.")
    best = [name for name, won in zip(view.game.display_names, outcome, strict=True) if won >= 0]
    if len(best) == 1:
        return text_about(best[0], N_("You win."), N_("{name} wins."))
    return _("{names} share the win.", names=and_list(_you_first(best)))


_WIDE = 10
"""The width of a player's column: for eight letters and a gap."""


def text(sheet: ScoreSheet) -> str:
    """Return a sheet in lines of text for a terminal, 80 columns wide at most."""
    import textwrap

    lines = [
        f"{'':<24}"
        + "".join(f"{shortened_name(name, _WIDE - 1):>{_WIDE}}" for name in sheet.players)
    ]
    for row in sheet.rows:
        lines.append(_line(row.title, row.points))
        notes = [row.note, *_attributed(sheet.players, row.reasons)]
        lines += (
            part
            for one in filter(None, notes)
            for part in textwrap.wrap(one, 76, initial_indent="  ", subsequent_indent="    ")
        )
    return "\n".join([*lines, _line(_("Total"), sheet.totals), "", sheet.verdict])


def _attributed(players: Sequence[str], reasons: Sequence[str]) -> list[str]:
    return [
        f"{name}: {reason}" if reason else "" for name, reason in zip(players, reasons, strict=True)
    ]


def _line(title: str, points: Sequence[int]) -> str:
    return f"{title:<24}" + "".join(f"{value:>{_WIDE}}" for value in points)
