"""Words listed as the reader's language lists them."""

from __future__ import annotations

from collections.abc import Sequence

from spinney.i18n import _


def and_list(words: Sequence[str]) -> str:
    """Return words as a list: ``Ann, Ben and Carl``; empty for none."""
    *most, last = words or ("",)
    return _("{most} and {last}", most=", ".join(most), last=last) if most else last


def or_list(words: Sequence[str]) -> str:
    """Return words as a choice: ``plant, dig or start``; empty for none."""
    *most, last = words or ("",)
    return _("{most} or {last}", most=", ".join(most), last=last) if most else last
