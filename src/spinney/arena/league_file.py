"""League files: read the settings of a league from TOML.

Each key has a reader, which returns its value or says which values are possible. A file that is
refused names the key: ``league.toml: entrants[2].move-time: '50' is not a time; write it as 100ms
or 1.5s``.
"""

from __future__ import annotations

import secrets
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from spinney.arena.league_settings import (
    IN_ROUNDS,
    SCHEDULES,
    STOPPABLE,
    EntrantSettings,
    LeagueSettings,
)
from spinney.arena.schedule import check_schedule
from spinney.arena.sprt import Sprt
from spinney.arena.stop_rule import StopRule
from spinney.core.errors import Refused, did_you_mean
from spinney.core.registry import game as find
from spinney.match import Clock
from spinney.players.player_specs import read as read_spec
from spinney.players.resource_limits import MEMORY, read_duration, read_size
from spinney.system.files import read as read_text

if TYPE_CHECKING:
    from spinney.core.game import Game

Value = TypeVar("Value")
Reader = Callable[[Any], Any]

MOST = 1_000_000
"""The greatest number of games, groups or rounds."""
MOST_UNTIL_STOPPED = 50_000
"""The default number of deal groups of a pairing with a stop rule."""
MOST_ELO = 2000
"""The greatest Elo difference that a stop rule can be about."""
GROUPS = 10
"""The default number of deal groups of a pairing."""


@dataclass(frozen=True)
class LeagueFile:
    """The contents of a file.

    Attributes:
        settings: of the league.
        out: the folder of its results.
        jobs: how many games at once; None: as many as usual.
        seeded: does the file give the seed? Else it was drawn.
    """

    settings: LeagueSettings
    out: Path
    jobs: int | None
    seeded: bool


def read_league(path: Path) -> LeagueFile:
    """Return the contents of a league's file.

    Raises:
        Refused: it can't be read, or a key or a value is wrong; the message says which.
    """
    try:
        table = tomllib.loads(read_text(path))
    except tomllib.TOMLDecodeError as problem:
        raise Refused(f"{path}: this is not valid TOML: {problem}") from None
    try:
        return _league(table, path)
    except Refused as refusal:
        raise Refused(f"{path}: {refusal}") from None


def _league(table: Mapping[str, Any], path: Path) -> LeagueFile:
    given = _values(table, KEYS, "")
    for key in ("game", "entrants"):
        if key not in given:
            raise Refused(f"{key} is missing; the least of a league is a game and entrants")
    options = given.get("options", {})
    game = _at("options" if options else "game", lambda: find(given["game"], **options))
    entrants = _entrants(given, game)
    schedule = given.get("schedule", "round-robin")
    stop = _stop(given, schedule, game.num_players)
    settings = LeagueSettings(
        game.name,
        game.num_players,
        entrants,
        {option.name: option.write(game.chosen[option.name]) for option in game.options},
        schedule,
        given.get("groups", MOST_UNTIL_STOPPED if stop else GROUPS),
        _rounds(given, schedule, len(entrants)),
        None,
        given.get("seed", secrets.randbits(62)),
        given.get("clock", "none"),
        given.get("strict", False),
        given.get("isolate", False),
        stop,
        "records" if given.get("records", True) else None,
    )
    _at("clock", lambda: Clock.read(settings.clock))
    _at("schedule", lambda: check_schedule(settings))
    out = Path(given.get("out", path.stem))
    return LeagueFile(settings, out, given.get("jobs"), "seed" in given)


def _entrants(given: Mapping[str, Any], game: Game) -> tuple[EntrantSettings, ...]:
    """Return the entrants; the league's limits are the defaults."""
    common = {key: given[key] for key in LIMITS if key in given}
    entrants = []
    for number, table in enumerate(given["entrants"], 1):
        where = f"entrants[{number}]"
        own = common | _values(table, ENTRANT_KEYS, f"{where}.")
        if "command" not in own:
            raise Refused(
                f"{where}.command is missing: say a level, random, ./bot, py:MODULE:CLASS"
            )
        _at(f"{where}.command", lambda command=own["command"]: read_spec(command, game))  # type: ignore[misc]
        entrants.append(
            EntrantSettings(
                own.get("name", own["command"]),
                own["command"],
                own.get("move-time"),
                own.get("grace", 0.0),
                own.get("memory", MEMORY),
            )
        )
    names = [entrant.name for entrant in entrants]
    for number, name in enumerate(names, 1):
        if name in names[: number - 1]:
            raise Refused(f"entrants[{number}].name: {name!r} is there twice; give each its own")
    return tuple(entrants)


