"""Clocks: the time control of a match, and its notation.

``none`` · ``move 1:00`` · ``bank 15:00 + 10`` · ``phase 3:00`` · ``phase 3:00 all wait 3``
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from spinney.core.errors import Refused

FORMS = "none, move 1:00, bank 15:00 + 10, phase 3:00, phase 3:00 all, phase 3:00 wait 3"


@dataclass(frozen=True)
class Clock:
    """How much time each player has. All times are in milliseconds.

    Attributes:
        kind: ``none``; ``move``, so much for each choice; ``bank``, so much for the whole match,
            and a little more with each choice; ``phase``, so much for each span of the game that
            `spinney.core.State.period` numbers.
        allowance: how much that is.
        increment: what a choice adds to a bank. A forfeit adds it too, so that whoever
            ran out still has that much for the next one.
        all: does a ``phase`` clock also time the choices that belong to no span of the game, as
            one span of their own?
        wait: for how long at most clocks stand after each event that everybody hears of: until
            the player has been shown it. 0: they don't.
    """

    kind: str = "none"
    allowance: int = 0
    increment: int = 0
    all: bool = False
    wait: int = 0

    @staticmethod
    def read(text: str) -> Clock:
        """Return the clock that ``text`` describes.

        Raises:
            Refused: it describes none.
        """
        words = " ".join(text.lower().split())
        if words == "none":
            return Clock()
        found = re.fullmatch(
            r"(move|phase|bank) ([0-9]{1,4}):([0-5][0-9])(?: ?\+ ?([0-9]{1,3}))?"
            r"( all)?(?: wait ([0-9]{1,2}))?",
            words,
        )
        if not found or (found[4] and found[1] != "bank") or (found[5] and found[1] != "phase"):
            raise Refused(f"{text!r} is no clock; a clock is written like one of: {FORMS}")
        allowance = (int(found[2]) * 60 + int(found[3])) * 1000
        if not allowance:
            raise Refused("a clock must give some time; for a game without time say: none")
        increment, wait = (int(seconds or 0) * 1000 for seconds in (found[4], found[6]))
        return Clock(found[1], allowance, increment, bool(found[5]), wait)

    def __str__(self) -> str:
        if self.kind == "none":
            return "none"
        minutes, seconds = divmod(self.allowance // 1000, 60)
        more = f" + {self.increment // 1000}" if self.increment else ""
        more += " all" if self.all else ""
        more += f" wait {self.wait // 1000}" if self.wait else ""
        return f"{self.kind} {minutes}:{seconds:02}{more}"


def write_time(ms: int) -> str:
    """Return a time in milliseconds as minutes, seconds and thousandths: ``12:04.350``."""
    seconds, thousandths = divmod(ms, 1000)
    return f"{seconds // 60}:{seconds % 60:02}.{thousandths:03}"


def read_time(text: str) -> int:
    """Return the milliseconds that `write_time` wrote. Raises Refused."""
    found = re.fullmatch(r"([0-9]{1,8}):([0-5][0-9])\.([0-9]{3})", text)
    if not found:
        raise Refused(f"{text!r} is no time; a time is minutes, seconds and thousandths: 12:04.350")
    return (int(found[1]) * 60 + int(found[2])) * 1000 + int(found[3])
