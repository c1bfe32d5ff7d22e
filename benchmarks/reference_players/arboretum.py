"""Players of Arboretum written by hand: common sense, and greed, which it beats.

They look at the table and follow a few rules of thumb. They imagine nothing and search nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

from spinney.core.state import Observation
from spinney.games.arboretum.rules.garden import open_cells
from spinney.games.arboretum.rules.record import (
    CARDS,
    DISCARD,
    DRAW2,
    GRID,
    HAND,
    KINDS,
    MOST,
    PILE,
    SHOWN,
    UNSEEN,
)
from spinney.games.arboretum.rules.scoring import garden_paths
from spinney.games.arboretum.text.names import card_name, cell_name
from spinney.kernel.rule import scratch

Progress = Callable[[int], object]


class Greed:
    """Takes whatever gives the best score now, as far as it can see."""

    seat = "greed"

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:  # noqa: ARG002
        """Return a move for the viewer."""
        rng = random.Random(seed)
        if view.record.phase <= DRAW2:
            return rng.choice(list(view.legal))
        world = view.determinize(seed)
        me = view.player
        after = {said: world.play(me, said).observe(me).scores[me] for said in view.legal}
        return max(after, key=lambda said: (after[said], rng.random()))


class CommonSense:
    """Chooses as a careful beginner would."""

    seat = "common sense"

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:  # noqa: ARG002
        """Return a move for the viewer."""
        rng = random.Random(seed)
        evaluation = ArboretumEvaluation(view)
        phase = view.record.phase
        found = evaluation.draws() if phase <= DRAW2 else evaluation.discards()
        if DRAW2 < phase < DISCARD:
            found = evaluation.plays()
        return max(found, key=lambda choice: (choice[0], rng.random()))[1]


Choice = tuple[float, str]
"""What a move is worth, in points, and the move."""


class ArboretumEvaluation:
    """What one player sees, with opinions about it."""

    def __init__(self, view: Observation) -> None:
        self.s: Any = view.record
        self.me = view.player
        self.others = [p for p in range(self.s.players) if p != self.me]
        self.where = list(self.s.where)
        self.hand = self.cards(HAND + self.me) + self.cards(SHOWN + self.me)
        self.left = self.s.cards - self.s.top
        self.paths = {p: self.paths_of(p) for p in range(self.s.players)}

    def cards(self, *places: int) -> list[int]:
        return [card for card in range(CARDS) if self.where[card] in places]

    def paths_of(self, player: int) -> list[int]:
        """The worth of a garden's best path of each colour."""
        out = scratch(KINDS)
        garden_paths(self.s, player, out)
        return [out[colour] for colour in range(KINDS)]

    # Holding: high cards of what one grows, and some against what the others grow.

    def holding(self, hand: list[int]) -> float:
        """What a hand will be worth in the end."""
        return sum(self.holding_of(hand, colour) for colour in range(KINDS))

    def holding_of(self, hand: list[int], colour: int) -> float:
        lead = self.total(hand, colour) - self.feared(hand, colour)
        mine = self.paths[self.me][colour] + 1.5 * self.grown(self.me, colour)
        theirs = max(self.paths[p][colour] + self.grown(p, colour) for p in self.others)
        return chance(lead, self.left) * (mine + 0.6 * theirs)

    def total(self, hand: list[int], colour: int) -> float:
        """The sum of a colour in hand; an 8 counts while its 1 is safe."""
        total = 0.0
        for card in hand:
            if card // 8 == colour:
                total += card % 8 + 1 if card % 8 < 7 else 8 * self.safety(hand, card - 7)
        return total

    def safety(self, hand: list[int], one: int) -> float:
        """Can't a rival hold this 1 against an 8?"""
        if one in hand or GRID <= self.where[one] < PILE:
            return 1.0
        if self.where[one] in [SHOWN + p for p in self.others]:
            return 0.0
        return 0.6 if self.where[one] == UNSEEN else 0.7

    def feared(self, hand: list[int], colour: int) -> float:
        """The sum of a colour that the strongest rival may hold."""
        unseen = [c for c in self.cards(UNSEEN) if c // 8 == colour]
        share: float = max(self.s.hidden[p] for p in self.others) / max(1, len(self.cards(UNSEEN)))
        known = max(
            sum(c % 8 + 1 for c in self.cards(SHOWN + p) if c // 8 == colour) for p in self.others
        )
        # The 8 that my 1 cancels does not count against me.
        cancelled = colour * 8 in hand
        return known + share * sum(c % 8 + 1 for c in unseen if not (cancelled and c % 8 == 7))

    def grown(self, player: int, colour: int) -> int:
        return sum(c // 8 == colour for c in self.cards(GRID + player))

    def loss(self, card: int) -> float:
        """What a hand loses with a card."""
        rest = [c for c in self.hand if c != card]
        return self.holding(self.hand) - self.holding(rest)

    # Drawing: what helps; from the deck when ahead, from the piles when behind.

    def draws(self) -> list[Choice]:
        found = [(self.worth_of_pile(p), f"draw {p + 1}") for p in range(self.s.players)]
        found = [choice for choice, piled in zip(found, self.s.piled, strict=False) if piled]
        haste = 0.5 if self.standing > 0 else -0.5
        return found + ([(1.2 + haste, "draw deck")] if self.left else [])

    @cached_property
    def standing(self) -> int:
        """My lead in the gardens."""
        sums: dict[int, int] = {p: sum(paths) for p, paths in self.paths.items()}
        return sums[self.me] - max(sums[p] for p in self.others)

    def worth_of_pile(self, player: int) -> float:
        if not self.s.piled[player]:
            return 0.0
        card = self.s.pile[player, self.s.piled[player] - 1]
        held = self.holding([*self.hand, card]) - self.holding(self.hand)
        return max(held, *(self.growth(card, cell) for cell in self.cells))

    # Playing: what makes paths longer now, or fits a staircase; what is of little use in hand.

    @cached_property
    def cells(self) -> list[int]:
        out = scratch(4 * MOST)
        return [out[i] for i in range(open_cells(self.s, self.me, 0, out))]

    def plays(self) -> list[Choice]:
        return [
            (growth - self.loss(card), f"play {card_name(card)} {cell_name(cell)}")
            for card in self.hand
            for growth, cell in self.best_cells(card)
        ]

    def best_cells(self, card: int) -> list[tuple[float, int]]:
        """The most promising cells, with what paths gain there."""
        fitting = sorted(self.cells, key=lambda cell: -self.fit(card, cell))[:5]
        return [(self.growth(card, cell), cell) for cell in fitting]

    def growth(self, card: int, cell: int) -> float:
        return self.gain(card, cell) + 0.8 * self.fit(card, cell)

    def gain(self, card: int, cell: int) -> float:
        """By how much the paths that I may hope to score grow at once."""
        s, k = self.s, self.s.placed[self.me]
        s.card[self.me, k], s.cell[self.me, k], s.placed[self.me] = card, cell, k + 1
        paths = self.paths_of(self.me)
        s.card[self.me, k], s.cell[self.me, k], s.placed[self.me] = -1, -1, k
        return sum(
            self.hope(colour) * (paths[colour] - self.paths[self.me][colour])
            for colour in range(KINDS)
            if paths[colour] != self.paths[self.me][colour]
        )

    def hope(self, colour: int) -> float:
        lead = self.total(self.hand, colour) - self.feared(self.hand, colour)
        return chance(lead, self.left)

    def fit(self, card: int, cell: int) -> float:
        """A stair needs numbers that follow each other; of one colour they count double."""
        worth = 0.3 if card % 8 in (0, 7) else 0.0
        for tree in self.beside(cell):
            apart = abs(tree % 8 - card % 8)
            if apart > 0:
                worth += (1.0 if tree // 8 == card // 8 else 0.6) / apart
        return worth

    def beside(self, cell: int) -> Iterator[int]:
        """My trees beside a cell."""
        s = self.s
        for k in range(s.placed[self.me]):
            if cell_distance(s.cell[self.me, k], cell) == 1:
                yield s.card[self.me, k]

    # Discarding: what I need least, and the others least.

    def discards(self) -> list[Choice]:
        return [
            (-self.loss(card) - 0.5 * self.gift(card), f"discard {card_name(card)}")
            for card in self.hand
        ]

    def gift(self, card: int) -> float:
        """What a card is worth to the rival who likes it best."""
        return max(
            0.1 * self.paths[p][card // 8] + 0.3 * self.grown(p, card // 8) for p in self.others
        )


def chance(lead: float, left: int) -> float:
    """How likely a lead in hand is to hold."""
    return min(1.0, max(0.0, 0.55 + lead / (6.0 + 0.4 * left)))


def cell_distance(cell: int, other: int) -> int:
    """Steps from one cell to another, along the grid."""
    span = 2 * MOST - 1
    return abs(cell % span - other % span) + abs(cell // span - other // span)
