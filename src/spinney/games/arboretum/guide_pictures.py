"""The pictures of the guide: the table, where a card can go, a path, and the hands at the end."""

from __future__ import annotations

from spinney.core.guide_picture import GuidePicture
from spinney.core.state import State
from spinney.games.arboretum import GAME
from spinney.games.arboretum.rules.record import DECK, GRID, HAND, OVER
from spinney.games.arboretum.text.notation import read_card, read_cell


def _position(garden: str, hands: tuple[str, str] | None = None) -> State:
    """Return a position: a garden as ``"lilac1 0,0; lilac2 1,0"``, and perhaps hands laid open."""
    record = GAME.new(seed=1).record
    planted = [place.split() for place in garden.split("; ") if place]
    if hands is not None:
        for number in range(len(record.where)):
            record.where[number] = min(record.where[number], DECK)
        record.phase = OVER
        for player, hand in enumerate(hands):
            for word in hand.split():
                record.where[read_card(word)] = HAND + player
    for at, (card, cell) in enumerate(planted):
        record.card[0, at], record.cell[0, at] = read_card(card), read_cell(cell)
        record.where[read_card(card)] = GRID
    record.placed[0] = len(planted)
    return State(GAME, bytes(record))


def _beside() -> State:
    """Return a turn in which a card is to be planted beside the first two."""
    state = GAME.new(seed=2)
    for _ in range(2):
        for player in (0, 1):
            state = state.play(player, "draw deck").play(player, "draw deck")
            state = state.play(player, next(iter(state.legal(player))))
            state = state.play(player, next(iter(state.legal(player))))
    return state.play(0, "draw deck").play(0, "draw deck")


GARDEN = "lilac1 0,0; lilac2 1,0; dogwood4 2,0; lilac6 2,1; lilac8 3,1"


def _path() -> State:
    return _position(GARDEN)


def _hands() -> State:
    return _position(GARDEN, ("lilac3 lilac5 cassia8", "lilac7 cassia1 cassia2"))


PICTURES = {
    "table": GuidePicture(
        points=("deck", "handle-2", "card-lilac1", "card-lilac5", "card-magnolia2"),
    ),
    "beside": GuidePicture(_beside, boards=("near-garden",)),
    "path": GuidePicture(_path, boards=("near-garden",), paths=("lilac",)),
    "hands": GuidePicture(_hands, boards=("hand", "garden-1")),
}
