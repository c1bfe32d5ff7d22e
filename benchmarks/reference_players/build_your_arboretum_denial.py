"""A player of Build Your Arboretum that denies: it advertises what the other has planted.

Each round its two largest groups go to the bulletin. There it takes the cards that cost the other
most of the right to score; in the end it scores those suits itself where it can. Its garden is
planted with common sense. It imagines nothing and searches nothing.
"""

from __future__ import annotations

import random

from benchmarks.reference_players.build_your_arboretum import ArboretaEvaluation, CommonSense
from spinney.core.state import Observation
from spinney.games.build_your_arboretum.rules.record import BOARD, CELLS, FULL, OFFER, SUITS
from spinney.games.build_your_arboretum.rules.scoring import advertised, garden_paths
from spinney.games.build_your_arboretum.text.names import card_name
from spinney.kernel.rule import scratch

ADVERTISED_FIRST = 2
"""How many cards it takes before it plants, each round."""
REACH = 2.0
"""Points of a lead on the boards that count as much as another round to come."""


class Denial(CommonSense):
    """Advertises two cards first, then plants."""

    seat = "denial"

    def evaluation(self, view: Observation) -> ArboretaEvaluation:
        """Return how this player judges what the viewer sees."""
        return DenyingEvaluation(view)


class DenyingEvaluation(ArboretaEvaluation):
    """What one player sees, judged by what both will be allowed to score."""

    def __init__(self, view: Observation) -> None:
        super().__init__(view)
        self.s = view.game.record_class.from_bytes(view.data)  # its own, to try cards on boards
        self.stakes = [self.stake(player) for player in range(2)]

    def stake(self, player: int) -> list[float]:
        """Return by suit what a player's best path is worth, and the trees it may grow from."""
        paths = scratch(SUITS)
        garden_paths(self.s, player, paths)
        trees = [0] * SUITS
        for cell in range(CELLS):
            if self.s.grid[player, cell] >= 0:
                trees[self.s.grid[player, cell] // 8] += 1
        return [
            max(path, count) + 0.2 * self.left for path, count in zip(paths, trees, strict=True)
        ]

    def bid(self, rng: random.Random) -> str:  # noqa: ARG002 - it leaves nothing to chance
        """Return large groups for the bulletin, and single ones for the garden."""
        parrots = self.s.parrots[self.me]
        if self.s.round_number == 1 and self.s.start == self.me:
            parrots -= 1
        groups = ["2b"] * ADVERTISED_FIRST + ["1g"] * (parrots - 2 * ADVERTISED_FIRST)
        return " ".join(["bid", *groups])

    def bulletin(self) -> list[tuple[float, str]]:
        """Return what can be taken, each with what it changes. It never hires."""
        before = self.rights_worth()
        rated = []
        for card in self.cards(OFFER):
            self.s.where[card] = BOARD + self.me
            for drop in self.drops(card):
                words = f"take {card_name(card)}"
                if drop >= 0:
                    self.s.where[drop] = OFFER
                    words += f" drop {card_name(drop)}"
                rated.append((self.rights_worth() - before, words))
                if drop >= 0:
                    self.s.where[drop] = BOARD + self.me
            self.s.where[card] = OFFER
        return rated

    def drops(self, taken: int) -> list[int]:
        """Return the cards that a full board may give up for the one taken; -1 for none."""
        if self.s.boarded[self.me] < FULL:
            return [-1]
        return [card for card in self.cards(BOARD + self.me) if card != taken]

    def rights_worth(self) -> float:
        """Return how many points the boards are worth to this player, as they are."""
        total = 0.0
        for suit in range(SUITS):
            ahead = advertised(self.s, self.me, suit) - advertised(self.s, self.other, suit)
            total += self.stakes[self.me][suit] * self.right(ahead)
            total -= self.stakes[self.other][suit] * self.right(-ahead)
        return total

    def right(self, ahead: int) -> float:
        """Return the chance, as it is guessed, of the right to score in the end."""
        if self.left == 0:
            return 1.0 if ahead >= 0 else 0.0
        lead = ahead + 0.5
        return 0.5 + 0.5 * lead / (abs(lead) + REACH * float(self.left))
