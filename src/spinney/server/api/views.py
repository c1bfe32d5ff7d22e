"""Tables and matches as the API shows them, each to one who asks."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import Any

from spinney.core import game as games
from spinney.core.named_fields import named_fields
from spinney.core.state import Observation
from spinney.match import LogLine, Match
from spinney.match.clocks import DAY_CLOCKS
from spinney.match.settings import MatchSettings
from spinney.match.undo_without_consent import fix_left, may_undo
from spinney.players import LEVELS
from spinney.players.protocol import messages
from spinney.server.accounts.identity import Caller, viewpoint
from spinney.server.accounts.names import is_bot_name
from spinney.server.api import models
from spinney.server.play.live_match import LiveMatch
from spinney.server.premoves.models import QueuedMove
from spinney.server.services import Services
from spinney.server.tables.table import INVITED, OPEN, PERSON, Table
from spinney.server.votes.models import ProposalInfo
from spinney.server.votes.view import proposals

UNTIMED = ("clocks",)
"""What changes by itself, and is not a reason to say anything."""


def all_games(available: list[games.Game]) -> models.GameList:
    """Return the games there are, and the levels."""
    return models.GameList(games=[game_of(game) for game in available], levels=list(LEVELS))


def game_of(game: games.Game) -> models.GameInfo:
    """Return a game as it is with its usual options."""
    return models.GameInfo(
        name=game.name,
        title=game.title,
        about=game.about,
        age=game.age,
        minutes=game.minutes,
        players=list(game.player_names),
        options=[
            models.OptionInfo(
                name=option.name,
                title=option.title,
                about=option.about,
                default=option.word(option.default),
                between_people=option.word(option.usual(2)),
                values=list(option.value_words),
                parts=list(option.parts),
            )
            for option in game.options
        ],
        clocks=[*game.clocks, *DAY_CLOCKS],
    )


# Tables.


def table_of(table: Table, caller: Caller) -> models.TableInfo:
    """Return a table as someone may know it."""
    game = table.game
    mine = table.player(caller.id)
    host = caller.id is not None and caller.id == table.host
    return models.TableInfo(
        id=table.id,
        game=game.name,
        options={option.name: option.write(game.chosen[option.name]) for option in game.options},
        clock=str(table.clock),
        rules=_settings(table.rules),
        seats=[_seat(table, seat.number, mine) for seat in table.seats],
        status=table.status,  # type: ignore[arg-type]  # one of four words
        you=player_or_none(mine),
        reserved=player_or_none(table.expects(caller.id)),
        umpire=table.umpire_name,
        vote=_vote(table),
        commitment=table.commitment,
        rematch=table.rematch if mine >= 0 else "",
        links=_links(table) if host else None,
    )


def _vote(table: Table) -> ProposalInfo | None:
    """Return what is voted on at a table; anybody may know it."""
    ballot = table.ballot
    return (
        None if ballot is None else ProposalInfo(proposal=ballot.name, agreed=list(ballot.agreed))
    )


def _settings(rules: MatchSettings) -> models.TableSettings:
    """Return what is agreed at a table; of lessons, which nobody opens by the API, nothing."""
    agreed = rules.to_json()
    return models.TableSettings(
        **{name: agreed[name] for name in models.TableSettings.model_fields if name in agreed}
    )


def _seat(table: Table, number: int, mine: int) -> models.SeatInfo:
    seat = table.seats[number]
    return models.SeatInfo(
        player=number,
        called=table.game.player_names[number],
        kind=seat.kind,  # type: ignore[arg-type]  # one of four words
        name="" if seat.free else seat.name,
        bot=seat.kind == PERSON and is_bot_name(seat.name),
        you=number == mine,
        away=table.away(number),
    )


def _links(table: Table) -> models.Links:
    seats = {str(seat.number): seat.link for seat in table.seats if seat.free}
    return models.Links(look=table.link, seats=seats)


def player_or_none(player: int) -> int | None:
    """Return a player, None for nobody."""
    return None if player < 0 else player


def can_sit(table: Table, caller: Caller) -> int:
    """Return the first seat that someone can take without a link; -1: none."""
    reserved = table.expects(caller.id)
    free = (seat.number for seat in table.seats if seat.kind == OPEN)
    return reserved if reserved >= 0 else next(free, -1)


def awaits_invited(table: Table) -> bool:
    """Is a friend awaited whom only a link lets sit down?"""
    return any(seat.kind == INVITED for seat in table.seats)


# Matches.


def version_of(match: Match, viewer: int) -> str:
    """Return whose view it is, and how many events they had learnt of; pages name it likewise."""
    return f"{viewer}.{match.version_for(viewer)}"


def view_of(services: Services, caller: Caller, live: LiveMatch, since: int = 0) -> models.View:
    """Return a match as someone may know it.

    Args:
        services: where.
        caller: who.
        live: of which match.
        since: how many lines they have been sent already.
    """
    viewer, match, table = viewpoint(caller, live).viewer, live.match, live.table
    view = match.view(viewer)
    choosing = viewer >= 0 and not match.over and bool(view.legal_actions)
    queued = services.premoves.of(live.id, viewer) if viewer >= 0 and not match.over else None
    return models.View(
        id=live.id,
        version=version_of(match, viewer),
        game=match.game.name,
        player=player_or_none(viewer),
        players=list(match.game.player_names),
        seats=list(match.seats),
        away=[p for p in match.people if table is not None and table.away(p)],
        to_act=list(match.to_act),
        sealed=match.sealed.get(viewer),
        **(_can_say(view) if choosing else {"legal": None, "next": None}),
        clocks=[_seconds(left) for left in match.remaining(live.time_source.now())],
        paused=match.paused,
        undo=viewer >= 0 and _may_undo(live, viewer),
        premove=queued and QueuedMove(move=queued.move, reason=queued.reason),
        proposals=_proposals(services, live) if viewer >= 0 else [],
        over=match.over,
        outcome=None if match.outcome is None else list(match.outcome),
        scores=list(match.state.scores if match.over else view.scores),
        log=[_line(line) for line in match.log(viewer)[since:]],
        observation=view.to_json(),
        view=named_fields(view),
    )


def _proposals(services: Services, live: LiveMatch) -> list[ProposalInfo]:
    found = proposals(services, live)
    return [ProposalInfo(proposal=each.name, agreed=list(each.agreed)) for each in found]


@lru_cache(maxsize=64)
def _can_say(view: Observation) -> Mapping[str, Any]:
    """Return what can be said, or how it can begin where that is too much to list."""
    some = list(islice(view.legal, messages.LISTED + 1))
    if len(some) <= messages.LISTED:
        return {"legal": some, "next": None}
    return {"legal": None, "next": following(view, "")}


def following(view: Observation, said: str) -> list[models.MoveBeginning]:
    """Return how words can go on."""
    return [models.MoveBeginning(**continuation) for continuation in messages.following(view, said)]


def _may_undo(live: LiveMatch, viewer: int) -> bool:
    match, rules = live.match, live.rules
    now = live.time_source.now()
    return may_undo(match, rules, viewer) or fix_left(match, rules, viewer, now) > 0


def _seconds(ms: int | None) -> float | None:
    return None if ms is None else max(0, ms) / 1000


def _line(line: LogLine) -> models.LogEntry:
    return models.LogEntry(
        number=line.number, player=player_or_none(line.player), text=line.text, at=line.at / 1000
    )
