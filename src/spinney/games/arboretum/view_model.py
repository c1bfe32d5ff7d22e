"""The view model: a view decoded once for pictures and text, with the names of things in it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from spinney.core.kit.paths import BestPath
from spinney.core.second_person import ViewerTexts
from spinney.core.state import Observation, State
from spinney.games.arboretum import TREES
from spinney.games.arboretum.best_paths import best_paths, planted
from spinney.games.arboretum.rules.mini import is_mini
from spinney.games.arboretum.rules.record import (
    AT,
    BESIDE,
    CARD,
    CELL,
    DISCARD,
    DRAW1,
    DRAW2,
    FROM_DECK,
    FROM_PILE,
    GRID,
    HAND,
    OVER,
    PLAY,
    PLAYERS,
    SHOWN,
    THROW,
    UNSEEN,
    Arboretum,
)
from spinney.games.arboretum.text.names import CARD_NAMES, PLACES, Place, card_title, place_name
from spinney.i18n import N_, _, cached_text

PLAYER_COLOURS = ("red", "blue", "yellow", "green")
"""The colour of each player, by seat."""

Texts = tuple[str, str]
"""What is said of a player: to themselves, and to others with their ``name``."""

PARTS = (N_("draw"), N_("draw"), N_("play"), N_("discard"))
MINI_PARTS = (N_("draw"), N_("play"))
"""What a turn consists of."""


class ArboretumView(ViewerTexts):
    """A view, ready to be drawn or written.

    Attributes:
        s: the record.
        me: the viewer; -1 for a spectator.
        near: the player whose garden comes first: the viewer, for a spectator the first.
        others: the other players, in the order in which they play after that one.
        names: of the players.
        words: what the viewer can name now, of all that lies on the table.
    """

    def __init__(self, view: Observation | State) -> None:
        self.view = view
        self.s: Arboretum = view.record
        self.me = view.player if isinstance(view, Observation) else -1
        self.near = max(self.me, 0)
        self.players = self.s.players
        self.others = [(self.near + k) % self.players for k in range(1, self.players)]
        self.names = view.game.display_names
        self.where: list[int] = list(iter(self.s.where))
        self.words = frozenset(self._words())

    # What can be named. The viewer's actions tell it, without listing whole moves.

    def _words(self) -> Iterator[str]:
        if not isinstance(self.view, Observation):
            return
        for action in self.view.legal_actions:
            yield self._named(action)
        if self.view.legal_actions and self.s.phase == CARD:
            yield from map(place_name, self.open(self.me))

    def _named(self, action: int) -> str:
        if action >= THROW:
            return CARD_NAMES[action - THROW]
        if action >= AT:
            return place_name(PLACES[action - AT])
        if action >= PLAY:
            return CARD_NAMES[action - PLAY]
        return "deck" if action == FROM_DECK else str(action - FROM_PILE + 1)

    # What lies where.

    def hand(self, p: int) -> list[int]:
        """The cards of a player's hand that this view shows, by colour and number."""
        return self._hands[p] if p >= 0 else []

    @cached_property
    def _hands(self) -> list[list[int]]:
        """The cards of each hand that this view shows, by colour and number."""
        hands: list[list[int]] = [[] for _ in range(self.players)]
        for c, where in enumerate(self.where):
            if HAND <= where < GRID:
                hands[(where - HAND) % PLAYERS].append(c)
        return hands

    def numbers(self, p: int, colour: int) -> list[int]:
        """The numbers of a colour in a player's hand, as far as this view shows it."""
        return [c % 8 + 1 for c in self._hands[p] if c // 8 == colour]

    def hidden(self, p: int) -> int:
        """How many cards of a player's hand this view doesn't show."""
        return 0 if p in self._open_hands else int(self.s.hidden[p])

    @cached_property
    def _open_hands(self) -> frozenset[int]:
        """The players whose whole hand this view shows."""
        if self.s.phase == OVER:
            return frozenset(range(self.players))
        hands = enumerate(self.s.hidden[p] for p in range(self.players))
        return frozenset(p for p, held in hands if self.where.count(HAND + p) == held)

    def known(self, c: int) -> bool:
        """Is this card of a hand known to everybody?"""
        return self.where[c] >= SHOWN and self.s.phase != OVER

    def pile(self, p: int) -> list[int]:
        """A player's discard pile, the top card last."""
        return [self.s.pile[p, k] for k in range(self.s.piled[p])]

    def garden(self, p: int) -> dict[int, Place]:
        """The cards of an arboretum, each with its place, by colour and number."""
        return self._gardens[p]

    @cached_property
    def _gardens(self) -> list[dict[int, Place]]:
        return [{c: PLACES[cell] for c, cell in sorted(planted)} for planted in self._planted]

    def paths(self, p: int) -> tuple[BestPath, ...]:
        """The best path of each colour through an arboretum, whoever may score it."""
        return best_paths(self._planted[p])

    @cached_property
    def _planted(self) -> list[tuple[tuple[int, int], ...]]:
        """The cards of each arboretum with their cells, in the order of playing."""
        return [planted(self.s, p) for p in range(self.players)]

    def open(self, p: int) -> list[Place]:
        """The places where a player's next card could go, row by row from the top."""
        taken = {cell for _, cell in self._planted[p]}
        if not taken:
            return [(0, 0)]
        if self.mini:
            return [(len(taken), 0)]
        ways = BESIDE.tolist()
        return [PLACES[cell] for cell in sorted({t + way for t in taken for way in ways} - taken)]

    @cached_property
    def left(self) -> int:
        """How many cards the deck still has."""
        return int(self.s.cards - self.s.top)

    @cached_property
    def colours(self) -> list[int]:
        """The colours in the game."""
        return [k for k in range(len(TREES)) if any(self.where[8 * k : 8 * k + 8])]

    @cached_property
    def open_handed(self) -> bool:
        """Does this view show every hand?"""
        return UNSEEN not in self.where or len(self._open_hands) == self.players

    # Whose turn it is, and what they can do.

    @cached_property
    def mover(self) -> int:
        """The player to act; -1 while there is none."""
        return int(self.s.to_move) if self.view.to_act else -1

    @cached_property
    def mini(self) -> bool:
        """Is this the mini game?"""
        return bool(is_mini(self.s))

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The parts of a turn."""
        return MINI_PARTS if self.mini else PARTS

    @cached_property
    def part(self) -> int:
        """Which of `parts` is due; beyond the last when none is."""
        phases = (DRAW1, CARD) if self.mini else (DRAW1, DRAW2, CARD, DISCARD)
        due = CARD if self.s.phase == CELL else int(self.s.phase)
        return phases.index(due) if due in phases else len(phases)

    # In words.

    @cached_property
    def status(self) -> str:
        """What is happening, in a sentence or two."""
        if self.mover < 0:
            return _("The deck is empty: all hands are shown.")
        values = {"card": card_title(self.s.held)} if self.s.phase == CELL else {}
        return self.text_about(self.mover, *self._doing(), **values)

    @cached_property
    def why_not_drawn(self) -> str:
        """Why the viewer, whose turn it is, can't draw now; empty if that is not so."""
        if self.mover != self.me or self.s.phase in (DRAW1, DRAW2, OVER):
            return ""
        if self.s.phase == DISCARD:
            return _("You have drawn your cards. Now discard one from your hand.")
        return _("You have drawn your cards. Now plant one from your hand.")

    @cached_property
    def why_not_planted(self) -> str:
        """Why the viewer, whose turn it is, can't use the hand now; empty if that is not so."""
        drawing = self.mover == self.me and self.s.phase in (DRAW1, DRAW2)
        return _("Draw from the deck or a pile first.") if drawing else ""

    @cached_property
    def last_turn(self) -> bool:
        """Is the deck out, and the turn that emptied it not yet over?"""
        return not self.left and self.mover >= 0

    def _doing(self) -> Texts:
        """What is said of the mover, to themselves and to others."""
        if self.s.phase == CARD and not self.s.placed[self.mover]:
            return _FIRST_CARD
        if self.s.phase == DRAW1 and self.mini:
            return _ONLY_DRAW
        return _DOING[self.s.phase]


@cached_text(maxsize=16)  # the score sheet and the boards show the same
def view_model(view: Observation | State) -> ArboretumView:
    """Return a view, decoded."""
    return ArboretumView(view)


_DOING = {
    DRAW1: (
        N_("Draw the first of two cards, from the deck or a pile."),
        N_("{name} draws the first of two cards."),
    ),
    DRAW2: (
        N_("Draw the second card, from the deck or a pile."),
        N_("{name} draws the second card."),
    ),
    CARD: (N_("Play a card into your garden, beside another."), N_("{name} plays a card.")),
    CELL: (N_("Choose where {card} goes."), N_("{name} chooses where {card} goes.")),
    DISCARD: (N_("Discard a card face up onto your pile."), N_("{name} discards a card.")),
}
"""What is happening, by phase: said to whoever does it, and to the others."""
_ONLY_DRAW = (N_("Draw a card from the deck."), N_("{name} draws a card."))
_FIRST_CARD = (N_("Play a card to begin your garden."), N_("{name} plays a first card."))
