"""Calibration of the search's values in Build Your Arboretum: they are too careful."""

CHANCES = {2: (0.019, 0.132, 0.526, 0.805, 0.978)}
"""By the number of players, the chances of a `spinney.search.win_chance.CalibrationCurve`."""
NETWORK = "1842d26907b64fd6"
