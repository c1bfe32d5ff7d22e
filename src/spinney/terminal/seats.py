"""The setup of a match: seats, options, clock."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from spinney.core.errors import Refused, did_you_mean
from spinney.core.registry import all_games
from spinney.core.registry import game as find
from spinney.i18n import _
from spinney.match import Clock, Header, Match
from spinney.match.events import people
from spinney.match.player_names import AT_THIS_SCREEN, is_at_this_screen
from spinney.match.settings import FIX, MatchSettings, usual_hints
from spinney.players import LEVELS
from spinney.players.local_bots import PREFIX, LocalBots
from spinney.players.player_specs import read
from spinney.players.suitable_level import suitable_level
from spinney.terminal.commands import Quit
from spinney.terminal.option_text import values_text
from spinney.terminal.prompt import Question
from spinney.terminal.saved_matches import results

if TYPE_CHECKING:
    from rich.console import Console

    from spinney.core.game import Game, Option
    from spinney.terminal.prompt import Input

LEAST_SEED, LARGEST_SEED = -(2**63), 2**63 - 1
HINTS = "hints"
"""The name of the setting that says whether the computer may be asked."""
HELP, QUIT = ("?", "help"), ("quit",)
"""Answers besides changes: show the settings again; leave."""


@dataclass(frozen=True)
class SeatPlan:
    """The setup of a match.

    Attributes:
        game: with its options.
        seats: as in a record's header.
        clock: how much time players have.
        seed: of the deal.
        bots: the local bots that may sit down.
        hints: may the computer be asked? None: the default.
        chosen: the options that somebody has chosen; others depend on how many people play.
    """

    game: Game
    seats: tuple[str, ...]
    clock: Clock = field(default_factory=Clock)
    seed: int = field(default_factory=lambda: secrets.randbelow(10**9))
    bots: LocalBots = field(default_factory=LocalBots)
    hints: bool | None = None
    chosen: frozenset[str] = frozenset()

    @classmethod
    def usual(cls, game: Game) -> SeatPlan:
        """Return the usual one: me against the level that suits my last results."""
        level = suitable_level(results(game.name))
        return cls(game, ("me", *(f"level:{level}" for _ in range(game.num_players - 1))))

    def changed(self, name: str, value: str) -> SeatPlan:
        """Return the plan with a player's seat, an option, the clock or the seed changed.

        Raises:
            Refused: there is no such setting, or its value is impossible.
        """
        options = {option.name for option in self.game.options}
        if name in options:
            game = self.game.with_options(**{name: value})
            return replace(self, chosen=self.chosen | {name})._with_game(game)
        if name == "clock":
            return replace(self, clock=Clock.read(value))
        if name == "seed":
            return replace(self, seed=_seed(value))
        if name == HINTS:
            return replace(self, hints=read_hints(value))
        return self._seated(self._player(name), value)

    def _player(self, name: str) -> int:
        try:
            return self.game.player(name)
        except Refused:
            options = (option.name for option in self.game.options)
            names = [*self.game.player_names, *options, "clock", "seed", HINTS]
            near = did_you_mean(name, names)
            raise Refused(_("nothing here is called {name!r}", name=name) + near) from None

    def _with_game(self, game: Game) -> SeatPlan:
        added = SeatPlan.usual(game).seats[len(self.seats) :]
        return replace(self, game=game)._with_seats((*self.seats, *added)[: game.num_players])

    def _with_seats(self, seats: tuple[str, ...]) -> SeatPlan:
        """Return the plan with other seats, and the game's options for that many people."""
        people = sum(map(is_at_this_screen, seats))
        return replace(self, seats=seats, game=self.game.usual_for(people, self.chosen))

    def _seated(self, player: int, who: str) -> SeatPlan:
        seat = who if is_at_this_screen(who) else self._chooser(who)
        seats = list(self.seats)
        if seat == "me" and "me" in seats and seats.index("me") != player:
            seats[seats.index("me")] = seats[player]  # exchange my seat
        seats[player] = seat
        return self._with_seats(tuple(seats))

    def _chooser(self, who: str) -> str:
        if who in self.bots.commands:
            return f"{PREFIX}{who}"
        names = [*AT_THIS_SCREEN, *self.bots.commands, "random", *LEVELS]
        name = who.removeprefix("level:")
        if name != "random" and name not in LEVELS:
            raise Refused(_("nobody is called {name!r}", name=who) + did_you_mean(who, names))
        return read(name).seat

    @property
    def has_hints(self) -> bool:
        """May the computer be asked?"""
        return usual_hints(len(people(self.seats))) if self.hints is None else self.hints

    def header(self) -> Header:
        """Return the header of a match that begins today."""
        today = datetime.now().astimezone().date().isoformat()
        return Header(self.game, self.seats, self.seed, clock=self.clock, date=today)

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        """The settings: name, current value, and possible values."""
        choices = " | ".join([*AT_THIS_SCREEN, *self.bots.commands, "random", *LEVELS])
        seats = zip(self.game.player_names, self.seats, strict=True)
        return [
            *((name, seat.rpartition(":")[2], choices) for name, seat in seats),
            *((o.name, o.word(self.game.chosen[o.name]), _values(o)) for o in self.game.options),
            ("clock", str(self.clock), " | ".join(self.game.clocks)),
            (HINTS, "on" if self.has_hints else "off", _("on | off. For all at the table.")),
            ("seed", str(self.seed), _("the same seed deals the same game")),
        ]


