"""The first page of a shared server: my tables, open ones, finished games, and all games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from spinney import all_games
from spinney.i18n import _, ngettext
from spinney.match.player_names import level_name
from spinney.server import wording
from spinney.server.accounts.identity import Caller, ThisCaller, ThisServices
from spinney.server.home.game_cards import game_cards
from spinney.server.home.pages import ago
from spinney.server.play.match_store import StoredMatch, when
from spinney.server.play.names import names_of_seats
from spinney.server.ratings.pairing import distance
from spinney.server.ratings.store import PlayerRating, first_rating
from spinney.server.services import Services
from spinney.server.site import ThisSite
from spinney.server.tables.table import LEVEL, OPEN, OVER, PLAYING, WAITING, Table
from spinney.server.wording import Listed

SHOWN = 60
"""How many tables of others are listed at most, and of one's own that are over."""

PARTS = ("first", "more")
"""The parts of the first page that change: before and after the games."""

routes = APIRouter()


class LobbyRow(NamedTuple):
    """A table in a list.

    Attributes:
        id: of the table.
        address: where it leads.
        headline: how it stands: ``Your turn``.
        title: of the game.
        told: more about it: how it ended, or what it is played with.
        people: by player: who sits there, and their tone.
        when: how long ago something last happened, in words.
        mine: is the reader awaited?
        aside: does it ask what might have come of another match?
        free: how many seats anybody may take.
    """

    id: str
    address: str
    headline: str
    title: str
    told: str
    people: tuple[tuple[str, str], ...]
    when: str
    mine: bool
    aside: bool
    free: int


@routes.get("/")
def home(request: Request, site: ThisSite, services: ThisServices, caller: ThisCaller) -> Response:
    """Show what goes on."""
    games = game_cards(site, caller, all_games().values())
    return site.page(request, "tables/lobby.html", games=games, **_lists(services, caller))


@routes.get("/lobby")
def lists(site: ThisSite, services: ThisServices, caller: ThisCaller) -> Response:
    """Return the part of the first page that changes."""
    return HTMLResponse(
        site.part("tables/lobby_body.html", parts_shown=PARTS, **_lists(services, caller))
    )


def _lists(services: Services, caller: Caller) -> dict[str, Any]:
    """Return all lists; what they say of others' matches is what a spectator learns."""
    mine = services.tables.of(caller.id, over=False) if caller.id else []
    ended = services.tables.of(caller.id, over=True, most=SHOWN) if caller.id else []
    own = {table.id for table in (*mine, *ended)}
    others = [c for c in services.tables.public(SHOWN) if c.id not in own]
    going = sorted(_rows(services, mine, caller), key=lambda row: not row.mine)
    seen = _rows(services, others, caller)
    waiting = [c.status == WAITING for c in others]
    listed = zip(others, seen, strict=True)
    free = [(table, row) for table, row in listed if table.status == WAITING and row.free]
    return {
        "going": [row for row in going if not row.aside],
        "aside": [row for row in going if row.aside],
        "ended": _rows(services, ended, caller),
        "older": len(ended) == SHOWN,
        "free": _nearest_first(services, free, caller),
        "watch": [row for row, waits in zip(seen, waiting, strict=True) if not waits],
        "awaited": sum(row.mine for row in going if not row.aside),
    }


@routes.get("/finished")
def finished(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    page: Annotated[int, Query(ge=1, le=10_000)] = 1,
) -> Response:
    """Show one's finished games, those opened last first."""
    skip = (page - 1) * SHOWN
    found = services.tables.of(caller.id, True, SHOWN + 1, skip) if caller.id else []
    rows, more = _rows(services, found[:SHOWN], caller), len(found) > SHOWN
    return site.page(request, "tables/finished.html", rows=rows, number=page, more=more)


