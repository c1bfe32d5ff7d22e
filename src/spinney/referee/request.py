"""The request of another arena to play one game, and the answer to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from spinney.core.errors import Refused

SEED, TIMEOUT, LEAGUE = "seed", "timeout", "league"
FORMER_NAMES = {"league.level": LEAGUE}
"""Other names of parameters."""
LEAST_SEED, MOST_SEED = -(2**63), 2**63 - 1


class GameRequest(NamedTuple):
    """One game to be played.

    Attributes:
        game: its name.
        players: by seat, a command or a level, as for `spinney match`.
        names: of the players, by seat; empty: the usual ones.
        parameters: of the game, by name: its options, ``seed``, ``league`` and ``timeout``.
        memory: bytes a program may have; 0: no limit.
        wants_log: is the log needed?
    """

    game: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    parameters: dict[str, str]
    memory: int = 0
    wants_log: bool = False

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return self._asdict()

    @staticmethod
    def from_json(value: dict[str, Any]) -> GameRequest:
        """Return the request that `to_json` wrote."""
        lists = {name: tuple(value[name]) for name in ("players", "names")}
        return GameRequest(**{**value, **lists})


class GameReport(NamedTuple):
    """The result of a game.

    Attributes:
        scores: by seat; -1: failed.
        parameters: those that repeat the game, as one word.
        record: the match as `spinney view` reads it.
        log: of every answer, as JSON; empty if it wasn't requested.
    """

    scores: tuple[int, ...]
    parameters: str
    record: str
    log: str

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return self._asdict()

    @staticmethod
    def from_json(value: dict[str, Any]) -> GameReport:
        """Return the result that `to_json` wrote."""
        return GameReport(**{**value, "scores": tuple(value["scores"])})


def read_parameters(texts: Sequence[str]) -> dict[str, str]:
    """Return the parameters of ``seed=123 league=4``; a number alone is the seed.

    They may be separated by spaces, ends of lines or exclamation marks.

    Raises:
        Refused: something is not a parameter.
    """
    parameters: dict[str, str] = {}
    for word in re.split(r"[\s!]+", " ".join(texts).strip()):
        if not word:
            continue
        name, equals, value = word.partition("=")
        if not equals and re.fullmatch(r"-?[0-9]+", word):
            name, value = SEED, word
        if not (name and value):
            raise Refused(f"{word!r} is not a parameter of a game; write for example: seed=123")
        parameters[FORMER_NAMES.get(name, name)] = value
    return parameters


def whole_number(name: str, text: str, least: int, most: int) -> int:
    """Return a parameter that is a whole number. Raises Refused."""
    if not re.fullmatch(r"-?[0-9]{1,20}", text) or not least <= int(text) <= most:
        raise Refused(f"{name}={text} is not a number from {least} to {most}")
    return int(text)
