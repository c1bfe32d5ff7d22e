"""Refusals: one clear message that says what is wrong and what is possible instead."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from spinney.i18n import _


class Refused(ValueError):
    """A move, an option, a file that can't be accepted; the message is meant for people."""


def did_you_mean(word: str, candidates: Sequence[str]) -> str:
    """Return the end of a message: the nearest candidates, or all of them."""
    near = difflib.get_close_matches(word.lower(), candidates, n=3, cutoff=0.6)
    if near:
        return _("; did you mean {words}?", words=_(" or ").join(near))
    return (
        _("; there are: {words}", words=", ".join(candidates)) if candidates else _("; it has none")
    )


def some(words: Sequence[str], most: int = 8) -> str:
    """Return a few of many words, for a message."""
    listed = ", ".join(words[:most])
    return (
        _("{words}, … ({count} in all)", words=listed, count=len(words))
        if len(words) > most
        else listed
    )
