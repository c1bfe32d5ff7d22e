"""Violations of promises, and the count of checks."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from spinney.core.game import Game
from spinney.core.state import Observation, State


class Broken(AssertionError):
    """A game broke a promise of the interface. The message names the promise and the place.

    Attributes:
        promise: which one, in words.
        detail: what was found instead; may be empty.
        where: the state or the observation at which it was found.
    """

    def __init__(
        self, promise: str, where: State | Observation | None = None, detail: object = ""
    ) -> None:
        self.promise, self.where, self.detail = promise, where, str(detail)
        suffix = f" ({detail})" if self.detail else ""
        super().__init__(f"{promise}{suffix}" + (f"\nat {where!r}" if where is not None else ""))


def hold(true: bool, promise: str, where: State | Observation, *details: object) -> None:
    """Raise `Broken` unless ``true``. The details are formatted only then, which takes time."""
    if not true:
        written = (detail if isinstance(detail, str) else repr(detail) for detail in details)
        raise Broken(promise, where, " ".join(written))


@dataclass
class CheckReport:
    """How often each promise was checked.

    Attributes:
        game: the game checked.
        counts: checks by name.
        last: the state that was checked last; None before the first.
        hidden: the fields of the record that some view blanked (`hidden_fields`).
    """

    game: Game
    counts: Counter[str] = field(default_factory=Counter)
    last: State | None = None
    hidden: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        counts = ", ".join(f"{count:,} {name}" for name, count in self.counts.items())
        return f"{self.game.name}: {counts}"
