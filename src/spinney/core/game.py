"""`Game`: what a game is called, how it is set up, and where its parts are."""

from __future__ import annotations

import importlib
import importlib.util
import secrets
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .refusal import Refused, did_you_mean

if TYPE_CHECKING:
    from .engine import Engine
    from .state import Moment, State


@dataclass(frozen=True)
class Option:
    """A setting of a game.

    Attributes:
        name: as it is passed to `spinney.game`.
        default: one of ``values``.
        values: all it can be, in the order in which a person is offered them.
        title: what it is called on a page.
        words: what each value is called, in the order of ``values``; by default the value itself.
        about: one sentence of explanation.
        parts: words of which the value can be put together instead, as the text ``"oak pine"``: a
            choice of some of them. Then ``values`` has one entry, for no choice made.
    """

    name: str
    default: Any
    values: tuple[Any, ...]
    title: str
    words: tuple[str, ...] = ()
    about: str = ""
    parts: tuple[str, ...] = ()

    def check(self, value: Any) -> Any:
        """Return the value this stands for, given itself, its word or its parts.

        Parts are words in any order, as a list or as text with blanks or commas between them.

        Raises:
            Refused: it is none of these.
        """
        for own, word in zip(self.values, self.spoken, strict=True):
            if (type(value) is type(own) and value == own) or str(value).lower() == word.lower():
                return own
        if self.parts and isinstance(value, str | list | tuple):
            return self._together(value)
        raise Refused(f"{self.name} can't be {value!r}; it can be: {', '.join(self.spoken)}")

    def _together(self, value: str | Sequence[str]) -> str:
        """The parts that are named, once each and in their own order."""
        named = value.replace(",", " ").split() if isinstance(value, str) else value
        chosen = {str(word).lower() for word in named}
        for word in sorted(chosen.difference(self.parts)) if chosen else [""]:
            known = [*self.spoken, *self.parts]
            raise Refused(f"{self.name} can't be {word!r}" + did_you_mean(word, known))
        return " ".join(part for part in self.parts if part in chosen)

    @property
    def spoken(self) -> tuple[str, ...]:
        """The word for each value."""
        return self.words or tuple(map(str, self.values))

    def say(self, value: Any) -> str:
        """Return the word for a value, or the words of its parts."""
        return self.spoken[self.values.index(value)] if value in self.values else str(value)

    def number(self, value: Any) -> int:
        """Return what rules are given: the value if it is a number, else its place.

        Of parts, a bit for each in use: ``1 << place``.
        """
        if isinstance(value, int):
            return value
        if value in self.values:
            return self.values.index(value)
        return sum(1 << self.parts.index(word) for word in value.split())


