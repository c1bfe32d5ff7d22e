"""The view model: a view decoded once for pictures and text, with the names of things in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache

from spinney.core.rendering import Messages
from spinney.core.state import Observation, State
from spinney.games.spring_2021.message import shown
from spinney.games.spring_2021.rules.geometry import CELLS, DIRECTIONS, NEAR, SIZES
from spinney.games.spring_2021.rules.record import (
    BRONZE,
    DAYS,
    FORFEIT,
    GATHERING,
    GROWING,
    LEAGUE_DAYS,
    MOVING,
    NOTHING,
    OVER,
    PENALTY,
    PLAYERS,
    Forest,
    direction,
)
from spinney.games.spring_2021.text.log import NAMES
from spinney.games.spring_2021.text.notation import LEAGUES, TREES, VERBS_OF, parts, write

SOILS = ("unusable ground", "poor soil", "good soil", "rich soil")
"""What the ground is called, by richness."""
BONUS = (0, 0, 2, 4)
"""The points for completing a tree there, besides the nutrients."""
CELL = tuple(map(str, range(CELLS)))

NO_WAY = -1
"""Where shadows fall in leagues that have none."""
FULL_SUN, SHADE, SPOOKY = range(3)
"""How the light is on a cell: the last where a tree yields nothing for it."""


def _toward(cell: int, way: int) -> tuple[int, ...]:
    """The next cells against a direction, nearest first: whose trees may shade this one."""
    cells: list[int] = []
    while len(cells) < SIZES - 1 and (cell := int(NEAR[cell, (way + 3) % DIRECTIONS])) >= 0:
        cells.append(cell)
    return tuple(cells)


TOWARD = tuple(tuple(_toward(c, way) for c in range(CELLS)) for way in range(DIRECTIONS))


@lru_cache(maxsize=256)  # trees grow slowly, and all who look on see the same
def _shaders(sizes: tuple[int, ...], way: int) -> tuple[tuple[int, ...], ...]:
    """For each cell the cells whose trees shade it from a direction, the nearest first."""
    if way == NO_WAY:
        return ((),) * CELLS
    return tuple(
        tuple(c for far, c in enumerate(cells, 1) if sizes[c] >= far) for cells in TOWARD[way]
    )


@lru_cache(maxsize=256)
def _lights(sizes: tuple[int, ...], way: int) -> tuple[int, ...]:
    """For each cell how the light is on it."""
    return tuple(
        FULL_SUN if not shaders else SPOOKY if 0 < size <= max(sizes[c] for c in shaders) else SHADE
        for size, shaders in zip(sizes, _shaders(sizes, way), strict=True)
    )


@lru_cache(maxsize=64)
def _shadows(sizes: tuple[int, ...], today: int) -> tuple[str, ...]:
    """For each cell the shadows that fall on it from a day on, in lines."""
    days = range(today, min(today + DIRECTIONS, DAYS - 1) + 1)
    none = "No shadow falls here in the days to come"
    lines = ([_shadow(sizes, cell, day, today) for day in days] for cell in range(CELLS))
    return tuple("\n".join(filter(None, of_cell)) or none for of_cell in lines)


def _shadow(sizes: tuple[int, ...], cell: int, day: int, today: int) -> str:
    """The shadow that falls on a cell on a day, in words; empty for none."""
    way = direction(day)
    cast = " and ".join(f"{c} ({TREES[sizes[c]]})" for c in _shaders(sizes, way)[cell])
    when = "Today" if day == today else f"Day {day + 1}"
    spooky = "spooky " if _lights(sizes, way)[cell] == SPOOKY else ""
    return f"{when}: {spooky}shadow of {cast}" if cast else ""


class SpringView:
    """A view, ready to be drawn or written.

    Attributes:
        s: the record.
        me: the viewer; -1 for a spectator.
        near: the player who comes first: the viewer, for a spectator red.
        soil: how rich each cell is.
        owner: whose tree is on each cell, -1 where there is none.
        size: how large it is, -1 where there is none.
        words: what the viewer can name now, of all that lies on the table.
        messages: what each player's program said besides its last command, by player.
    """

    def __init__(self, view: Observation | State, messages: Messages = ()) -> None:
        self.view = view
        self.messages = {player: shown(text) for player, text in messages}
        self.s: Forest = view.record
        self.me = view.player if isinstance(view, Observation) else -1
        self.near = max(self.me, 0)
        self.soil, self.owner, self.size = [0] * CELLS, [-1] * CELLS, [-1] * CELLS
        for level, cells in enumerate(self.s.soil):
            for cell in _members(cells):
                self.soil[cell] = level
        for k, cells in enumerate(self.s.trees):
            for cell in _members(cells):
                self.owner[cell], self.size[cell] = divmod(k, SIZES)
        self.dormant = frozenset(_members(self.s.dormant))
        self.words = frozenset(self._words())

    def _words(self) -> Iterator[str]:
        if isinstance(self.view, Observation):
            for action in self.view.legal_actions:
                yield from _named(action)

    # Trees and what they cost.

    def counts(self, p: int) -> tuple[int, ...]:
        """How many trees of each size a player has."""
        return tuple(int(self.s.trees[p, size]).bit_count() for size in range(SIZES))

    def costs(self, p: int) -> tuple[int, ...]:
        """What one more tree of each size costs a player in sun points."""
        return tuple(
            count + (int(GROWING[size - 1]) if size else 0)
            for size, count in enumerate(self.counts(p))
        )

    # Light and shade.

    def way(self, day: int) -> int:
        """The direction in which shadows fall on a day; `NO_WAY` where there are none."""
        return direction(day) if self.shady else NO_WAY

    @property
    def shady(self) -> bool:
        """Are there shadows in this league?"""
        return self.s.league == BRONZE

    def shaders(self, cell: int, day: int) -> tuple[int, ...]:
        """The cells whose trees shade this one on a day as they stand, the nearest first."""
        return _shaders(self._sizes, self.way(day))[cell]

    def light(self, cell: int, day: int) -> int:
        """How the light is on a cell on a day."""
        return _lights(self._sizes, self.way(day))[cell]

    @cached_property
    def today(self) -> tuple[int, ...]:
        """How the light is on each cell today."""
        return _lights(self._sizes, self.way(self.day))

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        return tuple(self.size)

    def income(self, p: int, day: int) -> int:
        """The sun points a player would harvest on a day as the trees stand."""
        return sum(
            self.size[c]
            for c in range(CELLS)
            if self.owner[c] == p and self.size[c] and self.light(c, day) != SPOOKY
        )

    @property
    def day(self) -> int:
        """The day it is, from 0; after the last one that one."""
        return min(self.s.day, self.days - 1)

    # What was said.

    @cached_property
    def said(self) -> tuple[str, ...]:
        """The command of each player that was carried out last, in words; empty for none."""
        return tuple(_told(self.s.did[p]) for p in range(PLAYERS))

    @cached_property
    def touched(self) -> dict[int, int]:
        """The cells that the commands carried out last name, each with who named it."""
        return {
            cell: p
            for p in range(PLAYERS)
            if self.s.did[p] >= 0
            for cell in parts(self.s.did[p])[1]
        }

    @property
    def chosen(self) -> str:
        """The viewer's own command that is still secret, in words."""
        action = self.s.choice[self.me] if self.me >= 0 else NOTHING
        return _told(action)

    # In words.

    @property
    def days(self) -> int:
        """How many days there are in this league."""
        return int(LEAGUE_DAYS[self.s.league])

    @property
    def verbs(self) -> tuple[str, ...]:
        """The commands there are in this league."""
        return VERBS_OF[self.s.league]

    @property
    def date(self) -> str:
        """Which day it is, and in what league if it is not the whole game."""
        league = f", {LEAGUES[self.s.league]}" if self.s.league else ""
        return f"Day {self.day + 1} of {self.days}{league}"

    def tomorrow(self, p: int) -> str:
        """What a player's trees will give next as they stand, in words; empty on the last day."""
        if self.s.day + 1 >= self.days:
            return ""
        return f"+{self.income(p, self.s.day + 1)} tomorrow"

    def sleeps(self, p: int) -> bool:
        """Does a player sleep until the next day?"""
        return self.s.asleep[p] == 1 and self.s.phase != OVER

    def doing(self, p: int) -> str:
        """What a player is doing."""
        if p == self.me and self.chosen:
            return f"chose {self.chosen}"
        if self.s.out[p]:
            return "is out"
        if self.s.phase in (OVER, GATHERING):
            return ""
        if self.s.asleep[p]:
            return "sleeps"
        return "chooses" if p in self.view.to_act else "has chosen"

    @property
    def story(self) -> str:
        """What is happening, in a sentence."""
        if self.s.phase == OVER:
            return self._end()
        waits, sleep = self.view.to_act, [p for p in range(PLAYERS) if self.s.asleep[p]]
        if self.s.phase == GATHERING:
            return f"The sun rises on day {self.day + 1}."
        if not waits:
            return "The sun moves on." if self.s.phase == MOVING else "Both have chosen."
        if self.chosen and self.me not in waits:
            return "Your choice is sealed until the other has chosen."
        if len(waits) == PLAYERS:
            return "Red and blue choose, in secret."
        other = " sleeps; " if sleep else " has chosen; "
        return f"{NAMES[1 - waits[0]].capitalize()}{other}{NAMES[waits[0]]} chooses."

    def _end(self) -> str:
        outcome = self.view.outcome or ()
        if 1 in outcome:
            return f"The game is over: {NAMES[outcome.index(1)]} wins."
        return "The game is over: a draw."

    def caption(self, cell: int) -> str:
        """The story of a cell, in lines: ground, tree, what it gives, and its shadows to come."""
        tree = self.owner[cell], self.size[cell], cell in self.dormant
        return _caption(cell, self.soil[cell], *tree, self.today[cell], self._shadows[cell])

    @cached_property
    def _shadows(self) -> tuple[str, ...]:
        return _shadows(self._sizes, self.day) if self.shady else ("",) * CELLS


@lru_cache(maxsize=4096)  # for most cells it is what it was a moment ago
def _caption(
    cell: int, soil: int, owner: int, size: int, dormant: bool, light: int, shadows: str
) -> str:
    lines = [f"{cell}: {SOILS[soil]}" + (f", {BONUS[soil]} points more" if BONUS[soil] else "")]
    if size >= 0:
        rest = ", dormant until tomorrow" if dormant else ""
        lines.append(f"{NAMES[owner].capitalize()}’s {TREES[size]}{rest}")
    if size > 0:
        gives = "no sun: it is spooked" if light == SPOOKY else f"{size} sun"
        lines.append(f"Today {gives}")
    return "\n".join([*lines, *filter(None, [shadows])])


def _members(cells: int) -> Iterator[int]:
    """The cells in a set."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def _named(action: int) -> Iterator[str]:
    """The words of an action; none for what is no action."""
    if action >= 0:
        verb, cells = parts(action)
        yield verb
        yield from (CELL[cell] for cell in cells)


def _told(choice: int) -> str:
    """A choice in words."""
    known = {NOTHING: "", FORFEIT: "no command", PENALTY: "an illegal command"}
    return known[choice] if choice < 0 else write([choice])