def _values(option: Option) -> str:
    values = values_text(option)
    return f"{values}. {_(option.about)}" if option.about else values


def read_hints(value: str) -> bool:
    """Return whether hints are on. Raises Refused."""
    if value not in ("on", "off"):
        raise Refused(_("hints are on or off, not {value!r}", value=value))
    return value == "on"


def _seed(value: str) -> int:
    if not re.fullmatch("[-+]?[0-9]{1,20}", value):
        raise Refused(_("a seed is a whole number, not {value!r}", value=value))
    if not LEAST_SEED <= int(value) <= LARGEST_SEED:
        raise Refused(
            _(
                "a seed is a number from {least} to {most}, not {value}",
                least=LEAST_SEED,
                most=LARGEST_SEED,
                value=value,
            )
        )
    return int(value)


def plan(game: Game, changes: Sequence[tuple[str, str]], bots: LocalBots | None = None) -> SeatPlan:
    """Return the usual plan with these changes; seats without a name are mine. Raises Refused."""
    planned = replace(SeatPlan.usual(game), bots=bots or LocalBots())
    for name, value in changes:
        planned = planned.changed(name, value)
    set_already = {name.lower() for name, _ in changes}
    players = enumerate(planned.game.player_names, 1)
    free = [name for n, name in players if not {name.lower(), str(n)} & set_already]
    if free and not any(map(is_at_this_screen, planned.seats)):
        planned = planned.changed(free[0], "me")
    return planned


def begin(
    name: str | None, changes: Sequence[tuple[str, str]], bots: LocalBots | None = None
) -> tuple[Match, MatchSettings]:
    """Return a new match of the game of that name, with these changes, and what was agreed.

    Raises:
        Refused: a change is impossible.
    """
    planned = plan(named(name), changes, bots)
    return Match.begin(planned.header()), MatchSettings(hints=planned.has_hints, fix=FIX)


def named(name: str | None) -> Game:
    """Return the game of that name; without one the only game there is. Raises Refused."""
    games = all_games()
    if name is not None:
        return find(name)
    if len(games) > 1:
        raise Refused(_("name a game; there are: {games}", games=", ".join(games)))
    return next(iter(games.values()))


def ask_plan(planned: SeatPlan, out: Console, source: Input) -> SeatPlan:
    """Show a plan and change it until the person begins. Raises Quit: they don't want to."""
    out.print(Text(f"{planned.game.title}", "bold"), Text(_(planned.game.about)), sep="\n")
    _show(planned, out)
    while True:
        answer = source.ask(_question(planned))
        if answer.lower() in QUIT:
            raise Quit
        try:
            if not answer:
                check_clock(planned.seats, planned.clock, planned.game)
                return planned
            if answer.lower() not in HELP:
                planned = _answered(planned, answer)
            _show(planned, out)
        except Refused as refusal:
            out.print(Text(str(refusal), "red"))


def _answered(planned: SeatPlan, answer: str) -> SeatPlan:
    """Return a plan with the changes of an answer. Raises Refused."""
    for change in re.split(r",(?=[^,=]*=)", answer):  # a value may have commas, too
        name, equals, value = change.partition("=")
        if not equals:
            raise Refused(_("write it with =, as: {example}", example=_example(planned)))
        planned = planned.changed(name.strip(), value.strip().rstrip(",").rstrip())
    return planned


def check_clock(seats: Sequence[str], clock: Clock, game: Game) -> None:
    """Refuse a clock where people at one screen choose at once.

    All their clocks would run, but only one of them sees the board.
    """
    if clock.kind != "none" and game.simultaneous and sum(map(is_at_this_screen, seats)) > 1:
        raise Refused(
            _(
                "several of you share this screen and choose at the same time, so a clock would "
                "run for those who can't see the board; play without a clock"
            )
        )


def _show(planned: SeatPlan, out: Console) -> None:
    grid = Table.grid(padding=(0, 2))
    for name, now, others in planned.lines:
        grid.add_row(Text(f"  {name}", "bold"), now, Text(others, "dim"))
    out.print(grid)
    out.print(
        _(
            "Enter begins; or change something first, as: {example}. ? shows this again, and quit "
            "or Ctrl-D leaves.",
            example=_example(planned),
        )
    )


def _example(planned: SeatPlan) -> str:
    return f"{planned.game.player_names[-1]}=friend"


def _question(planned: SeatPlan) -> Question:
    who = (*AT_THIS_SCREEN, *planned.bots.commands, *LEVELS)
    players = (f"{name}={seat}" for name in planned.game.player_names for seat in who)
    options = (f"{o.name}={word}" for o in planned.game.options for word in o.value_words)
    clocks = (f"clock={clock}" for clock in planned.game.clocks)
    hints = (f"{HINTS}=on", f"{HINTS}=off")
    words = (*players, *options, *clocks, *hints, *HELP, *QUIT)
    return Question(_("play?"), words=words)
