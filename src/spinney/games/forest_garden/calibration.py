"""Calibration of the search's values in Forest Garden: they are too careful."""

CHANCES = {2: (0.033, 0.232, 0.521, 0.764, 0.989)}
"""By the number of players, the chances of a `spinney.search.win_chance.CalibrationCurve`."""
NETWORK = "b60787f909377ce8"
