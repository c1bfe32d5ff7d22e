"""The view model: a view decoded once for pictures and text, with the names of things in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from spinney.core.rendering import Messages
from spinney.core.state import Observation, State
from spinney.drawing import Unavailable
from spinney.games.spring_2021.message import shown
from spinney.games.spring_2021.rules.geometry import CELLS, DIRECTIONS, NEAR, SIZES
from spinney.games.spring_2021.rules.record import (
    BRONZE,
    CHOOSING,
    COMPLETE,
    COMPLETING,
    DAYS,
    FORFEIT,
    GATHERING,
    GROWING,
    LARGEST,
    LEAGUE_DAYS,
    MOVING,
    NO_CELL,
    NOTHING,
    OVER,
    PENALTY,
    PLAYERS,
    SEED,
    TARGET,
    WAIT,
    Forest,
    direction,
)
from spinney.games.spring_2021.text.notation import LEAGUES, VERBS_OF, parts
from spinney.i18n import N_, _, cached_text, current_language, ngettext

SOILS = (N_("Nothing grows here"), N_("Poor soil"), N_("Good soil"), N_("Rich soil"))
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


@cached_text(maxsize=256)  # trees grow slowly, and all who look on see the same
def _shaders(sizes: tuple[int, ...], way: int) -> tuple[tuple[int, ...], ...]:
    """For each cell the cells whose trees shade it from a direction, the nearest first."""
    if way == NO_WAY:
        return ((),) * CELLS
    return tuple(
        tuple(c for far, c in enumerate(cells, 1) if sizes[c] >= far) for cells in TOWARD[way]
    )


@cached_text(maxsize=256)
def _lights(sizes: tuple[int, ...], way: int) -> tuple[int, ...]:
    """For each cell how the light is on it."""
    return tuple(
        FULL_SUN if not shaders else SPOOKY if 0 < size <= max(sizes[c] for c in shaders) else SHADE
        for size, shaders in zip(sizes, _shaders(sizes, way), strict=True)
    )


TREES_OF = (N_("{name}’s seed"), N_("{name}’s small tree"), N_("{name}’s medium tree"),
            N_("{name}’s large tree"))  # fmt: skip
_SHADED_TODAY = ("", N_("Today: in the shadow of a small tree"),
                 N_("Today: in the shadow of a medium tree"),
                 N_("Today: in the shadow of a large tree"))  # fmt: skip
_SHADED_LATER = ("", N_("Day {day}: in the shadow of a small tree"),
                 N_("Day {day}: in the shadow of a medium tree"),
                 N_("Day {day}: in the shadow of a large tree"))  # fmt: skip
"""By the size of a tree."""


@cached_text(maxsize=64)
def _shadows(sizes: tuple[int, ...], today: int, _language: str) -> tuple[str, ...]:
    """For each cell the shadows that fall on it from a day on, in lines."""
    days = range(today, min(today + DIRECTIONS, DAYS - 1) + 1)
    none = _("No shadow falls here in the days to come")
    lines = ([_shadow(sizes, cell, day, today) for day in days] for cell in range(CELLS))
    return tuple("\n".join(filter(None, of_cell)) or none for of_cell in lines)


def _shadow(sizes: tuple[int, ...], cell: int, day: int, today: int) -> str:
    """The shadow that falls on a cell on a day, in words; empty for none."""
    shaders = _shaders(sizes, direction(day))[cell]
    if not shaders:
        return ""
    largest = max(sizes[shader] for shader in shaders)
    if day == today:
        return _(_SHADED_TODAY[largest])
    return _(_SHADED_LATER[largest], day=day + 1)


class Offer(NamedTuple):
    """What could be done with a tree.

    Attributes:
        verb: the command.
        label: what it is called.
        price: what it costs, in words.
        reason: why it can't be done now, in a sentence; empty: it can.
    """

    verb: str
    label: str
    price: str
    reason: str


def many_trees(count: int, size: int) -> str:
    """How many trees of a size there are, in words."""
    if size == 0:
        return ngettext("{count} seed", "{count} seeds", count)
    if size == 1:
        return ngettext("{count} small tree", "{count} small trees", count)
    if size == 2:
        return ngettext("{count} medium tree", "{count} medium trees", count)
    return ngettext("{count} large tree", "{count} large trees", count)


class SpringView:
    """A view, ready to be drawn or written.

    Attributes:
        s: the record.
        me: the viewer; -1 for a spectator.
        near: the player who comes first: the viewer, for a spectator red.
        soil: how rich each cell is.
        owner: whose tree is on each cell, -1 where there is none.
        size: how large it is, -1 where there is none.
        names: what the players are called.
        words: what the viewer can name now, of all that lies on the table.
        messages: what each player's program said besides its last command, by player.
    """

    def __init__(self, view: Observation | State, messages: Messages = ()) -> None:
        self.view = view
        self.messages = {player: shown(text) for player, text in messages}
        self.s: Forest = view.record
        self.me = view.player if isinstance(view, Observation) else -1
        self.near = max(self.me, 0)
        self.names = view.game.display_names
        self.soil, self.owner, self.size = [0] * CELLS, [-1] * CELLS, [-1] * CELLS
        for level, cells in enumerate(self.s.soil):
            for cell in _members(cells):
                self.soil[cell] = level
        for k, cells in enumerate(self.s.trees):
            for cell in _members(cells):
                self.owner[cell], self.size[cell] = divmod(k, SIZES)
        self.dormant = frozenset(_members(self.s.dormant))
        self.words = view.words if isinstance(view, Observation) else frozenset()

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

    def shaded_tomorrow(self, cell: int) -> bool:
        """Will a shadow fall on a cell tomorrow, as the trees stand?"""
        return self.s.day + 1 < self.days and bool(self.shaders(cell, self.s.day + 1))

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

    # What was done last, and what it brought.

    @cached_property
    def _last(self) -> tuple[int, ...]:
        """What each player did in the turn that was last revealed."""
        return tuple(self.s.did[p] for p in range(PLAYERS))

    @cached_property
    def touched(self) -> dict[int, int]:
        """The cells that the commands carried out last name, each with who named it."""
        return {cell: p for p in range(PLAYERS) for cell in self._cells(p)}

    def _cells(self, p: int) -> list[int]:
        """The cells that a player's last command names."""
        last, first = self._last[p], self.s.did_first[p]
        return parts([last] if first == NOTHING else [first, last])[1] if last >= 0 else []

    @cached_property
    def done(self) -> tuple[str, ...]:
        """What each player did last, in a few words; empty for nothing."""
        if self.dawn:
            sun = (self.income(p, self.day) for p in range(PLAYERS))
            return tuple(_("Gathered {count} sun", count=count) for count in sun)
        if self.clash >= 0:
            return (_("The seeds met: none took root"),) * PLAYERS
        if self.s.phase == OVER:  # there is no tomorrow
            return tuple("" if choice == WAIT else _did(choice) for choice in self._last)
        return tuple(_did(choice) for choice in self._last)

    @property
    def dawn(self) -> bool:
        """Has a day just begun, and has nobody done anything yet?

        Then both are awake though one at least slept when something was done last.
        """
        slept = any(choice <= WAIT for choice in self._last)
        return (
            self.s.phase == CHOOSING and slept and not any(self.s.asleep[p] for p in range(PLAYERS))
        )

    @property
    def clash(self) -> int:
        """The cell on which both sowed in the last turn; -1: they did not."""
        one, two = self._last
        return one - TARGET if one == two and one >= TARGET else -1

    @property
    def flights(self) -> Iterator[tuple[int, int, int]]:
        """The seeds that flew in the last turn: whose, from where, to where."""
        for p, choice in enumerate(self._last):
            if choice >= TARGET:
                yield p, self.s.did_first[p] - SEED, choice - TARGET

    @property
    def completed(self) -> Iterator[tuple[int, int, int]]:
        """The trees completed in the last turn: whose, where, and for how many points.

        The last is -1 where the forest doesn't tell: nutrients never fall below 0.
        """
        fallen = sum(COMPLETE <= choice < SEED for choice in self._last)
        worth = self.s.nutrients + fallen if self.s.nutrients else -1
        for p, choice in enumerate(self._last):
            if COMPLETE <= choice < SEED:
                cell = choice - COMPLETE
                yield p, cell, -1 if worth < 0 else worth + BONUS[self.soil[cell]]

    @property
    def gathered(self) -> Iterator[tuple[int, int]]:
        """The trees that brought sun this morning, each with how much."""
        if self.dawn:
            for cell, size in enumerate(self.size):
                if size > 0 and self.today[cell] != SPOOKY:
                    yield cell, size

    # What the viewer can do.

    @property
    def chosen(self) -> int:
        """The end of the viewer's own command that is still secret; `NOTHING` for none."""
        return self.s.choice[self.me] if self.me >= 0 else NOTHING

    @property
    def planned(self) -> tuple[int, ...]:
        """The cells that the viewer's secret command names, whole or half."""
        sower = self.s.sower[self.me] if self.me >= 0 else NO_CELL
        first = () if sower == NO_CELL else (sower,)
        return first if self.chosen < 0 else (*first, *parts([self.chosen])[1])

    def offers(self, cell: int) -> tuple[Offer, ...]:
        """What could be done with the viewer's tree on a cell, with its price, or why not now."""
        if self.owner[cell] != self.me or self.me not in self.view.to_act:
            return ()
        verbs = _verbs(self.size[cell])
        return tuple(self._offer(verb, cell) for verb in verbs if verb in self.verbs)

    def unavailable(self, cell: int) -> tuple[Unavailable, ...]:
        """What can't be done now with the viewer's tree on a cell."""
        offers = self.offers(cell)
        return tuple(Unavailable(offer.label, offer.reason) for offer in offers if offer.reason)

    def _offer(self, verb: str, cell: int) -> Offer:
        size = self.size[cell]
        price = self._price(verb, size)
        label = _(_GROWS[size] if verb == "GROW" else _OFFERS[verb])
        reason = "" if (verb, cell) in self._possible else self._reason(verb, cell, price)
        return Offer(verb, label, _("{count} sun", count=price), reason)

    def _price(self, verb: str, size: int) -> int:
        if verb == "COMPLETE":
            return COMPLETING
        return self.costs(self.me)[0 if verb == "SEED" else size + 1]

    def _reason(self, verb: str, cell: int, price: int) -> str:
        """Why the viewer's tree can't do this."""
        if cell in self.dormant:
            return _("This tree has done its work for today. Tomorrow it can act again.")
        held = self.s.sun[self.me]
        if held < price:
            return _(_TOO_DEAR[verb], cost=price, sun=held)
        return _("No free soil is in reach of this tree.")

    @cached_property
    def _possible(self) -> frozenset[tuple[str, int]]:
        """The verbs that can be said now, each with the tree it can be said of."""
        actions = self.view.legal_actions if isinstance(self.view, Observation) else ()
        said = (parts([action]) for action in actions)
        return frozenset((verb, cells[0]) for verb, cells in said if cells)

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
        day = {"day": self.day + 1, "days": self.days}
        if self.s.league:
            return _("Day {day} of {days}, {league}", league=LEAGUES[self.s.league], **day)
        return _("Day {day} of {days}", **day)

    def tomorrow(self, p: int) -> str:
        """What a player's trees will give next as they stand, in words; empty on the last day."""
        if self.s.day + 1 >= self.days:
            return ""
        return _("+{count} tomorrow", count=self.income(p, self.s.day + 1))

    def sleeps(self, p: int) -> bool:
        """Does a player sleep until the next day?"""
        return self.s.asleep[p] == 1 and self.s.phase != OVER

    def doing(self, p: int) -> str:
        """What a player is doing."""
        if p == self.me and self.chosen != NOTHING:
            return _(_CHOSEN[_verb(self.chosen)]) if self.chosen >= 0 else ""
        if self.s.out[p]:
            return _("is out")
        if self.s.phase in (OVER, GATHERING):
            return ""
        if self.s.asleep[p]:
            return _("sleeps")
        return _("chooses") if p in self.view.to_act else _("has chosen")

    @property
    def story(self) -> str:
        """What is happening, in a sentence."""
        if self.s.phase == OVER:
            return self._end()
        waits, sleep = self.view.to_act, [p for p in range(PLAYERS) if self.s.asleep[p]]
        if self.s.phase == GATHERING:
            return _("The sun rises on day {day}.", day=self.day + 1)
        if not waits:
            moving = self.s.phase == MOVING
            return _("The sun moves on.") if moving else _("Both have chosen.")
        if self.chosen != NOTHING and self.me not in waits:
            return _("Your choice stays secret until the other has chosen.")
        if len(waits) == PLAYERS:
            return _("Both choose in secret.")
        named = {"name": self.names[1 - waits[0]], "other": self.names[waits[0]]}
        if sleep:
            return _("{name} sleeps. {other} chooses.", **named)
        return _("{name} has chosen. {other} chooses.", **named)

    def _end(self) -> str:
        outcome = self.view.outcome or ()
        if 1 in outcome:
            return _("The game is over: {name} wins.", name=self.names[outcome.index(1)])
        return _("The game is over: a draw.")

    def caption(self, cell: int) -> str:
        """The story of a cell, in lines: ground, tree, what it gives, and its shadows to come."""
        owner = self.names[self.owner[cell]] if self.owner[cell] >= 0 else ""
        tree = owner, self.size[cell], cell in self.dormant
        shadows = self._shadows[cell], current_language()
        told = _caption(cell, self.soil[cell], *tree, self.today[cell], *shadows)
        return "\n".join([told, *map(_offered, self.offers(cell))])

    @cached_property
    def _shadows(self) -> tuple[str, ...]:
        told = _shadows(self._sizes, self.day, current_language()) if self.shady else ()
        return told or ("",) * CELLS


