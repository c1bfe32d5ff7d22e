"""Local bots, by the names given on the command line.

A match knows such a bot by its name alone, ``bot:rex``. What is run under that name is known only
to whoever started Spinney: no record and no request can say it.
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
    """Names, and what is run under them.

    Attributes:
        commands: what is run, by name.
        isolation: how it is isolated from this machine; None: not at all.
    """

    commands: Mapping[str, str] = field(default_factory=dict)
    isolation: Isolation | None = None

    @staticmethod
    def of(pairs: Iterable[tuple[str, str]], isolation: Isolation | None = None) -> LocalBots:
        """Return the bots of these names and commands.

        Raises:
            Refused: one can't be called so, or can't be run.
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

    def seat_name(self, seat: str, game: Game) -> PlayerSpec | None:
        """Return who chooses for a seat; None: a person, or a bot that nobody has named here."""
        if seat.startswith(PREFIX):
            command = self.commands.get(seat.removeprefix(PREFIX))
            return None if command is None else read(command, game)
        return read(seat) if seat == "random" or seat.startswith("level:") else None

    def referee(self, header: Header) -> MatchReferee:
        """Return a referee who asks all who choose for a seat of a match by themselves."""
        found = {p: self.seat_name(seat, header.game) for p, seat in enumerate(header.seats)}
        seated = {player: spec for player, spec in found.items() if spec is not None}
        return MatchReferee(header, seated, self._limits(header.game))

    def _limits(self, game: Game) -> ResourceLimits:
        return ResourceLimits.of(game, grace=EXTRA_SECONDS, isolation=self.isolation)

    def missing(self, header: Header) -> list[str]:
        """Return the names of the bots in a match that nobody has named here."""
        names = (seat.removeprefix(PREFIX) for seat in header.seats if seat.startswith(PREFIX))
        return [name for name in names if name not in self.commands]