@dataclass(frozen=True)
class Game:
    """A game with its options chosen. `spinney.game` finds one by name.

    Attributes:
        name: for addresses, records and commands.
        title: for people.
        about: one sentence.
        package: the Python package that holds the game's parts (``rules``, ``sentences``, and
            where there are any ``picture``, ``sheet``, ``advice``, ``guide.md``).
        record: the name of the record class in ``rules``.
        players: how many play, unless an option ``players`` says so.
        names: what the players are called, where the game names them.
        options: the settings the game has.
        chosen: the settings chosen, by name.
        unfit: tells why settings, each right by itself, can't go together; "" if they can.
        version: of the rules; a record tells by which it was played.
        clocks: presets, as text that `spinney.match.Clock` reads, the first the usual one.
        time_out: what happens to a player who is late, in a sentence.
        credits: who made the game.
    """

    name: str
    title: str
    about: str
    package: str
    record: str
    players: int = 2
    names: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)
    unfit: Callable[[Mapping[str, Any]], str] | None = None
    version: int = 1
    clocks: tuple[str, ...] = ("none",)
    time_out: str = ""
    credits: str = ""

    def __post_init__(self) -> None:
        values = {option.name: option.default for option in self.options} | dict(self.chosen)
        object.__setattr__(self, "chosen", values)
        object.__setattr__(self, "players", values.get("players", self.players))

    def with_options(self, **options: Any) -> Game:
        """Return this game with some options chosen anew.

        Raises:
            Refused: there is no such option, it can't have that value, or not beside the others.
        """
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                raise Refused(
                    f"{self.name} has no option {name!r}" + did_you_mean(name, list(known))
                )
        values = {name: known[name].check(value) for name, value in options.items()}
        chosen = {**self.chosen, **values}
        if why := self.unfit(chosen) if self.unfit else "":
            raise Refused(why)
        return replace(self, chosen=chosen)

    def __repr__(self) -> str:
        changed = (
            f", {o.name}={self.chosen[o.name]!r}"
            for o in self.options
            if self.chosen[o.name] != o.default
        )
        return f"spinney.game({self.name!r}{''.join(changed)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        return (self.name, self.package, *(self.chosen[o.name] for o in self.options))

    @cached_property
    def player_names(self) -> tuple[str, ...]:
        """What the players are called, ``("red", "blue")`` or ``("player 1", …)``."""
        return self.names or tuple(f"player {p + 1}" for p in range(self.players))

    def player(self, name: str) -> int:
        """Return the player of that name or number (from 1 in words).

        Raises:
            Refused: there is none.
        """
        for p, own in enumerate(self.player_names):
            if name.strip().lower() in (own.lower(), str(p + 1)):
                return p
        raise Refused(f"there is no player {name!r}; there are: {', '.join(self.player_names)}")

    # Its parts, found when they are first needed: listing games must cost nothing.

    def part(self, name: str) -> ModuleType | None:
        """Return the module of that name in the game's folder, None if it has none."""
        return _part(self.package, name)

    @property
    def rules(self) -> ModuleType:
        """The game's ``rules`` module."""
        return importlib.import_module(f"{self.package}.rules")

    @property
    def sentences(self) -> ModuleType:
        """The game's ``sentences`` module."""
        return importlib.import_module(f"{self.package}.sentences")

    @property
    def record_class(self) -> Any:
        """The game's record class."""
        return getattr(self.rules, self.record)

    def guide(self) -> str:
        """Return the game's guide for players, in Markdown; empty if it has none."""
        from importlib.resources import files

        page = files(self.package) / "guide.md"
        return page.read_text("utf-8") if page.is_file() else ""

    @property
    def engine(self) -> Engine:
        """The rules to use now: compiled, unless `Warmth` says they are still being compiled."""
        from .warmth import engine

        return engine(self)

    @property
    def settings(self) -> list[int]:
        """The options as the numbers that ``deal`` is given."""
        return [option.number(self.chosen[option.name]) for option in self.options] or [0]

    # New games.

    def new(self, seed: int | None = None, **given: Sequence[str]) -> State:
        """Return the first state of a new game, its automatic stages settled.

        Args:
            seed: any signed 64-bit number; the same seed deals the same game. None: a random one.
            given: instead of a seed, what is dealt, as the game names it (``deck=[…]``).

        Raises:
            Refused: the seed is no such number, or what is given can't be dealt.
        """
        return self.opening(seed, **given)[-1].state

    def opening(self, seed: int | None = None, **given: Sequence[str]) -> tuple[Moment, ...]:
        """Return how a new game begins, stage by stage. Arguments as for `new`."""
        from .state import State

        if seed is not None and given:
            raise Refused("a game is dealt from a seed or from what is given, not from both")
        seed = secrets.randbits(63) if seed is None else _check_seed(seed)
        engine = self.engine
        batch = engine.rows(1)
        engine.rules.deal_at(batch, 0, engine.array(self.settings), seed)
        if given:
            batch = engine.load(self._lay(engine.save(batch), given))
        engine.rules.begin_at(batch, 0)
        return State(self, engine.save(batch)).settled()

    def _lay(self, data: bytes, given: Mapping[str, Sequence[str]]) -> bytes:
        lay = getattr(self.sentences, "lay", None)
        if lay is None:
            raise Refused(f"{self.title} can't be dealt from what is given; give a seed")
        record = self.record_class.from_bytes(data)
        try:
            lay(record, **given)
        except TypeError:
            import inspect

            known = ", ".join(list(inspect.signature(lay).parameters)[1:])
            raise Refused(f"{self.title} is dealt from: {known}, or from a seed") from None
        return bytes(record)

    def state(self, code: str) -> State:
        """Return the state that `State.code` wrote. Raises Refused if it is none of this game."""
        from .state import decode

        return decode(self, code)


_PARTS: dict[tuple[str, str], ModuleType | None] = {}
_parts_lock = threading.Lock()


def _part(package: str, name: str) -> ModuleType | None:
    key = (package, name)
    if key not in _PARTS:
        with _parts_lock:
            found = importlib.util.find_spec(f"{package}.{name}")
            _PARTS[key] = importlib.import_module(f"{package}.{name}") if found else None
    return _PARTS[key]


def _check_seed(seed: Any) -> int:
    if type(seed) is not int or not -(2**63) <= seed < 2**63:
        raise Refused(f"a seed is a whole number from -2**63 to 2**63 - 1, not {seed!r}")
    return seed
