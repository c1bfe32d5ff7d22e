"""Calibration of the search's values in Build Your Arboretum: they are too careful."""

CHANCES = {2: (0.0145, 0.1643, 0.5, 0.8357, 0.9855)}
"""By the number of players, the chances of a `spinney.search.win_chance.CalibrationCurve`."""
NETWORK = "1842d26907b64fd6"
