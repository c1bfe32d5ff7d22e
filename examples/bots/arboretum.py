"""A starter for Arboretum, in JSON lines.

    spinney match arboretum "python3 examples/bots/arboretum.py" seedling

It draws colours that it holds, plants where numbers go on by one, and throws away the colour of
which it holds least.
"""

from typing import Any

from starter import play


def worth(move: str, view: dict[str, Any], me: int) -> float:
    """Return what a move is worth: ``draw 2``, ``play cassia5 0,1``, ``discard lilac3``."""
    verb, card, *place = move.split()
    if verb == "draw":
        return 0 if card == "deck" else held(view, me, view["pile"][int(card) - 1][-1])
    if verb == "discard":
        return -held(view, me, card)
    return beside(view, me, card, place[0]) - held(view, me, card) / 100


def held(view: dict[str, Any], me: int, card: str) -> int:
    """Return the sum of the numbers in hand of a card's colour."""
    places = view["where"]
    hand = places["in hand"][me] + places["in hand, and everybody knows it"][me]
    return sum(int(other[-1]) for other in hand if other[:-1] == card[:-1])


def beside(view: dict[str, Any], me: int, card: str, place: str) -> int:
    """Return how many neighbours differ by one from a card that is planted there."""
    x, y = map(int, place.split(","))
    garden = zip(view["card"][me], view["cell"][me], strict=True)
    return sum(
        abs(int(other[-1]) - int(card[-1])) == 1
        for other, (column, row) in garden
        if abs(column - x) + abs(row - y) == 1
    )


if __name__ == "__main__":
    play(worth)
