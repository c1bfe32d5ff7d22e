"""The board and the score sheet of a match as text, also of a match that somebody resigned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from spinney.core import rendering, score_sheet
from spinney.core.narration import named
from spinney.terminal.colours import paint, picture

if TYPE_CHECKING:
    from rich.text import Text

    from spinney.core.narration import Sentence
    from spinney.match import Match


def is_cut_short(match: Match) -> bool:
    """Did the match end before the game did, because somebody resigned or was late?"""
    return match.over and not match.state.over


def board_text(match: Match, viewer: int, names: Sequence[str]) -> Text:
    """Return the board as a viewer sees it (-1: a spectator).

    A match that was cut short hides nothing any more, and nobody has anything to do: its board is
    that of the state, without a task.
    """
    if not is_cut_short(match):
        return picture(match.view(viewer).with_names(tuple(names)))
    state = match.state.with_names(tuple(names))
    return paint(state.game, rendering.text(state, task=False))


def sheet_text(match: Match, viewer: int, names: Sequence[str]) -> Text:
    """Return the score sheet as a viewer may know it (-1: a spectator).

    Its last lines say who wins. The points don't tell that of a match that was cut short: there
    they are what the log says of its end.
    """
    if not is_cut_short(match):
        view = match.view(viewer).with_names(tuple(names))
        return paint(view.game, score_sheet.text(score_sheet.sheet(view)))
    state = match.state.with_names(tuple(names))
    ending = [named(line.text, names.__getitem__) for line in _last_sentences(match, viewer)]
    sheet = replace(score_sheet.sheet(state), verdict="\n".join(ending))
    return paint(state.game, score_sheet.text(sheet))


def _last_sentences(match: Match, viewer: int) -> tuple[Sentence, ...]:
    return match.sentences_since(viewer, match.version - 1)[-1]
