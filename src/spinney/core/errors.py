"""Refusals: one clear message that says what is wrong and what is possible instead."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from spinney.i18n import _


class Refused(ValueError):
    """A move, an option, a file that can't be accepted; the message is meant for people."""


def did_you_mean(word: str, candidates: Sequence[str], listed: str = "") -> str:
    """Return the end of a message: the candidates nearest to a word, or else a few of all.

    Args:
        word: what was given; capitals don't matter.
        candidates: the words that can be given.
        listed: all candidates in words, shown in place of a few of them.
    """
    folded = {candidate.casefold(): candidate for candidate in candidates}
    near = difflib.get_close_matches(word.casefold(), folded, n=3, cutoff=0.6)
    if near:
        return _("; did you mean {words}?", words=_(" or ").join(map(folded.__getitem__, near)))
    if not candidates:
        return _("; it has none")
    return _("; there are: {words}", words=listed or some(candidates))


def some(words: Sequence[str], most: int = 8) -> str:
    """Return a few of many words, for a message."""
    listed = ", ".join(words[:most])
    return (
        _("{words}, … ({count} in all)", words=listed, count=len(words))
        if len(words) > most
        else listed
    )
