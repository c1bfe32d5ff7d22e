"""The view model: a view decoded once for pictures and text, with the names of things in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from spinney.core.second_person import ViewerTexts
from spinney.core.state import Observation, State
from spinney.games.build_your_arboretum import PLAYER_NAMES
from spinney.games.build_your_arboretum.rules.garden import plantable
from spinney.games.build_your_arboretum.rules.mini import coming, in_game, is_mini, rounds
from spinney.games.build_your_arboretum.rules.record import (
    AT,
    BID,
    BOARD,
    CARDS,
    CELLS,
    CHOOSE,
    DIG,
    DROP,
    FIRST,
    FULL,
    GARDEN,
    GIVE,
    GIVEN,
    OFFER,
    OFFERING,
    OVER,
    PLANT,
    PLAY,
    REFUSE,
    SKIP,
    START,
    TAKE,
    TURNS,
    Arboreta,
)
from spinney.games.build_your_arboretum.text.names import CARD_NAMES, CELL_NAMES, card_title
from spinney.i18n import N_, _, cached_text, ngettext
from spinney.i18n.lists import or_list

PLANS = {
    "garden": ("plant", "dig", "start", "skip"),
    "bulletin": ("take", "hire", "start", "skip"),
}
"""What each plan allows."""

VERB_TITLES = {
    "plant": N_("Plant"),
    "dig": N_("Dig"),
    "take": N_("Advertise"),
    "hire": N_("Hire"),
    "start": N_("Be starting player"),
    "skip": N_("Skip"),
}
"""What the actions are called on boards."""


@cache
def _named(action: int) -> tuple[str, ...]:
    """The words of an action by itself; none of a bid."""
    if action >= AT:
        return (CELL_NAMES[action - AT],)
    if action >= PLANT:
        verb, first = ("plant", PLANT) if action < DIG else ("dig", DIG)
        return verb, CARD_NAMES[action - first]
    if action >= GIVE:
        return "hire", CARD_NAMES[action - GIVE]
    if action >= DROP:
        return (CARD_NAMES[action - DROP],)
    if action >= TAKE:
        return "take", CARD_NAMES[action - TAKE]
    if action >= SKIP:
        return ("start" if action == START else "skip",)
    return (PLAYER_NAMES[action - FIRST],) if action >= FIRST else ()


NOWHERE = -1
"""The place of a card that is not in the game."""

SPENT, NOW, COMES, LOST = N_("over"), N_("now"), N_("to come"), N_("skipped")


@dataclass(frozen=True)
class TrackTurn:
    """One place of the turn track.

    Attributes:
        player: whose turn it is.
        parrots: how many parrots bought it.
        plan: ``garden`` or ``bulletin``.
        when: is it over, now, to come, or skipped?
        flock: the numbers of these parrots among the player's.
    """

    player: int
    parrots: int
    plan: str
    when: str
    flock: range = range(0)


class BuildYourArboretumView(ViewerTexts):
    """A view, ready to be drawn or written.

    Attributes:
        s: the record.
        me: the viewer; -1 for a spectator.
        near: the player whose garden comes first: the viewer, for a spectator red.
        names: what the players are called.
        words: what the viewer can name now, of all that lies on the table.
    """

    def __init__(self, view: Observation | State) -> None:
        self.view = view
        self.s: Arboreta = view.record
        self.me = view.player if isinstance(view, Observation) else -1
        self.near = max(self.me, 0)
        self.where = self._places()
        self.grid = list(self._all(self.s.grid))
        self.words = self._words()
        self.names = view.game.display_names

    @staticmethod
    def _all(field: Any) -> Iterator[int]:
        """A field's numbers as they lie, without the checks that rules want."""
        return iter(field)

    def _places(self) -> list[int]:
        """Where each card is; nowhere, if it is not in the game."""
        where = list(self._all(self.s.where))
        if not is_mini(self.s):
            return where
        return [place if in_game(self.s, c) else NOWHERE for c, place in enumerate(where)]

    # What can be named. The viewer's actions tell it, without listing whole moves.

    def _words(self) -> frozenset[str]:
        actions = self.view.legal_actions if isinstance(self.view, Observation) else ()
        words = {word for action in actions for word in _named(action)}
        if any(map(range(PLANT, AT).__contains__, actions)):
            words.update(self._free_cells)
        # Cards are given in rising order, but may be named in any.
        gives = not self.s.given and any(map(range(GIVE, PLANT).__contains__, actions))
        takes = any(map(range(TAKE, DROP).__contains__, actions))
        if gives or (takes and self.s.boarded[self.me] == FULL):
            words.update([CARD_NAMES[c] for c in self.pile(BOARD + self.me)])
        return frozenset(words)

    @cached_property
    def _free_cells(self) -> tuple[str, ...]:
        """Where the viewer can plant, whichever card."""
        return tuple(CELL_NAMES[cell] for cell in range(CELLS) if plantable(self.s, self.me, cell))

    # What lies where.

    def pile(self, place: int) -> list[int]:
        """The cards in a place (``OFFER``, ``BOARD + p``, …), by suit and number."""
        return [c for c in range(CARDS) if self.where[c] == place]

    def board(self, p: int) -> list[int]:
        """The cards on a player's advertising board, and those being given from it."""
        giving = p == self.mover
        return [
            c
            for c in range(CARDS)
            if self.where[c] == BOARD + p or (giving and self.where[c] == GIVEN)
        ]

    def planted(self, p: int) -> dict[int, int]:
        """The cards of a garden, each with its cell, by suit and number."""
        cells = self.grid[CELLS * p : CELLS * (p + 1)]
        return {c: cells.index(c) for c in self.pile(GARDEN + p)}

    def arrivals(self, number: int) -> dict[int, int]:
        """The cards that came with a round, each with its place in their order."""
        if not 0 < number <= self.s.round_number:
            return {}
        first = sum(coming(self.s, earlier) for earlier in range(1, number))
        return {self.s.deck[first + k]: k for k in range(coming(self.s, number))}

    @property
    def swept(self) -> int:
        """The round whose offering the refuse pile was; 0: none."""
        return self.s.round_number - (self.s.phase not in (OFFERING, OVER))

    # Whose turn it is, and what they can do.

    @cached_property
    def mover(self) -> int:
        """The player to act; -1 while there is none."""
        return self.s.order[self.s.turn] if self.s.phase == PLAY else -1

    @cached_property
    def turns(self) -> list[TrackTurn]:
        """The turns of the round, in order; none while the bids are secret."""
        used, sent = [0, 0], [1, 1]
        turns = []
        for i in range(self.s.turns):
            p = self.s.order[i]
            group = self.s.bid[p, used[p]]
            used[p] += 1
            flock = range(sent[p], sent[p] + abs(group))
            sent[p] = flock.stop
            plan = "garden" if group > 0 else "bulletin"
            turns.append(TrackTurn(p, abs(group), plan, self._when(i), flock))
        return turns

    @cached_property
    def ties(self) -> list[range]:
        """The runs of turns that both players bought with equal flocks: they alternate there."""
        sizes = [turn.parrots for turn in self.turns]
        runs = [
            range(sizes.index(size), len(sizes) - sizes[::-1].index(size))
            for size in dict.fromkeys(sizes)
        ]
        return [run for run in runs if len({self.turns[i].player for i in run}) > 1]

    def at_home(self, p: int) -> range:
        """The numbers of the parrots that a player has not sent."""
        turns = self.turns or self.sealed
        sent = max((turn.flock.stop for turn in turns if turn.player == p), default=1)
        return range(sent, self.s.parrots[p] + 1)

    # Bids.

    @property
    def is_bidding(self) -> bool:
        """Can the viewer send parrots now?"""
        return (
            self.s.phase == BID
            and isinstance(self.view, Observation)
            and bool(self.view.legal_actions)
        )

    @property
    def sendable(self) -> int:
        """How many parrots the viewer can send this round."""
        return self.s.parrots[self.me] - (self.s.round_number == 1 and self.s.start == self.me)

    @property
    def ahead(self) -> list[list[int]]:
        """How many of the opponent's flocks can come before one of the viewer's at most.

        By size from 1, and by how many of the viewer's of that size there are up to it, from 1.
        """
        theirs = 1 - self.me
        have = self.s.parrots[theirs] - (self.s.round_number == 1 and self.s.start == theirs)
        return [
            [
                self._most_before(have, size, number)
                for number in range(1, self.sendable // size + 1)
            ]
            for size in range(1, self.sendable + 1)
        ]

    def _most_before(self, have: int, size: int, number: int) -> int:
        equal = min(have // size, number - 1 if self.s.start == self.me else number)
        return equal + (have - equal * size) // (size + 1)

    def _when(self, i: int) -> str:
        if i < self.s.turn:
            return SPENT
        if i == self.s.turn:
            return NOW
        return LOST if self.s.skipped[self.s.order[i]] else COMES

    @property
    def is_last_round(self) -> bool:
        """Is this the round after which the game is scored?"""
        return self.s.round_number == rounds(self.s)

    @property
    def beyond(self) -> str:
        """The groups that lie past the ninth turn and are not played, in words."""
        count = self.s.groups[0] + self.s.groups[1] - TURNS if self.s.turns else 0
        if count <= 0:
            return ""
        return ngettext(
            "Turn {last} is not played.",
            "Turns {first} to {last} are not played.",
            count,
            first=TURNS + 1,
            last=TURNS + count,
        )

    @property
    def sealed(self) -> list[TrackTurn]:
        """The viewer's own groups while the bids are still secret."""
        if self.s.phase != BID or self.me < 0:
            return []
        groups = [self.s.bid[self.me, k] for k in range(self.s.groups[self.me])]
        turns, first = [], 1
        for group in groups:
            flock = range(first, first := first + abs(group))
            plan = "garden" if group > 0 else "bulletin"
            turns.append(TrackTurn(self.me, abs(group), plan, COMES, flock))
        return turns

    def taken(self, verb: str) -> bool:
        """Has one of the two players used up this action for the round?"""
        s = self.s
        used = {"dig": s.dug == 1, "hire": s.hired == 1, "start": s.next_start >= 0}
        return used.get(verb, False)

    def open(self, verb: str) -> bool:
        """Can whoever is to play do this now, by plan and by what lies on the table?"""
        if self.mover < 0 or verb not in PLANS[self.turns[self.s.turn].plan]:
            return False
        return not self.taken(verb) and self._worthwhile(verb)

    def _worthwhile(self, verb: str) -> bool:
        p, room = self.mover, self.s.planted[self.mover] < CELLS
        if verb == "hire":
            return sum(c % 8 + 1 for c in self.board(p)) > self.s.parrots[p]
        if verb == "dig":
            return room and REFUSE in self.where
        if verb == "plant":
            return room and OFFER in self.where
        return verb != "take" or OFFER in self.where

    @property
    def price(self) -> int | None:
        """What the next parrot costs whoever is to play."""
        return self.s.parrots[self.mover] + 1 if self.mover >= 0 else None

    # Why something can be done now, or not, in a sentence each.

    @cached_property
    def waits(self) -> str:
        """Why the viewer can do nothing on their own now; empty where they can."""
        if self.me < 0 or self.s.phase == OVER:
            return ""
        if self.s.phase == CHOOSE:
            return _("First it is decided who starts the first round.")
        if self.s.phase == BID:
            return _("First the parrots are sent.")
        if self.mover not in (self.me, -1):
            return _("It is {name}’s turn.", name=self.names[self.mover])
        return ""

    @cached_property
    def plan(self) -> str:
        """The plan of the turn that the viewer has now; empty without one."""
        return self.turns[self.s.turn].plan if self.mover >= 0 and self.mover == self.me else ""

    def why_offered(self) -> str:
        """What the viewer can do with a card of the offering, or why nothing."""
        if self.plan == "bulletin":
            return _("Advertise it: it goes on your bulletin.")
        if self.plan and self.s.planted[self.me] == CELLS:
            return _("Your garden is full.")
        if self.plan:
            return _("Plant it: then choose its place in your garden.")
        return self.waits

    def why_refuse(self) -> str:
        """What the viewer can do with a card of the refuse pile, or why nothing."""
        if self.plan == "bulletin":
            return _("Digging needs a turn for the garden; this one is for the bulletin.")
        if self.plan and self.s.dug:
            return _("Somebody has already dug this round; it is possible only once a round.")
        if self.plan and self.s.planted[self.me] == CELLS:
            return _("Your garden is full.")
        if self.plan:
            return _("Dig it up: then choose its place in your garden.")
        return self.waits

    def why_board(self) -> str:
        """What the viewer can do with a card of their bulletin, or why nothing."""
        if self.s.taken >= 0 and self.plan:
            return _("Drop it: it goes back to the offering.")
        if self.plan == "garden":
            return _("This turn is for the garden.")
        if self.plan and self.s.hired:
            return _(
                "Somebody has already hired a parrot this round; it is possible only once a round."
            )
        if self.plan and not self.open("hire"):
            return self.too_poor()
        if self.plan:
            price = self.s.parrots[self.me] + 1
            return _("Give it for a new parrot, with others: {price} or more in all.", price=price)
        return self.waits

    def why_shut(self, verb: str) -> str:
        """Why the viewer can't choose an action now; empty where they can, and for spectators."""
        if self.me < 0 or verb in self.words:
            return ""
        if self.taken(verb):
            return _("Somebody has already done that this round.")
        if not self.plan:
            return self.waits
        if self.s.held >= 0:
            return _("First choose where {card} goes.", card=card_title(self.s.held))
        if self.s.taken >= 0:
            return _("First drop another card from your bulletin.")
        return self._why_impossible(verb)

    def _why_impossible(self, verb: str) -> str:
        """Why the viewer's own turn leaves no room for an action."""
        if verb not in PLANS[self.plan]:
            garden = self.plan == "garden"
            return (
                _("This turn is for the garden.") if garden else _("This turn is for the bulletin.")
            )
        if verb == "hire":
            return self.too_poor()
        if verb != "take" and self.s.planted[self.me] == CELLS:
            return _("Your garden is full.")
        return _("The refuse pile is empty.") if verb == "dig" else _("Nothing is left on offer.")

    def too_poor(self) -> str:
        """Why the viewer can't hire, though nobody has done it yet."""
        price = self.s.parrots[self.me] + 1
        return _("Your cards add up to less than {price}, the price of a parrot.", price=price)

    # In words.

    @property
    def status(self) -> str:
        """What is happening, in a sentence."""
        s = self.s
        if s.phase == CHOOSE:
            you, other = N_("Choose who starts the first round."), _CHOOSES
            return self.text_about(s.advantage, you, other)
        if s.phase == BID:
            return self._bidding()
        if s.held >= 0:
            you, other = N_("Choose where {card} goes."), N_("{name} chooses where {card} goes.")
            return self.text_about(self.mover, you, other, card=card_title(s.held))
        if s.taken >= 0:
            you, other = N_("You took {card}: drop another card."), _DROPS
            return self.text_about(self.mover, you, other, card=card_title(s.taken))
        if s.phase == PLAY:
            return self._playing()
        if s.phase == OVER:
            return _("The game is over.")  # who wins is told when the score has been counted
        return _("The round is over.")

    def _bidding(self) -> str:
        """What is happening while bids are made."""
        waits = self.view.to_act
        if self.me >= 0 and self.me not in waits:
            other = self.names[1 - self.me]
            return _("Your bid is sealed. {name} is still bidding.", name=other)
        if self.me in waits:
            return _("Send your parrots. Nobody sees your bid until both are in.")
        return _("{names} send parrots, in secret.", names=self.list(waits))

    def _playing(self) -> str:
        """What whoever is to play can do."""
        turn = self.turns[self.s.turn]
        ways = or_list([_way(verb) for verb in PLANS[turn.plan] if self.open(verb)])
        you, other = N_("You may {ways}."), N_("{name} may {ways}.")
        return self.text_about(turn.player, you, other, ways=ways)

    @property
    def round(self) -> str:
        """Which round it is."""
        if not self.s.round_number:
            return _("Before round 1")
        return _("Round {number} of {last}", number=self.s.round_number, last=rounds(self.s))


@cached_text(maxsize=16)  # the score sheet and the boards show the same
def view_model(view: Observation | State) -> BuildYourArboretumView:
    """Return a view, decoded."""
    return BuildYourArboretumView(view)


def _way(verb: str) -> str:
    """An action within a sentence."""
    return _("be starting player") if verb == "start" else _(VERB_TITLES[verb]).lower()


_CHOOSES = N_("{name} chooses who starts the first round.")
_DROPS = N_("{name} took {card} and must drop another card.")
