"""Sentences and steps, for any game: reading what was said, and saying why it can't be.

A game's ``sentences`` module has at least ``write(steps) -> str``. It may have

* ``read(text) -> list of steps``, for more than the exact wording (a set in any order); it raises
  `Refused` for what is no sentence of the game at all;
* ``refuse(view, steps, at) -> str``: why ``steps[at]`` can't follow here and what would do;
* ``tell(facts) -> str``: what was heard besides steps, in words;
* ``gloss(word) -> str``: what a word means that doesn't say it itself, for a page;
* ``lay(record, …)`` and ``laid(record)``: given deals, from words and back;
* ``beside(view)``, where words can be understood only beside a table (a plant called by its name):
  what has ``read``, ``tell`` and ``gloss`` for that view, in place of the module's own, and
  ``aloud(steps) -> str``, a sentence as a log has it.

A game may have a module ``announcements`` with ``announce(before, after, facts)``: what an umpire
says aloud of something that happened, in lines, from what a listener saw before and after it. Logs
have that in place of ``tell``; records, which are compared byte by byte, keep the words of
``tell``.

Everything here works on observations: an answer can't give away what the asker may not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from spinney.core.errors import Refused, did_you_mean, some

if TYPE_CHECKING:
    from spinney.core.state import Moment, Observation, State

LONGEST = 64
"""The most steps a sentence can have."""
MANY = 2000
"""Up to so many sentences are listed for a page."""


def read(view: Observation, text: str) -> tuple[int, ...]:
    """Return the steps of a complete, legal sentence of the viewer.

    Raises:
        Refused: it isn't one; the message says why and what would do.
    """
    if view.player not in view.awaits:
        raise Refused(_not_now(view))
    text = " ".join(text.split())
    sentences = _beside(view)
    if hasattr(sentences, "read"):
        steps = tuple(sentences.read(text))
        _check(view, steps)
        return steps
    for steps in _matching(view._world(), view.player, (), text.lower()):
        return steps
    known = [str(sentences.write([step])) for step in view.steps]
    raise Refused(f"{text!r} can't be said now" + did_you_mean(text, known))


def _beside(view: Observation) -> Any:
    """What reads and tells for a view: the game's ``sentences``, or what they provide for it."""
    sentences = view.game.sentences
    return sentences.beside(view) if hasattr(sentences, "beside") else sentences


def gloss(view: Observation, word: str) -> str:
    """Return what a word means that doesn't say it itself; empty for all others."""
    meaning = getattr(_beside(view), "gloss", None)
    return str(meaning(word)) if meaning else ""


def _not_now(view: Observation) -> str:
    if view.over:
        return "the game is over"
    waiting = " and ".join(view.game.player_names[p] for p in view.awaits)
    return f"it is not {view.viewer}'s turn: {waiting} must choose"


def _check(view: Observation, steps: tuple[int, ...]) -> None:
    """Refuse steps of which one is illegal, or that end too early or go on too long."""
    state = view._world()
    for at, step in enumerate(steps):
        goes_on = at == 0 or state.midway(view.player)
        legal = state._steps(view.player) if goes_on else ()
        if step not in legal:
            raise Refused(_reason(view, steps, at, legal))
        state = state._after(view.player, step)
    if not steps or state.midway(view.player):
        raise Refused(_reason(view, steps, len(steps), state._steps(view.player)))


def _reason(view: Observation, steps: tuple[int, ...], at: int, legal: Sequence[int]) -> str:
    refuse = getattr(view.game.sentences, "refuse", None)
    if refuse is not None:
        return str(refuse(view, steps, at))
    write = view.game.sentences.write
    if not legal:
        return f"{write(steps[:at])!r} is a whole sentence; say one at a time"
    ways = some([write([*steps[:at], step]) for step in legal])
    said = f"{write(steps[: at + 1])!r}" if at < len(steps) else "that is not all of it, and it"
    return f"{said} can't be said now; what can: {ways}"


def _matching(
    state: State, player: int, before: tuple[int, ...], text: str
) -> Iterator[tuple[int, ...]]:
    """Yield the sentences that are written exactly as ``text``, following only its beginnings."""
    write = state.game.sentences.write
    for step in state._steps(player):
        steps = (*before, step)
        written = write(steps).lower()
        if text != written and not text.startswith(written + " "):
            continue
        after = state._after(player, step)
        if after._midway(player):
            yield from _matching(after, player, steps, text)
        elif text == written:
            yield steps


class Following(NamedTuple):
    """What can follow the beginning of a sentence.

    Attributes:
        words: the words of one more step, without what was said.
        whole: does the sentence end there?
    """

    words: tuple[str, ...]
    whole: bool


def following(view: Observation, said: str) -> Iterator[Following]:
    """Yield what can follow words already said, as far as the next step tells.

    Nothing is yielded where no sentence of the viewer begins so. Capitals don't matter.
    """
    said = " ".join(said.split())
    state, steps = _as_far_as(view, said)
    write = view.game.sentences.write
    for step in state._steps(view.player):
        written = str(write([*steps, step]))
        if not said or _begins(written, said):
            whole = not state._after(view.player, step).midway(view.player)
            yield Following(tuple(written[len(said) :].split()), whole)


