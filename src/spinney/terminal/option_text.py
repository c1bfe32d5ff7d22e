"""The values of a game's option in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spinney.i18n import _

if TYPE_CHECKING:
    from spinney.core.options import Option


def values_text(option: Option) -> str:
    """Return the values that an option can have, and the words it can be put together of."""
    values = " | ".join(option.value_words)
    if not option.parts:
        return values
    return _("{values} | or some of: {words}", values=values, words=", ".join(option.parts))
