"""What a socket sends of a picture: only what the browser doesn't have yet.

A message is JSON: ``scene``, the part of the page around the boards in pieces, null where one is
as it was; ``boards``, those that have changed, by id; and ``steps``, pictures on the way, each with
its boards likewise. In place of each board stands an empty ``<svg>`` of its id. A socket begins
with everything; what a browser has been sent on it is remembered as hashes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from itertools import zip_longest
from typing import Any, NamedTuple

from .boards import Drawn
from .site import PIECE

BOARD = '<svg id="board-'
"""How a board begins (`boards`)."""
PLAYERS = '<section id="players"'
"""How the piece of a page begins that has the clocks."""
CLOCKS = re.compile(r'data-left="\d+"|(?<=>)\d+:\d\d(?=<)')
"""What a page says of running time, as a number and in words."""


class Frame(NamedTuple):
    """A picture taken apart.

    Attributes:
        drawn: the picture, with nothing in the boards.
        boards: these, as SVG, by id.
    """

    drawn: Drawn
    boards: dict[str, str]


def apart(drawn: Drawn) -> Frame:
    """Take a picture apart."""
    svg, boards = _apart(drawn.svg)
    at_hand, more = _apart(drawn.at_hand)
    return Frame(drawn._replace(svg=svg, at_hand=at_hand), boards | more)


def _apart(svg: str) -> tuple[str, dict[str, str]]:
    """Take one ``<svg>`` of boards apart; they are all there is in it."""
    head, *found = svg.split(BOARD)
    if not found:
        return svg, {}
    last = found.pop().removesuffix("</svg>")
    boards = {"board-" + text[: text.index('"')]: BOARD + text for text in (*found, last)}
    empty = "".join(f'<svg id="{name}"></svg>' for name in boards)
    return f"{head}{empty}</svg>", boards


def _without_clocks(piece: str) -> str:
    """Return a piece of a page without what it says of running time, beside the players."""
    return CLOCKS.sub("", piece) if piece.startswith(PLAYERS) else piece


class Shown:
    """What a browser has been sent."""

    def __init__(self) -> None:
        self._boards: dict[str, int] = {}
        self._pieces: list[int] = []
        self._still: list[int] = []

    def message(self, page: str, frame: Frame, steps: Iterable[Frame]) -> str:
        """Return what to send so that a browser shows a page; empty if it does already.

        Of what happens unheard, not even the clocks' next look may tell: they are no change.

        Args:
            page: without its boards.
            frame: its boards.
            steps: pictures on the way.
        """
        told = [
            {"svg": s.drawn.svg, "at_hand": s.drawn.at_hand, "boards": self._new(s)} for s in steps
        ]
        boards, pieces = self._new(frame), page.split(PIECE)
        still = [hash(_without_clocks(piece)) for piece in pieces]
        if not told and not boards and still == self._still:
            return ""
        self._still = still
        message: dict[str, Any] = {"steps": told, "boards": boards, "scene": self._changed(pieces)}
        return json.dumps(message, separators=(",", ":"))

    def _changed(self, pieces: list[str]) -> list[str | None]:
        """Return the pieces of a page that are not as they were."""
        before, self._pieces = self._pieces, [hash(piece) for piece in pieces]
        compared = zip_longest(pieces, self._pieces, before[: len(pieces)])
        return [None if now == then else piece for piece, now, then in compared]

    def _new(self, frame: Frame) -> dict[str, str]:
        """Return the boards of a picture that the browser doesn't have."""
        fresh = {
            name: svg for name, svg in frame.boards.items() if self._boards.get(name) != hash(svg)
        }
        self._boards |= {name: hash(svg) for name, svg in fresh.items()}
        return fresh
