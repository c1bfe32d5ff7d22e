"""The part of a table's page that depends on a view alone, cached by the view.

Much happens at a table that changes no view: someone has chosen and the others have not, a clock
runs, somebody talks.
"""

from __future__ import annotations

from typing import NamedTuple

from pydantic_core import to_json

from spinney.core import prompts
from spinney.core.rendering import Messages
from spinney.core.score_sheet import ScoreSheet, result_totals, sheet
from spinney.core.state import Observation
from spinney.i18n import cached_text
from spinney.i18n.lists import result
from spinney.server.play import move_input
from spinney.server.rendering.boards import NOTHING, Drawn, drawn


class TableView(NamedTuple):
    """What is shown of a view.

    Attributes:
        of: whose view it is, and a hash of all that is in it, of names, and of what programs said.
        layout: ``wide`` or ``narrow``.
        open: can the viewer say something?
        over: is the match over? Then the score sheet says how it ended.
        points: by player, how many they have and what these are called.
        verdict: the totals, and why who wins does if some have as many; empty before the end.
        sheet: the score sheet.
        boards: the picture.
        task: what the viewer is to do, in words.
        tree: what the viewer can say, as JSON (see `move_input`).
        labels: what buttons for moves are called, as JSON (see `core.prompts`).
        locks_in: does a secret choice need a second click?
        fresh: has it been worked out just now? Otherwise it was shown before and needn't be shown
            again; of the sheet, the picture and the JSON nothing is left then.
    """

    of: tuple[int, int]
    layout: str
    open: bool
    over: bool
    points: tuple[tuple[int, str], ...]
    verdict: str
    sheet: ScoreSheet | None
    boards: Drawn
    task: str
    tree: str
    labels: str
    locks_in: bool
    fresh: bool = True

    @property
    def without_boards(self) -> TableView:
        """The same, as it is kept where it has been shown."""
        return self._replace(sheet=None, boards=NOTHING, tree="", labels="", fresh=False)

    @property
    def filled(self) -> TableView:
        """The same with each board in its place, for a page that has none of them yet."""
        return self._replace(boards=self.boards.filled)


def table_view(
    view: Observation,
    layout: str,
    open_: bool,
    before: TableView | None = None,
    messages: Messages = (),
    over: bool = False,
) -> TableView:
    """Return what to show of a view, to one who was shown something ``before``.

    A match can be ``over`` without a change of the view: somebody has resigned.
    """
    of = view.player, hash((view, view.game, messages))
    if before is not None and before[:4] == (of, layout, open_, over):
        return before.without_boards
    score = scoring(view)
    return TableView(
        of=of,
        layout=layout,
        open=open_,
        over=over,
        points=tuple([(points, score.total(p)) for p, points in enumerate(score.totals)]),
        verdict=verdict(view, score),
        sheet=score,
        boards=boards(view, layout, messages),
        task=prompts.prompt(view) if open_ else "",
        tree=_tree(view) if open_ else "",
        labels=_labels(view) if open_ else "",
        locks_in=open_ and prompts.locks_in(view),
    )


def verdict(view: Observation, score: ScoreSheet) -> str:
    """Return what stands below the headline, which says who wins; empty before the end."""
    if not score.over:
        return ""
    winners = sum(won >= 0 for won in view.outcome or ())
    tied = score.totals.count(max(score.totals)) > winners
    return score.verdict if tied or score.reason else result(result_totals(score.totals, winners))


@cached_text(maxsize=64)  # for all who look on at the moment; each is as large as a page
def boards(view: Observation, layout: str, messages: Messages = ()) -> Drawn:
    """Return the boards of a view, with the paths of its score sheet, and what programs say."""
    return drawn(view, layout, scoring(view).rows, messages)


@cached_text(maxsize=64)
def scoring(view: Observation) -> ScoreSheet:
    """Return the score sheet of a view."""
    return sheet(view)


def _tree(view: Observation) -> str:
    whole = move_input.whole(view)
    return "" if whole is None else to_json(whole).decode()


def _labels(view: Observation) -> str:
    return to_json(prompts.labels(view)).decode()
