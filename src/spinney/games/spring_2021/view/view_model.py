"""The view model: a view decoded once for pictures and text, with the names of things in it."""

from __future__ import annotations

from functools import cached_property

from spinney.core.rendering import Messages
from spinney.core.second_person import told
from spinney.core.state import Observation, State
from spinney.drawing import Unavailable
from spinney.games.spring_2021.message import shown
from spinney.games.spring_2021.rules.geometry import CELLS, members
from spinney.games.spring_2021.rules.record import (
    BRONZE,
    GATHERING,
    LEAGUE_DAYS,
    MOVING,
    NO_CELL,
    NOTHING,
    OVER,
    PLAYERS,
    RICHEST,
    Forest,
    direction,
)
from spinney.games.spring_2021.text import holdings
from spinney.games.spring_2021.text.notation import LEAGUES, VERBS_OF, parts
from spinney.games.spring_2021.view.last_turn import LastTurn, verb_of
from spinney.games.spring_2021.view.light import (
    NO_WAY,
    SPOOKY,
    lights,
    shaders,
    shadows_told,
)
from spinney.games.spring_2021.view.names import BONUS, SOILS, tree_of
from spinney.games.spring_2021.view.offers import Offer, offers
from spinney.i18n import N_, _, cached_text

CELL = tuple(map(str, range(CELLS)))
_DAYS: list[int] = LEAGUE_DAYS.tolist()


