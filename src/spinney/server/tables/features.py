"""What people at a table can do beside playing: talk, note, queue, wish, umpire, play again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from spinney.core.errors import Refused
from spinney.match import Match
from spinney.match.events import BACK
from spinney.match.settings import MatchSettings
from spinney.match.undo import course
from spinney.server import wording
from spinney.server.accounts.identity import Caller, ThisCaller, ThisServices, ThisSession, eyes
from spinney.server.accounts.store import Person
from spinney.server.chat.store import PLAYERS, WATCHERS, Said
from spinney.server.play.match_service import Change, MatchSession
from spinney.server.play.premoves import Premove
from spinney.server.services import Services
from spinney.server.site import Site, ThisSite, text_of, to
from spinney.server.tables.table import ABORTED, ACCEPT, DISMISS, INVITED, OVER, WAITING, Table
from spinney.server.votes import store

routes = APIRouter(prefix="/match/{match_id}")


class OpenProposal(NamedTuple):
    """A wish in words.

    Attributes:
        name: how a form names it.
        text: what is wished, and by whom.
        mine: has the viewer agreed?
        may_agree: can they, or agree once more now that enough time has passed?
        left: seconds until someone who is away may be replaced.
    """

    name: str
    text: str
    mine: bool
    may_agree: bool
    left: int


class TableContext(NamedTuple):
    """What is around the boards of a table in shared mode, for one who looks at it.

    Attributes:
        rules: what was agreed beside the game's own options.
        me: the name of who looks; empty: they have none yet.
        seated: do they play here, or are they the umpire?
        umpire: are they the umpire?
        talk: what they may read.
        note: what they have noted for themselves.
        premove: what they have queued, or what was dropped.
        asked: what is wished.
        may_ask_undo: can they ask to take their last choice back?
        replaceable: who has gone: the player's number, and their name.
        may_ask_resume: can they ask to let clocks run that an umpire stopped who has gone?
        may_offer: can they offer to be the umpire?
        may_dismiss: can they ask that the umpire go?
        may_correct: can the umpire take the last choice back?
        paused: do the clocks stand still?
        watchers: how many with a name look on besides.
        facts: what was agreed, in words.
        again: the table of the rematch that somebody has asked for; empty: nobody has.
        link: what lets friends look on; empty: it is not theirs to give.
        commitment: the hash of the deal's secret; empty where a seed was typed.
        secret: of the deal, once it may be known.
    """

    rules: MatchSettings
    me: str
    seated: bool
    umpire: bool
    talk: tuple[Said, ...]
    note: str
    premove: Premove | None
    asked: tuple[OpenProposal, ...]
    may_ask_undo: bool
    replaceable: tuple[tuple[int, str], ...]
    may_ask_resume: bool
    may_offer: bool
    may_dismiss: bool
    may_correct: bool
    paused: bool
    watchers: int
    facts: tuple[tuple[str, str], ...]
    again: str
    link: str
    commitment: str
    secret: str

    @property
    def lasting(self) -> TableContext:
        """The same without what may change with each move."""
        return self._replace(
            premove=None,
            asked=(),
            may_ask_undo=False,
            replaceable=(),
            may_ask_resume=False,
            may_offer=False,
            may_dismiss=False,
            may_correct=False,
            paused=False,
            again="",
        )


def around(
    site: Site, caller: Caller, session: MatchSession, viewer: int, told: bool = False
) -> TableContext | None:
    """Return what is around the boards for a caller; None in local mode.

    Args:
        site: where.
        caller: who looks.
        session: at what.
        viewer: through whose eyes.
        told: are they told of news? Then nothing is read again before any come.
    """
    if site.services is None or session.table is None:
        return None
    if not (told and site.match_service.news.listening.is_set()):
        session.forget_beside()
    services, person, table, match = site.services, caller.person, session.table, session.match
    umpire = _is_umpire(caller, table)
    seated = viewer >= 0 or umpire
    closed = table.status == ABORTED
    playing = viewer >= 0 and not match.over and not closed
    asked = wished(services, session) if viewer >= 0 and not closed else ()
    ballot = _ballot(table, viewer) if playing else ()
    vacant = table.rules.umpire and not table.umpire and table.ballot is None
    heard, me = _heard(table, seated, umpire), person.id if person else ""
    return TableContext(
        rules=table.rules,
        me=person.name if person else "",
        seated=seated,
        umpire=umpire,
        talk=session.beside(heard, lambda: services.talk.said(session.id, *heard)),
        note=session.beside(("note", me), lambda: services.talk.note(session.id, me)) if me else "",
        premove=_queued(services, session, viewer) if playing else None,
        asked=(*(_asked(session, wish, viewer) for wish in asked), *ballot),
        may_ask_undo=playing and _may_ask_undo(session, viewer, asked),
        replaceable=_gone(table, match, viewer, asked) if playing else (),
        may_ask_resume=playing and _may_ask_resume(table, match, asked),
        may_offer=vacant and viewer < 0 and bool(me) and not (match.over or closed),
        may_dismiss=playing and bool(table.umpire) and table.ballot is None,
        may_correct=umpire and not closed and _slip(match) is not None,
        paused=match.paused,
        watchers=len(table.present - {*table.people, table.umpire}),
        facts=agreed(table),
        again=table.again if seated else "",
        link=table.link if seated else "",
        commitment=table.commitment,
        secret=match.header.secret if match.over else "",
    )


def wished(services: Services, session: MatchSession) -> tuple[store.Proposal, ...]:
    """Return what is wished; where anything is, it depends on the moment."""
    is_any = session.beside("wishes", lambda: bool(services.wishes.standing(session)))
    return services.wishes.standing(session) if is_any else ()


def _queued(services: Services, session: MatchSession, viewer: int) -> Premove | None:
    """Return what a player has queued; where anything is, events use it up."""
    is_any = session.beside(
        ("queued", viewer), lambda: services.premoves.of(session.id, viewer) is not None
    )
    return services.premoves.of(session.id, viewer) if is_any else None


def _heard(table: Table, seated: bool, umpire: bool) -> tuple[str, ...]:
    """Return whose talk someone may read: spectators could give hints before the end."""
    if umpire or (seated and table.status == OVER):
        return (PLAYERS, WATCHERS)
    return (PLAYERS,) if seated else (WATCHERS,)


def hears(caller: Caller, session: MatchSession) -> tuple[str, ...]:
    """Return whose talk a caller may read."""
    table = _table(session)
    umpire = _is_umpire(caller, table)
    return _heard(table, umpire or eyes(caller, session).viewer >= 0, umpire)


def speaks_to(caller: Caller, session: MatchSession) -> str:
    """Return who hears what a caller says: players and the umpire, or those who look on."""
    seated = eyes(caller, session).viewer >= 0 or _is_umpire(caller, _table(session))
    return PLAYERS if seated else WATCHERS


# What was agreed.


@lru_cache(maxsize=1024)  # it stands as long as people look on
def agreed(table: Table) -> tuple[tuple[str, str], ...]:
    """Return what was agreed at a table, in words."""
    game, rules = table.game, table.rules
    shown = [option for option in game.options if option.name != "players"]
    facts = [(o.title, o.told(game.chosen[o.name])) for o in shown]
    facts += [
        ("Clock", wording.clock(str(table.clock))),
        ("Hints", "Anybody may ask the computer" if rules.hints else "Off for all"),
        ("Taking back", _UNDO[rules.undo]),
        ("Fixing a slip", _fixing(rules)),
        ("Looking on", "Anybody may" if rules.public else "Only who has the link"),
    ]
    if rules.umpire:
        facts.append(("Umpire", table.umpire_name or "Not here yet"))
    return tuple(facts)


def _fixing(rules: MatchSettings) -> str:
    if not rules.fix or rules.undo == "off":
        return "Not without asking"
    return f"For {rules.fix} seconds, as long as nobody has acted since"


_UNDO = {
    "rule": "While the turn has not passed and nothing has come to light; beyond that if all agree",
    "consent": "Only if all agree",
    "off": "Never",
}


def host_name(services: Services, table: Table) -> str:
    """Return what the host is called."""
    host = services.people.person(table.host) if table.host else None
    return host.name if host else "Someone who left"


# Wishes.


def _asked(session: MatchSession, wish: store.Proposal, viewer: int) -> OpenProposal:
    table, names = _table(session), session.match.game.player_names
    who = [p for p in wish.agreed if p != viewer]
    you = ["you"] if viewer in wish.agreed else []
    asking = wording.listing([*you, *(_name(table, p) for p in who)])
    whose = "their" if wish.agreed == (wish.player,) else f"{_name(table, wish.player)}’s"
    whose = "your" if wish.player == viewer else whose
    if wish.kind == store.RESUME:
        text = f"{asking} would let the clocks run again, now that the umpire has gone"
    elif wish.kind == store.UNDO:
        text = f"{asking} would like to take back {whose} last choice"
    else:
        text = f"{asking} would let the computer ({wish.level}) play on for {names[wish.player]}"
    mine = viewer in wish.agreed
    wait = max(0, store.patience(table.clock) - wish.age)
    left = wait // 1000 if wish.kind == store.REPLACE and mine else 0
    alone = not set(session.match.people) - set(wish.agreed) - {wish.player}
    ripe = wish.kind == store.REPLACE and alone and not left and table.away(wish.player)
    return OpenProposal(wish.name, text, mine, not mine or ripe, left)


def _ballot(table: Table, viewer: int) -> tuple[OpenProposal, ...]:
    """Return the vote on who is the umpire, in words; mostly there is none."""
    ballot = table.ballot
    if ballot is None:
        return ()
    mine = viewer in ballot.agreed
    if ballot.name == ACCEPT:
        text = f"{ballot.called} offers to be the umpire"
    else:
        who = [_name(table, p) for p in ballot.agreed if p != viewer]
        asking = wording.listing([*(["you"] if mine else []), *who])
        text = f"{asking} would dismiss {ballot.called} as umpire"
    return (OpenProposal(ballot.name, text, mine, not mine, 0),)


def _name(table: Table, player: int) -> str:
    return table.seats[player].name or table.game.player_names[player]


def _may_ask_undo(session: MatchSession, viewer: int, asked: tuple[store.Proposal, ...]) -> bool:
    table, match = session.table, session.match
    if table is None or table.rules.undo == "off" or len(match.people) < 2:
        return False
    alone = table.rules.undo == "rule" and match.undo_to(viewer) is not None
    pending = any(wish.kind == store.UNDO and wish.player == viewer for wish in asked)
    return not alone and not pending and store.last_choice(match, viewer) is not None


def _may_ask_resume(table: Table, match: Match, asked: tuple[store.Proposal, ...]) -> bool:
    pending = any(wish.kind == store.RESUME for wish in asked)
    return not pending and store.may_resume(match, table)


def _gone(
    table: Table, match: Match, viewer: int, asked: Sequence[store.Proposal]
) -> tuple[tuple[int, str], ...]:
    """Return the people who are not here, and whom nobody would replace by the computer yet."""
    named = {wish.player for wish in asked if wish.kind == store.REPLACE} | {viewer}
    others = (p for p in match.people if p not in named and table.away(p))
    return tuple((p, _name(table, p)) for p in others)


@routes.post("/wish")
async def wish(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    session: ThisSession,
) -> Response:
    """Wish something that all must want, agree to it, or say no."""
    sent = await site.form(request)
    viewer = _player(caller, session)
    name, level = text_of(sent, "wish"), text_of(sent, "level")
    if level:
        name = f"{name}:{level}"
    if sent.get("mine"):  # one's own last choice, or one's own seat
        name = name.replace("mine", str(viewer))
    yes = sent.get("yes", "yes") == "yes"
    if name in (ACCEPT, DISMISS):
        await asyncio.to_thread(services.umpires.vote, session.id, caller.named(), name, yes)
    else:
        await asyncio.to_thread(services.wishes.wish, session, viewer, name, yes)
    return done(request, f"/match/{session.id}")


# Talk and notes.


@routes.post("/chat")
async def chat(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    session: ThisSession,
) -> Response:
    """Say something to those one sits with."""
    sent = await site.form(request)
    person = caller.named()
    text = text_of(sent, "text")
    await asyncio.to_thread(services.talk.say, session.id, speaks_to(caller, session), person, text)
    await asyncio.to_thread(site.match_service.tell, session.id)
    return done(request, f"/match/{session.id}")


@routes.post("/notes")
async def notes(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    session: ThisSession,
) -> Response:
    """Keep what one has noted; nobody else ever sees it."""
    sent = await site.form(request)
    text = text_of(sent, "text")
    await asyncio.to_thread(services.talk.write_note, session.id, caller.named().id, text)
    return done(request, f"/match/{session.id}")


# Pre-moves.


@routes.post("/premove")
async def premove(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    session: ThisSession,
) -> Response:
    """Queue a move for one's next turn, or with none forget it."""
    sent = await site.form(request)
    viewer, move = _player(caller, session), text_of(sent, "move")
    if session.match.over:
        raise Refused("the match is over")

    def do() -> None:
        if not move.strip():
            services.premoves.drop(session.id, viewer)
        else:
            services.premoves.queue(session.id, viewer, move)
            # The turn may have come meanwhile, before there was anything for it.
            services.premoves.play(site.match_service, session)
        site.match_service.tell(session.id)

    await asyncio.to_thread(do)
    return done(request, f"/match/{session.id}")


