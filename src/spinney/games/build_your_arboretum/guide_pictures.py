"""The pictures of the guide: the table, the turns after bids, a path, the right to score."""

from __future__ import annotations

from spinney.core.guide_picture import GuidePicture
from spinney.core.state import State
from spinney.games.build_your_arboretum import GAME
from spinney.games.build_your_arboretum.rules.record import BOARD, DECK, GARDEN, OFFER, REFUSE
from spinney.games.build_your_arboretum.text.notation import read_card, read_cell

Cards = dict[int, str]
"""By player, cards in words."""


def _position(gardens: Cards, boards: Cards, offering: str = "", refuse: str = "") -> State:
    """Return a position: gardens as ``"Q1 B2, Q4 C2"``, all else as cards."""
    record = GAME.new(seed=1).record
    for number in range(len(record.where)):
        record.where[number] = DECK
    for player in range(2):
        planted = [place.split() for place in gardens.get(player, "").split(", ") if place]
        shown = boards.get(player, "").split()
        for card, cell in planted:
            record.grid[player, read_cell(cell)] = read_card(card)
            record.where[read_card(card)] = GARDEN + player
        for word in shown:
            record.where[read_card(word)] = BOARD + player
        record.planted[player], record.boarded[player] = len(planted), len(shown)
    for place, lying in ((OFFER, offering), (REFUSE, refuse)):
        for word in lying.split():
            record.where[read_card(word)] = place
    return State(GAME, bytes(record))


def _turns() -> State:
    """Return a round in which both have bid."""
    record = GAME.new(seed=4).play(0, "first red").record
    record.round_number = 2  # from then on the starting player has all parrots
    begun = State(GAME, bytes(record))
    return begun.play(0, "bid 3b 2g 1g").play(1, "bid 2g 2b 1g")


def _path() -> State:
    gardens = {0: "R1 B2, R2 C2, R3 C3, S5 D3, R4 C4, T6 D4, R8 C5"}
    return _position(gardens, {0: "R5", 1: "R7 P2"}, "Q2 W4 V6 U1 P8", "S3 W5")


def _rights() -> State:
    return _position({}, {0: "U1 Q3 T4", 1: "U8 Q6 T2"}, "P2 R5 V7 W1 S6", "P5 W8")


PICTURES = {
    "table": GuidePicture(
        points=("card-Q7", "card-Q1", "card-U5", "parrot-red-1", "branch-garden"),
    ),
    "turns": GuidePicture(_turns, boards=("track",)),
    "path": GuidePicture(_path, boards=("near-garden",), paths=("R",)),
    "rights": GuidePicture(_rights, boards=("near-board", "far-board")),
}
