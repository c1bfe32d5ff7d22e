"""Words listed as the reader's language lists them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from spinney.i18n import _, pgettext


def and_list(words: Sequence[str]) -> str:
    """Return words as a list: ``Ann, Ben and Carl``; empty for none."""
    *most, last = words or ("",)
    return _("{most} and {last}", most=", ".join(most), last=last) if most else last


def or_list(words: Sequence[str]) -> str:
    """Return words as a choice: ``plant, dig or start``; empty for none."""
    *most, last = words or ("",)
    return _("{most} or {last}", most=", ".join(most), last=last) if most else last


def result(totals: Iterable[int], lowest_first: bool = False) -> str:
    """Return the totals of players as people say them: ``21 to 18``, or ``18 to 21`` to losers."""
    to = pgettext("between the totals of players", " to ")
    return to.join(map(str, sorted(totals, reverse=not lowest_first)))
