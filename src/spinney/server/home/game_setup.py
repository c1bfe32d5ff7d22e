"""The form of a new game: its fields, defaults and choices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException

from spinney import all_games
from spinney.core.errors import Refused
from spinney.core.game import FileOption, Game, Option
from spinney.i18n import _
from spinney.match import Clock
from spinney.match.clocks import DAY, DAY_CLOCKS, HOUR, LONGEST, MINUTE
from spinney.match.events import people
from spinney.match.settings import FIX, usual_hints
from spinney.players.levels import LEVELS
from spinney.server import wording

PARTS = "parts"
"""What a form says of an option that is put together from parts."""
USUAL = "usual"
"""What a form says of an option that depends on how many people play."""
OWN = "own"
"""What a form says of a clock that is none of the presets."""
FRIENDS = "friends"
"""What an address says of a form that offers the other seats to friends."""
UNITS = {"minutes": MINUTE, "hours": HOUR, "days": DAY}
"""In which units one's own clock can be given."""
PER = {"match": "bank", "move": "move"}
"""What one's own clock can be for, and the kind of clock that is."""
OWN_CLOCK = {"clock-time": "20", "clock-unit": "minutes", "clock-per": "match", "clock-more": "10"}


class FormChoice(NamedTuple):
    """What can be chosen in a form: how the form sends it, and in words."""

    value: str
    title: str

    @property
    def kind(self) -> str:
        """``level`` or ``bot`` for a seat of a program, else nothing."""
        return self.value.partition(":")[0] if ":" in self.value else ""


def named(name: str) -> Game:
    """Return the game of a name. Raises HTTPException."""
    games = all_games()
    if name not in games:
        raise HTTPException(
            404, _("There is no game with that name; there are: {games}.", games=", ".join(games))
        )
    return games[name]


def most(game: Game) -> Game:
    """Return a game with as many players as can play it."""
    numbers = [option.values for option in game.options if option.name == "players"]
    return game.with_options(players=max(numbers[0])) if numbers else game


# What a form offers.


def level_choices() -> list[FormChoice]:
    """Return the computer's levels, for a seat."""
    return [
        FormChoice(f"level:{level.name}", wording.level_title(level)) for level in LEVELS.values()
    ]


def clock_choices(game: Game, *, days: bool) -> list[FormChoice]:
    """Return the preset clocks of a game.

    Args:
        game: which.
        days: also those for playing over days?
    """
    presets = (*game.clocks, *(DAY_CLOCKS if days else ()))
    return [FormChoice(preset, wording.clock(preset, game)) for preset in presets]


def usual(game: Game, others: str) -> dict[str, str]:
    """Return what a form says at first: me on the first seat, and on the others who is named."""
    seats = {f"seat-{p}": others if p else "me" for p in range(game.num_players)}
    options = {f"option-{option.name}": _first(option) for option in game.options}
    agreed = {"hints": "usual", "fix": str(FIX)}
    return {**seats, **options, **agreed, "clock": game.clocks[0], **OWN_CLOCK, "seed": ""}


def _first(option: Option) -> str:
    """Return what a form says of an option at first."""
    return option.word(option.default) if option.between_people is None else USUAL


# What was chosen.


def chosen(game: Game, sent: Mapping[str, Any]) -> Game:
    """Return a game with the options that a form has chosen. Raises Refused."""
    options = [option for option in game.options if not isinstance(option, FileOption)]
    words_of = {option.name: _option(option, sent) for option in options}
    words_of = {name: word for name, word in words_of.items() if word != USUAL}
    game = game.written(words_of)
    seats = [str(sent.get(f"seat-{p}", "")) for p in range(game.num_players)]
    return game.usual_for(count_people(seats), words_of)


def count_people(seats: Sequence[str]) -> int:
    """Return how many of the seats are for people: all but levels and bots."""
    return len(people(seats))


def _option(option: Option, sent: Mapping[str, Any]) -> str:
    """Return the setting that a form has chosen, as a word or as the words it is made of."""
    said = str(sent.get(f"option-{option.name}", _first(option)))
    if option.parts and said == PARTS:
        return " ".join(part for part in option.parts if f"part-{option.name}-{part}" in sent)
    return said


def clock_of(sent: Mapping[str, Any]) -> Clock:
    """Return the clock that a form has chosen. Raises Refused."""
    said = str(sent.get("clock", "none"))
    return _own_clock(sent) if said == OWN else Clock.read(said)


def _own_clock(sent: Mapping[str, Any]) -> Clock:
    given = {name: str(sent.get(name, usual)).strip() for name, usual in OWN_CLOCK.items()}
    unit, per = given["clock-unit"], given["clock-per"]
    time, increment = given["clock-time"], given["clock-more"] or "0"
    if unit not in UNITS or per not in PER:
        raise Refused(_("choose minutes, hours or days, for the match or for each move"))
    if not (_is_number(time) and int(time)):
        raise Refused(_("enter how much time each player has: a whole number, 1 or more"))
    if not _is_number(increment, 3):
        raise Refused(_("enter how many seconds a move adds: a whole number from 0 to 999"))
    allowance = int(time) * UNITS[unit]
    if allowance > LONGEST:
        raise Refused(_("a clock gives {days} days at most", days=LONGEST // DAY))
    return Clock(PER[per], allowance, 1000 * int(increment) if per == "match" else 0)


def _is_number(text: str, digits: int = 4) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= digits


def hints_of(sent: Mapping[str, Any], people: int) -> bool:
    """Return whether the computer may be asked, as a form says or as is usual. Raises Refused."""
    said = str(sent.get("hints", "usual"))
    if said not in ("usual", "yes", "no"):
        raise Refused(_("hints can't be {said!r}; they can be: usual, yes, no", said=said[:20]))
    return usual_hints(people) if said == "usual" else said == "yes"


def fix_of(sent: Mapping[str, Any]) -> int:
    """Return for how many seconds a slip may be fixed, as a form says. Raises Refused."""
    said = str(sent.get("fix", FIX))
    if not (said.isascii() and said.isdecimal() and len(said) < 4):
        raise Refused(
            _("enter for how many seconds a slip can be fixed, not {said!r}", said=said[:20])
        )
    return int(said)


def seed_of(text: str) -> int:
    """Return the seed that was typed. Raises Refused."""
    try:
        seed = int(text) if len(text) < 30 else 2**64
    except ValueError:
        seed = 2**64
    if not -(2**63) <= seed < 2**63:
        raise Refused(
            _("{text!r} is not a seed; enter a whole number, or leave it empty", text=text[:30])
        )
    return seed
