"""Calibration of the search's values in Forest Garden: they are too careful."""

LOGISTIC = {2: (1.57, 0.077)}
"""By the number of players, the slope and the shift of `spinney.search.win_chance`."""
NETWORK = "b60787f909377ce8"