def _nearest_first(
    services: Services, free: Sequence[tuple[Table, LobbyRow]], caller: Caller
) -> list[LobbyRow]:
    """Return open tables: first those in whose reach one's rating is, the newest first."""
    rated = [table for table, _row in free if table.rules.rated]
    if not rated or caller.id is None or caller.person is None or not caller.person.registered:
        return [row for _table, row in free]
    sitting, own = services.ratings.of_tables(rated), services.ratings.all_of(caller.id)
    mine = {(one.game, one.players): one for one in own}

    def apart(entry: tuple[Table, LobbyRow]) -> float:
        table, pool = entry[0], (entry[0].game.name, entry[0].game.players)
        if not table.rules.rated:
            return 0.0
        reader = mine.get(pool) or first_rating(str(caller.id), *pool)
        return distance(reader, table, sitting[table.id])

    return [row for _table, row in sorted(free, key=apart)]


def _rows(services: Services, found: Sequence[Table], caller: Caller) -> list[LobbyRow]:
    kept = services.store.some([table.id for table in found])
    waiting = [c for c in found if c.rules.rated and c.status in (WAITING, PLAYING)]
    ratings = services.ratings.of_tables(waiting) if waiting else {}
    return [_row(t, kept.get(t.id), caller.id, ratings.get(t.id, ())) for t in found]


def _title(table: Table, kept: StoredMatch | None) -> str:
    """Return what is played, and whether it is a lesson or asks what might have been."""
    if table.rules.lesson:
        return _("Lesson: {game}", game=table.game.title)
    return (f"{_('What if')} · " if kept and kept.branch else "") + table.game.title


def _row(
    table: Table,
    kept: StoredMatch | None,
    person: str | None,
    ratings: Sequence[PlayerRating | None],
) -> LobbyRow:
    tones = wording.colours(table.game.player_names)
    known = [f" {one.text}" if one else "" for one in ratings] or [""] * len(table.seats)
    people = (_who(seat) + rating for seat, rating in zip(table.seats, known, strict=True))
    seats = zip(people, tones, strict=True)
    mine = kept is not None and _is_to_act(table, kept, person)
    return LobbyRow(
        id=table.id,
        address=_address(table),
        headline=_headline(table, kept, mine),
        title=_title(table, kept),
        told=_listed(table, kept).ending if kept and table.status == OVER else _played_with(table),
        people=tuple(seats),
        when=ago(kept.changed if kept else when(table.created)),
        mine=mine,
        aside=kept is not None and kept.branch is not None,
        free=sum(seat.kind == OPEN for seat in table.seats),
    )


def _listed(table: Table, kept: StoredMatch) -> Listed:
    seats = tuple(kept.summary.get("seats", ()))
    return wording.listed(kept.summary, names_of_seats(table.game, seats, table) if seats else ())


def _is_to_act(table: Table, kept: StoredMatch, person: str | None) -> bool:
    to_act = kept.summary.get("to_act", kept.summary.get("awaits", ()))  # as earlier versions wrote
    return table.player(person) in to_act and table.status != OVER


def _address(table: Table) -> str:
    if table.status == WAITING:
        return f"/table/{table.id}"
    return f"/match/{table.id}{'/replay' if table.status == OVER else ''}"


def _headline(table: Table, kept: StoredMatch | None, mine: bool) -> str:
    if kept is not None:
        return _("Your turn") if mine else _listed(table, kept).headline
    free = sum(seat.free for seat in table.seats)
    if free:
        return ngettext("Waiting for {count} player", "Waiting for {count} players", free)
    return _("Waiting for an umpire") if table.rules.umpire and not table.umpire else _("Begins")


def _who(seat: Any) -> str:
    if seat.free:
        return _("a free seat") if seat.kind == OPEN else _("a friend’s seat")
    return level_name(seat.name) if seat.kind == LEVEL else str(seat.name)


def _played_with(table: Table) -> str:
    clock = wording.clock(str(table.clock), table.game)
    return _("rated, {clock}", clock=clock) if table.rules.rated else clock
