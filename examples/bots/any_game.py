"""A first bot for every game, in JSON lines (docs/reference/bot-protocol.md).

    spinney match build-your-arboretum "python3 examples/bots/any_game.py" seedling
    spinney match spring-2021 "json:python3 examples/bots/any_game.py" seedling

It says something at random, but never passes when it can do anything else.
"""

import json
import random
import sys
from typing import Any

QUIET = ("pass", "skip", "wait", "done")


def drawn(choices: list[Any], words: Any) -> Any:
    """Return one of the choices, of those that do something if there are any."""
    busy = [choice for choice in choices if words(choice).lower() not in QUIET]
    return random.choice(busy or choices)


def move(request: dict[str, Any]) -> str:
    """Return a whole move that can be said now."""
    if "legal" in request:
        return str(drawn(request["legal"], str))
    # Too many to list: begin one, and ask what can follow until it is whole.
    begun = drawn(request["next"], lambda beginning: str(beginning["words"]))
    while not begun["whole"]:
        print("?", begun["words"], flush=True)
        begun = random.choice(json.loads(input())["next"])
    return str(begun["words"])


def main() -> None:
    """Answer one request after another; the last line only tells how it ended."""
    for line in sys.stdin:
        request = json.loads(line)
        if request.get("over"):
            print("it ended", request["scores"], file=sys.stderr)
            return
        said = move(request)
        # What is printed to stderr is kept in the record, turn by turn.
        print(f"choice {request['choice']}, {request['seconds']} s", file=sys.stderr)
        # The move alone would do as well: print(said, flush=True)
        print(json.dumps({"move": said, "message": "for the wood!"}), flush=True)


if __name__ == "__main__":
    main()
