"""Colours in the terminal: cards like their trees, players as on the boards."""

from rich.style import Style

import spinney
from spinney.drawing import FILLS
from spinney.drawing.palette import PLAYERS
from spinney.terminal.colours import SAYABLE, inks, paint, picture

GAME = spinney.game("build-your-arboretum")


def test_cards_have_their_trees_colours() -> None:
    (ink,) = inks(GAME, "take P5")
    assert (ink.start, ink.end) == (5, 7)
    assert (ink.colour, ink.ground) == (FILLS["cassia"].ink, FILLS["cassia"].fill)


def test_players_have_theirs() -> None:
    (ink,) = inks(GAME, "Blue wins")
    assert (ink.start, ink.end, ink.colour) == (0, 4, PLAYERS["blue"].colour)


def test_nothing_else_is_coloured() -> None:
    assert list(inks(GAME, "hired predator at D5, XP5 P55 P9")) == []


def test_painting_changes_no_letter() -> None:
    assert paint(GAME, "red: plant [Q7] D5").plain == "red: plant [Q7] D5"


def test_what_can_be_said_stands_out() -> None:
    view = GAME.new(seed=1).observe(0)
    painted = picture(view)
    assert painted.plain == str(view)
    outlined = {
        painted.plain[span.start : span.end] for span in painted.spans if span.style == SAYABLE
    }
    assert outlined <= view.words
    assert isinstance(SAYABLE, Style)