# The umpire.


@routes.post("/umpire")
async def offer(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    session: ThisSession,
) -> Response:
    """Offer to be the umpire; all who play must agree."""
    await site.form(request)
    await asyncio.to_thread(services.umpires.offer, session.id, caller.named())
    return done(request, f"/match/{session.id}")


@routes.post("/pause")
async def pause(
    request: Request, site: ThisSite, caller: ThisCaller, session: ThisSession
) -> Response:
    """Stop all clocks."""
    return await _umpire(request, site, caller, session, lambda match, at: match.pause(at))


@routes.post("/resume")
async def resume(
    request: Request, site: ThisSite, caller: ThisCaller, session: ThisSession
) -> Response:
    """Let the clocks run again."""
    return await _umpire(request, site, caller, session, lambda match, at: match.resume(at))


@routes.post("/correct")
async def correct(
    request: Request, site: ThisSite, caller: ThisCaller, session: ThisSession
) -> Response:
    """Take back the last choice, a slip, before the next action."""
    return await _umpire(request, site, caller, session, corrected)


def corrected(match: Match, at: int) -> Match:
    """Return the match without the last choice. Raises Refused: that was no slip, or is not now."""
    to = _slip(match)
    if to is None:
        raise Refused("no slip can be corrected now: only the last choice, before the next")
    return match.correct(at, to)


