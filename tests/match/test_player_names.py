"""Names of players and of levels."""

from __future__ import annotations

import pytest

from spinney.i18n import in_language
from spinney.match.events import people
from spinney.match.player_names import level_called, level_name, seat_name


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_level_is_found_by_its_name_in_the_language_spoken(language: str) -> None:
    with in_language(language):
        for level in ("acorn", "seedling", "ancient"):
            assert level_called(level_name(level).upper()) == level
            assert level_called(level) == level
        assert level_called("bush") == "bush"


def test_programs_are_told_from_people() -> None:
    programs = ("level:tree", "random", "search:1000:advice", "bot:./rex -x", "json:rex", "py:m:C")
    assert people((*programs, "me", "friend:Anna", "Ann")) == (6, 7, 8)
    names = ["Tree", "Random", "search:1000:advice", "rex", "rex", "m:C"]
    assert [seat_name(seat) for seat in programs] == names
