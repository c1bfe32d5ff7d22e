"""The protocol, for the starters beside it: they only say what a move is worth.

A starter calls ``play(worth)``. ``worth(move, view, me)`` returns a number: ``view`` is what the
player sees, in names (docs/reference/bot-protocol.md), ``me`` the player's number.
"""

import json
import random
import sys
from collections.abc import Callable
from typing import Any

Worth = Callable[[str, dict[str, Any], int], float]


def play(worth: Worth) -> None:
    """Answer each request with the move that is worth most; of equal ones with any."""
    for line in sys.stdin:
        request = json.loads(line)
        if request.get("over"):
            return  # the last line only tells how it ended
        view, me = request["view"], request["player"]

        def best(moves: list[str], view: Any = view, me: int = me) -> str:
            return max(moves, key=lambda move: (worth(move, view, me), random.random()))

        print(best(request["legal"]) if "legal" in request else spelled(request, best), flush=True)


def spelled(request: dict[str, Any], best: Callable[[list[str]], str]) -> str:
    """Return a move where there are too many to list: begin one, and ask what can follow."""
    while True:
        whole = {begun["words"]: begun["whole"] for begun in request["next"]}
        words = best(list(whole))
        if whole[words]:
            return words
        print("?", words, flush=True)
        request = json.loads(input())
