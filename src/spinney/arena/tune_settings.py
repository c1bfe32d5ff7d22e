"""The settings of a tuning: the numbers, their bounds, their places in a command."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from spinney.arena.sprt import Sprt
from spinney.core.errors import Refused
from spinney.players.levels import LEVELS
from spinney.players.resource_limits import ResourceLimits
from spinney.players.tuned_level import TUNED, check_name

if TYPE_CHECKING:
    from spinney.core.game import Game

LOG = "log"
NUMBER = r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?(?:e[+-]?[0-9]{1,2})?"
FORM = re.compile(rf"({NUMBER}):({NUMBER})(?::({NUMBER}|{LOG}))?", re.IGNORECASE)
PLACE = re.compile(r"\{([A-Za-z_]\w*)\}", re.ASCII)
"""Where a number stands in a command."""


@dataclass(frozen=True)
class Parameter:
    """A number that is searched.

    Attributes:
        name: in the command, or of `Tuning`.
        low, high: the least and the greatest it can be.
        step: from ``low`` on, how far one value is from the next; None: all real numbers.
        log: are its orders of magnitude searched evenly?
    """

    name: str
    low: float
    high: float
    step: float | None = None
    log: bool = False

    def __post_init__(self) -> None:
        """Refuse a range that leaves nothing to search.

        Raises:
            Refused: the bounds are in the wrong order, the step is none, or zero has no logarithm.
        """
        if not self.low < self.high:
            raise Refused(f"{self.name}: the range {self.low:g}:{self.high:g} is empty")
        if self.log and self.low <= 0:
            raise Refused(f"{self.name}: a range by orders of magnitude begins above 0")
        if self.step is not None and not 0 < self.step <= self.high - self.low:
            raise Refused(f"{self.name}: a step is above 0, and within the range")

    @property
    def whole(self) -> bool:
        """Are all its values whole numbers?"""
        return self.step is not None and self.step % 1 == 0 and self.low % 1 == 0

    @property
    def middle(self) -> float:
        """The value in the middle of the range, one of those that it can have."""
        if self.log:
            return math.sqrt(self.low * self.high)
        if self.step is None:
            return (self.low + self.high) / 2
        return self.low + self.step * round((self.high - self.low) / 2 / self.step)

    def check(self, value: float) -> None:
        """Refuse a value that it can't have."""
        steps = 0.0 if self.step is None else (value - self.low) / self.step
        if not self.low <= value <= self.high or abs(steps - round(steps)) > 1e-9:
            raise Refused(
                f"{self.name} can't begin at {value:g}: it is none of {self}; take another range, "
                f"or say --start {self.name}=VALUE"
            )

    def text(self, value: float) -> str:
        """Return a value as it is written in a command; the written value is the one that plays."""
        if self.whole:
            return str(round(value))
        if self.step is None:
            return f"{value:.{self._digits}g}"
        steps = round((value - self.low) / self.step)
        return f"{float(Decimal(str(self.low)) + steps * Decimal(str(self.step))):.15g}"

    @property
    def _digits(self) -> int:
        """The significant digits that distinguish a thousand values of the range, at least 4."""
        largest = max(abs(self.low), abs(self.high))
        return 4 + math.floor(math.log10(max(1.0, largest / (self.high - self.low))))

    def __str__(self) -> str:
        third = f":{LOG}" if self.log else "" if self.step is None else f":{self.step:g}"
        return f"{self.low:g}:{self.high:g}{third}"


def read_parameter(name: str, text: str) -> Parameter:
    """Return the number that is searched as ``low:high``, ``low:high:step`` or ``low:high:log``.

    Raises:
        Refused: it is written otherwise, or leaves nothing to search.
    """
    parts = FORM.fullmatch(text)
    if not parts or not name.isidentifier():
        raise Refused(
            f"{name}={text} is not a range; write it as {name}=0:1, {name}=1:8:1 (in steps) or "
            f"{name}=0.01:10:log (by orders of magnitude)"
        )
    low, high, third = float(parts[1]), float(parts[2]), parts[3]
    if third is None or third.lower() == LOG:
        return Parameter(name, low, high, log=third is not None)
    step = float(third)
    if 0 < step <= high - low:
        high = low + step * math.floor((high - low) / step + 1e-9)  # the last that can be reached
    return Parameter(name, low, high, step)


