"""A league: its settings, with the game and the entrants that they name."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from spinney.arena.schedule import check_schedule, game_count
from spinney.arena.series import Series
from spinney.core.registry import game as find
from spinney.match import Clock
from spinney.players.isolation import isolation
from spinney.players.player_specs import read
from spinney.players.resource_limits import ResourceLimits

if TYPE_CHECKING:
    from spinney.arena.league_settings import EntrantSettings, LeagueSettings
    from spinney.core.game import Game
    from spinney.players.isolation import Isolation


@dataclass(frozen=True)
class League:
    """A league, with the game and the players that its settings name.

    Attributes:
        settings: as plain values.
        series: of the games; its players are the entrants.
    """

    settings: LeagueSettings
    series: Series

    @classmethod
    def of(cls, settings: LeagueSettings, *hidden: Path) -> League:
        """Return the league of some settings.

        Args:
            settings: of the league.
            hidden: files and folders that no isolated program sees.

        Raises:
            Refused: there is no such game, option, entrant or clock; too few entrants or too many;
                programs can't be isolated here.
        """
        game = find(settings.game, **settings.options)
        check_schedule(settings)
        apart = isolation(*hidden) if settings.isolate else None
        series = Series(
            game,
            tuple(read(entrant.command, game) for entrant in settings.entrants),
            game_count(settings),
            settings.seed,
            tuple(_limits(game, entrant, apart) for entrant in settings.entrants),
            Clock.read(settings.clock),
            settings.strict,
        )
        return cls(settings, series)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the entrants."""
        return tuple(entrant.name for entrant in self.settings.entrants)


def _limits(game: Game, entrant: EntrantSettings, apart: Isolation | None) -> ResourceLimits:
    return ResourceLimits.of(game, entrant.move_time, entrant.grace, entrant.memory, apart)
