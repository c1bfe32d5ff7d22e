"""The difference between a page and what a browser has: the message of a socket.

A message is JSON: ``page``, the part of the page around the boards in pieces, by name and in their
order, null where one is as it was; ``boards``, those that have changed, by id; and ``frames``,
positions on the way, each with its boards likewise. In place of each board stands an empty
``<svg>`` of its id. Where a clock waits until the page has been seen, the message says so:
``awaited``. A socket begins with everything; its `ViewerSession` remembers as
hashes what it has sent.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Hashable, Iterable, Mapping
from typing import Any, NamedTuple

from pydantic_core import to_json

from spinney.server.play.view_model import TableView
from spinney.server.play.viewpoint import Viewpoint
from spinney.server.rendering.boards import Drawn
from spinney.server.template_environment import PIECE, SAME

PLAYERS = "players"
"""The piece of a page that has the clocks."""
CLOCKS = re.compile(r'data-left="\d+"([^>]*>)[^<]*')
"""What a page says of running time, as a number and in words; the group is between them."""


Pieces = dict[str, str]
"""A page in pieces, by name, in their order."""


class BrowserState(NamedTuple):
    """What a browser has been sent, as hashes.

    Attributes:
        boards: by id.
        pieces: of the page, by name.
        sources: what parts that are costly to render were made of, by name.
        viewpoint: whose view was sent last; None: nothing has been sent.
        view: what was shown of it, without what is large.
    """

    boards: Mapping[str, int]
    pieces: Mapping[str, int]
    sources: Mapping[str, int]
    viewpoint: Viewpoint | None = None
    view: TableView | None = None

    def interned(self) -> BrowserState:
        """Return the same after it came from another process: all sockets share the names."""
        return self._replace(
            boards=_interned(self.boards),
            pieces=_interned(self.pieces),
            sources=_interned(self.sources),
        )


def _interned(hashes: Mapping[str, int]) -> dict[str, int]:
    return {sys.intern(name): value for name, value in hashes.items()}


NOTHING = BrowserState({}, {}, {})
"""Of a browser that has just come."""


class PageDiff:
    """The difference between a page and what a browser has been sent."""

    def __init__(self, browser: BrowserState) -> None:
        self._boards = {**browser.boards}
        self._pieces = {**browser.pieces}
        self._sources = {**browser.sources}

    def browser_state(self, viewpoint: Viewpoint, view: TableView) -> BrowserState:
        """Return what the browser has been sent once it has the message."""
        return BrowserState(self._boards, self._pieces, self._sources, viewpoint, view)

    def changed(self, name: str, *made_of: Hashable) -> bool:
        """Is something made of other things than when it was last sent? Else it is the `SAME`."""
        before, self._sources[name] = self._sources.get(name), hash(made_of)
        return self._sources[name] != before

    def message(
        self, page: str, drawn: Drawn, frames: Iterable[Drawn], awaits_acknowledgement: bool = False
    ) -> bytes:
        """Return what to send so that a browser shows a page; empty if it does already.

        Running clocks alone are no change: a message would reveal that something secret happened.

        Args:
            page: without its boards.
            drawn: its boards.
            frames: the boards of positions on the way.
            awaits_acknowledgement: is the browser to say when it shows this?
        """
        steps = [
            {"svg": s.svg, "at_hand": s.at_hand, "boards": self._new(s.boards)} for s in frames
        ]
        boards, pieces = self._new(drawn.boards), _pieces(page)
        still = pieces | _without_clocks(pieces)
        before, self._pieces = self._pieces, _hashes(still, self._pieces)
        if not steps and not boards and self._pieces == before:
            return b""
        sent = {
            name: None if self._pieces[name] == before.get(name) and piece == still[name] else piece
            for name, piece in pieces.items()
        }
        message: dict[str, Any] = {"frames": steps, "boards": boards, "page": sent}
        if awaits_acknowledgement:
            message["awaited"] = True
        return to_json(message)

    def _new(self, boards: Mapping[str, str]) -> dict[str, str]:
        """Return the boards that the browser doesn't have."""
        fresh = {name: svg for name, svg in boards.items() if self._boards.get(name) != hash(svg)}
        self._boards |= {name: hash(svg) for name, svg in fresh.items()}
        return fresh


def _pieces(page: str) -> Pieces:
    """Take a page apart at its marks; what comes first has no name."""
    first, *rest = PIECE.split(page)
    names = map(sys.intern, rest[::2])  # every socket remembers them
    return {"": first, **dict(zip(names, rest[1::2], strict=True))}


def _without_clocks(pieces: Pieces) -> Pieces:
    """Return the piece that has clocks without what it says of running time."""
    return {PLAYERS: CLOCKS.sub(r"\1", pieces[PLAYERS])}


def _hashes(pieces: Pieces, before: Mapping[str, int]) -> dict[str, int]:
    """Return pieces as they are remembered; what is the `SAME` is as it was ``before``."""
    return {
        name: before[name] if piece.strip() == SAME else hash(piece)
        for name, piece in pieces.items()
    }
