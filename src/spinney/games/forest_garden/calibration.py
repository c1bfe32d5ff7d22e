"""Calibration of the search's values in Forest Garden: they are a little too careful."""

LOGISTIC = {2: (1.16, -0.035)}
"""By the number of players, the slope and the shift of `spinney.search.win_chance`."""
NETWORK = ""
