"""The default view of a game without boards: the fields of its record, as text."""

from __future__ import annotations

import textwrap
from collections.abc import Container
from typing import TYPE_CHECKING, Any

from spinney.drawing import Board
from spinney.drawing import text as words_at

if TYPE_CHECKING:
    from spinney.core.state import Observation, State


def field_lines(view: Observation | State, without: Container[str] = ()) -> list[str]:
    """Return the fields of a record in lines of text.

    An array with a number for each player names the players.
    """
    lines = []
    for name, value in view.record.to_json().items():
        if name in without:
            continue
        title = name.replace("_", " ")
        if isinstance(value, list) and len(value) == view.game.rules.PLAYERS:
            names = view.game.display_names
            words = ", ".join(f"{n} {v}" for n, v in zip(names, value, strict=False))
        else:
            words = _plain(value)
        lines.append(f"{title}: {words}")
    return lines


def _plain(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def text_board(view: Observation | State, text: str) -> Board:
    """Return a board that shows a text in lines that fit a phone."""
    lines = [part for line in text.splitlines() for part in textwrap.wrap(line, 44) or [""]]
    drawn = "".join(words_at(line, 12, 24 + 20 * k, "note") for k, line in enumerate(lines))
    return Board("table", view.game.title, 360, 20 * len(lines) + 20, drawn, " ".join(lines))
