"""`TableOpener`: open tables, and begin their matches."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence

from sqlalchemy import Connection, select, update

from spinney.core.game import Game
from spinney.match import Clock, Match
from spinney.match.deal import DIGITS
from spinney.match.settings import MatchSettings, usual_hints
from spinney.server.accounts.person import Person
from spinney.server.client_address import address_key
from spinney.server.db.database import now
from spinney.server.db.schema import tables
from spinney.server.jobs import queue
from spinney.server.jobs.fair_executor import Owner
from spinney.server.play.match_store import Branch, MatchStore, when
from spinney.server.rate_limits.limits import RateLimits
from spinney.server.server_time import ServerTime
from spinney.server.tables import quotas
from spinney.server.tables.reader import TableReader
from spinney.server.tables.rows import header_of, insert_table, note_address_hash, owner_columns
from spinney.server.tables.seat_checks import check_new_table
from spinney.server.tables.table import INVITED, ME, OPEN, PLAYING, WAITING
from spinney.server.wording import summary

Publish = Callable[[str], None]


class TableOpener(TableReader):
    """All tables of a server, and new ones. May be used from any thread.

    Attributes:
        publish: called with a table's id when something about it has changed.
    """

    def __init__(
        self, store: MatchStore, server_time: ServerTime, limits: RateLimits, link_key: str = ""
    ) -> None:
        """``link_key``: what links are made from; without one none can be shown."""
        super().__init__(store, limits, link_key)
        self._server_time = server_time
        self.publish: Publish = lambda _: None

    def open(
        self,
        host: Person,
        game: Game,
        clock: Clock,
        rules: MatchSettings,
        at: Sequence[str],
        seed: int | None = None,
        umpire: str = "",
        address: str = "",
        by_program: bool = False,
        reserved: Mapping[int, str] | None = None,
    ) -> str:
        """Open a table and return its id; it begins at once if nobody is awaited.

        Args:
            host: who opens it.
            game: with its options.
            clock: how much time players have.
            rules: what else is agreed.
            at: who shall sit where, by player: ``me``, ``open``, ``invited``, ``level:tree``.
            seed: what to deal from, where nobody else plays; None: a new secret.
            umpire: who is, by id, if that is known already.
            address: where the request comes from; empty: from nowhere else.
            by_program: does a program ask for it?
            reserved: for whom seats that are ``invited`` are kept, by player and by id; None: for
                whoever has their link.

        Raises:
            Refused: it can't be so, or they have too many tables at once.
            RateLimited: they have opened too many.
        """
        agreed = (game, clock, rules)
        check_new_table(host, agreed, at, seed, by_program)
        owner = self.count_opened(host, address)
        with self._database.writing() as connection:
            quotas.check_unanswered(connection, host.id, (reserved or {}).values())
            table_id = self.insert(connection, host, agreed, at, owner, seed, umpire, reserved)
        self.publish(table_id)
        return table_id

    def insert(
        self,
        connection: Connection,
        host: Person,
        agreed: tuple[Game, Clock, MatchSettings],
        at: Sequence[str],
        owner: Owner,
        seed: int | None = None,
        umpire: str = "",
        reserved: Mapping[int, str] | None = None,
    ) -> str:
        """Write a new table, begin its match if nobody is awaited, and return its id.

        Args:
            connection: to write by.
            host: who opens it.
            agreed: the game with its options, the clock, and what else is agreed.
            at: who shall sit where, as for `open`.
            owner: whose table it is.
            seed: what to deal from; None: a new secret.
            umpire: who is, by id, if that is known already.
            reserved: for whom seats are kept, as for `open`.

        Raises:
            Refused: they have too many tables at once.
        """
        rules = agreed[2]
        waits = any(seat in (OPEN, INVITED) for seat in at) or (rules.umpire and not umpire)
        self._check_quotas(connection, owner, at, waits=waits)
        columns = {
            "status": WAITING,
            "secret": secrets.token_hex(DIGITS // 2) if seed is None else f"seed {seed}",
            "umpire": umpire or None,
            **owner_columns(owner),
        }
        table_id = insert_table(connection, self._link_key, host, agreed, at, reserved, **columns)
        if rules.rated:
            note_address_hash(connection, table_id, host, owner.address_hash)
        self.begin_if_full(connection, table_id)
        return table_id

    def count_opened(self, host: Person, address: str) -> Owner:
        """Count a table that is opened, and return whose it is. Raises RateLimited."""
        self._limits.attempts.count("table", host.id)
        if not address:
            return Owner("", host.id)
        self._limits.attempts.count("tables from", address_key(address))
        return Owner(self._hash_of(address), host.id)

    def _hash_of(self, address: str) -> str:
        """Return the hash of an address: no address is kept with a table."""
        key = self._store.setting("secret", lambda: secrets.token_hex(32))
        return hmac.digest(key.encode(), address_key(address).encode(), "sha256").hex()[:32]

    def _check_quotas(
        self, connection: Connection, owner: Owner, at: Iterable[str], *, waits: bool
    ) -> None:
        """Refuse one more table of somebody who has too many at once."""
        levels = any(seat.startswith("level:") for seat in at)
        quotas.check(connection, owner, self._limits.quotas, waits=waits, levels=levels)

    def branch(self, host: Person, fresh: Match, branch: Branch, address: str = "") -> str:
        """Open a table of one's own for a match that branches off, and return its id.

        Raises:
            Refused: they have too many tables at once.
            RateLimited: they have opened too many.
        """
        rules = MatchSettings(hints=usual_hints(len(fresh.people)))
        return self.open_begun(host, fresh, rules, branch, address)

    def open_begun(
        self,
        host: Person,
        fresh: Match,
        rules: MatchSettings,
        branch: Branch | None = None,
        address: str = "",
    ) -> str:
        """Open a table of one's own for a match that has begun already, and return its id.

        Raises:
            Refused: they have too many tables at once.
            RateLimited: they have opened too many.
        """
        header, match_summary = fresh.header, summary(fresh, -1)
        agreed = (fresh.game, header.clock, rules)
        at = [ME if player in fresh.people else seat for player, seat in enumerate(fresh.seats)]
        owner = self.count_opened(host, address)
        with self._database.writing() as connection:
            self._check_quotas(connection, owner, at, waits=False)
            began = self._server_time.read(connection)
            # Its deal is known: there is no secret any more.
            columns = {"status": PLAYING, "secret": "", "began": began, **owner_columns(owner)}
            table_id = insert_table(connection, self._link_key, host, agreed, at, **columns)
            self._store.insert(connection, table_id, header, match_summary, fresh.events, branch)
            queue.write(connection, table_id, began, fresh)
        return table_id

    def begin_if_full(self, connection: Connection, match_id: str) -> None:
        """Begin the match when nobody is awaited any more, in the transaction that saw to that."""
        table = self.table(match_id, connection)
        if table is None or table.status != WAITING or not table.full:
            return
        row = update(tables).where(tables.c.id == match_id, tables.c.status == WAITING)
        began = self._server_time.read(connection)
        if connection.execute(row.values(status=PLAYING, began=began)).rowcount != 1:
            return
        secret, created = connection.execute(
            select(tables.c.secret, now()).where(tables.c.id == match_id)
        ).one()
        fresh = Match.begin(header_of(table, secret, when(created).date().isoformat()))
        self._store.insert(connection, match_id, fresh.header, summary(fresh, -1))
        queue.write(connection, match_id, began, fresh)
