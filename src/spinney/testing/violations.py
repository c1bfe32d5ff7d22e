"""What a broken promise looks like, and the count of what was checked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from spinney.core.game import Game
from spinney.core.state import Observation, State


class Broken(AssertionError):  # noqa: N818 - it names what happened to a promise
    """A game broke a promise of the contract. The message names the promise and the place."""


def hold(true: bool, promise: str, where: State | Observation, detail: object = "") -> None:
    """Raise `Broken` unless ``true``."""
    if not true:
        told = f" ({detail})" if detail != "" else ""
        raise Broken(f"{promise}{told}\nat {where!r}")


@dataclass
class CheckReport:
    """How often each promise was checked.

    Attributes:
        game: the game checked.
        counts: checks by name.
    """

    game: Game
    counts: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        told = ", ".join(f"{count:,} {name}" for name, count in self.counts.items())
        return f"{self.game.name}: {told}"
