"""The boards of a match, position by position, in few bytes for a page that shows any of them.

Most of a picture stays as it was from one position to the next. So a picture is a list of pieces of
SVG, each kept once for the whole match. It is stored as its differences from the picture before.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator, Sequence
from typing import Any

from spinney.core import rendering
from spinney.core.state import Observation
from spinney.drawing.board import Arrangement, arrange
from spinney.drawing.layout import names
from spinney.match import Match
from spinney.match.frames import Frame

PIECES = re.compile(r"(?=<[a-z])")
"""Where a picture is cut: before each element."""


class PackedPictures:
    """Pictures that are added one after another, and what a page needs to draw them."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._sizes: list[tuple[float, float]] = []
        self._boards: dict[str, list[tuple[int, int, list[int]]]] = {}
        self._last: dict[str, list[int]] = {}

    def add(self, arrangement: Arrangement) -> None:
        """Add the picture of the next position."""
        self._sizes.append((round(arrangement.width, 1), round(arrangement.height, 1)))
        for name in arrangement.boards:
            self._boards.setdefault(name, [(0, 0, [])] * (len(self._sizes) - 1))
        for name, changes in self._boards.items():
            numbers = self._cut(arrangement.boards.get(name, ""))
            changes.append(change(self._last.get(name, []), numbers))
            self._last[name] = numbers

    def _cut(self, svg: str) -> list[int]:
        parts = PIECES.split(svg) if svg else []
        return [self._numbers.setdefault(part, len(self._numbers)) for part in parts]

    @property
    def svg(self) -> str:
        """All pieces that occur, in no particular order: they show which symbols are used."""
        return "".join(self._numbers)

    def as_json(self) -> dict[str, Any]:
        """Return ``pieces``, the ``sizes`` of pictures, and by board a change for each picture.

        A change is the number of pieces at the beginning and at the end that are those of the
        picture before, and the pieces between them.
        """
        return {"pieces": list(self._numbers), "sizes": self._sizes, "boards": self._boards}

    def pack(self) -> str:
        """Return that JSON, compressed by zlib, in base 64."""
        text = json.dumps(self.as_json(), separators=(",", ":"))
        return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def change(before: Sequence[int], after: Sequence[int]) -> tuple[int, int, list[int]]:
    """Return how many items at the beginning and the end are alike, and those between them."""
    shorter = min(len(before), len(after))
    start = next((at for at in range(shorter) if before[at] != after[at]), shorter)
    rest = shorter - start
    end = next((at for at in range(rest) if before[-1 - at] != after[-1 - at]), rest)
    return start, end, [*after[start : len(after) - end]]


def pack_pictures(match: Match, player_names: Sequence[str]) -> tuple[PackedPictures, list[int]]:
    """Draw a match with nothing hidden, after the deal and after each event.

    Args:
        match: the match.
        player_names: what the pictures call the players.

    Returns:
        The pictures, and the version of the match that each of them shows.
    """
    pictures, versions = PackedPictures(), []
    game = match.game.with_names(tuple(player_names))
    areas = rendering.areas(game, rendering.LAYOUTS[0])
    shown = set(names(areas))
    for frame, messages in _last_frames(match.frames):
        view = Observation(game, frame.transition.state.data, -1)
        drawn = rendering.boards(view, rendering.LAYOUTS[0], (), messages)
        pictures.add(arrange([board for board in drawn if board.name in shown], areas))
        versions.append(frame.version)
    return pictures, versions


def _last_frames(frames: Sequence[Frame]) -> Iterator[tuple[Frame, rendering.Messages]]:
    """Yield the last frame of each event, with the latest messages of programs."""
    said: rendering.Messages = ()
    for at, frame in enumerate(frames, 1):
        said = frame.messages if frame.reveals else said
        if at == len(frames) or frames[at].version != frame.version:
            yield frame, said
