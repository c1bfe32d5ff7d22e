"""A starter for Build Your Arboretum, in JSON lines.

    spinney match build-your-arboretum "python3 examples/bots/build_your_arboretum.py" seedling

It sends parrots in twos, by turns to the garden and to the bulletin, plants where numbers go on by
one, and advertises high numbers.
"""

from typing import Any

from starter import play

VERBS = {"plant": 20, "take": 10, "dig": 3, "hire": 2, "start": 1}


def worth(move: str, view: dict[str, Any], me: int) -> float:
    """Return what a move is worth: ``bid 2g 2b``, ``plant Q7 D5``, ``take P5``, ``skip``."""
    verb, *words = move.split()
    if verb == "bid":  # which may be the beginning of a bid only
        return len(move) if plan(view["parrots"][me]).startswith(move) else 0
    value = VERBS.get(verb, 0)
    if verb == "plant":
        value += beside(view["grid"][me], *words)
    if verb == "take":
        value += int(words[0][1])
    return value


def plan(parrots: int) -> str:
    """Return the bid that is wanted."""
    groups = [f"2{'gb'[group % 2]}" for group in range(parrots // 2)]
    return " ".join(["bid", *groups, *["1g"] * (parrots % 2)])


def beside(grid: dict[str, str], card: str, cell: str) -> int:
    """Return how many neighbours differ by one from a card that is planted on a cell."""
    column, row = ord(cell[0]), int(cell[1])
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    near = [grid.get(f"{chr(column)}{row}") for column, row in around]
    return sum(abs(int(other[1]) - int(card[1])) == 1 for other in near if other)


if __name__ == "__main__":
    play(worth)
