"""Calibration of the search's values in Spring Challenge 2021: they are too careful."""

CHANCES = {2: (0.0275, 0.1969, 0.4875, 0.7868, 0.9697)}
"""By the number of players, the chances of a `spinney.search.win_chance.CalibrationCurve`."""
NETWORK = "4c9f1c6ebf021586"
