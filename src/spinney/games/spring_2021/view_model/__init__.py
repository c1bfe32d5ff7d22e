"""The view model: a view decoded once for pictures and text, with the names of things in it."""

from __future__ import annotations

from functools import cached_property

from spinney.core.rendering import Messages
from spinney.core.second_person import text_about
from spinney.core.state import Observation, State
from spinney.drawing import Unavailable
from spinney.games.spring_2021.rules.geometry import CELLS
from spinney.games.spring_2021.rules.record import (
    GATHERING,
    LEAGUE_NAMES,
    MOVING,
    NO_CELL,
    NOTHING,
    OVER,
    PLAYERS,
)
from spinney.games.spring_2021.text.message import displayed
from spinney.games.spring_2021.text.names import BONUS, SOILS, parts, tree_of
from spinney.games.spring_2021.view_model.forest import DecodedForest
from spinney.games.spring_2021.view_model.last_turn import LastTurn, verb_of
from spinney.games.spring_2021.view_model.light import SPOOKY, shadow_texts
from spinney.games.spring_2021.view_model.offers import Offer, offers
from spinney.i18n import N_, _, cached_text


class SpringView(DecodedForest):
    """A view, ready to be drawn or written.

    Attributes:
        last: what was done last.
        words: what the viewer can name now, of all that lies on the table.
        messages: what each player's program said besides its last command, by player.
    """

    def __init__(self, view: Observation | State, messages: Messages = ()) -> None:
        super().__init__(view)
        self.messages = {player: displayed(text) for player, text in messages}
        self.last = LastTurn(self)
        self.words = view.words if isinstance(view, Observation) else frozenset()

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
        offers = self._offers.get(cell)
        return tuple([Unavailable(o.label, o.reason) for o in offers if o.reason]) if offers else ()

    # In words.

    @property
    def date(self) -> str:
        """Which day it is, and in what league if it is not the whole game."""
        day = {"day": self.day + 1, "days": self.days}
        if self.s.league:
            return _("Day {day} of {days}, {league}", league=LEAGUE_NAMES[self.s.league], **day)
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
            return text_about(name, N_("are out"), N_("is out"))
        if self.s.phase in (OVER, GATHERING) or (len(waits) == PLAYERS and p != self.me):
            return ""
        if p in self.sleepers:
            return text_about(name, N_("sleep"), N_("sleeps"))
        if p in waits:
            return text_about(name, N_("your turn"), N_("to choose"))
        return text_about(name, N_("have chosen"), N_("has chosen"))

    @cached_property
    def status(self) -> str:
        """What is happening, in a sentence."""
        if self.s.phase == OVER:
            return _("The game is over.")  # who wins is told when the score has been counted
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
        if self.me in self.sleepers:
            return _("You sleep. {other} chooses.", other=self.names[waits[0]])
        name = self.names[1 - waits[0]]
        return (
            _("{name} sleeps.", name=name) if self.sleepers else _("{name} has chosen.", name=name)
        )

    def caption(self, cell: int) -> str:
        """A cell in lines: its ground, its tree, what it gives, and its shadows to come."""
        owner = self.names[self.owner[cell]] if self.owner[cell] >= 0 else ""
        tree = owner, self.size[cell], cell in self.dormant
        offered = self._offers.get(cell)
        caption = _caption(
            cell, self.soil[cell], *tree, self.today[cell], self._shadows[cell], bool(offered)
        )
        if not offered:
            return caption
        # Where all is refused for the same reason, it is told once.
        return "\n".join([caption, *dict.fromkeys(offer.line for offer in offered)])

    @cached_property
    def _shadows(self) -> tuple[str, ...]:
        return shadow_texts(self._sizes, self.day) if self.shady else ("",) * CELLS


@cached_text(maxsize=16)  # the boards, their text and the chapter show the same
def view_model(view: Observation | State, messages: Messages = ()) -> SpringView:
    """Return a view, decoded, with what programs say."""
    return SpringView(view, messages)


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
