"""Calibration of the search's values in Spring Challenge 2021: they are too careful."""

CHANCES = {2: (0.025, 0.236, 0.469, 0.765, 0.982)}
"""By the number of players, the chances of a `spinney.search.win_chance.CalibrationCurve`."""
NETWORK = "4c9f1c6ebf021586"
