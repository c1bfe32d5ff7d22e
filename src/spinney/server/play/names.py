"""Names of the players of a table, as its pages have them."""

from __future__ import annotations

from spinney.core.game import Game
from spinney.match.events import is_program
from spinney.match.player_names import player_names
from spinney.server.accounts.names import shown_name
from spinney.server.play.live_match import LiveMatch
from spinney.server.tables.table import PERSON, Table


def names_at(live: LiveMatch, reader: int = -1) -> tuple[str, ...]:
    """Return what the players of a table are called now, for ``reader`` (-1: who looks on)."""
    return names_of_seats(live.match.game, live.match.seats, live.table, reader)


def names_of_seats(
    game: Game, seats: tuple[str, ...], table: Table | None, reader: int = -1
) -> tuple[str, ...]:
    """Return what those are called who sit, or sat, on these seats of a match.

    People at a table may have changed their names since the match began.
    """
    called = player_names(game.display_names, seats, reader)
    if table is None:
        return called
    return tuple(
        shown_name(seat.name) if seat.kind == PERSON and seat.name and not is_program(at) else name
        for at, name, seat in zip(seats, called, table.seats, strict=True)
    )
