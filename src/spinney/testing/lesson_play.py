"""Promises of lessons: every step can be done and seen, and the lesson ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from itertools import islice
from random import Random

from spinney import lessons
from spinney.core import notation, rendering
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.lesson import LessonStep
from spinney.core.state import Observation
from spinney.match import Match
from spinney.testing.violations import Broken, hold

LONGEST = 200
"""The most choices of its learner that a lesson may take."""
LOOKED_AT = 500
"""The most legal moves among which one that completes a step is drawn."""
PIECE = re.compile(r' (?:id|data-word)="([^"]+)"')


def check_lesson(game: Game, seed: int) -> Match | None:
    """Play a game's lesson to its end, by moves that complete its steps, drawn by a seed.

    Returns:
        the match; None: the game has no lesson.

    Raises:
        Broken: a promise was not kept.
    """
    lesson = lessons.lesson_of(game)
    if lesson is None:
        return None
    rng, done, match = Random(seed), set[int](), lessons.begin_lesson(game)
    for _ in range(LONGEST):
        match = _let_others_choose(match, lesson.learner)
        now = lessons.status(match)
        if now.over:
            _check_done(match, done, now.total)
            return match
        done.add(now.number)
        match = _do(match, lesson.learner, lesson.steps[now.number - 1], rng)
    raise Broken("a lesson ends", match.state, f"{LONGEST} choices were made")


def _let_others_choose(match: Match, learner: int) -> Match:
    """Return the match when only the learner is to choose, or nobody."""
    while not match.over and (others := [p for p in match.to_act if p != learner]):
        said = lessons.reply(match, others[0])
        hold(said == lessons.reply(match, others[0]), "an opponent repeats itself", match.state)
        match = match.play(others[0], said, 0)
    return match


def _check_done(match: Match, done: set[int], total: int) -> None:
    missed = sorted({*range(1, total + 1)} - done)
    hold(not missed, "every step of a lesson comes", match.state, missed)


def _do(match: Match, learner: int, step: LessonStep, rng: Random) -> Match:
    """Complete a step, after checking that it can be done and seen."""
    view = match.view(learner)
    _check_points(view, step)
    fitting = list(islice(_fitting(view, step), LOOKED_AT))
    hold(bool(fitting), "some move completes the step", view, step.moves)
    move = rng.choice(fitting)
    lessons.check_move(match, learner, move)
    _check_others_refused(match, view, step)
    return match.play(learner, move, 0)


def _check_points(view: Observation, step: LessonStep) -> None:
    """Check that the pieces at which a step points exist, on wide and on narrow pages."""
    for layout in rendering.LAYOUTS if step.points else ():
        drawn = "".join(board.svg() for board in rendering.boards(view, layout))
        pieces = set(PIECE.findall(drawn))
        for pattern in step.points:
            there = any(fnmatchcase(piece, pattern) for piece in pieces)
            hold(there, "a step points at pieces on the boards", view, f"{layout}: {pattern}")


def _fitting(view: Observation, step: LessonStep) -> Iterator[str]:
    """Yield the legal moves that complete a step, those first that it writes out."""
    for move in step.moves:
        try:
            yield str(view.game.notation.write(notation.read(view, move)))
        except Refused:
            continue
    yield from (move for move in view.legal if step.fits(move))


def _check_others_refused(match: Match, view: Observation, step: LessonStep) -> None:
    """Check that another legal move is answered with the step's sentence."""
    other = next((move for move in islice(view.legal, LOOKED_AT) if not step.fits(move)), None)
    if other is None:
        return
    try:
        lessons.check_move(match, view.player, other)
    except Refused:
        return
    raise Broken("a move that doesn't complete a step is refused", view, other)
