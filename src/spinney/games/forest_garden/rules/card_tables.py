"""Tables of the plants by card number, for the rules. See `plant.Plant`.

These are of the program's own deck; with another deck the rules read that one's (`Plants.tables`).
"""

from __future__ import annotations

from spinney.games.forest_garden.deck.plants import own

_OWN = own().tables()

SIZE = _OWN["SIZE"]
"""0 to 4: the row, less 1."""
MALE = _OWN["MALE"]
YIELD = _OWN["YIELD"]
EXTRA = _OWN["EXTRA"]
"""The points for a partner in the same garden."""
COLOUR = _OWN["COLOUR"]
FRUIT = _OWN["FRUIT"]
FLOWERING = _OWN["FLOWERING"]
RIPE = _OWN["RIPE"]
"""The phase of the harvest, of fruits or eaten flowers."""
LEAF = _OWN["LEAF"]
CROSS = _OWN["CROSS"]
"""1: bears nothing without a partner."""
POINTS_TO = _OWN["POINTS_TO"]
"""A collector's arrows, a bit for each direction of `record.NEAR`; of others 0."""
TASKS_OF = _OWN["TASKS_OF"]
"""The tasks for which the card counts, a bit each."""
PARTNERS = _OWN["PARTNERS"]
"""The set of cards that can pollinate it, in words of `plants.WORD_BITS` bits."""
