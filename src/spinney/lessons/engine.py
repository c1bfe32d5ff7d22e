"""The lesson engine: the step a match is at, the moves that complete it, the opponents' moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fnmatch import fnmatchcase
from functools import lru_cache
from typing import NamedTuple

from spinney.core import notation
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.lesson import OTHERWISE, Lesson, LessonStep
from spinney.core.state import Observation
from spinney.i18n import _
from spinney.match import Event, Header, Match
from spinney.match.events import CHOICES
from spinney.match.record_reader import read_record
from spinney.match.undo import course
from spinney.players import choose
from spinney.players.levels import FIRST

OPPONENT = FIRST
"""The level that chooses where a lesson doesn't say."""


class LessonStatus(NamedTuple):
    """The progress of a lesson, in the reader's language.

    Attributes:
        number: of the current step, from 1; when the lesson is over, of the last.
        total: how many steps there are.
        text: what to do and why; when it is over, what was learnt.
        points: patterns of the pieces to look at; none while others choose.
        moves: patterns of the moves that complete it; none while others choose.
        waits: is the learner to choose?
        over: is the game over?
        longest: the longest text of all steps and answers, so that a page can keep room for it.
    """

    number: int
    total: int
    text: str
    points: tuple[str, ...]
    moves: tuple[str, ...]
    waits: bool
    over: bool
    longest: str = ""


def lesson_of(game: Game) -> Lesson | None:
    """Return a game's lesson; None: it has none."""
    module = game.part("lesson")
    return None if module is None else module.LESSON


def _need(game: Game) -> Lesson:
    lesson = lesson_of(game)
    if lesson is None:
        raise Refused(_("{game} has no lesson", game=game.title))
    return lesson


# Beginning.


def begin_lesson(game: Game, name: str = "me") -> Match:
    """Return the match of a game's lesson, at the position where it begins.

    Args:
        game: which; its options are the lesson's.
        name: who learns, as a seat of the match.

    Raises:
        Refused: it has none.
    """
    lesson, opening = _need(game), _opening(game)
    level = f"level:{OPPONENT}"
    seats = [name if p == lesson.learner else level for p in range(opening.game.num_players)]
    return Match.replay(replace(opening.header, seats=seats, date=""), opening.events)


def opening_length(game: Game) -> int:
    """Return how many events a lesson's match begins with. Raises Refused: there is no lesson."""
    return _opening(game).version


@lru_cache(maxsize=16)
def _opening(game: Game) -> Match:
    """Return a lesson's opening, its events at the very beginning of the match."""
    lesson, text = _need(game), game.lesson_opening()
    if not text:
        chosen = game.with_options(**lesson.options)
        return Match.begin(Header(chosen, ["me"] * chosen.num_players, lesson.seed))
    recorded = read_record(text)
    events = (Event(0, event.kind, event.player, event.text) for event in recorded.events)
    return Match.replay(recorded.header, events)


# Its progress.


def status(match: Match) -> LessonStatus:
    """Return the progress of a match's lesson. Raises Refused if its game has none."""
    lesson = _need(match.game)
    total, number = len(lesson.steps), _step_number(lesson, match)
    if match.over:
        return LessonStatus(total, total, _(lesson.ending), (), (), waits=False, over=True)
    waits = lesson.learner in match.to_act
    step = lesson.steps[number]
    longest = max(
        (said for step in lesson.steps for said in (_(step.text), _answer(step))), key=len
    )
    text, points, moves = _(step.text), step.points, step.moves
    if not waits:
        text, points, moves = _("Watch what your opponent does."), (), ()
    return LessonStatus(number + 1, total, text, points, moves, waits, over=False, longest=longest)


def check_move(match: Match, player: int, text: str) -> None:
    """Refuse a move that doesn't complete the current step, with the step's sentence.

    Raises:
        Refused: the move doesn't complete the step, or is illegal.
    """
    step = _step(match)
    actions = notation.read(match.view(player), text)
    if not step.fits(str(match.game.notation.write(actions))):
        raise Refused(_answer(step))


def _answer(step: LessonStep) -> str:
    """Return what to say to a legal move that doesn't complete a step."""
    answer = _(step.otherwise)
    return f"{answer} {_(step.text)}" if step.otherwise == OTHERWISE else answer


def example(match: Match) -> str:
    """Return the first legal move of the learner that completes the current step.

    It is empty if the learner isn't to choose, or if any move completes the step.
    """
    view = match.view(_need(match.game).learner)
    fitting = (_fitting(view, pattern) for pattern in _step(match).moves)
    waits = not match.over and view.player in match.to_act
    return next(filter(None, fitting), "") if waits else ""


def _step(match: Match) -> LessonStep:
    lesson = _need(match.game)
    return lesson.steps[_step_number(lesson, match)]


@lru_cache(maxsize=256)
def _step_number(lesson: Lesson, match: Match) -> int:
    """Return the number of the current step, from 0.

    Each move of the learner completes a step. Steps that no legal move of the learner completes are
    skipped, so there is always something to do.
    """
    number = 0
    for view in _decisions(match, lesson.learner):
        number = _next_possible(lesson, number, view) + 1
    view = match.view(lesson.learner)
    waits = not match.over and lesson.learner in match.to_act
    return _next_possible(lesson, number, view) if waits else min(number, len(lesson.steps) - 1)


def _next_possible(lesson: Lesson, number: int, view: Observation) -> int:
    """Return the first step from a number on that some move of the viewer's completes."""
    last = len(lesson.steps) - 1
    while number < last and not _is_possible(lesson.steps[number], view):
        number += 1
    return min(number, last)


def _is_possible(step: LessonStep, view: Observation) -> bool:
    listed = notation.is_listed(view)
    return not step.moves or not listed or any(map(step.fits, notation.choices(view)))


def _decisions(match: Match, player: int) -> Iterator[Observation]:
    """Yield what a player saw before each of their choices since the opening, first to last."""
    for version in _choices(match, player):
        yield match.positions[version - 1].state.observe(player)


def _choices(match: Match, player: int) -> list[int]:
    """Return the versions after a player's choices since the opening that still count.

    Of a sealed choice that was changed, the last.
    """
    since, found = opening_length(match.game), dict[bytes, int]()
    for version in course(match.positions):
        event = match.events[version - 1]
        if version > since and event.player == player and event.kind in CHOICES:
            found.setdefault(match.positions[version - 1].state.data, version)
    return sorted(found.values())


# The opponents.


def reply(match: Match, player: int) -> str:
    """Return the choice of an opponent: the same in the same position."""
    view, made = match.view(player), len(_choices(match, player))
    patterns = _need(match.game).replies.get(player, ())
    fitting = _fitting(view, patterns[made]) if made < len(patterns) else None
    return choose(view, OPPONENT, made).move if fitting is None else fitting


def _fitting(view: Observation, pattern: str) -> str | None:
    """Return the first legal move that fits a pattern, None if there is none."""
    try:
        return str(view.game.notation.write(notation.read(view, pattern)))
    except Refused:
        return next((move for move in view.legal if fnmatchcase(move, pattern)), None)
