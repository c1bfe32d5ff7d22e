"""A player of common sense, written by hand, of Build Your Arboretum.

It looks at the table and follows a few rules of thumb. It imagines nothing and searches nothing.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from spinney.core.state import Observation
from spinney.games.build_your_arboretum.rules.record import (
    BID,
    BOARD,
    CARDS,
    CELLS,
    CHOOSE,
    NEAR,
    OFFER,
    REFUSE,
    ROUNDS,
)
from spinney.games.build_your_arboretum.text.names import card_name, cell_name

NOTHING = 0.2  # what an action must be worth at least, or the round is skipped
PARROT = 4.0  # what a parrot for good is worth in the first round


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
        evaluation = self.evaluation(view)
        if view.record.phase == CHOOSE:
            return "first blue" if view.player == 0 else "first red"
        if view.record.phase == BID:
            return evaluation.bid(rng)
        moves = [evaluation.start(), evaluation.skip()]
        moves += evaluation.bulletin() if evaluation.plans_bulletin() else evaluation.garden()
        return max(moves, key=lambda rated: (rated[0], rng.random()))[1]

    def evaluation(self, view: Observation) -> ArboretaEvaluation:
        """Return how this player judges what the viewer sees."""
        return ArboretaEvaluation(view)


class ArboretaEvaluation:
    """What one player sees, with opinions about it: worth in points, and the move."""

    def __init__(self, view: Observation) -> None:
        self.s: Any = view.record
        self.me, self.other = view.player, 1 - view.player
        self.left = ROUNDS - self.s.round_number

    # The bid: mostly twos and ones, as many of a kind as there are good cards for it.

    def bid(self, rng: random.Random) -> str:
        parrots = self.s.parrots[self.me]
        if self.s.round_number == 1 and self.s.start == self.me:
            parrots -= 1
        plans = self.plans()
        groups: list[int] = []
        while parrots > 0 and len(groups) < min(len(plans), 6):
            size = rng.choice((2, 3)) if not groups else min(groups[-1], rng.choice((1, 2)))
            groups.append(min(size, parrots))
            parrots -= groups[-1]
        words = (f"{size}{plan}" for size, plan in zip(groups, plans, strict=False))
        return " ".join(["bid", *words]) if groups else "bid none"

    def plans(self) -> list[str]:
        """What to do first, second and so on: the best uses of the cards on offer."""
        uses = [(worth, "g") for worth in self.best_of(OFFER, self.garden_worth)]
        uses += [(worth, "b") for worth in self.best_of(OFFER, self.board_worth)]
        uses += [(worth, "g") for worth in self.best_of(REFUSE, self.garden_worth)[:1]]
        return [plan for worth, plan in sorted(uses, reverse=True) if worth > NOTHING]

    def best_of(self, pile: int, judge: Callable[[int], float]) -> list[float]:
        return sorted((judge(card) for card in self.cards(pile)), reverse=True)

    def cards(self, place: int) -> list[int]:
        return [card for card in range(CARDS) if self.s.where[card] == place]

    # Turns.

    def plans_bulletin(self) -> bool:
        return bool(self.s.bid[self.me, self.s.used[self.me]] < 0)

    def skip(self) -> tuple[float, str]:
        return NOTHING, "skip"

    def start(self) -> tuple[float, str]:
        """To begin is worth a point at the end, and a little before."""
        worth = 1.0 if self.left == 0 else 0.3
        return (worth if self.s.next_start < 0 else -1.0), "start"

    def garden(self) -> list[tuple[float, str]]:
        rated = [
            (self.planting_worth(card, cell), f"plant {card_name(card)} {cell_name(cell)}")
            for card in self.cards(OFFER)
            for cell in self.cells()
        ]
        if not self.s.dug:
            rated += [
                (self.planting_worth(card, cell), f"dig {card_name(card)} {cell_name(cell)}")
                for card in self.cards(REFUSE)
                for cell in self.cells()
            ]
        return rated

    def cells(self) -> list[int]:
        """The cells where a tree may be planted: beside another, or about the middle at first."""
        if self.s.planted[self.me] == 0:
            return [14]
        return [
            cell
            for cell in range(CELLS)
            if self.tree(cell) < 0 and any(self.tree(near) >= 0 for near in beside(cell))
        ]

    def tree(self, cell: int) -> int:
        return int(self.s.grid[self.me, cell])

    def garden_worth(self, card: int) -> float:
        return max((self.planting_worth(card, cell) for cell in self.cells()), default=0.0)

    def planting_worth(self, card: int, cell: int) -> float:
        """Numbers one apart make long paths; of one suit they count double."""
        worth = 0.0
        room = 0
        for near in beside(cell):
            tree = self.tree(near)
            apart = abs(tree % 8 - card % 8)
            if tree < 0:
                room += 1
            elif apart > 0:
                worth += (2.0 if tree // 8 == card // 8 else 0.7) / apart
        worth += 0.1 * room + (0.5 if card % 8 in (0, 7) else 0.0)
        return worth * (1.0 if self.ahead(card // 8) >= 0 else 0.5)

    def bulletin(self) -> list[tuple[float, str]]:
        found = [(self.board_worth(card), f"take {card_name(card)}") for card in self.cards(OFFER)]
        if self.s.boarded[self.me] == 7:
            cards = self.cards(BOARD + self.me)
            drop = min(cards, key=lambda card: self.use(card // 8) * (card % 8 + 1))
            lost = 0.5 * self.use(drop // 8)
            found = [(worth - lost, f"{said} drop {card_name(drop)}") for worth, said in found]
        return found + ([] if self.s.hired else self.hire())

    def board_worth(self, card: int) -> float:
        """A player behind in a suit that grows in a garden must advertise it."""
        suit, number = card // 8, card % 8 + 1
        lead = self.ahead(suit)
        turns_it = lead <= 0 < lead + number
        return self.use(suit) * (1.0 if turns_it else 0.3) + 0.05 * number

    def use(self, suit: int) -> float:
        """How much is at stake in a suit: the trees of it in both gardens."""
        mine = sum(self.tree(cell) // 8 == suit for cell in range(CELLS) if self.tree(cell) >= 0)
        trees = (int(self.s.grid[self.other, cell]) for cell in range(CELLS))
        theirs = sum(tree // 8 == suit for tree in trees if tree >= 0)
        return mine + 0.5 * theirs

    def ahead(self, suit: int) -> int:
        """The lead in a suit on the advertising boards."""
        return self.sum_of(self.me, suit) - self.sum_of(self.other, suit)

    def sum_of(self, player: int, suit: int) -> int:
        return sum(card % 8 + 1 for card in self.cards(BOARD + player) if card // 8 == suit)

    def hire(self) -> list[tuple[float, str]]:
        """Pay with the cards that are of least use, the highest of them first."""
        price = self.s.parrots[self.me] + 1
        cards = sorted(
            self.cards(BOARD + self.me), key=lambda card: (self.use(card // 8), -(card % 8))
        )
        given: list[int] = []
        while cards and sum(card % 8 + 1 for card in given) < price:
            given.append(cards.pop(0))
        if sum(card % 8 + 1 for card in given) < price:
            return []
        lost = sum(self.use(card // 8) * 0.4 for card in given)
        worth = 2.0 + (PARROT - 2.0) * self.left / ROUNDS - lost
        return [(worth, " ".join(["hire", *map(card_name, sorted(given))]))]


def beside(cell: int) -> list[int]:
    """The cells beside a cell."""
    return [near for near in NEAR[4 * cell : 4 * cell + 4].tolist() if near >= 0]