@dataclass(frozen=True)
class TuneSettings:
    """The settings of a tuning.

    Attributes:
        game: with its options.
        player: a command with ``{name}`` in it, or a level whose search is tuned.
        parameters: the numbers that are searched.
        start: their first values, in that order.
        against: who has the other seats; empty: the player with the start's numbers.
        trials: how many values are tried, the start's among them.
        deals: how many each trial plays at most, all the same ones.
        seed: of the first deal, and of the choice of values.
        limits: the resource limits of programs.
        sprt: the test of the best values against the start's, on other deals.
        final_deals: how many that has at most; 0: it is left out.
    """

    game: Game
    player: str
    parameters: tuple[Parameter, ...]
    start: tuple[float, ...]
    against: str = ""
    trials: int = 40
    deals: int = 50
    seed: int = 1
    limits: ResourceLimits = field(default_factory=ResourceLimits)
    sprt: Sprt = field(default_factory=lambda: Sprt(0, 10))
    final_deals: int = 1000

    @property
    def opponent(self) -> str:
        """The players in the other seats."""
        return self.against or self.filled(self.start)

    @property
    def even(self) -> float | None:
        """The certain score of the start if it plays against itself: an equal part."""
        return 1 / self.game.num_players if self.opponent == self.filled(self.start) else None

    def filled(self, values: Sequence[float]) -> str:
        """Return the player with these values, in the order of the parameters."""
        texts = {p.name: p.text(v) for p, v in zip(self.parameters, values, strict=True)}
        if is_level(self.player):
            numbers = ",".join(f"{name}={text}" for name, text in texts.items())
            return f"{TUNED}:{self.player.removeprefix('level:')}:{numbers}"
        return PLACE.sub(lambda place: texts[place[1]], self.player)

    def saved(self) -> dict[str, Any]:
        """Return all settings that the result of a trial depends on, as JSON values."""
        options = {o.name: o.write(self.game.chosen[o.name]) for o in self.game.options}
        return {
            "game": self.game.name,
            "options": options,
            "player": self.player,
            "parameters": {p.name: str(p) for p in self.parameters},
            "start": [p.text(v) for p, v in zip(self.parameters, self.start, strict=True)],
            "against": self.opponent,
            "deals": self.deals,
            "seed": self.seed,
            "seconds": self.limits.each,
        }

    def formerly_saved(self) -> dict[str, Any]:
        """Return what differed in `saved` before it had the word of an option's file in full."""
        return {"options": {o.name: o.word(self.game.chosen[o.name]) for o in self.game.options}}


def is_level(player: str) -> bool:
    """Is a player one of the computer's levels, or a number of playouts?"""
    name = player.removeprefix("level:")
    return name in LEVELS or name.isdecimal()


def check_places(player: str, parameters: Sequence[Parameter]) -> None:
    """Refuse a player in which not every parameter has its place, or a place has no parameter."""
    names = [parameter.name for parameter in parameters]
    if len(set(names)) < len(names):
        raise Refused("a number is named twice by --param")
    if is_level(player):
        for name in names:
            check_name(name)
        return
    places = PLACE.findall(player)
    for name in names:
        if name not in places:
            raise Refused(f"{name} has no place in {player!r}; write {{{name}}} where it belongs")
    for place in places:
        if place not in names:
            raise Refused(f"what can {{{place}}} be? Say for example: --param {place}=0:1")


def start_values(
    game: Game, player: str, parameters: Sequence[Parameter], given: Mapping[str, float]
) -> tuple[float, ...]:
    """Return where the numbers begin: as given, else as the game has them, else in the middle.

    Raises:
        Refused: a number is none of those, or can't begin there.
    """
    from spinney.search.tuning import tuning_of

    usual = tuning_of(game)._asdict() if is_level(player) else {}
    for name in given:
        if name not in [parameter.name for parameter in parameters]:
            raise Refused(f"--start {name}: there is no --param {name}")
    start = []
    for parameter in parameters:
        value = given.get(parameter.name, usual.get(parameter.name, parameter.middle))
        parameter.check(value)
        start.append(value)
    return tuple(start)
