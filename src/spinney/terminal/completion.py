"""Complete a move word by word."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.lexers import Lexer

from spinney.core import notation
from spinney.core.errors import Refused
from spinney.terminal.colours import inks

if TYPE_CHECKING:
    from collections.abc import Callable

    from spinney.core.game import Game
    from spinney.core.state import Observation


class MoveCompleter(Completer):
    """Completes the viewer's legal moves, and the commands, which begin a line too.

    Words are offered in their order. Sets may be named in any order: other words of a move that has
    all that was typed are offered if the game reads the same move with them in front. Where there
    are too many moves to list, words are offered in their order only, one action after another.
    """

    def __init__(self, view: Observation, commands: Sequence[str] = ()) -> None:
        self._view, self._commands = view, commands

    @cached_property
    def _choices(self) -> list[list[str]]:
        return [move.split() for move in notation.choices(self._view)]

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterator[Completion]:  # noqa: ARG002
        """Yield the words that can come where the cursor is."""
        *typed, partial = document.text_before_cursor.lstrip().split(" ") or [""]
        for word in self.following([word for word in typed if word]):
            if word.lower().startswith(partial.lower()) and word != partial:
                yield Completion(word, start_position=-len(partial))

    def following(self, typed: Sequence[str]) -> list[str]:
        """Return the words that can come next, each once, in the order of the moves."""
        if not typed:
            return _unique([*(choice[0] for choice in self._choices), *self._commands])
        if not notation.is_listed(self._view):
            return _unique(next_.words[0] for next_ in self._next(typed) if next_.words)
        said = [word.lower() for word in typed]
        in_order = (choice[len(said)] for choice in self._choices if _begins(choice, said))
        found = dict.fromkeys(in_order)
        for choice in self._choices:
            for word in self._out_of_order(choice, typed):
                if word not in found and self._reads_alike(choice, typed, word):
                    found[word] = None
        return list(found)

    def _out_of_order(self, choice: Sequence[str], typed: Sequence[str]) -> list[str]:
        """Return the words that a move has besides those typed, if it has those."""
        return _rest(choice, [word.lower() for word in typed]) if self._is_read else []

    def _reads_alike(self, choice: Sequence[str], typed: Sequence[str], word: str) -> bool:
        """Does a move mean the same with its words as typed, then this one, then the others?"""
        rest = _rest(choice, [*(said.lower() for said in typed), word.lower()])
        try:
            return self._read([*typed, word, *rest]) == self._read(choice)
        except Refused:
            return False

    @property
    def _is_read(self) -> bool:
        """Does the game read moves? If not, only its own wording is understood."""
        return hasattr(notation.for_view(self._view), "read")

    def _read(self, words: Sequence[str]) -> list[int]:
        return list(notation.for_view(self._view).read(" ".join(words)))

    def _next(self, typed: Sequence[str]) -> Iterator[notation.Following]:
        return notation.following(self._view, " ".join(typed))


def _begins(choice: Sequence[str], said: Sequence[str]) -> bool:
    """Does a move have more words than these, and begin with them?"""
    lowered = [word.lower() for word in choice[: len(said)]]
    return len(choice) > len(said) and lowered == list(said)


def _rest(choice: Sequence[str], said: Sequence[str]) -> list[str]:
    """Return the other words of a move; none if it lacks one of the words given."""
    if choice[0].lower() != said[0]:
        return []
    left = list(choice[1:])
    for word in said[1:]:
        at = next((i for i, own in enumerate(left) if own.lower() == word), None)
        if at is None:
            return []
        del left[at]
    return left


def _unique(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))


class Colours(Lexer):
    """Colours a line about a game as it is typed."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        """Return the function that styles each line."""
        return lambda number: coloured(self._game, document.lines[number])


def coloured(game: Game, text: str) -> StyleAndTextTuples:
    """Return a line about a game in pieces, each with its style."""
    parts: StyleAndTextTuples = []
    at = 0
    for ink in sorted(inks(game, text)):
        if ink.start >= at:
            style = f"{ink.colour} bg:{ink.ground}" if ink.ground else f"{ink.colour} bold"
            parts += [("", text[at : ink.start]), (style, text[ink.start : ink.end])]
            at = ink.end
    return [*parts, ("", text[at:])]
