"""A first bot for Spring Challenge 2021, in the contest's own protocol.

    spinney match spring-2021 "python3 examples/bots/contest.py" seedling

It completes, grows and sows in this order, on the richest soil it can, and else waits.
"""

import contextlib
import sys

ORDER = {"COMPLETE": 3, "GROW": 2, "SEED": 1, "WAIT": 0}


def numbers() -> list[int]:
    """Return the numbers of the next line."""
    return [int(word) for word in input().split()]


def main() -> None:
    """Play one game; at its end the input ends, and with it this program."""
    richness = {}
    for _ in range(int(input())):
        cell, soil, *_neighbours = numbers()
        richness[cell] = soil

    while True:
        day = int(input())
        _nutrients = int(input())
        sun, score = numbers()
        _their_sun, _their_score, _they_wait = numbers()
        trees = {}
        for _ in range(int(input())):
            cell, size, is_mine, is_dormant = numbers()
            trees[cell] = (size, is_mine, is_dormant)
        actions = [input() for _ in range(int(input()))]

        def worth(action: str) -> tuple[int, int]:
            verb, *cells = action.split()
            return ORDER[verb], richness[int(cells[-1])] if cells else 0

        # What is printed to stderr is kept in the record, turn by turn.
        print(f"day {day}, {sun} sun, {len(trees)} trees", file=sys.stderr)
        # An answer is a command and, behind it, a message if you like. Always flush it.
        print(max(actions, key=worth), f"{score} points", flush=True)


if __name__ == "__main__":
    with contextlib.suppress(EOFError):
        main()
