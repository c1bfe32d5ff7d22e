"""Reasons why a move is refused, and moves that would do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from spinney.core.errors import some
from spinney.games.forest_garden.deck.plant import IDS, WORD_BITS, plant_name
from spinney.games.forest_garden.rules.record import (
    ACT_FIRST,
    ACTION,
    ADDITIONAL,
    ANSWER,
    AT,
    BONUS,
    CHOOSE,
    CHOOSING,
    CONSENTING,
    DRAW,
    DRAWING,
    FIRST,
    GROW,
    LOOK,
    NONE,
    OFFER,
    PICK,
    PILE,
    PLACE_NAMES,
    PLACING,
    PLAY,
    PROPOSING,
    ROW,
    ROWS,
    SALE,
    SEARCH,
    SEARCHING,
    SELL,
    SPECIAL,
    SWAP,
    SWAPPING,
    TO,
    ForestGarden,
)
from spinney.games.forest_garden.text.names import TableWords, hand
from spinney.games.forest_garden.view_model.prices import cubes
from spinney.i18n import N_, _
from spinney.i18n.lists import or_list

if TYPE_CHECKING:
    from spinney.core.state import Observation

KINDS = (
    N_("small shrubs and climbers"),
    N_("large shrubs"),
    N_("small trees"),
    N_("medium trees"),
    N_("large trees"),
)
"""What grows in the rows, from the first to the fifth."""


def refuse(view: Observation, actions: Sequence[int], at: int) -> str:
    """Return why ``actions[at]`` can't follow here, and what would do."""
    return Rejections(view).to(actions, at)


