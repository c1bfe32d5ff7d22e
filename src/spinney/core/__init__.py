"""The interface of games: states, notation, options and score sheets."""
