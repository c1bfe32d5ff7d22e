"""Text that fits: it is cut with an ellipsis, between letters, and no more than it must be."""

from __future__ import annotations

import pytest

from spinney.drawing import fitted, shortened, text_width


@pytest.mark.parametrize("size", [12.5, 20])
@pytest.mark.parametrize("text", ["Wilhelmina Featherstone", "W" * 14, "李小龙和他的朋友们"])
def test_a_text_is_as_wide_as_there_is_room(text: str, size: float) -> None:
    for room in range(30, 300, 7):
        shown = fitted(text, room, size, bold=True)
        assert text_width(shown, size, bold=True) <= room
        assert shown == text or shown.endswith("…")
        if shown != text:
            more = text[: len(shown)].rstrip() + "…"
            assert text_width(more, size, bold=True) > room or more == shown


def test_letters_keep_their_accents() -> None:
    decomposed = "e\u0301" * 20
    shown = fitted(decomposed, 60, 20)
    assert shown.endswith("\u0301…")


def test_a_terminal_counts_letters() -> None:
    assert shortened("Anna", 4) == "Anna"
    assert shortened("Annabella", 4) == "Ann…"
