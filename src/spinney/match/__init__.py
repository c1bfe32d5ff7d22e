"""One match: seats, clocks, sealed choices, undo and a record. Pure: no I/O, no clock, no chance.

>>> import spinney
>>> from spinney.match import Clock, Header, Match
>>> game = spinney.game("build-your-arboretum")
>>> match = Match.begin(Header(game, ("me", "friend"), seed=7, clock=Clock.read("phase 3:00")))
>>> match = match.say(0, "first blue", at=1500)
>>> match.awaits
(0, 1)
"""

from .clock import Clock, read_time, write_time
from .events import Event, Header
from .log import LogLine
from .match import Frame, Match
from .remarks import Remarks

__all__ = [
    "Clock",
    "Event",
    "Frame",
    "Header",
    "LogLine",
    "Match",
    "Remarks",
    "read_time",
    "write_time",
]
