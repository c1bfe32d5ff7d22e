"""The lines of a log as a page has them. A long match has hundreds, and all of them stay."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import chain

from markupsafe import Markup, escape

from spinney.core.notation import Line
from spinney.match import Match
from spinney.server import wording
from spinney.server.site import SAME, big, piece

PAGE = 16
"""How many lines are a piece of the page: of a long log only the last is sent again."""


class LogView:
    """The log of a match as one viewer's page has it. As the match goes on it is written on.

    Pieces that are full and have been shown are not kept: the page has them.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Write all of it the next time: the page has nothing of it."""
        self._begin(-1)

    def _begin(self, viewer: int) -> None:
        self._viewer, self._version, self._count = viewer, -1, 0
        self._shown = 0
        self._pieces: list[list[str]] = []

    def shown(self) -> None:
        """The page has what was written. The last piece may still grow."""
        self._shown += max(0, len(self._pieces) - 1)
        del self._pieces[:-1]

    def written(self, table_id: str, match: Match, viewer: int, names: Sequence[str]) -> str:
        """Return it as list items; once the match is over they lead to their moments.

        Args:
            table_id: the table's id.
            match: as it stands.
            viewer: who has heard what it tells; -1 for a spectator.
            names: what the players are called.
        """
        if match.over or viewer != self._viewer or self._version > match.version:
            self._begin(viewer)
        at, tones = f"/match/{table_id}/replay?at=", wording.colours(match.game.player_names)
        who = [*zip(names, tones, strict=True), ("", "")]  # -1: nobody
        moments = [frame.version for frame in match.frames] if match.over else []
        for version, lines in enumerate(
            match.lines_since(viewer, self._version), self._version + 1
        ):
            link = f"{at}{bisect_right(moments, version) - 1}" if moments else ""
            for line in lines:
                self._add(line, *who[line.player], link)
        self._version = match.version
        before = (f"{_mark(number)}{SAME}" for number in range(self._shown))
        return "\n".join((*before, *chain.from_iterable(self._pieces)))

    def _add(self, line: Line, name: str, colour: str, link: str) -> None:
        if self._count % PAGE == 0:
            self._pieces.append([_mark(self._count // PAGE)])
        self._count += 1
        self._pieces[-1].append(_item(self._count, line.text, name, colour, link))


def _mark(number: int) -> Markup:
    """Return the mark of where a piece of the log begins, given its number from 0."""
    return piece(f"log-{PAGE * number}")


def _item(number: int, text: str, name: str, colour: str, link: str) -> Markup:
    """Return a line as a list item.

    Args:
        number: of the line, from 1.
        text: of the line.
        name: of who said it; empty where it happened by itself.
        colour: theirs.
        link: the address of the moment it tells of; empty: it leads nowhere.
    """
    told = escape(text if name else big(text))
    told = Markup(f'<a href="{escape(link)}">{told}</a>') if link else told  # noqa: S704 - escaped
    kind = f' class="by-player tone-{colour}"' if name else ""
    who = f"<b>{escape(name)}:</b> " if name else ""
    return Markup(f'<li id="line-{number}"{kind}>{who}{told}</li>')  # noqa: S704 - likewise
