"""`Services`: all parts of a shared server, put together."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from spinney.server.accounts.store import Accounts
from spinney.server.admin.metrics import Metrics
from spinney.server.chat.store import Talk
from spinney.server.db.database import Database
from spinney.server.db.migrate import prepare
from spinney.server.jobs.expiry import Expiry
from spinney.server.jobs.liveness import Liveness
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_store import MatchStore
from spinney.server.play.premoves import Premoves
from spinney.server.rate_limit import RateLimits
from spinney.server.server_time import Heartbeat, ServerTime
from spinney.server.tables.links import key_in
from spinney.server.tables.presence import Presence
from spinney.server.tables.store import TableStore
from spinney.server.votes.store import Votes
from spinney.server.votes.umpires import Umpires


@dataclass(frozen=True)
class Services:
    """All there is to a shared server, but its pages and what happens by itself.

    Attributes:
        store: matches and their events.
        server_time: its time.
        people: who has been here.
        tables: where they sit.
        match_service: the matches at hand.
        presence: who has a table open.
        talk: what people say to each other, and note for themselves.
        premoves: what they have queued for their next turn.
        wishes: what is done when all at a table want it.
        umpires: who is the umpire where.
        limits: how much anybody may ask.
        metrics: what this worker counts.
        expiry: removes what nobody uses.
        liveness: of the thread that does what is due.
    """

    store: MatchStore
    server_time: ServerTime
    people: Accounts
    tables: TableStore
    match_service: MatchService
    presence: Presence
    talk: Talk
    premoves: Premoves
    wishes: Votes
    umpires: Umpires
    limits: RateLimits
    metrics: Metrics
    expiry: Expiry
    liveness: Liveness = field(default_factory=Liveness)

    @staticmethod
    def open(database: Database, link_key: str = "") -> Services:
        """Open a server.

        Args:
            database: where it is kept.
            link_key: what links are made from; without one it is in a file beside a SQLite file.

        Raises:
            Refused: the database is not that of this version.
            Away: it can't be reached.
        """
        prepare(database)
        store, server_time = MatchStore(database), ServerTime(database)
        limits = RateLimits(database)
        if not link_key and database.file is not None:
            link_key = key_in(database.file.with_name(f"{database.file.name}.key"))
        tables = TableStore(store, server_time, limits, link_key)
        match_service = MatchService(store, server_time, tables)
        tables.tell = match_service.tell
        server_time.beat()
        people = Accounts(database, match_service.news)
        presence = Presence(database, server_time, match_service.tell)
        wishes, umpires = Votes(database, match_service), Umpires(database, tables)
        more = Talk(database), Premoves(database), wishes, umpires
        about = limits, Metrics(), Expiry(store, match_service.tell)
        return Services(store, server_time, people, tables, match_service, presence, *more, *about)

    def live(self) -> Heartbeat:
        """Begin to hear news and to leave beats; stop the heart to end it."""
        self.match_service.news.listen()
        return Heartbeat(self.server_time, self._after_beat, self.match_service.lost)

    def _after_beat(self) -> None:
        """Do what goes with a beat, for which the database has been written."""
        if (
            self.match_service.trouble
        ):  # to tell many tables takes a while, and the next beat is due
            threading.Thread(target=self.match_service.reached, daemon=True).start()
        self.presence.look_after()

    def close(self) -> None:
        """Leave, so that others take over at once."""
        self.match_service.news.close()
        self.server_time.leave()
        self.store.close()
