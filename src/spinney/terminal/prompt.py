"""Input: a line from a person at a keyboard, or from a pipe."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app
from prompt_toolkit.completion import Completer, WordCompleter
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from spinney.terminal.completion import Colours, MoveCompleter, coloured

if TYPE_CHECKING:
    from rich.console import Console

    from spinney.core.state import Observation

LOOK = Style.from_dict({"bottom-toolbar": "noreverse italic"})


class TimeRanOut(Exception):
    """The time for an answer is over."""


@dataclass(frozen=True)
class Question:
    """A question, and help for its answer.

    Attributes:
        prompt: the text before the answer.
        view: the person's; its moves complete the answer.
        words: more words that can be answered.
        below: returns the line below the answer for so many columns, every second while a clock
            runs.
        seconds: until `TimeRanOut`; None: no hurry.
        said: the person's earlier answers, oldest first, to go back to.
    """

    prompt: str
    view: Observation | None = None
    words: tuple[str, ...] = ()
    below: Callable[[int], str] | None = None
    seconds: float | None = None
    said: tuple[str, ...] = ()


class Input(Protocol):
    """A source of answers.

    Attributes:
        live: is there a person at a screen, who can be shown secrets and asked to look away?
    """

    live: bool

    def ask(self, question: Question) -> str:
        """Return a line. Raises EOFError at the end of input, TimeRanOut, KeyboardInterrupt."""


def open_input(out: Console) -> Input:
    """Return the keyboard, or the pipe if either side is not a terminal."""
    return Keyboard() if sys.stdin.isatty() and out.is_terminal else Pipe(out)


@dataclass
class Pipe:
    """Lines from stdin, each written after its prompt, so that the output reads like a talk."""

    out: Console
    live: bool = field(default=False, init=False)

    def ask(self, question: Question) -> str:
        """Return the next line."""
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        self.out.print(f"{question.prompt} {line.strip()}", soft_wrap=True)
        return line.strip()


class Keyboard:
    """A person, with completion, colours and a history."""

    live = True

    def ask(self, question: Question) -> str:
        """Return the line the person enters."""
        view = question.view
        session: PromptSession[str] = PromptSession(
            _prompt(question),
            history=InMemoryHistory(list(question.said)),
            completer=_completer(question),
            complete_style=CompleteStyle.READLINE_LIKE,  # a list on Tab, and no menu to dodge
            reserve_space_for_menu=0,
            lexer=Colours(view.game) if view else None,
            bottom_toolbar=_toolbar(question.below),
            refresh_interval=0 if question.seconds is None else 1,
            style=LOOK,
        )
        return str(session.prompt(pre_run=lambda: _end_after(question.seconds))).strip()


def _toolbar(below: Callable[[int], str] | None) -> Callable[[], str] | None:
    """Return the function for the line below the answer in the current application."""
    return None if below is None else lambda: below(get_app().output.get_size().columns)


def _end_after(seconds: float | None) -> None:
    """End the current prompt with `TimeRanOut` after some seconds."""
    if seconds is None:
        return
    wait, app = max(0.0, seconds), get_app()

    async def end() -> None:
        await asyncio.sleep(wait)
        app.exit(exception=TimeRanOut())

    app.create_background_task(end())


def _completer(question: Question) -> Completer:
    if question.view is None:
        return WordCompleter(list(question.words), sentence=True)
    return MoveCompleter(question.view, question.words)


def _prompt(question: Question) -> StyleAndTextTuples:
    if question.view is None:
        return [("bold", f"{question.prompt} ")]
    return [*coloured(question.view.game, question.prompt), ("", " ")]
