"""The default view of a game without boards: the fields of its record, as text."""

from __future__ import annotations

import textwrap
from collections.abc import Container, Sequence
from typing import TYPE_CHECKING, Any

from spinney.drawing import Board
from spinney.drawing import text as words_at

if TYPE_CHECKING:
    from spinney.core.state import Observation, State
    from spinney.kernel.records import Field


def field_lines(view: Observation | State, without: Container[str] = ()) -> list[str]:
    """Return the fields of a record in lines of text.

    An array that declares that it has a number for each player names the players.
    """
    fields, names = view.game.record_class.fields, view.game.display_names
    return [
        f"{name.replace('_', ' ')}: {_words(fields[name], value, names)}"
        for name, value in view.record.to_json().items()
        if name not in without
    ]


def _words(field: Field, value: Any, names: Sequence[str]) -> str:
    """Return the value of a field, with the players' names where it has a number for each."""
    if not isinstance(value, list):
        return str(value)
    if field.seats == 0 and len(field.shape) == 1:  # it is as long as the most players there can be
        return ", ".join(f"{name} {number}" for name, number in zip(names, value, strict=False))
    return " ".join(map(str, value))


def text_board(view: Observation | State, text: str) -> Board:
    """Return a board that shows a text in lines that fit a phone."""
    lines = [part for line in text.splitlines() for part in textwrap.wrap(line, 44) or [""]]
    drawn = "".join(words_at(line, 12, 24 + 20 * k, "note") for k, line in enumerate(lines))
    return Board("table", view.game.title, 360, 20 * len(lines) + 20, drawn, " ".join(lines))
