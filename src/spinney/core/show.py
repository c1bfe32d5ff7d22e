"""Showing a state: the game's own picture and text, or plain ones for a game that has none.

A game's ``picture`` module has ``boards(view, layout) -> list of Board``, ``areas(layout)``, where
they go on one sheet, and ``text(view) -> str`` for terminals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..drawing.board import Board, sheet

if TYPE_CHECKING:
    from .state import Observation, State

LAYOUTS = ("wide", "narrow")


def text(view: Observation | State) -> str:
    """Return a state or what a player sees of it, in lines of text."""
    picture = view.game.part("picture")
    if picture is not None and hasattr(picture, "text"):
        return str(picture.text(view))
    return "\n".join(f"{name}: {_plain(value)}" for name, value in view.record.to_json().items())


def _plain(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)
