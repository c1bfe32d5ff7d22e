"""Hedge: a complete little game, to show how one is added. See ``docs/adding-a-game.md``."""

from spinney.core.game import Game

GAME = Game(
    name="hedge",
    title="Hedge",
    about="Plant secretly, tree against tree; the taller one wins, unless the wind takes it.",
    package=__name__,
    record="Hedgerow",
    full_margin=2,
    time_out="Who does not choose in time plants the smallest tree in hand.",
)