class Rejections:
    """What a viewer who is to decide can't do, and why.

    Attributes:
        view: what the viewer sees.
        s: its record.
        me: the viewer.
        stock: how much the viewer has in storage.
        words: what things are called.
    """

    def __init__(self, view: Observation) -> None:
        self.view = view
        self.s: ForestGarden = view.record
        self.me = view.player
        self.stock: int = self.s.storage[self.me]
        self.words = TableWords(view)

    def to(self, actions: Sequence[int], at: int) -> str:
        """Return why ``actions[at]`` can't follow the actions before it."""
        if self.view.mid_move:
            verb = GROW if self.s.doing == PLACING else OFFER
            return self._to_rest(verb, self.s.held, actions[0])
        if at == 0:
            return self._to_beginning(actions[0])
        verb = OFFER if actions[0] >= OFFER else GROW
        return self._to_rest(verb, actions[0] - verb, actions[1] if at < len(actions) else NONE)

    def _to_beginning(self, action: int) -> str:
        """Why no move of the viewer can begin with an action now."""
        if self.s.doing == PLAY:
            return self._to_play(action)
        return _("{reason}; try: {ways}", reason=self._why(action), ways=some(self._ways()))

    def _why(self, action: int) -> str:
        if self.s.phase == DRAWING:
            return self._to_draw(action)
        if self.s.phase == CHOOSING:
            return self._to_choice(action)
        if self.s.doing == ANSWER:
            seller, card = self.words.player(self.s.seller), self.words.card(self.s.held)
            return _(
                "{name} offers you {card} for {price}", name=seller, card=card, price=cubes(SALE)
            )
        if self.s.doing == CONSENTING:
            leader = self.words.player(self.s.order[self.s.at])
            return _(
                "you have as much in storage as others, and {name} is proposed to act first",
                name=leader,
            )
        if self.s.doing == PROPOSING:
            return self._to_proposal(action)
        if self.s.doing == BONUS:
            return self._to_bonus(action)
        if self.s.doing == ACTION:
            return self._to_action(action)
        if action >= PICK:
            card = self.words.card(action - PICK)
            return _("{card} is not among the cards to pick from", card=card)
        return _("pick one of the cards that you see")

    def _ways(self) -> list[str]:
        return list(self.view.legal)

    # Decks.

    def _to_draw(self, action: int) -> str:
        if DRAW <= action < CHOOSE:
            return self._to_deck(action - DRAW)
        return _("draw a first card to begin with")

    def _to_choice(self, action: int) -> str:
        if action == CHOOSE + SPECIAL:
            return _("a special action costs a cube at least, and your storage is empty")
        if CHOOSE <= action < SELL:
            return self._to_deck(action - CHOOSE)
        return _("first choose in secret: an offer or a special action")

    def _to_deck(self, d: int) -> str:
        if d >= self.s.players:
            return _("there are {count} decks", count=self.s.players)
        return _("deck {number} has no card left", number=d + 1)

    def _to_bonus(self, action: int) -> str:
        if LOOK <= action < SWAP:
            return self._to_deck(action - LOOK)
        return _(
            "you have earned a bonus: look at the top 7 cards of a deck and keep one, or decline"
        )

    def _to_action(self, action: int) -> str:
        if action == SWAP:
            return _("no deck has a card left that could be turned up")
        if SEARCH <= action < PICK and self.stock < SEARCHING:
            return _(
                "a search costs {price}, and you have {count}",
                price=cubes(SEARCHING),
                count=self.stock,
            )
        if action == SEARCH + PILE:
            return _("the discard pile is empty")
        if SEARCH <= action < PICK:
            return self._to_deck(action - SEARCH)
        return _(
            "now perform a special action: replace all offers for {price}, or search a deck for "
            "{more}",
            price=cubes(SWAPPING),
            more=SEARCHING,
        )

    def _to_proposal(self, action: int) -> str:
        if ACT_FIRST <= action < LOOK:
            p = action - ACT_FIRST
            if p >= self.s.players:
                return _("there are {count} players", count=self.s.players)
            return _("{name} is not one of those who are tied", name=self.words.player(p))
        return _("propose who of the tied players performs a special action first")

    # Playing a card of the hand.

    def _to_play(self, action: int) -> str:
        """Why the viewer can't play so."""
        if not SELL <= action < AT:
            example = self._example()
            if AT <= action < TO:
                return _(
                    "a place alone is not a move; play one of your cards, as: {example}",
                    example=example,
                )
            return _(
                "it is your turn to play; play one of your cards, as: {example}", example=example
            )
        verb = OFFER if action >= OFFER else GROW if action >= GROW else SELL
        card = action - verb
        if card not in hand(self.view):
            there = some([self.words.card(c) for c in hand(self.view)])
            return _(
                "{card} is not in your hand; there: {cards}",
                card=self.words.card(card),
                cards=there,
            )
        reason = self._why_not_offered(card) if verb == OFFER else self._why_no_place(card)
        return _("{reason}; you can play: {ways}", reason=reason, ways=self._example(card))

    def _example(self, card: int = NONE) -> str:
        """Something that can be said now: of one card, or if it is NONE of any."""
        ways = [way for way in self._ways() if card == NONE or IDS[card] in way.split()]
        return some(ways, 3) if card != NONE else or_list([*dict.fromkeys((ways[0], ways[-1]))])

    def _why_no_place(self, card: int) -> str:
        """Why a card has no place to grow on."""
        row = self.words.plants[card].row
        if row == ROWS - 1 and self._taken(ADDITIONAL[row]):
            row = ROWS
        if self._taken(ADDITIONAL[row]):
            return _("row {row} is full, and so is its additional place", row=row)
        place = PLACE_NAMES[ADDITIONAL[row]]
        full = self.words.plants[card].row
        return _(
            "row {row} is full, and {place} costs {price}: you have {count}",
            row=full,
            place=place,
            price=cubes(row),
            count=self.stock,
        )

    def _taken(self, place: int) -> bool:
        return bool(self.s.garden[self.me, place] != NONE)

    def _why_not_offered(self, card: int) -> str:
        if not self.s.direct_sale:
            return _("in this game you can't sell plants to other players")
        if self.s.offered[card // WORD_BITS] >> card % WORD_BITS & 1:
            return _(
                "{card} has been offered to a player this round already",
                card=self.words.card(card),
            )
        return _("nobody else can pay the {price} it costs", price=cubes(SALE))

    # What is said of a card that is grown or offered.

    def _to_rest(self, verb: int, card: int, action: int) -> str:
        """Why an action can't follow the card; NONE: there is none, and one must."""
        if verb == OFFER:
            ways = some([f"to {p + 1}" for p in self._buyers()])
            reason = _("add the player to whom you offer it")
            if action >= TO:
                reason = self._to_buyer(action - TO)
            ways = f"offer {IDS[card]} {ways}"
            return _("{reason}; you can play: {ways}", reason=reason, ways=ways)
        reason = _("add the place where it grows")
        if AT <= action < TO:
            reason = self._to_place(card, action - AT)
        return _("{reason}; free: {places}", reason=reason, places=some(self._free(card)))

    def _buyers(self) -> list[int]:
        s = self.s
        return [p for p in range(s.players) if p != self.me and s.storage[p] >= SALE]

    def _to_buyer(self, p: int) -> str:
        if p == self.me:
            return _("you can't sell to yourself")
        if p >= self.s.players:
            return _("there are {count} players", count=self.s.players)
        return _(
            "{name} has {cubes}, and the price is {price}",
            name=self.words.player(p),
            cubes=cubes(self.s.storage[p]),
            price=SALE,
        )

    def _free(self, card: int) -> list[str]:
        """The places where a card can grow."""
        state = self.view.determinize(0)
        if not self.view.mid_move:
            state = state.apply_action(self.me, GROW + card)
        return [PLACE_NAMES[action - AT] for action in state.legal_actions(self.me)]

    def _to_place(self, card: int, place: int) -> str:
        """Why a card can't grow on a place."""
        row, own = ROW[place], self.words.plants[card].row
        if row != own and (row, own) != (ROWS, ROWS - 1):
            return _(
                "row {row} is for {plants}; {card} grows in row {own}",
                row=row,
                plants=_(_kind(row)),
                card=self.words.card(card),
                own=own,
            )
        if self._taken(place):
            there = plant_name(self.words.plant(self.me, place))
            return _("{place} is taken by {plant}", place=PLACE_NAMES[place], plant=there)
        if not all(self._taken(k) for k in range(FIRST[own], ADDITIONAL[own])):
            return _(
                "{place} is an additional place, for when row {row} is full",
                place=PLACE_NAMES[place],
                row=own,
            )
        return _(
            "{place} is for when {other} is planted",
            place=PLACE_NAMES[place],
            other=PLACE_NAMES[ADDITIONAL[own]],
        )


def _kind(row: int) -> str:
    return KINDS[min(row, len(KINDS)) - 1]
