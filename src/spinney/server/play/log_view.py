"""The lines of a log as a page has them. A long match has hundreds, and all of them stay."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from itertools import chain

from markupsafe import Markup, escape

from spinney.core.narration import Sentence, named
from spinney.match import Match
from spinney.server import wording
from spinney.server.template_environment import SAME, piece

PAGE = 16
"""How many lines are a piece of the page: of a long log only the last is sent again."""


NamesOfSeats = Callable[[tuple[str, ...]], Sequence[str]]
"""Returns what the players are called while they sit on some seats."""


class LogView:
    """The log of a match as one viewer's page has it. As the match goes on it is written on.

    Pieces that are full and have been shown are not kept: the page has them.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Write all of it the next time: the page has nothing of it."""
        self._begin(-1, frozenset())

    def _begin(self, viewer: int, undone: frozenset[int]) -> None:
        self._viewer, self._undone, self._version, self._count = viewer, undone, -1, 0
        self._shown = 0
        self._pieces: list[list[str]] = []

    def mark_shown(self) -> None:
        """The page has what was written. The last piece may still grow."""
        self._shown += max(0, len(self._pieces) - 1)
        del self._pieces[:-1]

    def written(self, table_id: str, match: Match, viewer: int, names: NamesOfSeats) -> str:
        """Return it as list items; once the match is over they lead to their frames.

        Lines of choices that were taken back are marked as such.

        Args:
            table_id: the table's id.
            match: as it stands.
            viewer: who has learnt what it tells, and is "you" in it; -1 for a spectator.
            names: returns what the players are called while they sit on these seats.
        """
        changed = viewer != self._viewer or match.undone != self._undone
        if match.over or changed or self._version > match.version:
            self._begin(viewer, match.undone)
        at = f"/match/{table_id}/replay?at="
        tones = (*wording.colours(match.game.player_names), "")  # -1: nobody
        frames = [frame.version for frame in match.frames] if match.over else []
        first = self._version + 1
        for version, sentences in enumerate(match.sentences_since(viewer, self._version), first):
            link = f"{at}{bisect_right(frames, version) - 1}" if frames else ""
            called = names(match.positions[version].seats) if sentences else ()
            classes = "undone" if version in match.undone else ""
            for sentence in sentences:
                self._add(sentence, called, classes, tones[sentence.player], link)
        self._version = match.version
        before = (f"{_mark(number)}{SAME}" for number in range(self._shown))
        return "\n".join((*before, *chain.from_iterable(self._pieces)))

    def _add(
        self, sentence: Sentence, names: Sequence[str], classes: str, colour: str, link: str
    ) -> None:
        if self._count % PAGE == 0:
            self._pieces.append([_mark(self._count // PAGE)])
        self._count += 1
        classes = f"{classes} by-player tone-{colour}".strip() if colour else classes
        self._pieces[-1].append(_item(self._count, sentence, names, classes, link))


def _mark(number: int) -> Markup:
    """Return the mark of where a piece of the log begins, given its number from 0."""
    return piece(f"log-{PAGE * number}")


def _item(number: int, sentence: Sentence, names: Sequence[str], classes: str, link: str) -> Markup:
    """Return a sentence as a list item.

    Args:
        number: of the line, from 1.
        sentence: what it tells.
        names: of the players.
        classes: how the item looks, separated by spaces.
        link: the address of the frame it tells of; empty: it leads nowhere.
    """
    html = in_html(sentence.text, names)
    html = Markup(f'<a href="{escape(link)}">{html}</a>') if link else html  # noqa: S704 - escaped
    kind = f' class="{classes}"' if classes else ""
    move = f" {notation_in_html(sentence.notation)}" if sentence.notation else ""
    return Markup(f'<li id="line-{number}"{kind}>{html}{move}</li>')  # noqa: S704 - likewise


def in_html(text: str, names: Sequence[str]) -> Markup:
    """Return a sentence with the names of players set off from its words."""
    html = named(str(escape(text)), lambda player: f"<b>{escape(names[player])}</b>")
    return Markup(html)  # noqa: S704 - escaped


def notation_in_html(move: str) -> Markup:
    """Return a move in the notation, for viewers who turned the notation on."""
    return Markup(f'<code class="display-notation">{escape(move)}</code>')  # noqa: S704 - escaped
