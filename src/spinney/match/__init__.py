"""One match: seats, clocks, sealed choices, undo and a record. Pure: no I/O, no clock, no chance.

>>> import spinney
>>> from spinney.match import Clock, Header, Match
>>> game = spinney.game("build-your-arboretum")
>>> match = Match.begin(Header(game, ("me", "friend"), seed=7, clock=Clock.read("phase 3:00")))
>>> match = match.play(0, "first blue", at=1500)
>>> match.to_act
(0, 1)
"""

from spinney.match.bot_output import BotOutput
from spinney.match.clocks import Clock, read_time, write_time
from spinney.match.events import Event, Header
from spinney.match.frames import Frame
from spinney.match.log import LogLine
from spinney.match.match import Match

__all__ = [
    "BotOutput",
    "Clock",
    "Event",
    "Frame",
    "Header",
    "LogLine",
    "Match",
    "read_time",
    "write_time",
]
