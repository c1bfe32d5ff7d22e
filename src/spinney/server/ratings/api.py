"""The ratings' part of the HTTP API."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Query

from spinney import game as find
from spinney.match import Clock
from spinney.server.accounts.identity import Caller, ThisServices
from spinney.server.api import views
from spinney.server.api.authentication import ThisCaller, ThisPerson, ThisTable, current_table
from spinney.server.api.models import TableInfo
from spinney.server.play.match_service import MatchNotFound
from spinney.server.ratings import pairing
from spinney.server.ratings.models import (
    Leaderboard,
    LeaderboardInfo,
    LeaderboardList,
    RankedPlayer,
    RatedPlayerInfo,
    RatingChange,
    RatingHistory,
    RatingInfo,
    SeatRatings,
    Seek,
)
from spinney.server.ratings.names import is_level
from spinney.server.ratings.profile import RatedPlayer, find_player, visible_matches
from spinney.server.ratings.store import PAGE, Change, PlayerRating
from spinney.server.services import Services

routes = APIRouter()

Name = Annotated[
    str,
    Query(max_length=40, description="Of an account, or a level: `level:tree`. Empty: your own."),
]
GameName = Annotated[str, Path(max_length=40, description="Of the game.")]
Players = Annotated[int, Query(ge=2, le=16, description="With how many players.")]
Page = Annotated[int, Query(ge=1, le=10_000, description="From 1 on.")]


@routes.get("/ratings", operation_id="leaderboards", tags=["ratings"])
def leaderboards(services: ThisServices) -> LeaderboardList:
    """Return the list of leaderboards."""
    found = services.ratings.pools()
    return LeaderboardList(
        leaderboards=[LeaderboardInfo(game=g, players=p, count=c) for g, p, c in found]
    )


@routes.get("/ratings/{name}", operation_id="leaderboard", tags=["ratings"])
def leaderboard(
    services: ThisServices, name: GameName, players: Players = 2, page: Page = 1
) -> Leaderboard:
    """Return a page of a game's leaderboard, at most 50 players with established ratings."""
    ranking = services.ratings.leaderboard(find(name).name, players, (page - 1) * PAGE, PAGE + 1)
    listed = [
        RankedPlayer(rank=one.rank, name=one.name, bot=one.bot, rating=_rating(one.rating))
        for one in ranking[:PAGE]
    ]
    return Leaderboard(players=listed, more=len(ranking) > PAGE)


@routes.get("/player", operation_id="player", tags=["ratings"])
def player(services: ThisServices, caller: ThisCaller, name: Name = "") -> RatedPlayerInfo:
    """Return somebody's ratings: a level's, a player's who made them public, or one's own."""
    somebody = _find(services, caller, name)
    found = services.ratings.all_of(somebody.holder)
    shown = somebody.holder if is_level(somebody.holder) else somebody.name
    return RatedPlayerInfo(name=shown, bot=somebody.bot, ratings=[_rating(one) for one in found])


@routes.get("/rating-history", operation_id="rating_history", tags=["ratings"])
def rating_history(
    services: ThisServices,
    caller: ThisCaller,
    name: Name = "",
    game: Annotated[str, Query(max_length=40, description="Of this game only.")] = "",
    players: Players = 2,
    page: Page = 1,
) -> RatingHistory:
    """Return how matches changed somebody's ratings, the latest first, 100 on a page."""
    somebody = _find(services, caller, name)
    changes = services.ratings.history(somebody.holder, game, players, 100, 100 * (page - 1))
    visible = visible_matches(services, [change.match for change in changes], caller.person)
    return RatingHistory(changes=[_change(one, one.match in visible) for one in changes])


@routes.get("/tables/{table_id}/ratings", operation_id="table_ratings", tags=["tables"])
def table_ratings(services: ThisServices, table: ThisTable) -> SeatRatings:
    """Return the ratings of the players at a rated table; at another table, nothing."""
    found = services.ratings.of_table(table) if table.rules.rated else [None] * len(table.seats)
    return SeatRatings(ratings=[None if one is None else _rating(one) for one in found])


@routes.get("/tables/{table_id}/rating-changes", operation_id="rating_changes", tags=["tables"])
def rating_changes(services: ThisServices, table: ThisTable) -> RatingHistory:
    """Return how a rated match changed its players' ratings; nothing before it is over."""
    return RatingHistory(changes=list(map(_change, services.ratings.of_match(table.id))))


@routes.post("/seek", operation_id="seek", tags=["tables"])
def seek(services: ThisServices, caller: ThisCaller, person: ThisPerson, sent: Seek) -> TableInfo:
    """Join an opponent with a rating near yours at a rated table for two, or wait at a new one.

    While you wait, ask `POST /tables/{table_id}/seek` every few seconds: the longer you wait, the
    farther from yours an opponent’s rating may be.
    """
    game = find(sent.game)
    clock = Clock.read(sent.clock) if sent.clock else pairing.usual_clock(game)
    table_id = pairing.pair(services, person, game, clock, caller.address, by_program=True)
    return views.table_of(current_table(services, caller, table_id), caller)


@routes.post("/tables/{table_id}/seek", operation_id="seek_again", tags=["tables"])
def seek_again(
    services: ThisServices, caller: ThisCaller, person: ThisPerson, table: ThisTable
) -> TableInfo:
    """Look for an opponent again; the answer may be another table."""
    found = pairing.look_again(services, table, person, caller.address, by_program=True)
    return views.table_of(current_table(services, caller, found), caller)


def _find(services: Services, caller: Caller, name: str) -> RatedPlayer:
    """Return a holder whose ratings the caller may see. Raises MatchNotFound."""
    found = find_player(services, name, caller.person)
    if found is None:
        raise MatchNotFound
    return found


def _rating(one: PlayerRating) -> RatingInfo:
    return RatingInfo(
        game=one.game,
        players=one.players,
        rating=one.rating,
        rd=one.deviation,
        prov=not one.sure,
        games=one.matches,
        win=one.wins,
        draw=one.draws,
        loss=one.losses,
    )


def _change(one: Change, is_visible: bool = True) -> RatingChange:
    """Return what a match did to a rating; ``is_visible``: may the caller see the match?"""
    return RatingChange(
        match=one.match if is_visible else "",
        seat=one.number,
        game=one.game,
        players=one.players,
        place=one.place,
        outcome=one.outcome,
        before=round(one.before),
        after=round(one.after),
        created=one.created / 1000,
    )
