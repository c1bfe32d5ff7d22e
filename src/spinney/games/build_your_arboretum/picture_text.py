"""The table of Build Your Arboretum as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spinney.core.state import Observation, State


def text(view: Observation | State) -> str:
    """Return the table in lines of at most 80 characters."""
    return ""
