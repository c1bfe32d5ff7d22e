"""Lessons as data: the steps of a game's first match.

A game's ``lesson`` module has ``LESSON``. The file ``lesson.txt`` beside it, if there is one, is
the record of a match up to the position where the lesson begins; without it the lesson begins with
a deal of its own. `spinney.lessons` runs every game's lesson.

A *pattern* is written as file names are: ``*`` stands for any letters, ``?`` for one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from spinney.i18n import N_

OTHERWISE = N_("You may do that, but first try what the lesson asks for.")
"""The answer to a move that doesn't complete a step, unless the step has its own."""


@dataclass(frozen=True)
class LessonStep:
    """One thing to do, which one move of the learner's completes.

    Attributes:
        text: what to do, and why, in a sentence or two; marked for translation.
        points: the pieces it points at: patterns of their words or ids; none where the learner
            plays on alone.
        moves: which moves complete it: patterns of whole moves; none: any move.
        otherwise: the answer to another legal move, in a sentence; marked for translation.
    """

    text: str
    points: tuple[str, ...] = ()
    moves: tuple[str, ...] = ()
    otherwise: str = OTHERWISE

    def fits(self, move: str) -> bool:
        """Does a move, as the game writes it, complete the step?"""
        return not self.moves or any(fnmatchcase(move, pattern) for pattern in self.moves)


@dataclass(frozen=True)
class Lesson:
    """A game's lesson.

    Attributes:
        about: what one can do after it, in a sentence; marked for translation.
        minutes: about how long it takes.
        steps: what the learner does; the last step goes on until the game is over.
        ending: what to say when it is over; marked for translation.
        learner: the player the learner is.
        replies: by opponent, a pattern for each of their choices: the first legal move that fits is
            played. If none fits, and after the last pattern, the weakest level chooses.
        options: of the game, if there is no record.
        seed: of the deal, if there is no record.
    """

    about: str
    minutes: int
    steps: tuple[LessonStep, ...]
    ending: str
    learner: int = 0
    replies: Mapping[int, tuple[str, ...]] = field(default_factory=dict, hash=False)
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    seed: int = 1