class SpringView:
    """A view, ready to be drawn or written.

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
        last: what was done last.
        verbs: the commands there are in this league.
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
        self.days = _DAYS[self.s.league]
        self.day: int = min(self.s.day, self.days - 1)
        self.falling = direction(self.day)
        self.shady = bool(self.s.league == BRONZE)
        self.verbs = VERBS_OF[self.s.league]
        self.soil, self.owner, self.size = [0] * CELLS, [-1] * CELLS, [-1] * CELLS
        self._decode()
        self.dormant = frozenset(members(self.s.dormant))
        self.sleepers = [p for p in range(PLAYERS) if self.s.asleep[p]]
        self.last = LastTurn(self)
        self.words = view.words if isinstance(view, Observation) else frozenset()

    def _decode(self) -> None:
        for level in range(RICHEST + 1):
            for cell in members(self.s.soil[level]):
                self.soil[cell] = level
        for p in range(PLAYERS):
            for cell, size in holdings.sizes(self.s, p).items():
                self.owner[cell], self.size[cell] = p, size
        self._sizes = tuple(self.size)
        self._counts = [holdings.counts(self.s, p) for p in range(PLAYERS)]

    # Trees and what they cost.

    def trees_of(self, p: int) -> list[tuple[int, int]]:
        """The cells of a player's trees, each with the size of its tree."""
        return [(cell, self.size[cell]) for cell, owner in enumerate(self.owner) if owner == p]

    def counts(self, p: int) -> tuple[int, ...]:
        """How many trees of each size a player has."""
        return self._counts[p]

    def costs(self, p: int) -> tuple[int, ...]:
        """What one more tree of each size costs a player in sun points."""
        return holdings.costs(self._counts[p])

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

    # What the viewer can do.

    @cached_property
    def chosen(self) -> int:
        """The end of the viewer's own command that is still secret; `NOTHING` for none."""
        return self.s.choice[self.me] if self.me >= 0 else NOTHING

    @cached_property
    def planned(self) -> tuple[int, ...]:
        """The cells that the viewer's secret command names, whole or half."""
        sower = self.s.sower[self.me] if self.me >= 0 else NO_CELL
        first = () if sower == NO_CELL else (sower,)
        return first if self.chosen < 0 else (*first, *parts([self.chosen])[1])

    @cached_property
    def _offers(self) -> dict[int, tuple[Offer, ...]]:
        return offers(self)

    def offers(self, cell: int) -> tuple[Offer, ...]:
        """What could be done with the viewer's tree on a cell, with its price, or why not now."""
        return self._offers.get(cell, ())

    def unavailable(self, cell: int) -> tuple[Unavailable, ...]:
        """What can't be done now with the viewer's tree on a cell."""
        told = self._offers.get(cell)
        return tuple([Unavailable(o.label, o.reason) for o in told if o.reason]) if told else ()

    # In words.

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
        return p in self.sleepers and self.s.phase != OVER

    def doing(self, p: int) -> str:
        """What a player is doing, as far as the viewer knows: empty where both may choose."""
        if p == self.me and self.chosen != NOTHING:
            return _(_CHOSEN[verb_of(self.chosen)]) if self.chosen >= 0 else ""
        name, waits = self.names[p], self.view.to_act
        if self.s.out[p]:
            return told(name, N_("are out"), N_("is out"))
        if self.s.phase in (OVER, GATHERING) or (len(waits) == PLAYERS and p != self.me):
            return ""
        if p in self.sleepers:
            return told(name, N_("sleep"), N_("sleeps"))
        if p in waits:
            return told(name, N_("your turn"), N_("to choose"))
        return told(name, N_("have chosen"), N_("has chosen"))

    @cached_property
    def story(self) -> str:
        """What is happening, in a sentence."""
        if self.s.phase == OVER:
            return self._end()
        waits = self.view.to_act
        if self.s.phase == GATHERING:
            return _("The sun rises on day {day}.", day=self.day + 1)
        if not waits:
            moving = self.s.phase == MOVING
            return _("The sun moves on.") if moving else _("Both have chosen.")
        if self.chosen != NOTHING and self.me not in waits:
            return _("Your choice is still secret.")
        if len(waits) == PLAYERS:
            return _("Both choose in secret.")
        named = {"name": self.names[1 - waits[0]], "other": self.names[waits[0]]}
        if self.me == waits[0]:
            if self.sleepers:
                return _("{name} sleeps. It is your turn.", **named)
            return _("{name} has chosen. It is your turn.", **named)
        if self.me in self.sleepers:
            return _("You sleep. {other} chooses.", **named)
        if self.sleepers:
            return _("{name} sleeps. {other} chooses.", **named)
        return _("{name} has chosen. {other} chooses.", **named)

    def _end(self) -> str:
        outcome = self.view.outcome or ()
        if 1 in outcome:
            return told(
                self.names[outcome.index(1)],
                N_("The game is over: you win."),
                N_("The game is over: {name} wins."),
            )
        return _("The game is over: a draw.")

    def caption(self, cell: int) -> str:
        """The story of a cell, in lines: ground, tree, what it gives, and its shadows to come."""
        owner = self.names[self.owner[cell]] if self.owner[cell] >= 0 else ""
        tree = owner, self.size[cell], cell in self.dormant
        offered = self._offers.get(cell)
        told = _caption(
            cell, self.soil[cell], *tree, self.today[cell], self._shadows[cell], bool(offered)
        )
        if not offered:
            return told
        # Where all is refused for the same reason, it is told once.
        return "\n".join([told, *dict.fromkeys(offer.line for offer in offered)])

    @cached_property
    def _shadows(self) -> tuple[str, ...]:
        return shadows_told(self._sizes, self.day) if self.shady else ("",) * CELLS


_CHOSEN = {
    "GROW": N_("will grow"),
    "SEED": N_("will sow"),
    "COMPLETE": N_("will complete"),
    "WAIT": N_("will sleep"),
}


@cached_text(maxsize=4096)  # for most cells it is what it was a moment ago
def _caption(
    cell: int,
    soil: int,
    owner: str,
    size: int,
    dormant: bool,
    light: int,
    shadows: str,
    is_explained: bool,
) -> str:
    """``is_explained``: what is offered says already that the tree is dormant."""
    lines = [_ground(cell, soil)]
    if size >= 0:
        lines.append(tree_of(owner, size))
    if dormant and not is_explained:
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
