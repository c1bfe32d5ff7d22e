"""`House`: a house that is open to others, put together."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from .database import Database
from .expiry import Expiry
from .hall import Hall
from .hours import Heart, Hours
from .limits import Limits
from .links import key_in
from .liveness import Liveness
from .metrics import Metrics
from .migrate import prepare
from .people import People
from .premoves import Premoves
from .presence import Presence
from .store import Store
from .tables import Tables
from .talk import Talk
from .umpires import Umpires
from .wishes import Wishes


@dataclass(frozen=True)
class House:
    """All there is to an open house, but its pages and what happens by itself.

    Attributes:
        store: matches and their events.
        hours: its time.
        people: who has been here.
        tables: where they sit.
        hall: the matches at hand.
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

    store: Store
    hours: Hours
    people: People
    tables: Tables
    hall: Hall
    presence: Presence
    talk: Talk
    premoves: Premoves
    wishes: Wishes
    umpires: Umpires
    limits: Limits
    metrics: Metrics
    expiry: Expiry
    liveness: Liveness = field(default_factory=Liveness)

    @staticmethod
    def open(database: Database, link_key: str = "") -> House:
        """Open a house.

        Args:
            database: where it is kept.
            link_key: what links are made from; without one it is in a file beside a SQLite file.

        Raises:
            Refused: the database is not that of this version.
            Away: it can't be reached.
        """
        prepare(database)
        store, hours = Store(database), Hours(database)
        limits = Limits(database)
        if not link_key and database.file is not None:
            link_key = key_in(database.file.with_name(f"{database.file.name}.key"))
        tables = Tables(store, hours, limits, link_key)
        hall = Hall(store, hours, tables)
        tables.tell = hall.tell
        hours.beat()
        people = People(database, hall.news)
        presence = Presence(database, hours, hall.tell)
        wishes, umpires = Wishes(database, hall), Umpires(database, tables)
        more = Talk(database), Premoves(database), wishes, umpires
        about = limits, Metrics(), Expiry(store, hall.tell)
        return House(store, hours, people, tables, hall, presence, *more, *about)

    def live(self) -> Heart:
        """Begin to hear news and to leave beats; stop the heart to end it."""
        self.hall.news.listen()
        return Heart(self.hours, self._after_beat, self.hall.lost)

    def _after_beat(self) -> None:
        """Do what goes with a beat, for which the database has been written."""
        if self.hall.trouble:  # to tell many tables takes a while, and the next beat is due
            threading.Thread(target=self.hall.reached, daemon=True).start()
        self.presence.look_after()

    def close(self) -> None:
        """Leave, so that others take over at once."""
        self.hall.news.close()
        self.hours.leave()
        self.store.close()
