"""Clean what people write: remove characters that steer a terminal or the direction of writing."""

from __future__ import annotations

import unicodedata


def without_controls(text: str) -> str:
    """Return a text without control characters, but for line ends and tabs."""
    return "".join(c for c in text if c in "\n\t" or not _steers(c))


def _steers(character: str) -> bool:
    turns = "\u202a" <= character <= "\u202e" or "\u2066" <= character <= "\u2069"
    return turns or unicodedata.category(character) in ("Cc", "Cs")
