"""Clocks: the time control of a match, and its notation.

``none`` · ``move 1:00`` · ``move 3 days`` · ``bank 15:00 + 10`` · ``phase 3:00`` ·
``phase 3:00 all wait 3``
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from spinney.core.errors import Refused
from spinney.i18n import _

FORMS = (
    "none, move 1:00, move 3 days, bank 15:00 + 10, phase 3:00, phase 3:00 all, phase 3:00 wait 3"
)
DAY_CLOCKS = ("move 1 day", "move 3 days", "move 7 days")
"""The usual clocks of matches that people play over days."""
MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
LONGEST = 30 * DAY
"""The most time that a clock can give, in milliseconds."""


@dataclass(frozen=True)
class Clock:
    """How much time each player has. All times are in milliseconds.

    Attributes:
        kind: ``none``; ``move``, so much for each choice; ``bank``, so much for the whole match,
            and a little more with each choice; ``phase``, so much for each span of the game that
            `spinney.core.State.period` numbers.
        allowance: how much that is.
        increment: what a choice adds to a bank. A forfeit adds it too, so that a player who ran out
            of time has that much for the next choice.
        all: does a ``phase`` clock also time the choices that belong to no span of the game, as one
            span of their own?
        wait: the longest time that a player's clock stands still after an event that all players
            are shown; it starts when the player has been shown the event. 0: it doesn't wait.
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
        parts = re.fullmatch(
            r"(?P<kind>move|phase|bank)"
            r" (?:(?P<minutes>[0-9]{1,5}):(?P<seconds>[0-5][0-9])|(?P<days>[0-9]{1,3}) days?)"
            r"(?: ?\+ ?(?P<increment>[0-9]{1,3}))?(?P<all> all)?(?: wait (?P<wait>[0-9]{1,2}))?",
            words,
        )
        if not parts or not _fits(parts):
            raise Refused(
                _(
                    "{text!r} is not a clock; write it like one of: {forms}",
                    text=text,
                    forms=FORMS,
                )
            )
        minutes, seconds, days, increment, wait = (
            int(parts[part] or 0) for part in ("minutes", "seconds", "days", "increment", "wait")
        )
        allowance = days * DAY + (minutes * 60 + seconds) * 1000
        if not allowance:
            raise Refused(_("a clock must give some time; for a game without a clock write: none"))
        if allowance > LONGEST:
            raise Refused(_("a clock gives {days} days at most", days=LONGEST // DAY))
        return Clock(parts["kind"], allowance, increment * 1000, bool(parts["all"]), wait * 1000)

    def __str__(self) -> str:
        if self.kind == "none":
            return "none"
        suffix = f" + {self.increment // 1000}" if self.increment else ""
        suffix += " all" if self.all else ""
        suffix += f" wait {self.wait // 1000}" if self.wait else ""
        return f"{self.kind} {_allowance(self.allowance)}{suffix}"


def _fits(parts: re.Match[str]) -> bool:
    """Does a clock of this kind have the parts that were written?"""
    kind = parts["kind"]
    return not (parts["increment"] and kind != "bank") and not (parts["all"] and kind != "phase")


def _allowance(ms: int) -> str:
    """Return a time as a clock's notation has it: in days where it is whole days."""
    days, rest = divmod(ms, DAY)
    if days and not rest:
        return f"{days} {'day' if days == 1 else 'days'}"
    minutes, seconds = divmod(ms // 1000, 60)
    return f"{minutes}:{seconds:02}"


def time_left(ms: int) -> str:
    """Return the time left, as clocks show it: ``2 d 4 h``, ``12:04``.

    Seconds are rounded up.
    """
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= 24:
        return _("{days} d {hours} h", days=hours // 24, hours=hours % 24)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def write_time(ms: int) -> str:
    """Return a time in milliseconds as minutes, seconds and thousandths: ``12:04.350``."""
    seconds, thousandths = divmod(ms, 1000)
    return f"{seconds // 60}:{seconds % 60:02}.{thousandths:03}"


def read_time(text: str) -> int:
    """Return the milliseconds that `write_time` wrote. Raises Refused."""
    parts = re.fullmatch(r"([0-9]{1,8}):([0-5][0-9])\.([0-9]{3})", text)
    if not parts:
        raise Refused(
            f"{text!r} is not a time; a time is minutes, seconds and thousandths: 12:04.350"
        )
    return (int(parts[1]) * 60 + int(parts[2])) * 1000 + int(parts[3])