def _rounds(given: Mapping[str, Any], schedule: str, entrants: int) -> int:
    if schedule not in IN_ROUNDS:
        if "rounds" in given:
            kinds = " or ".join(IN_ROUNDS)
            raise Refused(f"rounds: a {schedule} has none; say groups, or schedule as {kinds}")
        return 0
    usual = entrants if schedule == "ladder" else (entrants - 1).bit_length() + 1
    return int(given.get("rounds", usual))


def _stop(given: Mapping[str, Any], schedule: str, players: int) -> StopRule:
    """Return when a pairing ends."""
    for key in ("sprt", "until"):
        if key in given and schedule not in STOPPABLE:
            kinds = " and ".join(STOPPABLE)
            raise Refused(f"{key}: in a {schedule} no pairing stops before others; {kinds} have it")
    for key in ("alpha", "beta", "model"):
        if key in given and "sprt" not in given:
            raise Refused(f"{key} belongs to a test: say sprt too, as [0, 10]")
    test = None
    if "sprt" in given:
        errors = {key: given[key] for key in ("alpha", "beta", "model") if key in given}
        low, high = given["sprt"]
        test = _at("sprt", lambda: Sprt(low, high, players=players, **errors))
    return _at("until", lambda: StopRule(test, given.get("until")))


# Keys and values.


def _values(table: Mapping[str, Any], keys: Mapping[str, Reader], where: str) -> dict[str, Any]:
    """Return the values of a table, read. Raises Refused with the key that is wrong."""
    for key in table:
        if key not in keys:
            raise Refused(f"{where}{key}: there is no such key{did_you_mean(key, list(keys))}")
    return {key: _at(f"{where}{key}", lambda k=key: keys[k](table[k])) for key in table}  # type: ignore[misc]


def _at(key: str, read: Callable[[], Value]) -> Value:
    try:
        return read()
    except Refused as refusal:
        raise Refused(f"{key}: {refusal}") from None


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Refused(f"{_value_text(value)} is not text; write it in quotes")
    return value.strip()


def _yes_or_no(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Refused(f"{_value_text(value)} is neither true nor false")
    return value


def _number(least: int, most: int) -> Reader:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Refused(f"{_value_text(value)} is not a number from {least} to {most}")
        return value

    return read


def _elo(value: Any) -> float:
    number = None if isinstance(value, bool) else value
    if not isinstance(number, int | float) or not abs(number) <= MOST_ELO:
        raise Refused(
            f"{_value_text(value)} is not a number of Elo points from -{MOST_ELO} to {MOST_ELO}"
        )
    return float(number)


def _probability(value: Any) -> float:
    number = None if isinstance(value, bool) else value
    if not isinstance(number, int | float) or not 0 < number < 0.5:
        raise Refused(f"{_value_text(value)} is not a probability between 0 and 0.5, as 0.05")
    return float(number)


def _bounds(value: Any) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise Refused(f"{_value_text(value)} is not a pair of Elo differences, as [0, 10]")
    return _elo(value[0]), _elo(value[1])


def _one_of(*words: str) -> Reader:
    def read(value: Any) -> str:
        if value not in words:
            raise Refused(f"there is no {_value_text(value)}{did_you_mean(str(value), words)}")
        return str(value)

    return read


def _table(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise Refused(
            f"{_value_text(value)} is not a table; write it as [options] with a line for each"
        )
    return value


def _tables(value: Any) -> list[Mapping[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise Refused("write each entrant as [[entrants]] with lines for its name and command")
    return value


def _value_text(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


LIMITS: Mapping[str, Reader] = {
    "move-time": lambda value: read_duration(_text(value)),
    "grace": lambda value: read_duration(_text(value)),
    "memory": lambda value: read_size(_text(value)),
}
ENTRANT_KEYS: Mapping[str, Reader] = {"name": _text, "command": _text, **LIMITS}
KEYS: Mapping[str, Reader] = {
    "game": _text,
    "options": _table,
    "entrants": _tables,
    "schedule": _one_of(*SCHEDULES),
    "groups": _number(1, MOST),
    "rounds": _number(1, MOST),
    "seed": _number(-(2**63), 2**63 - 1),
    "clock": _text,
    "strict": _yes_or_no,
    "isolate": _yes_or_no,
    "sprt": _bounds,
    "alpha": _probability,
    "beta": _probability,
    "model": _one_of("normalized", "logistic"),
    "until": _elo,
    "records": _yes_or_no,
    "out": _text,
    "jobs": _number(1, MOST),
    **LIMITS,
}
