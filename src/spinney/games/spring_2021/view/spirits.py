"""Draw the spirits in the lower corners of the forest, with their last action and message."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from spinney import drawing as kit
from spinney.games.spring_2021 import PLAYER_NAMES
from spinney.games.spring_2021.view.trees import KINDS, spirit
from spinney.games.spring_2021.view_model import SpringView
from spinney.i18n import _, cached_text

_LINE_HEIGHT, _LETTER, _USUAL_LINES, _MOST_LINES = 16, 7.6, 3, 5
"""Of a message: how high a line is, how wide a letter, how many lines there usually are, and can
be."""


class SpiritCorner(NamedTuple):
    """How much room a spirit has.

    Attributes:
        size: how wide a spirit is drawn.
        below: how much of the board lies below the sun's way, for the spirits.
        words: the letters of a line about what it did.
        letters: the letters of a line of a message.
        apart: do messages stand below the board, which then is so much higher? Otherwise there
            is room for them beside the spirit.
    """

    size: float
    below: int
    words: int
    letters: int
    apart: bool

    def room_for(self, messages: Iterable[str]) -> int:
        """How much higher the board is for these messages: for most of them it is the same."""
        lines = max((len(wrapped(message, self.letters)) for message in messages), default=0)
        return _LINE_HEIGHT * max(lines, _USUAL_LINES) + 16 if self.apart and lines else 0


def corner(model: SpringView, room: SpiritCorner, p: int, width: float, height: float) -> str:
    """A spirit, what it did last, and beside it what its program says: red at the left."""
    asleep = bool(model.s.asleep[p])
    body = _spirit(room, p, model.names[p], asleep, model.last.done[p], width, height)
    words = _LINE_HEIGHT * len(wrapped(model.last.done[p], room.words))
    message = model.messages.get(p, "")
    return body + _bubble(room, p, model.names[p], message, width, (height, height - 10 - words))


@cached_text(maxsize=1024)
def _spirit(
    room: SpiritCorner, p: int, name: str, asleep: bool, done: str, width: float, height: float
) -> str:
    drawn = kit.group(spirit(KINDS[p], asleep, room.size), class_=f"wood wood-{PLAYER_NAMES[p]}")
    aside, side = room.size / 2 + 8, "" if p == 0 else " end"
    lines = wrapped(done, room.words)
    speech = "".join(
        kit.text(line, aside if p == 0 else -aside, -4 - _LINE_HEIGHT * above, f"spoken{side}")
        for above, line in enumerate(reversed(lines))
    )
    x = room.size / 2 + 4
    at = (x if p == 0 else width - x, height - 4.0, 1)
    label = _("{name}: {done}", name=name, done=done) if done else name
    return kit.piece(f"spirit-{PLAYER_NAMES[p]}", "spirit", drawn + speech, at, label=label)


@cached_text(maxsize=256)
def _bubble(
    room: SpiritCorner, p: int, name: str, message: str, width: float, levels: tuple[float, float]
) -> str:
    """What a player's program says besides its command, in a bubble beside its spirit.

    ``levels``: how low the board ends, and what the spirit did begins.
    """
    lines = wrapped(message, room.letters)[:_MOST_LINES]
    if not lines:
        return ""
    wide = round(18 + _LETTER * min(room.letters, max(map(_columns, lines))), 1)
    high = _LINE_HEIGHT * len(lines) + 10
    left, top = (0.0 if p == 0 else -wide), -high
    box = {"x": left, "y": top, "width": wide, "height": high, "rx": 8}
    body = kit.element("rect", class_=f"slip frame-{PLAYER_NAMES[p]} fine", **box) + "".join(
        kit.text(line, left + 9, top + _LINE_HEIGHT * (k + 1), "message")
        for k, line in enumerate(lines)
    )
    x = 4.0 if room.apart else room.size + 10
    below = levels[0] + 6 + high if room.apart else levels[1]
    at = (x if p == 0 else width - x, below, 1)
    label = _("{name} says: {message}", name=name, message=message)
    return kit.piece(f"message-{PLAYER_NAMES[p]}", "tag display-words", body, at, label=label)


@lru_cache(maxsize=256)
def wrapped(text: str, letters: int) -> tuple[str, ...]:
    """A text in lines of so many letters, broken between words where they are not longer."""
    lines: list[str] = []
    for word in text.split():
        most = max(1, letters * len(word) // _columns(word))
        for part in (word[at : at + most] for at in range(0, len(word), most)):
            if lines and _columns(f"{lines[-1]} {part}") <= letters:
                lines[-1] += f" {part}"
            else:
                lines.append(part)
    return tuple(lines)


def _columns(line: str) -> int:
    """How wide a line is, in letters: those of East Asia take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)
