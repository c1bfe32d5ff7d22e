"""Ratings in the database: read, ranked, and changed with the end of a rated match."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import Connection, Select, delete, func, insert, or_, select, tuple_, update

from spinney.match import Match
from spinney.server.accounts.names import GONE
from spinney.server.db.database import Database, now
from spinney.server.db.schema import accounts, rating_changes, ratings
from spinney.server.ratings import result, system
from spinney.server.ratings.glicko2 import Rating
from spinney.server.tables.table import LEVEL, PERSON, Table

if TYPE_CHECKING:
    from spinney.server.play.live_match import LiveMatch

PAGE = 50
"""How many a page of a leaderboard lists."""


class PlayerRating(NamedTuple):
    """A rating as it stands now.

    Attributes:
        holder: whose: an account's id, or a level as ``level:tree``.
        game: of which game, by name.
        players: with how many players.
        rating: in points.
        deviation: its standard deviation, as it is by now.
        sure: is it sure? Else it is provisional.
        wins: how many matches were won.
        draws: how many were shared.
        losses: how many were lost.
    """

    holder: str
    game: str
    players: int
    rating: int
    deviation: int
    sure: bool = False
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def matches(self) -> int:
        """How many matches it comes from."""
        return self.wins + self.draws + self.losses

    @property
    def text(self) -> str:
        """The rating as it is shown: ``1523``, or ``1523?`` while it is provisional."""
        return f"{self.rating}{'' if self.sure else '?'}"


class Ranked(NamedTuple):
    """A line of a leaderboard.

    Attributes:
        rank: from 1 on.
        name: what the holder is called; a level as ``level:tree``.
        bot: is it the bot of an account?
        rating: as it stands.
    """

    rank: int
    name: str
    bot: bool
    rating: PlayerRating


class Change(NamedTuple):
    """What a match did to somebody's rating.

    Attributes:
        match: which, by id.
        number: of the seat.
        game: by name.
        players: how many.
        place: in which they finished.
        outcome: 1 won, 0 shared, -1 lost.
        before: the rating.
        after: the rating.
        deviation: of that.
        created: when, in ms since 1970.
    """

    match: str
    number: int
    game: str
    players: int
    place: int
    outcome: int
    before: float
    after: float
    deviation: float
    created: int

    @property
    def gain(self) -> int:
        """By how many points it changed, as it was shown."""
        return round(self.after) - round(self.before)

    @property
    def text_before(self) -> str:
        """The rating before the match as it is shown, provisional if it still was after it."""
        return f"{round(self.before)}{'?' if self.deviation > system.SURE else ''}"


class RatedSeat(NamedTuple):
    """A player of a rated match.

    Attributes:
        number: of the seat.
        holder: whose rating it changed; empty: an account that is gone.
        name: what an account is called.
        listed: are its ratings shown to all?
    """

    number: int
    holder: str
    name: str
    listed: bool


class Ratings:
    """All ratings. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # Changing.

    def note_end(self, connection: Connection, live: LiveMatch, match: Match) -> None:
        """Rate the players of a match, in the transaction of the event that ends it.

        Of a match that has been rated, or isn't to be, nothing is changed.

        Args:
            connection: to write by.
            live: of the match.
            match: as it is with that event.
        """
        table = live.table
        if table is None or not (table.rules.rated and match.over and result.counts(match)):
            return
        rated = select(rating_changes.c.match).where(rating_changes.c.match == live.id)
        if connection.execute(rated.limit(1)).first() is None:
            self._rate(connection, table, result.places(match), match.outcome or ())

    def _rate(
        self, connection: Connection, table: Table, places: Sequence[int], outcome: Sequence[int]
    ) -> None:
        holders = [holder_of(table, number) for number in range(len(table.seats))]
        if "" in holders or _is_erased(connection, holders):  # an account is gone
            return
        pool = table.game.name, table.game.num_players
        at, rows = self._locked(connection, holders, pool)
        before = [Rating(*rows[holder][:3]) for holder in holders]
        ages = [at - rows[holder].updated for holder in holders]
        after = system.rate(before, places, ages)
        for number, holder in enumerate(holders):
            _write(connection, (holder, *pool), after[number], outcome[number], at)
            changed = {
                "match": table.id,
                "number": number,
                "holder": holder,
                "game": pool[0],
                "players": pool[1],
                "place": places[number],
                "outcome": outcome[number],
                "before": before[number].rating,
                "after": after[number].rating,
                "deviation": after[number].deviation,
                "created": at,
            }
            connection.execute(insert(rating_changes).values(**changed))

    def _locked(
        self, connection: Connection, holders: Iterable[str], pool: tuple[str, int]
    ) -> tuple[int, dict[str, Any]]:
        """Return the time, and the ratings that nobody else changes before this is committed.

        They are made and locked in order, so two matches that end at once can't wait for each
        other.
        """
        at = int(connection.execute(select(now())).scalar_one())
        ordered = sorted(set(holders))
        game, players = pool
        for holder in ordered:
            key = {"holder": holder, "game": game, "players": players}
            fresh = {**system.start(players)._asdict(), "updated": at, "sure_until": 0}
            row = self._database.insert(ratings).values(**key, **fresh)
            connection.execute(row.on_conflict_do_nothing())
        query = select(
            ratings.c.rating,
            ratings.c.deviation,
            ratings.c.volatility,
            ratings.c.updated,
            ratings.c.holder,
        )
        in_pool = (ratings.c.game == game, ratings.c.players == players)
        query = query.where(*in_pool, ratings.c.holder.in_(ordered)).order_by(ratings.c.holder)
        return at, {row.holder: row for row in connection.execute(query.with_for_update())}

    # Reading.

    def of(self, holders: Iterable[str], game: str, players: int) -> dict[str, PlayerRating]:
        """Return ratings in one game, by holder; who has none yet stands where all begin."""
        ids = set(holders) - {""}
        in_pool = (ratings.c.game == game, ratings.c.players == players)
        rows = self._read(_RATINGS.where(*in_pool, ratings.c.holder.in_(ids)))
        defaults = {holder: first_rating(holder, game, players) for holder in ids}
        return defaults | {row.holder: row for row in rows}

    def of_table(self, table: Table) -> tuple[PlayerRating | None, ...]:
        """Return the ratings of the players at a table, by seat; None: nobody with a rating."""
        holders = [holder_of(table, number) for number in range(len(table.seats))]
        found = self.of(holders, table.game.name, table.game.num_players)
        return tuple(found.get(holder) for holder in holders)

    def of_tables(self, tables: Sequence[Table]) -> dict[str, tuple[PlayerRating | None, ...]]:
        """Return the ratings of the players at several tables, by table and seat, as `of_table`."""
        holders = {t.id: [holder_of(t, n) for n in range(len(t.seats))] for t in tables}
        every = {holder for some in holders.values() for holder in some if holder}
        rows = self._read(_RATINGS.where(ratings.c.holder.in_(every))) if every else []
        by_key = {(one.holder, one.game, one.players): one for one in rows}
        return {
            table.id: tuple(
                by_key.get((holder, *pool), first_rating(holder, *pool)) if holder else None
                for holder in holders[table.id]
            )
            for table in tables
            for pool in [(table.game.name, table.game.num_players)]
        }

    def all_of(self, holder: str) -> list[PlayerRating]:
        """Return all ratings of somebody, those first of which there are most matches."""
        found = self._read(_RATINGS.where(ratings.c.holder == holder))
        return sorted(found, key=lambda one: (-one.matches, one.game, one.players))

    def _read(self, query: Select[Any]) -> list[PlayerRating]:
        with self._database.reading() as connection:
            return [_rating(row) for row in connection.execute(query)]

    def pools(self) -> list[tuple[str, int, int]]:
        """Return the leaderboards that have anybody: game, players, and how many are ranked."""
        count = func.count()
        query = select(ratings.c.game, ratings.c.players, count).where(*_ranked())
        query = query.select_from(_HOLDERS).group_by(ratings.c.game, ratings.c.players)
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(count.desc(), ratings.c.game)).all()
        return [(game, players, int(many)) for game, players, many in rows]

    def leaderboard(self, game: str, players: int, skip: int = 0, most: int = PAGE) -> list[Ranked]:
        """Return those whose ratings in a game are sure, the best first.

        Levels are listed, and all accounts and their bots that have not opted out.
        """
        query = _RATINGS.add_columns(accounts.c.name, accounts.c.owner).select_from(_HOLDERS)
        query = query.where(ratings.c.game == game, ratings.c.players == players, *_ranked())
        query = query.order_by(ratings.c.rating.desc(), ratings.c.holder).limit(most).offset(skip)
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [
            Ranked(rank, row.name or row.holder, bool(row.owner), _rating(row))
            for rank, row in enumerate(rows, skip + 1)
        ]

    def history(
        self, holder: str, game: str = "", players: int = 0, most: int = 1000, skip: int = 0
    ) -> list[Change]:
        """Return what matches did to somebody's ratings, the latest first.

        Args:
            holder: whose.
            game: in this game only; empty: in all.
            players: likewise, with so many players.
            most: how many.
            skip: how many of the latest to leave out.
        """
        query = _CHANGES.where(rating_changes.c.holder == holder)
        if game:
            query = query.where(rating_changes.c.game == game, rating_changes.c.players == players)
        order = rating_changes.c.created.desc(), rating_changes.c.match
        return self._changes(query.order_by(*order).limit(most).offset(skip))

    def of_match(self, match_id: str) -> list[Change]:
        """Return what a match did to ratings, by seat; empty: it has not been rated."""
        query = _CHANGES.where(rating_changes.c.match == match_id)
        return self._changes(query.order_by(rating_changes.c.number))

    def _changes(self, query: Select[Any]) -> list[Change]:
        with self._database.reading() as connection:
            return [Change(*row) for row in connection.execute(query)]

    def players_of(self, matches: Iterable[str]) -> dict[str, list[RatedSeat]]:
        """Return who played in rated matches, by match."""
        query = (
            select(rating_changes.c.match, rating_changes.c.number, rating_changes.c.holder)
            .add_columns(accounts.c.name, accounts.c.listed)
            .outerjoin(accounts, accounts.c.id == rating_changes.c.holder)
            .where(rating_changes.c.match.in_(list(matches)))
            .order_by(rating_changes.c.match, rating_changes.c.number)
        )
        by_match: dict[str, list[RatedSeat]] = {}
        with self._database.reading() as connection:
            for match, number, holder, name, listed in connection.execute(query):
                seat = RatedSeat(number, holder, name or "", bool(listed))
                by_match.setdefault(match, []).append(seat)
        return by_match


