"""The refusal of one request too many."""

from __future__ import annotations

from spinney.i18n import _


class RateLimited(Exception):
    """That was more than anybody may ask.

    Attributes:
        seconds: when to ask again.
    """

    def __init__(self, seconds: float, why: str = "") -> None:
        super().__init__(why or _("that was a lot at once; wait a moment"))
        self.seconds = max(1, round(seconds + 0.5))
