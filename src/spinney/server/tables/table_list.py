"""A table in a list: on the first page, among finished games and on a player's page."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from spinney.i18n import _, ngettext
from spinney.i18n.lists import and_list
from spinney.match.player_names import level_name
from spinney.server import wording
from spinney.server.accounts.identity import Caller
from spinney.server.home.pages import ago
from spinney.server.jobs import queue
from spinney.server.play.match_store import StoredMatch, when
from spinney.server.play.names import names_of_seats
from spinney.server.ratings.store import PlayerRating
from spinney.server.services import Services
from spinney.server.tables.table import ABORTED, LEVEL, OPEN, OVER, PLAYING, WAITING, Seat, Table
from spinney.server.wording import MatchEntry


class TableEntry(NamedTuple):
    """A table in a list.

    Attributes:
        id: of the table.
        address: where it leads.
        headline: how it stands: ``Your turn``.
        title: of the game.
        detail: more about it: how it ended, or what it is played with.
        people: by player: who sits there, and their tone.
        when: how long ago something last happened, or how much time the reader has left, in words.
        mine: is the reader awaited?
        reserved: the player whose seat is kept for the reader, who hasn't answered; -1: none is.
        aside: does it ask what might have come of another match?
        free: how many seats anybody may take.
        due: from which server time on the reader's clock has run out; inf: they have time.
    """

    id: str
    address: str
    headline: str
    title: str
    detail: str
    people: tuple[tuple[str, str], ...]
    when: str
    mine: bool
    aside: bool
    free: int
    reserved: int = -1
    due: float = math.inf


def table_entries(services: Services, tables: Sequence[Table], caller: Caller) -> list[TableEntry]:
    """Return tables as a list has them for a caller."""
    stored = services.store.some([table.id for table in tables])
    waiting = [c for c in tables if c.rules.rated and c.status in (WAITING, PLAYING)]
    ratings = services.ratings.of_tables(waiting) if waiting else {}
    rows = [_row(t, stored.get(t.id), caller.id, ratings.get(t.id, ())) for t in tables]
    return _with_time_left(services, rows, {id_ for id_, one in stored.items() if _one_acts(one)})


def _with_time_left(
    services: Services, rows: Sequence[TableEntry], alone: set[str]
) -> list[TableEntry]:
    """Return the rows with the time that the reader has left where nobody else is awaited."""
    awaited = [row.id for row in rows if row.mine and row.id in alone]
    if not awaited:
        return [*rows]
    with services.store.database.reading() as connection:
        due = queue.due_clocks(connection, awaited)
    now = services.server_time.estimate()
    left = {id_: wording.remaining(at - now) for id_, at in due.items()}
    return [
        row._replace(when=left[row.id], due=due[row.id]) if row.id in due else row for row in rows
    ]


def _one_acts(stored: StoredMatch) -> bool:
    return len(_to_act(stored)) == 1


def _title(table: Table, stored: StoredMatch | None) -> str:
    """Return what is played, and whether it is a lesson or asks what might have been."""
    if table.rules.lesson:
        return _("Lesson: {game}", game=table.game.title)
    return (f"{_('What if')} · " if stored and stored.branch else "") + table.game.title


def _row(
    table: Table,
    stored: StoredMatch | None,
    person: str | None,
    ratings: Sequence[PlayerRating | None],
) -> TableEntry:
    tones = wording.colours(table.game.player_names)
    rating_texts = [f" {one.text}" if one else "" for one in ratings] or [""] * len(table.seats)
    is_own = bool(person) and person in (table.host, *(seat.person for seat in table.seats))
    people = (
        _who(seat, is_own) + rating for seat, rating in zip(table.seats, rating_texts, strict=True)
    )
    seats = zip(people, tones, strict=True)
    reserved = table.expects(person) if table.status == WAITING else -1
    mine = reserved >= 0 or (stored is not None and _is_to_act(table, stored, person))
    return TableEntry(
        id=table.id,
        address=_address(table),
        headline=_challenge(table) if reserved >= 0 else _headline(table, stored, mine),
        title=_title(table, stored),
        detail=(
            _match_entry(table, stored).ending
            if stored and table.status == OVER
            else _played_with(table)
        ),
        people=tuple(seats),
        when=ago(stored.changed if stored else when(table.created)),
        mine=mine,
        aside=stored is not None and stored.branch is not None,
        free=sum(seat.kind == OPEN for seat in table.seats),
        reserved=reserved,
    )


def _match_entry(table: Table, stored: StoredMatch) -> MatchEntry:
    seats = tuple(stored.summary.get("seats", ()))
    return wording.match_entry(
        stored.summary, names_of_seats(table.game, seats, table) if seats else ()
    )


def _is_to_act(table: Table, stored: StoredMatch, person: str | None) -> bool:
    return table.player(person) in _to_act(stored) and table.status == PLAYING


def _to_act(stored: StoredMatch) -> Sequence[int]:
    summary = stored.summary
    to_act: Sequence[int] = summary.get("to_act", summary.get("awaits", ()))  # as 0.1 wrote
    return to_act


def _address(table: Table) -> str:
    if table.status == WAITING or table.closed_unplayed:
        return f"/table/{table.id}"
    return f"/match/{table.id}{'' if table.status == PLAYING else '/replay'}"


def _headline(table: Table, stored: StoredMatch | None, mine: bool) -> str:
    if table.declined_by:
        return _("{name} has declined", name=table.declined_by)
    if table.status == ABORTED:
        return _("This table was closed")
    if stored is not None:
        return _("Your turn") if mine else _match_entry(table, stored).headline
    free = [seat for seat in table.seats if seat.free]
    asked = [seat.shown for seat in free if seat.name]
    if asked and len(asked) == len(free):
        return _("Waiting for {names}", names=and_list(asked))
    if free:
        return ngettext("Waiting for {count} player", "Waiting for {count} players", len(free))
    return _("Waiting for an umpire") if table.rules.umpire and not table.umpire else _("Begins")


def _challenge(table: Table) -> str:
    """Return what a table says to one for whom a seat is kept; who opened it may not sit there."""
    host = table.player(table.host)
    if host < 0:
        return _("Your answer is awaited")
    return _("{name} challenges you", name=table.seats[host].shown)


def _who(seat: Seat, is_own: bool) -> str:
    """Return who sits on a seat; for whom one is kept only those at the table are told."""
    if seat.free and not (seat.name and is_own):
        return _("a free seat") if seat.kind == OPEN else _("a friend’s seat")
    return level_name(seat.name) if seat.kind == LEVEL else seat.shown


def _played_with(table: Table) -> str:
    clock = wording.clock(str(table.clock), table.game)
    return _("rated, {clock}", clock=clock) if table.rules.rated else clock
