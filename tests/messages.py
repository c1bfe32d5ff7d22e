"""The messages that a table's socket has sent."""

from __future__ import annotations

import json
from typing import Any


def page_html(message: str | bytes | dict[str, Any]) -> str:
    """Return what is new on the page around the boards; empty: the message is not a picture."""
    data = message if isinstance(message, dict) else json.loads(message)
    return "".join(filter(None, data.get("page", {}).values()))
