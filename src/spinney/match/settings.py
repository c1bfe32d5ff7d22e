"""Settings of a match besides the options of the game: undo, hints, umpire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from spinney.core.errors import Refused
from spinney.i18n import _

UNDO = ("rule", "consent", "off")
FIX = 5
"""The usual number of seconds in which a slip may be fixed (`MatchSettings.fix`)."""
LONGEST_FIX = 60


@dataclass(frozen=True)
class MatchSettings:
    """The settings of a match besides the game's options.

    Attributes:
        public: does the lobby show the table, and may anybody look on? Else only by link.
        hints: may the computer be asked? See `usual_hints`.
        undo: by the ``rule`` of `spinney.match.undo` and beyond it if all agree; by ``consent``
            alone; or ``off``.
        umpire: is there a seat for an umpire? Then the match doesn't begin without one.
        umpire_free: may the first person who comes be the umpire, before the match begins? Else it
            is the host, or a person on whom all players agree.
        fix: for how many seconds one may fix a slip of one's own without asking, as long as nobody
            has acted since and nothing hidden was revealed; 0: not at all.
        lesson: is it the lesson of its game?
        opening: how many events it began with, which nobody takes back.
        rated: does the result count for ratings? Then there are no hints and no umpire, nothing is
            taken back, and a player who runs out of time loses.
    """

    public: bool = False
    hints: bool = False
    undo: str = "rule"
    umpire: bool = False
    umpire_free: bool = False
    fix: int = 0
    lesson: bool = False
    opening: int = 0
    rated: bool = False

    def __post_init__(self) -> None:
        if self.undo not in UNDO:
            raise Refused(
                _(
                    "undo can't be {value!r}; it can be: {words}",
                    value=self.undo,
                    words=", ".join(UNDO),
                )
            )
        if not 0 <= self.fix <= LONGEST_FIX:
            raise Refused(
                _(
                    "a slip can be fixed for 0 to {most} seconds, not {seconds}",
                    most=LONGEST_FIX,
                    seconds=self.fix,
                )
            )

        if self.rated and (self.hints or self.umpire or self.fix or self.undo != "off"):
            raise Refused(_("a rated game has no hints, no undo and no umpire"))

    def for_rematch(self) -> MatchSettings:
        """Return the same settings for a match that is no lesson and begins with no events."""
        return replace(self, lesson=False, opening=0)

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return {
            "public": self.public,
            "hints": self.hints,
            "undo": self.undo,
            "umpire": self.umpire,
            "umpire_free": self.umpire_free,
            "fix": self.fix,
            "lesson": self.lesson,
            "opening": self.opening,
            "rated": self.rated,
        }

    @staticmethod
    def from_json(value: Mapping[str, Any]) -> MatchSettings:
        """Rebuild what `to_json` returned."""
        return MatchSettings(**value)


def usual_hints(people: int) -> bool:
    """Return whether the computer may be asked by default: not if several people play."""
    return people < 2
