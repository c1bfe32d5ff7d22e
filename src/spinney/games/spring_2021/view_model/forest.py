"""The forest of a view, decoded once: soil, trees and their costs, light and shade."""

from __future__ import annotations

from functools import cached_property

from spinney.core.state import Observation, State
from spinney.games.spring_2021.rules.geometry import CELLS, members
from spinney.games.spring_2021.rules.record import (
    BRONZE,
    LEAGUE_DAYS,
    PLAYERS,
    RICHEST,
    Forest,
    direction,
)
from spinney.games.spring_2021.text import trees
from spinney.games.spring_2021.text.names import VERBS_OF
from spinney.games.spring_2021.view_model.light import NO_WAY, SPOOKY, lights, shaders

_DAYS: list[int] = LEAGUE_DAYS.tolist()


class DecodedForest:
    """The forest that a view shows, with numbers worked out from its record.

    Attributes:
        view: what is shown.
        s: its record.
        me: the viewer, -1 for a spectator and for a whole state.
        near: whose board comes first: the viewer's, or red's.
        names: what the players are called.
        days: how many days there are in this league.
        day: the day it is, from 0; after the last one that one.
        falling: the direction in which shadows fall today, also where there are none.
        shady: are there shadows in this league?
        soil: how rich the soil of each cell is.
        owner: whose tree stands on each cell, -1 for none.
        size: how large it is, -1 for none.
        dormant: the cells with trees that are dormant.
        sleepers: the players who are asleep.
        verbs: the commands there are in this league.
    """

    def __init__(self, view: Observation | State) -> None:
        self.view = view
        self.s: Forest = view.record
        self.me = view.player if isinstance(view, Observation) else -1
        self.near = max(self.me, 0)
        self.names = view.game.display_names
        self.days = _DAYS[self.s.league]
        self.day: int = min(self.s.day, self.days - 1)
        self.falling = direction(self.day)
        self.shady = bool(self.s.league == BRONZE)
        self.verbs = VERBS_OF[self.s.league]
        self.soil, self.owner, self.size = [0] * CELLS, [-1] * CELLS, [-1] * CELLS
        self._decode()
        self.dormant = frozenset(members(self.s.dormant))
        self.sleepers = [p for p in range(PLAYERS) if self.s.asleep[p]]

    def _decode(self) -> None:
        for level in range(RICHEST + 1):
            for cell in members(self.s.soil[level]):
                self.soil[cell] = level
        for p in range(PLAYERS):
            for cell, size in trees.sizes(self.s, p).items():
                self.owner[cell], self.size[cell] = p, size
        self._sizes = tuple(self.size)
        self._counts = [trees.counts(self.s, p) for p in range(PLAYERS)]

    # Trees and what they cost.

    def trees_of(self, p: int) -> list[tuple[int, int]]:
        """The cells of a player's trees, each with the size of its tree."""
        return [(cell, self.size[cell]) for cell, owner in enumerate(self.owner) if owner == p]

    def counts(self, p: int) -> tuple[int, ...]:
        """How many trees of each size a player has."""
        return self._counts[p]

    def costs(self, p: int) -> tuple[int, ...]:
        """What one more tree of each size costs a player in sun points."""
        return trees.costs(self._counts[p])

    # Light and shade.

    def way(self, day: int) -> int:
        """The direction in which shadows fall on a day; `NO_WAY` where there are none."""
        return direction(day) if self.shady else NO_WAY

    def shader(self, cell: int, day: int) -> int:
        """The size of the largest tree that shades a cell on a day, as they stand; 0: none."""
        return shaders(self._sizes, self.way(day))[cell]

    def light(self, cell: int, day: int) -> int:
        """How the light is on a cell on a day."""
        return lights(self._sizes, self.way(day))[cell]

    @cached_property
    def today(self) -> tuple[int, ...]:
        """How the light is on each cell today."""
        return lights(self._sizes, self.way(self.day))

    @cached_property
    def shaded_tomorrow(self) -> tuple[int, ...]:
        """For each cell the size of a tree that will shade it tomorrow, as they stand; 0: none."""
        coming = self.s.day + 1 < self.days
        return shaders(self._sizes, self.way(self.s.day + 1) if coming else NO_WAY)

    def income(self, p: int, day: int) -> int:
        """The sun points a player would harvest on a day as the trees stand."""
        light = lights(self._sizes, self.way(day))
        return sum([size for c, size in self.trees_of(p) if size and light[c] != SPOOKY])
