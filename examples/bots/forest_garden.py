"""A starter for Forest Garden, in JSON lines.

    spinney match forest-garden "python3 examples/bots/forest_garden.py" seedling

It grows what it can, large plants rather than small ones, and chooses the deck that shows its card,
or has most left.
"""

from typing import Any

from starter import play

VERBS = {"grow": 20, "bonus": 8, "accept": 6, "refuse": 5, "sell": 4, "pick": 3}


def worth(move: str, view: dict[str, Any], me: int) -> float:
    """Return what a move is worth: ``grow EU12 3.2``, ``choose 2``, ``sell EU12``, ``decline``."""
    verb, *words = move.split()
    value: float = VERBS.get(verb, 0)
    if verb == "grow":
        value += int(words[1][0]) if words[1:] and view["storage"][me] else 0
    if verb == "choose" and words[0] != "special":
        deck = int(words[0]) - 1
        value += view["left"][deck] + 50 * view["open"][deck]
    return value


if __name__ == "__main__":
    play(worth)
