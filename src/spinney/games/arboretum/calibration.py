"""Calibration of the search's values in Arboretum: they are a little too careful."""

LOGISTIC = {2: (1.14, -0.16)}
"""By the number of players, the slope and the shift of `spinney.search.win_chance`."""
NETWORK = "c729b698741d9663"
