"""Messages behind commands, as the contest shows them."""

from __future__ import annotations

LONGEST_MESSAGE, KEPT = 48, 46
"""In units of UTF-16: up to how many a message is shown whole, and what is shown of others."""


def displayed(message: str) -> str:
    """Return a message as it is shown: without space about it, and not too long."""
    message = message.strip("".join(map(chr, range(33))))
    units = message.encode("utf-16-le", "surrogatepass")
    if len(units) > 2 * LONGEST_MESSAGE:
        units = units[: 2 * KEPT] + "...".encode("utf-16-le")
    return units.decode("utf-16-le", "replace")
