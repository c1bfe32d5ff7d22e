"""The view model: a view decoded once for pictures and text, with the names of things in it."""

from __future__ import annotations

from functools import cached_property

from spinney.core.second_person import ViewerTexts
from spinney.core.state import Observation, State
from spinney.games.forest_garden.deck.plant import (
    CONTINENTS,
    IDS,
    WORD_BITS,
    Plant,
    continent_name,
    season_name,
)
from spinney.games.forest_garden.deck.plants import Plants, plants_of
from spinney.games.forest_garden.rules.garden import colours_needed, fruits_needed
from spinney.games.forest_garden.rules.record import (
    ACTION,
    ACTIONS_DUE,
    ANSWER,
    ASKING,
    BONUS,
    CHOOSING,
    CLOSING,
    COLOUR_BONUS,
    CONSENTING,
    DECK_SIZE,
    DRAWING,
    FAILURES,
    FLOWERS,
    HARVEST,
    LAST,
    LEAVES,
    LOOKING,
    MOST_HELD,
    NONE,
    OFFERS,
    ORDER,
    OVER,
    PHASES,
    PILE,
    PLACES,
    PLACING,
    PLAY,
    PROPOSING,
    ROUNDS,
    SALE,
    SEARCHING,
    SEASON,
    SHARING,
    SWAPPING,
    TAKING,
    TASKS_DUE,
    ForestGarden,
)
from spinney.games.forest_garden.view_model.garden import STAGES, GardenView
from spinney.games.forest_garden.view_model.prices import cubes
from spinney.i18n import N_, _, cached_text

COLOURS = ("red", "blue", "yellow", "green", "pink", "purple", "white")
"""The colour of each player, by seat."""

_VARIETY = (N_("many flower colours"), N_("many types of fruit"))
_BETWEEN = {
    SEASON: N_("The round is over."),
    FLOWERS: N_("A new season begins."),
    FAILURES: N_("Plants are in flower."),
    HARVEST: N_("Without a partner, plants flower in vain."),
    LEAVES: N_("What is ripe is harvested."),
    OFFERS: N_("Leaves are harvested."),
    SHARING: N_("All choices are revealed."),
    ORDER: N_("Now come the special actions."),
    ACTIONS_DUE: N_("The order of the special actions is set."),
    CLOSING: N_("The last round is over."),
    TASKS_DUE: N_("All cards are played."),
}
"""What is happening while nobody is to act, by what is due next."""

_FIRST_DRAW = (
    N_("Draw your first card, from any deck."),
    N_("{name} draws a first card, from any deck."),
)
_PLANTS = N_("{name} plants or sells a card.")
_CHOOSING = N_("It is your choice."), N_("{name} chooses.")
_DOING = {
    PLACING: (N_("Choose where {card} grows."), N_("{name} chooses where {card} grows.")),
    ASKING: (
        N_("Choose to whom you offer {card}."),
        N_("{name} chooses to whom {card} is offered."),
    ),
    ANSWER: (N_("You may buy {card} for {price}."), N_("{name} may buy {card} for {price}.")),
    BONUS: (
        N_("You may look at seven cards of a deck, for your {variety}."),
        N_("{name} may look at seven cards of a deck, for {variety}."),
    ),
    LOOKING: (
        N_("Look at these cards and keep one."),
        N_("{name} looks at cards and keeps one."),
    ),
    ACTION: (
        N_("Replace all offers ({swapping}) or search a deck ({searching})."),
        N_("{name} replaces all offers or searches a deck."),
    ),
    TAKING: (N_("Take one of the new offers."), N_("{name} takes one of the new offers.")),
    PROPOSING: (
        N_("Propose who of the tied players acts first."),
        N_("{name} proposes who of the tied players acts first."),
    ),
}
"""What whoever is to play does: said to themselves, and to the others."""