def _slip(match: Match) -> int | None:
    """Return the version before the last thing that everybody saw done; None: nothing to correct.

    Once something was taken back, what came before it had its next action, and when the match is
    over all is known. Secret choices are no actions, and whether any was made mustn't show.
    """
    past = match.positions
    for event, version in zip(reversed(match.events), course(past), strict=False):
        if match.over or event.kind in BACK:
            return None
        if past[version].applied:
            before = past[version].follows
            return None if past[before].choices else before
    return None


async def _umpire(
    request: Request, site: Site, caller: Caller, session: MatchSession, doing: Change
) -> Response:
    """Change a match as its umpire asks, and nobody else."""
    sent = await site.form(request)
    check_umpire(caller, session)

    def change(match: Match, at: int) -> Match:
        if sent.get("version") != f"-1.{match.version_for(-1)}":
            raise Refused("the table has moved on; look again")
        return doing(match, at)

    await asyncio.to_thread(site.match_service.act, session, change)
    return done(request, f"/match/{session.id}")


def check_umpire(caller: Caller, session: MatchSession) -> None:
    """Refuse what only the umpire may do."""
    if not _is_umpire(caller, _table(session)):
        raise Refused("that is for the umpire alone")


def _is_umpire(caller: Caller, table: Table) -> bool:
    return caller.id is not None and caller.id == table.umpire


