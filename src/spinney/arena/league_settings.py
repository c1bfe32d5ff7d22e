"""The settings of a league as plain values: the contents of its file.

Nothing here looks for a game, a program or a file: the settings of a league can be read where its
entrants are not installed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, get_args

from spinney.arena.sprt import Sprt
from spinney.arena.stop_rule import StopRule
from spinney.players.resource_limits import MEMORY

Schedule = Literal["pair", "gauntlet", "round-robin", "swiss", "ladder"]
SCHEDULES: tuple[Schedule, ...] = get_args(Schedule)
STOPPABLE: tuple[Schedule, ...] = ("pair", "gauntlet")
"""The schedules whose pairings all have the first entrant: a rule can stop each of them."""
IN_ROUNDS: tuple[Schedule, ...] = ("swiss", "ladder")
"""The schedules in which who meets depends on the results so far."""


@dataclass(frozen=True)
class EntrantSettings:
    """An entrant.

    Attributes:
        name: in results.
        command: a level, ``random``, a command, ``py:MODULE:CLASS``; see `player_specs.read`.
        move_time: seconds for each answer of a program; None: what is usual in the game.
        grace: seconds more before it is late.
        memory: bytes that it may have; 0: no limit.
    """

    name: str
    command: str
    move_time: float | None = None
    grace: float = 0.0
    memory: int = MEMORY


@dataclass(frozen=True)
class LeagueSettings:
    """The settings of a league: the game, the entrants, the schedule and the end.

    Attributes:
        game: its name.
        players: how many play a game.
        entrants: who takes part. A gauntlet is run by the first one; a ladder begins in this order,
            the top first.
        options: of the game, by name, in words.
        schedule: who meets whom.
        groups: the number of deal groups that each pairing plays, in rounds each time it meets.
        rounds: how many there are, where who meets depends on the results; else 0.
        games: the most games of all, where that is fewer; None: no such bound.
        seed: of the first deal.
        clock: of each match, in words.
        strict: does a first fault lose the game?
        isolate: are programs isolated from this machine?
        stop: when a pairing ends before its last group.
        records: the folder of records, from the league's folder; None: there is none.
    """

    game: str
    players: int
    entrants: tuple[EntrantSettings, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    schedule: Schedule = "round-robin"
    groups: int = 10
    rounds: int = 0
    games: int | None = None
    seed: int = 1
    clock: str = "none"
    strict: bool = False
    isolate: bool = False
    stop: StopRule = field(default_factory=StopRule)
    records: str | None = "records"

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, saved: Mapping[str, Any]) -> LeagueSettings:
        """Return the settings that `as_json` returned.

        Raises KeyError, TypeError or ValueError on other values.
        """
        values = dict(saved)
        stop = dict(values["stop"])
        values["stop"] = StopRule(Sprt(**stop["sprt"]) if stop["sprt"] else None, stop["precision"])
        values["entrants"] = tuple(EntrantSettings(**entrant) for entrant in values["entrants"])
        found = cls(**values)
        _check_kinds(found, KINDS)
        for entrant in found.entrants:
            _check_kinds(entrant, ENTRANT_KINDS)
        if found.schedule not in SCHEDULES or found.players < 2:
            raise ValueError(found)
        return found


KINDS = {
    **dict.fromkeys(("game", "schedule", "clock"), str),
    **dict.fromkeys(("players", "groups", "rounds", "seed"), int),
    **dict.fromkeys(("strict", "isolate"), bool),
    "options": dict,
    "games": int | None,
    "records": str | None,
}
"""The types of settings in JSON."""
ENTRANT_KINDS = {
    **dict.fromkeys(("name", "command"), str),
    "move_time": float | int | None,
    "grace": float | int,
    "memory": int,
}
"""The types of an entrant's settings in JSON."""


def _check_kinds(settings: object, kinds: Mapping[str, Any]) -> None:
    """Raise TypeError if a setting is not of its type."""
    for name, kind in kinds.items():
        if not isinstance(getattr(settings, name), kind):
            raise TypeError(name)
