"""Local bots, by the names given on the command line.

A match knows such a bot by its name alone, ``bot:rex``. The command behind the name comes only from
the person who started Spinney, never from a record or a request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spinney.core.errors import Refused
from spinney.players.levels import LEVELS
from spinney.players.player_specs import CLASS, CONTEST, JSON, SEARCH, PlayerSpec, check, read
from spinney.players.referee import MatchReferee
from spinney.players.resource_limits import ResourceLimits
from spinney.players.tuned_level import TUNED

if TYPE_CHECKING:
    from spinney.core.game import Game
    from spinney.match import Header
    from spinney.players.isolation import Isolation

PREFIX = "bot:"
EXTRA_SECONDS = 1.0
"""Seconds more that a bot has at a table, where a browser and a search share its machine."""
SPECIAL = (CONTEST, JSON, CLASS, SEARCH, TUNED)
TAKEN = ("me", "friend", "random", *LEVELS, *SPECIAL, "level", "bot")


@dataclass(frozen=True)
class LocalBots:
    """Names, and the commands behind them.

    Attributes:
        commands: by name.
        isolation: how it is isolated from this machine; None: not at all.
    """

    commands: Mapping[str, str] = field(default_factory=dict)
    isolation: Isolation | None = None

    @staticmethod
    def of(pairs: Iterable[tuple[str, str]], isolation: Isolation | None = None) -> LocalBots:
        """Return the bots of these names and commands.

        Raises:
            Refused: a name is invalid, or a command can't be run.
        """
        commands: dict[str, str] = {}
        for name, command in pairs:
            if not re.fullmatch(r"[A-Za-z][\w-]{0,23}", name, re.ASCII) or name.lower() in TAKEN:
                raise Refused(f"a bot can't be called {name!r}; name it for example: rex")
            if name in commands:
                raise Refused(f"two bots are called {name!r}")
            check(command)
            commands[name] = command
        return LocalBots(commands, isolation)

    def player_spec(self, seat: str, game: Game) -> PlayerSpec | None:
        """Return who chooses for a seat; None: a person, or a bot without a command here."""
        if seat.startswith(PREFIX):
            command = self.commands.get(seat.removeprefix(PREFIX))
            return None if command is None else read(command, game)
        return read(seat) if seat == "random" or seat.startswith("level:") else None

    def referee(self, header: Header) -> MatchReferee:
        """Return a referee that asks the programs and levels of a match."""
        found = {p: self.player_spec(seat, header.game) for p, seat in enumerate(header.seats)}
        seated = {player: spec for player, spec in found.items() if spec is not None}
        return MatchReferee(header, seated, self._limits(header.game))

    def _limits(self, game: Game) -> ResourceLimits:
        return ResourceLimits.of(game, grace=EXTRA_SECONDS, isolation=self.isolation)

    def missing(self, header: Header) -> list[str]:
        """Return the names of the bots in a match that have no command here."""
        names = (seat.removeprefix(PREFIX) for seat in header.seats if seat.startswith(PREFIX))
        return [name for name in names if name not in self.commands]
