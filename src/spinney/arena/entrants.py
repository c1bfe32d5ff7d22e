"""Who plays in an arena: each is read from a few words and chooses sentences from views."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ..core.refusal import Refused, did_you_mean

if TYPE_CHECKING:
    from ..core.state import Observation


Progress = Callable[[int], object]


class Entrant(Protocol):
    """Whoever plays for a seat."""

    @property
    def seat(self) -> str:
        """What a record's header calls it, ``level:tree``."""

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:
        """Return the viewer's next sentence; the same view and seed give the same one.

        ``progress`` is called now and then with the number of playouts so far; what it raises
        ends the choice.
        """


@dataclass(frozen=True)
class Chance:
    """Draws its sentences at random, step by step."""

    seat: str = "random"

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:  # noqa: ARG002
        """Return any sentence."""
        return view.legal.sample(seed)


@dataclass(frozen=True)
class Level:
    """A level of the computer opponent, by its name."""

    name: str

    @property
    def seat(self) -> str:
        """The level's name as a seat."""
        return f"level:{self.name}"

    def choose(self, view: Observation, seed: int, progress: Progress | None = None) -> str:
        """Return what the search chooses."""
        from ..bots import choose

        return choose(view, self.name, seed, progress).sentence


def read(text: str) -> Entrant:
    """Return who is meant by ``random``, ``tree`` or ``level:tree``.

    Raises:
        Refused: nobody is called that.
    """
    from ..bots import LEVELS

    name = text.removeprefix("level:")
    if name == "random":
        return Chance()
    if name not in LEVELS:
        raise Refused(f"nobody is called {text!r}" + did_you_mean(name, ["random", *LEVELS]))
    return Level(name)
