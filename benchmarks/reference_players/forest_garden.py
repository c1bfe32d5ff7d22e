"""A player of common sense, written by hand, of Forest Garden.

It looks at the table and follows a few rules of thumb. It imagines nothing and searches nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cached_property

from spinney.core.state import Observation
from spinney.games.forest_garden.deck.plant import ARROWS, IDS, Plant
from spinney.games.forest_garden.deck.plants import Plants, plants_of
from spinney.games.forest_garden.rules.garden import LEAF_PHASE, extra_place, fee, full
from spinney.games.forest_garden.rules.record import (
    ADDITIONAL,
    CHOOSING,
    COLOUR_BONUS,
    DRAWING,
    FIRST,
    FRUIT_BONUS,
    NEAR,
    NONE,
    PHASES,
    PLACES,
    ROUNDS,
    ROW,
    ROWS,
    SEARCHING,
    ForestGarden,
)

UNSEEN = 11.5  # what a card drawn unseen is worth, about,
FOUND = 13.5  # the best of a whole deck,
SHOWN = {2: 10.5, 3: 11.5, 4: 12.5, 5: 13.0, 6: 13.5, 7: 14.0}  # and of as many offers
VARIETY = 2.0  # a new colour or fruit, as long as the bonus can be reached


def cube(s: ForestGarden) -> float:
    """What a cube is worth: it pays for one more plant, or a choice; in the end it is a point."""
    return 1.0 + min(1.0, (ROUNDS - s.round_number) / 6.0)


class CommonSense:
    """Chooses as a careful beginner would."""

    seat = "common sense"

    def choose(
        self,
        view: Observation,
        seed: int,
        progress: Callable[[int], object] | None = None,  # noqa: ARG002 - there is none to tell
    ) -> str:
        """Return a move for the viewer."""
        rng = random.Random(seed)
        evaluation = GardenEvaluation(view)
        if view.record.phase == DRAWING:
            return rng.choice(list(view.legal))
        if view.record.phase == CHOOSING:
            choices = evaluation.choices()
        else:
            choices = [(evaluation.worth(move), move) for move in view.legal]
        return max(choices, key=lambda choice: (choice[0], rng.random()))[1]


Choice = tuple[float, str]
"""What a move is worth, in points, and the move."""


class GardenEvaluation:
    """What one player sees, with opinions about it."""

    def __init__(self, view: Observation) -> None:
        self.s: ForestGarden = view.record
        self.me = view.player
        self.others = [p for p in range(self.s.players) if p != self.me]
        self.cube = cube(self.s)
        plants = plants_of(view.game)
        self.gardens = {p: Garden(self.s, p, plants) for p in range(self.s.players)}
        self.mine = self.gardens[self.me]

    # Choosing: the best offer that nobody richer is after, or a special action if all are poor.

    def choices(self) -> list[Choice]:
        found = [(self.hope(d, card), f"choose {d + 1}") for d, card in self.offers]
        if self.s.storage[self.me] > 0:
            found.append((SHOWN[self.s.players] - self.cube, "choose special"))
        return found

    @cached_property
    def offers(self) -> list[tuple[int, int]]:
        """The decks that show a card, and the card."""
        s = self.s
        return [(d, s.deck[d, s.left[d] - 1]) for d in range(s.players) if s.open[d]]

    def hope(self, d: int, card: int) -> float:
        """What choosing a deck is worth; if a richer player will want it, too, a card unseen."""
        worth = self.mine.worth(card)
        rivals = [p for p in self.others if self.favourite(p) == d]
        if any(self.s.storage[p] >= self.s.storage[self.me] for p in rivals):
            return UNSEEN
        return worth - (1.0 if rivals else 0.0) * self.cube

    def favourite(self, p: int) -> int:
        """The deck that would help a player most."""
        return max(self.offers, key=lambda offer: self.gardens[p].worth(offer[1]))[0]

    # What is said in a turn.

    def worth(self, move: str) -> float:
        """What a move of a turn is worth."""
        verb, *words = move.split()
        if verb in ("grow", "sell"):
            return self.play(verb, *words)
        if verb == "pick":
            return self.mine.worth(card_of(words[0]))
        if verb == "search":
            return self.search(words[0])
        if verb == "bonus":
            return 1.0 + self.s.left[int(words[0]) - 1]
        if verb == "accept":
            return self.mine.worth(self.s.held) - 3.0 * self.cube - UNSEEN / 2
        if verb == "swap":
            return SHOWN[self.s.players] - self.cube
        return 0.0 if verb == "refuse" else -100.0  # others profit from an offer, too

    def play(self, verb: str, name: str, place: str = "") -> float:
        """What it is worth to play a card and keep the other."""
        card = card_of(name)
        patience = self.mine.patience
        kept = [self.mine.worth(other) - patience for other in self.hand if other != card]
        later = 0.9 * max(kept, default=0.0)
        if verb == "sell":
            return later + self.mine.price(card)
        return later + self.mine.worth(card) - patience + self.mine.fit(card, place)

    @cached_property
    def hand(self) -> list[int]:
        held = (self.s.hand[self.me, k] for k in range(3))
        return [card for card in held if card != NONE]

    def search(self, word: str) -> float:
        """A whole deck, the more cards the better; or the pile, if there is something in it."""
        if word == "discard":
            pile = (self.s.pile[i] for i in range(self.s.piled))
            return max(map(self.mine.worth, pile)) - SEARCHING * self.cube
        return FOUND - SEARCHING * self.cube - 5.0 / self.s.left[int(word) - 1]


def card_of(name: str) -> int:
    return IDS.index(name)


class Garden:
    """A player's garden, with opinions about what should grow there."""

    def __init__(self, s: ForestGarden, p: int, deck: Plants) -> None:
        self.s, self.p, self.now, self.cube = s, p, s.round_number, cube(s)
        self.deck = deck
        self.plants = [deck[s.garden[p, k]] for k in range(PLACES) if s.garden[p, k] != NONE]

    def price(self, card: int) -> float:
        return self.cube * (2 if self.deck[card].tree else 1)

    def worth(self, card: int) -> float:
        """What a card is worth: grown if that can be, and is not a waste of the place."""
        plant = self.deck[card]
        place = self.place(plant)
        if place == NONE:
            return self.price(card)
        cost = fee(self.s, self.p, place)
        if cost > self.s.storage[self.p]:
            return self.price(card)
        grown = plant.yield_ + self.fruits(plant) + self.table(plant) + self.news(plant)
        return max(self.price(card), grown - self.cube * cost)

    def place(self, plant: Plant) -> int:
        """Any place where it could grow; NONE: there is none."""
        if full(self.s, self.p, plant.row):
            return extra_place(self.s, self.p, plant.row)
        row = range(FIRST[plant.row], ADDITIONAL[plant.row])
        return next(place for place in row if self.s.garden[self.p, place] == NONE)

    @cached_property
    def patience(self) -> float:
        """What a place is worth that is kept for something better: less when cards run out."""
        free = sum(
            self.s.garden[self.p, place] == NONE
            for row in range(1, ROWS)
            for place in range(FIRST[row], ADDITIONAL[row])
        )
        return 4.0 if ROUNDS - self.now > free else 0.0

    # What a plant would bring.

    def fruits(self, plant: Plant) -> float:
        """The cubes that are still to be harvested, if a partner is there or may come."""
        leaves = self.cube * plant.leaf * self.times(LEAF_PHASE)
        if plant.male:
            return leaves
        sure = plant.fertilization == "self" or self.served(plant)
        return leaves + self.cube * self.times(plant.flowering, plant.ripe) * (1.0 if sure else 0.3)

    def times(self, *phases: int) -> int:
        """How often the year will still come by some phases, one after the other."""
        round_number, found = self.now, 0
        while True:
            for phase in phases:
                round_number += 1 + (phase - round_number) % PHASES
            if round_number > ROUNDS:
                return found
            found += 1

    def served(self, plant: Plant) -> bool:
        return any(other.serves(plant) for other in self.plants)

    def table(self, plant: Plant) -> float:
        """What partners add: to it, and it to others that have none yet."""
        own_part = plant.partner_bonus * (1.0 if self.served(plant) else 0.2)
        lonely = (o for o in self.plants if plant.serves(o) and not self.served(o))
        return own_part + sum(other.partner_bonus + 1.0 for other in lonely)

    def news(self, plant: Plant) -> float:
        """What a new colour, a new fruit and a collector's cubes are worth."""
        found = 2.0 if plant.nitrogen and self.now <= ROUNDS // 2 else 0.0
        colours = {other.flower_colour for other in self.plants}
        fruits = {other.fruit_type for other in self.plants if not other.male}
        used = self.s.used[self.p]
        if not used >> COLOUR_BONUS & 1 and plant.flower_colour not in colours:
            found += VARIETY
        if not used >> FRUIT_BONUS & 1 and not plant.male and plant.fruit_type not in fruits:
            found += VARIETY
        return found

    # Where it goes.

    def fit(self, card: int, name: str) -> float:
        """A trace more for a place with a dark cube, and for a collector among many others."""
        row, _, number = name.partition(".")
        place = FIRST[int(row)] + int(number) - 1
        plant = self.deck[card]
        areas = sum(1 for _ in self.areas(plant, place))
        waiting = 0 if plant.male else self.s.dark[self.p, place]
        return float(0.1 * areas + 0.1 * waiting)

    def areas(self, plant: Plant, place: int) -> Iterator[int]:
        """The areas that would get a dark cube."""
        for direction, arrow in enumerate(ARROWS):
            area = NEAR[place, direction]
            if arrow in plant.arrows and plant.nitrogen and area != NONE:
                regular = area != ADDITIONAL[ROW[area]]
                if regular or self.s.garden[self.p, area] != NONE:
                    yield area
