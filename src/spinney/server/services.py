"""`Services`: all parts of a shared server, put together."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from spinney.server.accounts.store import Accounts
from spinney.server.admin.metrics import Metrics
from spinney.server.blocks.store import Blocks
from spinney.server.chat.store import Chat
from spinney.server.db.database import Database
from spinney.server.db.migrate import prepare
from spinney.server.jobs.expiry import Expiry
from spinney.server.jobs.liveness import Liveness
from spinney.server.notes.store import Notes
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_store import MatchStore
from spinney.server.premoves.store import Premoves
from spinney.server.rate_limits.limits import RateLimits
from spinney.server.ratings.store import Ratings
from spinney.server.rematch.store import Rematches
from spinney.server.server_time import Heartbeat, ServerTime
from spinney.server.tables.links import key_in
from spinney.server.tables.presence import Presence
from spinney.server.tables.store import TableStore
from spinney.server.umpire.store import Umpires
from spinney.server.votes.store import Votes


@dataclass(frozen=True)
class Services:
    """All there is to a shared server, but its pages and what happens by itself.

    Attributes:
        store: matches and their events.
        server_time: its time.
        accounts: guests and people with passwords.
        tables: where they sit.
        match_service: the matches at hand.
        presence: who has a table open.
        blocks: who wants nothing to do with whom.
        chat: what people write to each other at tables.
        notes: what they write down for themselves.
        premoves: what they have queued for their next turn.
        votes: what is done when all who play at a table agree.
        umpires: who is the umpire where.
        rematches: who plays whom once more.
        ratings: who is how strong.
        limits: how much anybody may ask.
        metrics: what this worker counts.
        expiry: removes what nobody uses.
        liveness: of the thread that does what is due.
    """

    store: MatchStore
    server_time: ServerTime
    accounts: Accounts
    tables: TableStore
    match_service: MatchService
    presence: Presence
    blocks: Blocks
    chat: Chat
    notes: Notes
    premoves: Premoves
    votes: Votes
    umpires: Umpires
    rematches: Rematches
    ratings: Ratings
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
            DatabaseUnavailable: it can't be reached.
        """
        prepare(database)
        store, server_time = MatchStore(database), ServerTime(database)
        limits = RateLimits(database)
        if not link_key and database.file is not None:
            link_key = key_in(database.file.with_name(f"{database.file.name}.key"))
        tables = TableStore(store, server_time, limits, link_key)
        match_service = MatchService(store, server_time, tables)
        tables.publish = match_service.publish
        server_time.heartbeat()
        ratings = Ratings(database)
        match_service.on_end.append(ratings.note_end)
        return Services(
            store=store,
            server_time=server_time,
            accounts=Accounts(database, match_service.pubsub),
            tables=tables,
            match_service=match_service,
            presence=Presence(database, server_time, match_service.publish),
            blocks=Blocks(database),
            chat=Chat(database),
            notes=Notes(database),
            premoves=Premoves(database),
            votes=Votes(database, match_service),
            umpires=Umpires(database, tables),
            rematches=Rematches(database, tables),
            ratings=ratings,
            limits=limits,
            metrics=Metrics(),
            expiry=Expiry(store, match_service.publish),
        )

    def live(self) -> Heartbeat:
        """Begin to receive notifications, and to write heartbeats until the result is stopped."""
        self.match_service.pubsub.listen()
        return Heartbeat(self.server_time, self._after_heartbeat, self.match_service.lost)

    def _after_heartbeat(self) -> None:
        """Do the work that each heartbeat brings, after the database was written."""
        if self.match_service.trouble:  # in a thread: to notify many tables takes a while
            threading.Thread(target=self.match_service.reached, daemon=True).start()
        self.presence.refresh()

    def close(self) -> None:
        """Leave, so that others take over at once."""
        self.match_service.pubsub.close()
        self.server_time.leave()
        self.store.close()