def first_rating(holder: str, game: str, players: int) -> PlayerRating:
    """Return the rating of a player who has not played a game yet."""
    start = system.start(players)
    return PlayerRating(holder, game, players, round(start.rating), round(start.deviation))


def holder_of(table: Table, number: int) -> str:
    """Return whose rating is at stake on a seat; empty: nobody's yet."""
    seat = table.seats[number]
    if seat.kind == LEVEL:
        return f"{LEVEL}:{seat.name}"
    return seat.person if seat.kind == PERSON else ""


def forget(connection: Connection, holder: str) -> None:
    """Forget the ratings of a deleted account; what others won and lost stays."""
    connection.execute(delete(ratings).where(ratings.c.holder == holder))
    theirs = update(rating_changes).where(rating_changes.c.holder == holder)
    connection.execute(theirs.values(holder=""))


def _is_erased(connection: Connection, holders: Iterable[str]) -> bool:
    """Has anybody of these deleted their account?"""
    erased = accounts.c.id.in_(holders), accounts.c.name == GONE
    return connection.execute(select(accounts.c.id).where(*erased).limit(1)).first() is not None


def _write(
    connection: Connection, key: tuple[str, str, int], after: Rating, outcome: int, at: int
) -> None:
    column = {1: ratings.c.wins, 0: ratings.c.draws, -1: ratings.c.losses}[outcome]
    sure = system.sure_for(after)
    noted = {**after._asdict(), "updated": at, "sure_until": at + sure if sure else 0}
    of_key = tuple_(ratings.c.holder, ratings.c.game, ratings.c.players) == tuple_(*key)
    connection.execute(update(ratings).where(of_key).values(**noted, **{column.name: column + 1}))


def _rating(row: Any) -> PlayerRating:
    of = Rating(row.rating, row.deviation, row.volatility)
    deviation = round(system.current(of, row.players, row.age).deviation)
    counted = row.wins, row.draws, row.losses
    sure = row.sure_until > row.updated + row.age
    return PlayerRating(
        row.holder, row.game, row.players, round(row.rating), deviation, sure, *counted
    )


def _ranked() -> tuple[Any, ...]:
    """Return the condition for being on a leaderboard."""
    listed = or_(accounts.c.listed == 1, ratings.c.holder.startswith(f"{LEVEL}:"))
    return ratings.c.sure_until > now(), listed, func.coalesce(accounts.c.banned, 0) == 0


_HOLDERS = ratings.outerjoin(accounts, accounts.c.id == ratings.c.holder)
_RATINGS = select(ratings, (now() - ratings.c.updated).label("age"))
_CHANGES = select(*(rating_changes.c[name] for name in Change._fields))
