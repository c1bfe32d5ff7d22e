"""`Game`: the name, the options and the parts of a game."""

from __future__ import annotations

import importlib
import importlib.util
import re
import secrets
import threading
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, SupportsIndex

from spinney.core import constants
from spinney.core.arguments import check_seed, deal_arguments, whole_number
from spinney.core.constants import ChangedConstant
from spinney.core.encoding import FieldLayout, encoding
from spinney.core.errors import Refused, did_you_mean
from spinney.core.options import FileOption, Option
from spinney.i18n import N_, _, cached_text, current_language, ngettext

if TYPE_CHECKING:
    from spinney.core.state import Observation, State
    from spinney.core.table import GameTable
    from spinney.core.transition import Transition
    from spinney.kernel.engine import Engine

__all__ = ["FileOption", "Game", "Option"]


@dataclass(frozen=True)
class Game:
    """A game with its options chosen. `spinney.game` finds one by name.

    Attributes:
        name: for addresses, records and commands.
        title: for people.
        about: one sentence.
        package: the Python package that holds the game's parts (``rules``,
            ``notation``, and where there are any ``view``, ``score_sheet``, ``advice``, and so on).
        record: the name of the record class in ``rules``.
        num_players: how many play, unless an option ``players`` says so.
        names: what the players are called, where the game names them.
        people: what the people and computers who play are called, by player, for those who look;
            empty: as the game calls its players. No move, record or rule knows these names.
        options: the settings the game has.
        chosen: the settings chosen, by name.
        unfit: returns why settings, each valid by itself, can't go together; "" if they can.
        tables: returns, for the options chosen, the arrays that the game's rules read instead of
            those of its modules, by name (`link`). They may depend on the value of a `FileOption`,
            and on nothing else. Their names, types and shapes are always the same: compiled
            rules take them as data, so that other tables need no compiling.
        version: of the rules; a record tells by which it was played.
        compatible_versions: earlier versions of the rules, of which every match is also one of
            these: the same moves in the same words, whatever numbers actions had.
        clocks: presets, as text that `spinney.match.Clock` reads, the first the usual one.
        time_out: what happens to a player who is late, in a sentence.
        phase_clock: what a clock of kind ``phase`` gives, in words with ``{time}`` in them.
        credits: who made the game.
        example_from: of the record ``example.txt`` in its folder, if it has one, the number of
            events after which what it is an example of begins.
        warning: what a player must know away from the table, for the page about the games.
        age: from how many years on the game's author recommends it; 0: the author says nothing.
        full_margin: this many points above the mean of all players are worth 1 in `State.returns`;
            in usual games nobody is further from it.
        minutes: how long a game takes, by its author: the least and the most; (0, 0): the author
            says nothing.
        simultaneous: do several players ever choose at once?
        longest: tells how many actions a game takes at most, for the options chosen.
        deals: tells how many deals there are, for the options chosen, where there are so few that
            the seeds from 0 on deal each once; else 0.
        changes: numbers in the rules' arrays that are others than the rules say (`with_constant`).
    """

    name: str
    title: str
    about: str
    package: str
    record: str
    num_players: int = 2
    names: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    chosen: Mapping[str, Any] = field(default_factory=dict)
    unfit: Callable[[Mapping[str, Any]], str] | None = None
    tables: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    version: int = 1
    compatible_versions: tuple[int, ...] = ()
    clocks: tuple[str, ...] = ("none",)
    time_out: str = ""
    phase_clock: str = N_("{time} for each part of a round")
    credits: str = ""
    example_from: int = 0
    warning: str = ""
    full_margin: int = 1
    age: int = 0
    minutes: tuple[int, int] = (0, 0)
    simultaneous: bool = True
    longest: Callable[[Mapping[str, Any]], int] | None = None
    deals: Callable[[Mapping[str, Any]], int] | None = None
    changes: tuple[ChangedConstant, ...] = ()

    def __post_init__(self) -> None:
        values = {option.name: option.default for option in self.options} | dict(self.chosen)
        object.__setattr__(self, "chosen", values)
        object.__setattr__(self, "num_players", values.get("players", self.num_players))

    def with_options(self, /, **options: Any) -> Game:
        """Return this game with some options chosen anew; of a `FileOption`, by a file's path.

        Raises:
            Refused: there is no such option, it can't have that value, or the value doesn't go
                with the other options.
        """
        by_name = {option.name: option for option in self.options}
        return self.written(
            {name: by_name[name].read(v) if name in by_name else v for name, v in options.items()}
        )

    def written(self, options: Mapping[str, Any]) -> Game:
        """Return this game with some options chosen anew, as a record or a form has them.

        It opens no file. Raises Refused, as `with_options` does.
        """
        by_name = {option.name: option for option in self.options}
        options = dict(options)
        for name in options:
            if name not in by_name:
                raise Refused(
                    _("{game} has no option {name!r}", game=self.name, name=name)
                    + did_you_mean(name, list(by_name))
                )
        values = {name: by_name[name].check(value) for name, value in options.items()}
        chosen = {**self.chosen, **values}
        if reason := self.unfit(chosen) if self.unfit else "":
            raise Refused(reason)
        return replace(self, chosen=chosen, people=())  # others may be as many, or not

    def with_constant(self, name: str, place: tuple[int, ...], value: int) -> Game:
        """Return this game with another number in an array that its rules read.

        It is for simulations: no record mentions it. Raises Refused if the change is impossible.
        """
        change = constants.check(self, ChangedConstant(name, place, value))
        others = [one for one in self.changes if one[:2] != change[:2]]
        return replace(self, changes=(*others, change))

    def usual_for(self, people: int, chosen: Container[str] = ()) -> Game:
        """Return this game as this many people usually play it; chosen options stay as they are.

        Args:
            people: how many of the players are people.
            chosen: the names of the options that somebody has chosen.
        """
        free = [o for o in self.options if o.between_people is not None and o.name not in chosen]
        return self.written({option.name: option.usual(people) for option in free})

    def with_names(self, people: tuple[str, ...]) -> Game:
        """Return this game with the players' names, which its boards, logs and prompts then show.

        It is a different value: anything cached by game or view is cached with its names.
        """
        return self if people == self.people else _with_names(self, people)

    def __repr__(self) -> str:
        values = ((o, self.chosen[o.name]) for o in self.options)
        changed = (
            f", {o.name}={o.word(value) if isinstance(o, FileOption) else value!r}"
            for o, value in values
            if value != o.default
        )
        return f"spinney.game({self.name!r}{''.join(changed)})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple[Any, ...]:
        chosen = (self.chosen[option.name] for option in self.options)
        return (self.name, self.package, self.people, self.changes, *chosen)

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Pickle it by name if other processes can find it by that, else with all its parts."""
        from spinney.core.registry import is_recalled, recalled

        if is_recalled(self) and not self.changes:
            return recalled, (self.name, tuple(self.chosen.items()), self.people)
        return super().__reduce_ex__(protocol)

    def __getstate__(self) -> dict[str, Any]:
        """Return the game's attributes, without its modules: these can't be pickled."""
        return {part.name: getattr(self, part.name) for part in fields(self)}

    @cached_property
    def link_key(self) -> tuple[str, ...]:
        """The key of the game's linked rules; games with equal keys share them."""
        files = (option for option in self.options if isinstance(option, FileOption))
        chosen = (str(self.chosen[option.name]) for option in files)
        return (self.package, *chosen, *map(str, self.changes))

    @cached_property
    def code_key(self) -> tuple[str, ...]:
        """The key of the game's compiled code, which doesn't depend on the tables' numbers."""
        return (self.package, *sorted(self.constants))

    @property
    def constants(self) -> Mapping[str, Any]:
        """The arrays that rules read instead of their own, by name: `tables`, with `changes`."""
        tables = self.tables(self.chosen) if self.tables else {}
        return constants.changed(self, tables, self.changes) if self.changes else tables

    @cached_property
    def player_names(self) -> tuple[str, ...]:
        """The names in moves, records and commands: ``("red", "blue")``, ``("player 1", …)``.

        Boards, logs and prompts show `display_names`.
        """
        return self.names or tuple(f"player {p + 1}" for p in range(self.num_players))

    @property
    def display_names(self) -> tuple[str, ...]:
        """The players' names on boards, in logs and in prompts: their own, if they have any.

        They begin with a capital, anywhere in a sentence.
        """
        return self.people or display_names(self.player_names)

    def player(self, name: str) -> int:
        """Return the player of that name or number (from 1 in words).

        Raises:
            Refused: there is no such player.
        """
        for p, own in enumerate(self.player_names):
            if name.strip().lower() in (own.lower(), str(p + 1)):
                return p
        raise Refused(
            _(
                "there is no player {name!r}; there are: {names}",
                name=name,
                names=", ".join(self.player_names),
            )
        )

    # For learning programs.

    @property
    def num_actions(self) -> int:
        """The number of actions: they are the integers below it."""
        return int(self.rules.ACTIONS)

    @property
    def max_length(self) -> int | None:
        """The most actions of a game; None: the game doesn't declare it."""
        return self.longest(self.chosen) if self.longest else None

    @property
    def num_deals(self) -> int:
        """The number of deals, each from one of the seeds below it; 0: too many."""
        return self.deals(self.chosen) if self.deals else 0

    def describe(self, action: int, view: Observation | None = None) -> str:
        """Return an action as moves are written.

        Args:
            action: a number below `num_actions`.
            view: what the player who takes the action observes. Without it, the action is written
                as the first of a move, even where it means something else once a move has begun.

        Raises:
            Refused: there is no such action.
        """
        from spinney.core.notation import writer

        number = whole_number(action, "an action")
        if not 0 <= number < self.num_actions:
            raise Refused(
                f"{self.name} has no action {number}; actions are 0 to {self.num_actions - 1}"
            )
        write = self.notation.write if view is None else writer(view)
        return str(write([number]))

    @property
    def layout(self) -> Mapping[str, FieldLayout]:
        """Where each field of the record lies in a tensor: its slice, its shape, its meaning.

        Raises:
            Refused: a field doesn't declare what it means.
        """
        return encoding(self).layout

    @property
    def tensor_size(self) -> int:
        """The length of `Observation.tensor`. Raises Refused, as `layout` does."""
        return encoding(self).size

    @property
    def num_tokens(self) -> int:
        """The length of `Observation.tokens`. Raises Refused, as `layout` does."""
        return encoding(self).num_tokens

    # Its parts, imported when they are first needed, so that listing games is fast.

    def part(self, name: str) -> ModuleType | None:
        """Return the module of that name in the game's folder or its ``text``, None without one."""
        key = self.package, name
        return _PARTS[key] if key in _PARTS else _find_part(*key)

    @cached_property
    def rules(self) -> ModuleType:
        """The game's ``rules`` module."""
        return importlib.import_module(f"{self.package}.rules")

    @cached_property
    def notation(self) -> ModuleType:
        """The game's ``notation`` module."""
        notation = self.part("notation")
        if notation is None:
            raise TypeError(f"{self.package} has no module notation, nor text.notation")
        return notation

    @cached_property
    def record_class(self) -> Any:
        """The game's record class."""
        return getattr(self.rules, self.record)

    @property
    def box_facts(self) -> str:
        """The number of players, the least age and the playing time, for a page."""
        numbers = next((o.values for o in self.options if o.name == "players"), (self.num_players,))
        least, most = self.minutes
        parts = [
            _("{least} to {most} players", least=min(numbers), most=max(numbers))
            if len(numbers) > 1
            else ngettext("{count} player", "{count} players", numbers[0]),
            _("age {age} or older", age=self.age) if self.age else "",
            _("{least} to {most} minutes", least=least, most=most)
            if least < most
            else ngettext("{count} minute", "{count} minutes", most)
            if most
            else "",
        ]
        return ", ".join(filter(None, parts))

    def guide(self) -> str:
        """Return the game's guide for players, in Markdown; empty if it has none.

        It is in the reader's language if there is such a guide, ``guide.de.md``, or in English.
        """
        from importlib.resources import files

        folder = files(self.package)
        for name in (f"guide.{current_language()}.md", "guide.md"):
            if (page := folder / name).is_file():
                return page.read_text("utf-8")
        return ""

    def example(self) -> str:
        """Return the record of an example that the game's guide shows; empty if it has none."""
        from importlib.resources import files

        record = files(self.package) / "example.txt"
        return record.read_text("utf-8") if record.is_file() else ""

    def lesson_opening(self) -> str:
        """Return the record of the position where the game's lesson begins; empty: it has none."""
        from importlib.resources import files

        record = files(self.package) / "lesson.txt"
        return record.read_text("utf-8") if record.is_file() else ""

    @property
    def engine(self) -> Engine:
        """The rules to use now: compiled, unless `compilation` says not to wait."""
        from spinney.core.compilation import engine

        return engine(self)

    @property
    def settings(self) -> list[int]:
        """The options as the numbers that ``deal`` is given."""
        return [option.number(self.chosen[option.name]) for option in self.options] or [0]

    # New games.

    def new(self, seed: int | None = None, **given: Sequence[Any]) -> State:
        """Return the first state of a new game, its automatic stages settled.

        Args:
            seed: any signed 64-bit number; the same seed deals the same game. None: a random one.
            given: the deal itself in place of a seed, as the game names it (``deck=[…]``).

        Raises:
            Refused: the seed is not such a number, or ``given`` can't be dealt.
        """
        return self.opening(seed, **given)[-1].state

    def table(self, seed: int | None = None, **given: Sequence[Any]) -> GameTable:
        """Return a new game that is changed in place: it is stepped ten times as fast as a state.

        Arguments and errors are those of `new`.
        """
        from spinney.core.table import GameTable

        return GameTable(self.new(seed, **given))

    def opening(self, seed: int | None = None, **given: Sequence[Any]) -> tuple[Transition, ...]:
        """Return how a new game begins, stage by stage. Arguments as for `new`."""
        from spinney.core.state import State

        if seed is not None and given:
            raise Refused("a game is dealt from a seed or from what is given, not from both")
        seed = secrets.randbits(63) if seed is None else check_seed(seed)
        engine = self.engine
        batch = engine.rows(1)
        engine.rules.deal_at(batch, 0, engine.array(self.settings), seed)
        if given:
            batch = engine.load(self._set_deal(engine.save(batch), given))
        engine.rules.begin_at(batch, 0)
        return State(self, engine.save(batch)).settled()

    def _set_deal(self, data: bytes, given: Mapping[str, Sequence[Any]]) -> bytes:
        set_deal = getattr(self.notation, "set_deal", None)
        if set_deal is None:
            raise Refused(
                _("{title} can't be dealt from these settings; give a seed", title=self.title)
            )
        record = self.record_class.from_bytes(data)
        nested = getattr(self.notation, "NESTED", ())
        set_deal(record, **deal_arguments(self.title, set_deal, record, given, nested))
        return bytes(record)

    def state(self, code: str) -> State:
        """Return the state that `State.code` wrote. Raises Refused if it is not of this game."""
        from spinney.core.state import decode

        return decode(self, code)

    def observation(self, player: int, code: str) -> Observation:
        """Return a player's observation (-1: a spectator's) that `Observation.code` wrote.

        Raises:
            Refused: it is none of this game.
        """
        from spinney.core.state import decode_observation

        return decode_observation(self, player, code)


COLOURS = N_("Red"), N_("Blue")
"""Colours by which games name players, as they are shown."""


@cached_text(maxsize=64)
def display_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return how `Game.player_names` are shown: ``Red``, ``Player 1``."""
    return tuple(map(_display_name, names))


def _display_name(name: str) -> str:
    numbered = re.fullmatch(r"player (\d+)", name)
    return _("Player {number}", number=numbered[1]) if numbered else _(name.capitalize())


@lru_cache(maxsize=1024)  # the same object each time, because it caches derived values
def _with_names(game: Game, people: tuple[str, ...]) -> Game:
    if people and len(people) != game.num_players:
        raise ValueError(
            f"{game.title} has {game.num_players} players, and {len(people)} are named"
        )
    return replace(game, people=people)


_PARTS: dict[tuple[str, str], ModuleType | None] = {}
_parts_lock = threading.Lock()


def _find_part(package: str, name: str) -> ModuleType | None:
    with _parts_lock:
        found = filter(_exists, (f"{package}.{name}", f"{package}.text.{name}"))
        module = next(found, None)
        part = _PARTS[package, name] = None if module is None else importlib.import_module(module)
    return part


def _exists(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:  # its package isn't there
        return False