class ForestGardenView(ViewerTexts):
    """A view, ready to be drawn or written.

    Attributes:
        s: the record.
        me: the viewer; -1 for a spectator.
        near: the player whose garden comes first: the viewer, for a spectator the first.
        others: the other players, in the order of seats after that one.
        names: of the players.
        plants: the deck that is played with.
        words: what the viewer can name now.
        due: what whoever is to play has to decide (``record.PLAY`` and so on).
    """

    def __init__(self, view: Observation | State) -> None:
        self.view = view
        self.s: ForestGarden = view.record
        self.me = view.player if isinstance(view, Observation) else -1
        self.near = max(self.me, 0)
        self.players = int(self.s.players)
        self.others = [(self.near + k) % self.players for k in range(1, self.players)]
        self.names = view.game.display_names
        self.plants: Plants = plants_of(view.game)
        self.words = view.words if isinstance(view, Observation) else frozenset[str]()
        self.due = int(self.s.doing)
        self.storage: list[int] = list(self.s.storage)
        self.choices: list[int] = list(self.s.choice)
        self._hand = _rows(self.s.hand, MOST_HELD)
        self._known = _rows(self.s.known, MOST_HELD)
        self._deck = _rows(self.s.deck, DECK_SIZE)

    # The year.

    @property
    def round(self) -> int:
        """Which of the 21 rounds it is; the first one also before it."""
        return max(1, int(self.s.round_number))

    @property
    def season(self) -> int:
        """The phase of the year, 0 to 9."""
        return (self.round - 1) % PHASES

    # What can be named.

    def deck_word(self, d: int) -> str | None:
        """What a click on a deck says, if it can be named now."""
        deciding = self.s.phase in (DRAWING, CHOOSING) or self.due in (BONUS, ACTION)
        return self._word(str(d + 1)) if deciding else None

    def player_word(self, p: int) -> str | None:
        """What a click on a player says, if they can be offered something or proposed now."""
        return self._word(str(p + 1)) if self.due in (PLAY, ASKING, PROPOSING) else None

    def card_word(self, card: int) -> str | None:
        """What a click on a card says, if it can be named now."""
        return self._word(IDS[card])

    def can(self, card: int) -> bool:
        """Can the viewer name a card now, or the deck that it lies on?"""
        on = next((d for d in range(self.players) if self.offer(d) == card), NONE)
        return bool(self.card_word(card) or (on != NONE and self.deck_word(on)))

    def place_word(self, name: str) -> str | None:
        """What a click on a place of the viewer's garden says, if it can be named now."""
        return self._word(name)

    def special_word(self, word: str) -> str | None:
        """A word that lies on the table, if it can be said now."""
        return self._word(word)

    def _word(self, word: str) -> str | None:
        return word if word in self.words else None

    # Cards.

    def plant(self, card: int) -> Plant:
        """The plant of a card."""
        return self.plants[card]

    def hand(self, p: int) -> list[int]:
        """A player's hand: cards by number, then, below `NONE`, those not shown."""
        return [card for card in self._hand[p] if card != NONE]

    def known_to_all(self, p: int, card: int) -> bool:
        """Is this card of a hand known to everybody who plays?"""
        everybody = (1 << self.players) - 1
        return self._known[p][self._hand[p].index(card)] & everybody == everybody

    @property
    def pile(self) -> list[int]:
        """The discard pile, the top card last."""
        cards: list[int] = list(iter(self.s.pile))
        return cards[: self.s.piled]

    def deck(self, d: int) -> list[int]:
        """A deck from its top: cards, and below `NONE` those not shown."""
        return self._deck[d][: self.s.left[d]][::-1]

    def offer(self, d: int) -> int:
        """The card that lies face up on a deck; `NONE`: none does."""
        return self._deck[d][self.s.left[d] - 1] if self.s.open[d] else NONE

    def known_below(self, d: int) -> list[int]:
        """The face-down cards of a deck that the viewer knows, from its top down to the last.

        Cards between them that are not known are below `NONE`; empty where none is known.
        """
        below = self.deck(d)[int(self.s.open[d]) :]
        last = max((k for k, card in enumerate(below) if card >= 0), default=-1)
        return below[: last + 1] if self.me >= 0 else []

    def origin(self, d: int) -> str:
        """The continent of a deck: AS, EU or NA."""
        return CONTINENTS[self.s.origin[d]]

    @property
    def picking(self) -> frozenset[int]:
        """The cards of which the viewer is to pick one."""
        return frozenset(card for card in self.looked_at if self.card_word(card))

    @property
    def looked_at(self) -> list[int]:
        """What somebody is looking at, to keep one; cards that are not shown are left out."""
        if self.due != LOOKING:
            return []
        if self.s.source == PILE:
            return self.pile[::-1]
        return [card for card in self.deck(int(self.s.source))[: self.s.looks] if card >= 0]

    def partners(self, card: int) -> str:
        """The ids of the cards in the viewer's garden and hand that a card pollinates, or needs."""
        if self.me < 0:
            return ""
        return " ".join(f"card-{IDS[other]}" for other in self._own if self._suits(card, other))

    @cached_property
    def _own(self) -> tuple[int, ...]:
        """The cards in the viewer's garden and hand."""
        cards = (*self.garden(self.me).cards, *self.hand(self.me))
        return tuple(card for card in cards if card >= 0)

    def _suits(self, card: int, other: int) -> bool:
        """Is one of two cards a partner of the other?"""
        return self._wants(card, other) or self._wants(other, card)

    def _wants(self, card: int, other: int) -> bool:
        partners = self.plants.tables()["PARTNERS"][card]
        return bool(partners[other // WORD_BITS] >> other % WORD_BITS & 1)

    def first_year(self, card: int) -> tuple[int, int]:
        """The rounds in which a card first flowers and is ripe, if it is planted now."""
        plant = self.plant(card)
        blooming = self.round + ((plant.flowering - self.round + 1) % PHASES or PHASES)
        return blooming, blooming + (plant.ripe - plant.flowering) % PHASES

    @property
    def tendered(self) -> int:
        """The card that the viewer may buy now; `NONE`: there is none."""
        is_offered = self.due == ANSWER and self.mover == self.me
        return int(self.s.held) if is_offered else NONE

    # Gardens.

    def garden(self, p: int) -> GardenView:
        """A player's garden."""
        return self._gardens[p]

    @cached_property
    def _gardens(self) -> tuple[GardenView, ...]:
        cards, cubes, dark = (
            [tuple(row) for row in _rows(field, PLACES)]
            for field in (self.s.garden, self.s.cubes, self.s.dark)
        )
        stage = int(self.s.phase) if self.s.phase in STAGES else 0
        return tuple(
            GardenView(self.plants, cards[p], cubes[p], dark[p], self.season, stage)
            for p in range(self.players)
        )

    def had(self, p: int, bonus: int) -> bool:
        """Has a player already reached a bonus?"""
        return bool(self.s.used[p] >> bonus & 1)

    def aim(self, bonus: int) -> int:
        """How many colours or types of fruit a bonus is for."""
        return (colours_needed if bonus == COLOUR_BONUS else fruits_needed)(self.s)

    def variety_caption(self, p: int) -> str:
        """How far a player is with the two bonuses: ``colours 3/5, fruits 6/6``."""
        counts = len(self.garden(p).colours), len(self.garden(p).fruits)
        names = _("colours"), _("fruits")
        return ", ".join(
            f"{names[bonus]} {_('earned') if self.had(p, bonus) else f'{n}/{self.aim(bonus)}'}"
            for bonus, n in enumerate(counts)
        )

    # Who does what.

    @property
    def mover(self) -> int:
        """The player who decides alone; -1 while nobody or everybody decides."""
        to_act = self.view.to_act
        return to_act[0] if len(to_act) == 1 and self.s.phase != CHOOSING else -1

    def choosers(self, choice: int) -> list[int]:
        """The players whose choice this is, as far as it shows."""
        return [p for p in range(self.players) if self.choices[p] == choice]

    @property
    def choosing(self) -> bool:
        """Are choices being made that nobody else sees?"""
        return self.s.phase == CHOOSING

    @property
    def taking(self) -> bool:
        """Is somebody taking one of the offers of a special action?"""
        return self.due == TAKING

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.s.phase == OVER

    # In words.

    @property
    def when(self) -> str:
        """Which round it is, in which season."""
        return _(
            "Round {round} of {rounds}, {season}.",
            round=self.round,
            rounds=ROUNDS,
            season=season_name(self.season),
        )

    @property
    def status(self) -> str:
        """What is happening, in a sentence."""
        if self.over:
            return _("The game is over.")
        if self.choosing:
            return self._choosing()
        if self.mover < 0:
            return _(_BETWEEN.get(int(self.s.phase), N_("The round goes on.")))
        return self._doing()

    def _choosing(self) -> str:
        if self.me >= 0 and self.me not in self.view.to_act:
            return _("Your choice stays covered until all have chosen.")
        return _("All choose in secret: an offer, or a special action.")

    def _doing(self) -> str:
        """What whoever is to play does, in a sentence."""
        if self.s.phase == DRAWING:
            you, other = _FIRST_DRAW
        elif self.due == PLAY:
            you, other = self._playing
        elif self.due == CONSENTING:
            return self._consenting()
        else:
            you, other = _DOING.get(self.due, _CHOOSING)
        held = self.name(int(self.s.held)) if self.s.held != NONE else ""
        variety = _(_VARIETY[self.s.bonus]) if self.due == BONUS else ""
        prices = {
            "price": cubes(SALE),
            "swapping": cubes(SWAPPING),
            "searching": cubes(SEARCHING),
        }
        return self.text_about(self.mover, you, other, card=held, variety=variety, **prices)

    @property
    def _playing(self) -> tuple[str, str]:
        if self.s.phase == LAST:
            return (
                N_("Play your last card: plant or sell it."),
                N_("{name} plays the last card in hand."),
            )
        if "offer" in self.words:
            return N_("Plant, sell or offer one of your cards."), _PLANTS
        return N_("Plant or sell one of your cards."), _PLANTS

    def _consenting(self) -> str:
        """The player asked to agree that somebody performs a special action first."""
        leader = int(self.s.order[self.s.at])
        if self.mover == self.me == leader:
            return _("You may agree to act first.")
        if self.mover == self.me:
            return _("May {leader} act first?", leader=self.names[leader])
        if leader == self.me:
            return _("{name} may agree that you act first.", name=self.names[self.mover])
        return _(
            "{name} may agree that {leader} acts first.",
            name=self.names[self.mover],
            leader=self.names[leader],
        )

    def name(self, card: int) -> str:
        """A card in words: ``common hazel (EU12)``; one not shown by its continent."""
        if card < 0:
            return _("a card of {continent}", continent=continent_name(hidden_origin(card)))
        plant = self.plant(card)
        return f"{plant.name} ({plant.id})"


@cached_text(maxsize=16)  # the score sheet and the boards show the same
def view_model(view: Observation | State) -> ForestGardenView:
    """Return a view, decoded."""
    return ForestGardenView(view)


def hidden_origin(card: int) -> str:
    """The continent on the back of a card that is not shown."""
    return CONTINENTS[-2 - card]


def _rows(field: object, width: int) -> list[list[int]]:
    """A field of two dimensions as plain lists."""
    flat: list[int] = list(iter(field))  # type: ignore[call-overload]
    return [flat[k : k + width] for k in range(0, len(flat), width)]
