"""Text that fits: it is cut with an ellipsis, between letters, and no more than it must be."""

from __future__ import annotations

import pytest

from spinney.drawing import (
    first_name,
    fitted,
    fitted_name,
    name_title,
    shortened,
    shortened_name,
    text_width,
)


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


@pytest.mark.parametrize("name", ["Seedling 3", "Sämling 12", "Maximilian von Hohenberg 2"])
def test_a_name_keeps_the_number_at_its_end(name: str) -> None:
    number = name.rpartition(" ")[2]
    for room in range(60, 300, 7):
        shown = fitted_name(name, room, 12.5, bold=True)
        assert text_width(shown, 12.5, bold=True) <= room
        assert shown == name or shown.endswith(f"… {number}")
    assert fitted_name(name, 24, 12.5, bold=True).endswith("…")
    assert shortened_name(name, 8).endswith(f"… {number}")
    assert len(shortened_name(name, 8)) <= 8


def test_a_name_of_several_words_is_cut_between_them() -> None:
    name = "Maximilian von Hohenberg"
    found = {fitted_name(name, room, 12.5, bold=True) for room in range(20, 300)}
    assert {name, "Maximilian…", "Maximil…"} <= found
    assert not any("von" in shown for shown in found - {name})
    assert [first_name(one) for one in (name, "Seedling 3")] == ["Maximilian", "Seedling 3"]


def test_a_title_gets_smaller_before_it_is_cut() -> None:
    drawn = [name_title("Bartholomew", room) for room in (200, 125, 60)]
    assert [(title.text, title.class_) for title in drawn[:2]] == [
        ("Bartholomew", "title"),
        ("Bartholomew", "owner"),
    ]
    assert drawn[2].text.endswith("…")
