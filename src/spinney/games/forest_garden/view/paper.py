"""The paper of plant cards: their ground, and lines of words that fit on it."""

from __future__ import annotations

from spinney.drawing.svg import text

HALO = '<rect class="halo" x="-6" y="-6" width="92" height="112" rx="14"/>'
PAPER = '<rect class="face" width="80" height="100" rx="9"/>'
RIM = '<rect class="rim" x="4" y="4" width="72" height="92" rx="6"/>'
GROUND = (
    f'{PAPER}<path class="meadow" d="M0 75Q22 68 42 73T80 71V91a9 9 0 0 1-9 9H9a9 9 0 0 1-9-9z"/>'
)
DEEP_GROUND = (
    f'{PAPER}<path class="meadow" d="M0 66Q22 59 42 64T80 62V91a9 9 0 0 1-9 9H9a9 9 0 0 1-9-9z"/>'
)
"""The meadow is deeper on a tiny card, whose disc and cubes are large."""


def line(said: str, x: float, y: float, class_: str, most: int, width: float) -> str:
    """A line around x; with more than `most` letters it is drawn together to a width."""
    if len(said) <= most:
        return text(said, x, y, class_)
    return text(said, x, y, class_, textLength=width, lengthAdjust="spacingAndGlyphs")
