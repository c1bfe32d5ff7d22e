"""My Game: the game that a new folder begins with."""

from spinney.core.game import Game

GAME = Game(
    name="my-game",
    title="My Game",
    about="Play a card each; the higher one scores.",
    package=__name__,
    record="GameState",
    time_out="Who does not choose in time plays the lowest card in hand.",
)