@cached_text(maxsize=4096)  # for most cells it is what it was a moment ago
def _caption(
    cell: int,
    soil: int,
    owner: str,
    size: int,
    dormant: bool,
    light: int,
    shadows: str,
    _language: str,
) -> str:
    lines = [_ground(cell, soil)]
    if size >= 0:
        lines.append(_(TREES_OF[size], name=owner))
    if dormant:
        lines.append(_("Has done its work for today"))
    if size > 0:
        dark = light == SPOOKY
        lines.append(
            _("Brings no sun today") if dark else _("Brings {count} sun today", count=size)
        )
    return "\n".join([*lines, *filter(None, [shadows])])


def _ground(cell: int, soil: int) -> str:
    ground = {"cell": cell, "soil": _(SOILS[soil])}
    if not BONUS[soil]:
        return _("{cell}: {soil}", **ground)
    return _("{cell}: {soil}, {count} points more", count=BONUS[soil], **ground)


def _offered(offer: Offer) -> str:
    """What can be done with a tree, or why not, in a line."""
    return offer.reason or _("{action}: {price}", action=offer.label, price=offer.price)


def _members(cells: int) -> Iterator[int]:
    """The cells in a set."""
    while cells:
        lowest = cells & -cells
        yield lowest.bit_length() - 1
        cells ^= lowest