# Playing again.


@routes.post("/rematch")
async def rematch(
    request: Request,
    site: ThisSite,
    services: ThisServices,
    caller: ThisCaller,
    session: ThisSession,
) -> Response:
    """Ask for a rematch, everybody one seat on, or agree to it."""
    await site.form(request)
    person = caller.named()

    def do() -> str:
        fresh = services.tables.again(session.id, person, caller.address)
        _take_seat(services, _table(session), fresh, person)
        return fresh

    return to(f"/table/{await asyncio.to_thread(do)}")


def _take_seat(services: Services, before: Table, fresh: str, person: Person) -> None:
    """Let someone sit down on the seat that is kept for them, one on from their last."""
    table = services.tables.table(fresh)
    number = (before.player(person.id) - 1) % len(before.seats)
    if table is None or table.status != WAITING or table.player(person.id) >= 0:
        return
    seat = table.seats[number]
    if seat.kind == INVITED:
        services.tables.sit(fresh, person, number, seat.link)


# What all of these share.


def _table(session: MatchSession) -> Table:
    if session.table is None:
        raise Refused("nobody else is at this table")
    return session.table


def _player(caller: Caller, session: MatchSession) -> int:
    viewer = eyes(caller, session).viewer
    if viewer < 0:
        raise Refused("that is for who plays here")
    return viewer


def done(request: Request, address: str) -> Response:
    """Answer a script with nothing, and send a browser without one back."""
    if "text/html" in request.headers.get("accept", ""):
        return to(address)
    return Response(status_code=204)