def _as_far_as(view: Observation, said: str) -> tuple[State, tuple[int, ...]]:
    """Return a possible state after all steps that are wholly said, and those steps."""
    state, steps = view._world(), tuple[int, ...]()
    while step := _next(state, view.player, steps, said):
        state, steps = state._after(view.player, step[0]), (*steps, *step)
    return state, steps


def _next(state: State, player: int, steps: tuple[int, ...], said: str) -> tuple[int, ...]:
    """Return the step whose words come next in what was said, if there is one."""
    write = state.game.sentences.write
    so_far = write(steps)
    for step in state._steps(player):
        written = str(write([*steps, step]))
        whole = written != so_far and _begins(said, written)
        if whole and state._after(player, step).midway(player):
            return (step,)
    return ()


def _begins(text: str, beginning: str) -> bool:
    """Is the text these words, or these and more? Capitals don't matter."""
    return f"{text} ".lower().startswith(f"{beginning} ".lower())


def words(view: Observation) -> frozenset[str]:
    """Return every word of every sentence the viewer can say; of a long list the next words."""
    return frozenset(word for sentence in choices(view) for word in sentence.split())


@lru_cache(maxsize=64)
def choices(view: Observation) -> tuple[str, ...]:
    """Return the viewer's complete sentences, or where there are too many the next beginnings.

    `is_listed` tells which.
    """
    write, whole = view.game.sentences.write, _whole(view)
    if whole is not None:
        return tuple(map(write, whole))
    return tuple(dict.fromkeys(write([step]) for step in view.steps))


def is_listed(view: Observation) -> bool:
    """Are the viewer's sentences few enough to be listed whole?"""
    return _whole(view) is not None


@lru_cache(maxsize=64)
def _whole(view: Observation) -> tuple[tuple[int, ...], ...] | None:
    """Return the viewer's sentences as their steps; None: there are too many to list."""
    return view.legal.few(MANY)


class Line(NamedTuple):
    """A line of a log.

    Attributes:
        player: who said it; -1 if it happened by itself.
        text: what was said or became known.
    """

    player: int
    text: str


def aloud(view: Observation, text: str) -> str:
    """Return a sentence of the viewer's as a log has it. Raises Refused if it can't be said."""
    say = getattr(_beside(view), "aloud", None)
    return str(say(read(view, text))) if say else text


def log(listener: int, moments: Sequence[Moment], announced: bool = True) -> Iterator[Line]:
    """Yield, in words, what a listener heard of what happened.

    ``announced``: with the game's announcements, where it has any.
    """
    announcer = moments[0].state.game.part("announcements") if announced and moments else None
    steps: list[int] = []
    speaker = -1
    for moment in moments:
        if moment.player == -1 and moment.step == 0:
            continue
        actions = moment.state.game.rules.ACTIONS
        for code in _runs(moment.heard(listener), actions):
            if code[0] < actions:
                steps += code
                speaker = moment.player
                continue
            if steps:
                yield Line(speaker, _aloud(moment, listener, steps))
                steps = []
            if announcer is None:
                yield Line(-1, _tell(moment, listener, code))
            else:
                yield from _announced(announcer, moment, listener, code)
        if steps and not moment.state.midway(speaker):
            yield Line(speaker, _aloud(moment, listener, steps))
            steps = []
            if announcer is not None:
                yield from _announced(announcer, moment, listener, ())
    if steps:
        yield Line(speaker, _aloud(moments[-1], listener, steps))


def _runs(codes: Sequence[int], actions: int) -> Iterator[list[int]]:
    """Split codes into runs of steps and runs of facts."""
    run: list[int] = []
    for code in codes:
        if run and (run[0] < actions) != (code < actions):
            yield run
            run = []
        run.append(code)
    if run:
        yield run


def _aloud(moment: Moment, listener: int, steps: Sequence[int]) -> str:
    sentences = _heard_by(moment, listener)
    say = getattr(sentences, "aloud", None) or sentences.write
    return str(say(steps))


def _announced(
    announcer: Any, moment: Moment, listener: int, facts: Sequence[int]
) -> Iterator[Line]:
    before, after = moment.before.observe(listener), moment.state.observe(listener)
    return (Line(-1, text) for text in announcer.announce(before, after, facts))


def _tell(moment: Moment, listener: int, facts: Sequence[int]) -> str:
    tell = getattr(_heard_by(moment, listener), "tell", None)
    return str(tell(facts)) if tell else " ".join(map(str, facts))


def _heard_by(moment: Moment, listener: int) -> Any:
    """What tells a listener of a moment, beside the table as they saw it right before."""
    sentences = moment.before.game.sentences
    return _beside(moment.before.observe(listener)) if hasattr(sentences, "beside") else sentences
