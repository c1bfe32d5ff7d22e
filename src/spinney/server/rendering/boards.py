"""Boards drawn for a page: one SVG that holds them all, each a group of its own.

On a phone those that belong at the thumb are an SVG of their own; those in dialogs, opened on
request, are one each. `board_layout` says where they lie.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from spinney.core import rendering
from spinney.core.score_sheet import ScoreRow
from spinney.core.state import Observation
from spinney.drawing import Board, element, escape, first_name
from spinney.i18n import _
from spinney.server.rendering.board_layout import empty, plan, size

EMPTY = re.compile(empty('([^"]+)'))
"""What stands in place of a board."""


class Drawn(NamedTuple):
    """The boards of a view, drawn.

    Attributes:
        svg: all of them as one ``<svg>`` for a page, but those of the next two; in place of each
            stands an empty one, until they are `filled`.
        at_hand: those that stay at the thumb on a phone, as one ``<svg>`` likewise; empty on wide
            pages.
        dialogs: those that are opened on request: name, title, ``<svg>``.
        strip: the boards worth a thumbnail: address within the page, title, where they lie
            in the whole, as a ``viewBox``, and a label: whose it is, or the title.
        boards: those that lie in ``svg`` and ``at_hand``, each as ``<svg>``, by id.
    """

    svg: str
    at_hand: str
    dialogs: tuple[tuple[str, str, str], ...]
    strip: tuple[tuple[str, str, str, str], ...]
    boards: dict[str, str]

    @property
    def filled(self) -> Drawn:
        """The same with each board in its place."""
        return self._replace(svg=self._fill(self.svg), at_hand=self._fill(self.at_hand))

    def _fill(self, svg: str) -> str:
        return EMPTY.sub(lambda found: self.boards[f"board-{found[1]}"], svg)


NOTHING = Drawn("", "", (), (), {})


def drawn(
    view: Observation,
    layout: str,
    rows: tuple[ScoreRow, ...] = (),
    messages: rendering.Messages = (),
) -> Drawn:
    """Return the boards of a view, laid out ``wide`` or ``narrow``."""
    boards = {board.name: board for board in rendering.boards(view, layout, rows, messages)}
    thumb = layout == "narrow" and view.player >= 0  # who looks on needs nothing there
    nameless = view.game.with_names(())  # all tables of a game have the same plan
    board_layout = plan(nameless, layout, thumb, tuple(map(size, boards.values())))
    return Drawn(
        board_layout.svg,
        board_layout.at_hand,
        tuple(_dialog(board) for name, board in boards.items() if name not in board_layout.heads),
        tuple(
            (f"board-{name}", boards[name].title, box, _label(boards[name], view))
            for name, box in board_layout.strip
        ),
        {f"board-{name}": _group(head, boards[name]) for name, head in board_layout.heads.items()},
    )


def _group(head: str, board: Board) -> str:
    return (
        f'{head} viewBox="{board.box}" aria-label="{escape(board.title)}">'
        f'<desc id="board-{board.name}-desc">{escape(board.description)}</desc>{board.body}</svg>'
    )


def _label(board: Board, view: Observation) -> str:
    """Return what stands below a board's thumbnail: whose it is, or what."""
    if board.owner is None:
        return board.label or board.title
    if board.owner == view.player:
        return _("You")
    names = view.game.display_names
    first = [first_name(name) for name in names]
    unique = first.count(first[board.owner]) == 1
    return first[board.owner] if unique else names[board.owner]


def _dialog(board: Board) -> tuple[str, str, str]:
    """Return a board to be opened on request: an image, with its description for readers."""
    svg = element(
        "svg",
        board.body,
        class_="board opened",
        viewBox=board.box,
        width=board.width,
        role="img",
        aria_label=board.description or board.title,
    )
    return board.name, board.title, svg
