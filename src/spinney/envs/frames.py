"""The frames that ``render()`` returns: a position as text, or as a picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from spinney.core.arguments import check_choice
from spinney.core.errors import Refused
from spinney.core.state import Observation
from spinney.drawing.pixels import Bytes, can_draw, pixels

ANSI, RGB_ARRAY, HUMAN = "ansi", "rgb_array", "human"
SPECTATOR = -1
"""The observer of the default view: a spectator."""


def check_render_mode(mode: str | None, modes: Sequence[str]) -> None:
    """Refuse an unknown mode, or one that needs a package that is not installed."""
    check_choice("render_mode", mode, (None, *modes))
    if mode == RGB_ARRAY and not can_draw():
        raise Refused(
            "render_mode 'rgb_array' needs resvg: pip install -e '.[draw]' in the folder of Spinney"
        )


def frame(view: Observation, mode: str | None) -> str | Bytes | None:
    """Return a position as text, or as a picture, uint8 of shape ``(height, width, 3)``.

    None if nothing is to be returned.
    """
    if mode == RGB_ARRAY:
        return pixels(view.svg(theme="light"))
    return str(view) if mode == ANSI else None


def write_text(view: Observation, mode: str | None) -> None:
    """Write a position as text, in the mode for people."""
    if mode == HUMAN:
        sys.stdout.write(f"{view}\n")
