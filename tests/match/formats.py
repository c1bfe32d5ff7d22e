"""Records of earlier formats, as the present one writes them."""

from __future__ import annotations

import re

KINDS = {"say": "move", "lapse": "forfeit", "sit": "substitute", "deliver": "acknowledge"}
EVENT = re.compile(r"^(\d+\. \S+ [^:(]*)\(([a-z]+)\)", re.M)


def as_version_2(text: str) -> str:
    """Return a record of version 1 or 2 in version 2: another first line, other kinds of events."""
    first, rest = text.split("\n", 1)
    if first != "Spinney record 1":
        return text
    rest = EVENT.sub(lambda found: f"{found[1]}({KINDS.get(found[2], found[2])})", rest)
    return f"Spinney record 2\n{rest}"
