"""A Python class as a program: ``python -m spinney.players.host GAME MODULE:CLASS``.

It runs in a process of its own, so that it can't slow or harm others. When all is
loaded it says ``ready``, then speaks the JSON lines of all games.
"""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from spinney.core import compilation
from spinney.core.errors import Refused
from spinney.players.protocol.bot_side import JsonBotSide, Lines, MoveRequest, serve

if TYPE_CHECKING:
    from spinney.core.state import Observation

READY = "ready"


@dataclass(frozen=True)
class Time:
    """The time that a Python class has for a choice.

    Attributes:
        seconds: until the answer must be there.
        clock: the seconds left on the player's clock; None: no clock runs.
        choice: which of the player's choices it is, from 1.
    """

    seconds: float
    clock: float | None
    choice: int


class Bot(Protocol):
    """The interface of a Python class that plays; an object is made for each match."""

    def choose(self, observation: Observation, player: int, clock: Time) -> str | tuple[str, str]:
        """Return a move, or a move and a message for spectators."""


def load(place: str) -> Bot:
    """Return an object of the class that ``module:Class`` names.

    Raises:
        Refused: there is no such class, or it can't choose.
    """
    module, _, name = place.rpartition(":")
    try:
        bot_class: Any = getattr(importlib.import_module(module), name, None)
    except ModuleNotFoundError as missing:
        if missing.name is None or not f"{module}.".startswith(f"{missing.name}."):
            raise
        raise Refused(
            f"there is no module {missing.name!r} here or among those installed"
        ) from None
    except EOFError:
        raise Refused(
            f"the module {module} reads its standard input on import; a class is asked by its "
            "method choose instead"
        ) from None
    if not isinstance(bot_class, type):
        raise Refused(f"the module {module} has no class {name!r}")
    if not callable(getattr(bot_class, "choose", None)):
        raise Refused(f"{name} has no method: choose(self, observation, player, clock)")
    bot: Bot = bot_class()
    return bot


def move_and_message(answer: object) -> tuple[str, str]:
    """Return the answer of a class: a move, and a message or an empty text.

    Raises:
        TypeError: it is neither a move nor a pair.
    """
    match answer:
        case str(move):
            return move, ""
        case (str(move), message):
            return move, str(message)
        case _:
            raise TypeError(
                f"choose must return a move, or a move and a message; it returned {answer!r}"
            )


def main(game: str, place: str) -> int:
    """Play one match. A fault of the class ends the process, with its reason on stderr."""
    from spinney import game as find

    lines = Lines()
    try:
        bot = load(place)
    except Refused as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 2
    if game:
        compilation.precompile(find(game))
    lines.write(READY)

    def choose(request: MoveRequest) -> tuple[str, str]:
        parsed = request.parsed
        time = Time(parsed.seconds, parsed.clock, parsed.choice)
        return move_and_message(bot.choose(parsed.view, parsed.view.player, time))

    serve(JsonBotSide(lines), choose)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