def _verb(choice: int) -> str:
    """The verb of a move that ends with this action."""
    return parts([choice])[0] or "SEED"


_OFFERS = {"COMPLETE": N_("Complete the tree"), "SEED": N_("Send a seed")}
_GROWS = (N_("Grow into a small tree"), N_("Grow into a medium tree"), N_("Grow into a large tree"))
_TOO_DEAR = {
    "GROW": N_("Not enough sun: growing costs {cost}, you have {sun}."),
    "SEED": N_("Not enough sun: a seed costs {cost}, you have {sun}."),
    "COMPLETE": N_("Not enough sun: completing costs {cost}, you have {sun}."),
}
_CHOSEN = {
    "GROW": N_("will grow"),
    "SEED": N_("will sow"),
    "COMPLETE": N_("will complete"),
    "WAIT": N_("will sleep"),
}
_DONE = {
    "GROW": N_("Grew a tree"),
    "SEED": N_("Sent a seed"),
    "COMPLETE": N_("Completed a tree"),
    "WAIT": N_("Waits for tomorrow"),
}
"""Commands in words: what a tree offers, why not, what the viewer has chosen, what was done."""


def _verbs(size: int) -> tuple[str, ...]:
    """What can be done with a tree of a size."""
    if size == 0:
        return ("GROW",)
    return ("COMPLETE" if size == LARGEST else "GROW", "SEED")


def _did(choice: int) -> str:
    """What came of a choice, in a few words; empty for none."""
    known = {NOTHING: "", FORFEIT: N_("Made no move in time"), PENALTY: N_("Move not allowed")}
    words = known[choice] if choice < 0 else _DONE[_verb(choice)]
    return _(words) if words else ""
