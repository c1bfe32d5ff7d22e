"""Guides in other languages: they show and explain what the English one does."""

from __future__ import annotations

import re

import pytest

from spinney import all_games
from spinney.core.game import Game
from spinney.i18n import in_language

GAMES = [game for game in all_games().values() if game.package.startswith("spinney.")]
CODE = re.compile(r"^    \S.*$", re.MULTILINE)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_german_guide_has_the_parts_of_the_english_one(game: Game) -> None:
    english = game.guide()
    with in_language("de"):
        german = game.guide()
    assert german != english
    for part in (r"\]\((picture:\w+)\)", r"^(#+) ", r"^(- |\d\. |\|)"):
        parts = [re.findall(part, guide, re.MULTILINE) for guide in (english, german)]
        assert parts[0] == parts[1], part
    # Moves are typed in English, except that plants are found by their names in any language.
    assert CODE.findall(german) == CODE.findall(english)
