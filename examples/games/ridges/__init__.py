"""Ridges: a card game with equal cards and hidden hands. See ``docs/adding-a-game.md``."""

from spinney.core.game import Game

GAME = Game(
    name="ridges",
    title="Ridges",
    about="Plant trees on your side of three ridges; the taller side holds the ridge.",
    package=__name__,
    record="GameState",
    full_margin=2,
    time_out="Who does not choose in time plants the smallest tree on the first free ridge.",
)
