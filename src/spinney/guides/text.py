"""The text of a guide where no pictures can be shown."""

from __future__ import annotations

import re

PICTURE = re.compile(r"^!\[[^\]]*\]\(picture:[a-z0-9-]+\)\n+", re.M)


def without_pictures(guide: str) -> str:
    """Return a guide in Markdown without the pictures that are drawn for it."""
    return PICTURE.sub("", guide)
