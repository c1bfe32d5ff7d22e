"""The text of a guide where no pictures can be shown."""

from __future__ import annotations

import re

PICTURE = re.compile(r"^!\[([^\]]*)\]\(picture:[a-z0-9-]+\)$", re.M)


def without_pictures(guide: str) -> str:
    """Return a guide in Markdown with the descriptions of its pictures in their place."""
    return PICTURE.sub(lambda picture: f"*{picture[1]}*" if picture[1] else "", guide)
