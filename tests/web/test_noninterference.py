"""Non-interference of what is sent: what a viewer can't know changes no byte that is sent to them.

In random games of every kind everything is compared that can be had at two tables which differ
only in that: the deal, its secret, what others choose unseen, note, queue, propose and write
elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import product
from random import Random
from secrets import token_hex
from typing import Any

import pytest
from fastapi import Response
from hypothesis import settings
from sqlalchemy import select
from tests.web.paired_matches import twins
from tests.web.paired_servers import STREAM, Observer, ServerPair, plain, server_pair
from tests.web.paired_tables import SPECTATOR, UMPIRE, Kind, paired

import spinney
from spinney.core import compilation
from spinney.core.errors import Refused
from spinney.core.game import Game
from spinney.core.notation import Line
from spinney.core.state import Observation, State
from spinney.match import Clock, Event, Match, log, record
from spinney.match.position import Position
from spinney.match.settings import MatchSettings
from spinney.server import wording
from spinney.server.api import streams
from spinney.server.chat import view as chat_view
from spinney.server.chat.store import PLAYERS, WATCHERS, Chat, ChatLine
from spinney.server.db.schema import notes
from spinney.server.notes.store import Notes, StoredNote
from spinney.server.play import page_model
from spinney.server.play.live_match import LiveMatch
from spinney.server.premoves.store import Premoves
from spinney.server.replay import pages as replay
from spinney.server.site import Site
from spinney.server.tables import features, queries
from spinney.server.tables.feature import TableViewer
from spinney.server.votes import view as votes_view

pytestmark = pytest.mark.long

DEEDS = 6
"""How much is done in a game."""
LATER = {
    "build your arboretum, red": 36,
    "arboretum, a player": 50,
    "arboretum of three, a spectator": 40,
    "forest garden, a player": 30,
}
"""Up to how late in a game it is looked as well."""
GAMES = range(max(1, settings().max_examples // 100))
"""How many games of each kind: one, or as many more as Hypothesis draws examples."""

BUILD, ARBORETUM, FOREST = (
    spinney.game(name) for name in ("build-your-arboretum", "arboretum", "forest-garden")
)
PUBLISHED = ARBORETUM.with_options(players=3, edition="published", first="lot")
TASKS = FOREST.with_options(tasks=True, direct_sale=True)
SPRING = spinney.game("spring-2021")
NONE = Clock.read("none")
KINDS = {
    "build your arboretum, red": (BUILD, Kind(0, clock="phase 3:00 wait 3")),
    "build your arboretum, the umpire": (BUILD, Kind(UMPIRE)),
    "build your arboretum, who has the link": (BUILD, Kind(SPECTATOR, private=True)),
    "build your arboretum, beside the game": (BUILD, Kind(SPECTATOR, alike=True)),
    "arboretum, a player": (ARBORETUM, Kind(1)),
    "arboretum of three, a spectator": (PUBLISHED, Kind(SPECTATOR)),
    "arboretum of four, a player": (ARBORETUM.with_options(players=4), Kind(3)),
    "forest garden, a player": (TASKS, Kind(0, clock="bank 15:00 + 10")),
    "forest garden of three, nobody": (TASKS.with_options(players=3), Kind(SPECTATOR, named=False)),
    "spring, a player": (SPRING, Kind(1)),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerPair]:
    with server_pair(tmp_path_factory.mktemp("wire")) as made:
        yield made


@pytest.mark.parametrize("number", GAMES)
@pytest.mark.parametrize(("game", "kind"), KINDS.values(), ids=KINDS)
def test_what_one_cant_know_changes_no_byte(
    place: ServerPair, game: Game, kind: Kind, number: int
) -> None:
    compilation.precompile(game)
    rng = Random(f"{game!r} {kind} {number}")
    plan = twins(game, kind.observer, rng, DEEDS, alike=kind.alike)
    with paired(place, plan, kind, rng) as pair:
        pair.play()


@pytest.mark.parametrize("number", GAMES)
@pytest.mark.parametrize("name", LATER)
def test_nor_does_it_later_in_the_game(place: ServerPair, name: str, number: int) -> None:
    game, kind = KINDS[name]
    compilation.precompile(game)
    rng = Random(f"later in {name} {number}")
    since = rng.randrange(LATER[name] // 2, LATER[name])
    plan = twins(game, kind.observer, rng, since + DEEDS, alike=kind.alike)
    assert len(plan.course) > since
    assert plan.deals[0] != plan.deals[1], "else nothing is compared"
    with paired(place, plan, kind, rng, since) as pair:
        pair.play()


def test_who_may_not_look_is_not_even_told_that_there_is_a_table(place: ServerPair) -> None:
    home, (ann, ben, cat) = place.servers[0], (f"{name}{token_hex(3)}" for name in "ABC")
    host, guest, _ = (home.services.accounts.guest(f"session-of-{n}", n) for n in (ann, ben, cat))
    seats, rules = ["me", "open"], MatchSettings(public=False)
    waiting, playing = (
        home.services.tables.open(host, BUILD, NONE, rules, seats) for _ in range(2)
    )
    home.services.tables.sit(playing, guest, 1)
    pages = [page for page in (*place.pages, STREAM) if re.search("{(match|table)", page)]
    assert len(pages) > 9
    with closing(Observer(home, cat, "", "wide")) as observer:
        for page, live in product(pages, (waiting, playing)):
            existing, missing = (re.sub("{[^}]+}", name, page) for name in (live, "x" * len(live)))
            assert plain(observer.get(existing)) == plain(observer.get(missing)), page
            for deed in ("move", "resign", "sit", "chat"):
                answers = [
                    observer.post(f"{at}/{deed}", {"name": "Eve"}) for at in (existing, missing)
                ]
                assert plain(answers[0]) == plain(answers[1]), f"{page} {deed}"


# Leaks that are planted are found.


def _unfinished(patch: pytest.MonkeyPatch) -> None:
    note = page_model._note
    patch.setattr(
        page_model,
        "_note",
        lambda t, p, name: "wavers" if p in t.match.sealed else note(t, p, name),
    )


def _sealed(patch: pytest.MonkeyPatch) -> None:
    announced = log._announcement

    def spoken(observer: int, event: Event, *around: Position) -> Iterator[Line]:
        said = event.kind in ("move", "draft")
        yield from [Line(event.player, event.text)] if said else announced(observer, event, *around)

    patch.setattr(log, "_announcement", spoken)


def _hidden(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(State, "observe", lambda s, player: Observation(s.game, s.data, player))


def _counted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "version_for", lambda match, _: match.version)


def _refused(patch: pytest.MonkeyPatch) -> None:
    say = Match.play

    def leaky_play(match: Match, *said: Any) -> Match:
        try:
            return say(match, *said)
        except Refused as refusal:
            raise Refused(f"{refusal}; here it is {match.state.code}") from None

    patch.setattr(Match, "play", leaky_play)


def _chat(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(chat_view, "readable", lambda *_: (PLAYERS, WATCHERS))


def _lines(patch: pytest.MonkeyPatch) -> None:
    lines = Chat.lines

    def numbered(chat: Chat, match: str, *audiences: str) -> tuple[ChatLine, ...]:
        more = len(lines(chat, match, PLAYERS, WATCHERS))
        return tuple(line._replace(number=more) for line in lines(chat, match, *audiences))

    patch.setattr(Chat, "lines", numbered)


def _stream(patch: pytest.MonkeyPatch) -> None:
    look = streams._Reader._look

    def restless(reader: streams._Reader) -> object:
        reader._sent = {}
        return look(reader)

    patch.setattr(streams._Reader, "_look", restless)


def _queued(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Premoves, "of", lambda own, match, _: next(iter(own._read(match)), None))


def _dealt(patch: pytest.MonkeyPatch) -> None:
    def whole(match: Match, _: int | None = None) -> str:
        return record.write(match.header, match.events, match.positions)

    patch.setattr(Match, "record", whole)


def _header(patch: pytest.MonkeyPatch) -> None:
    page = Site.page

    def tagged(site: Site, *args: Any, **kwargs: Any) -> Response:
        answer = page(site, *args, **kwargs)
        if "page" in kwargs:
            answer.headers["ETag"] = (
                f"{site.match_service.live_match(kwargs['page'].id).match.version}"
            )
        return answer

    patch.setattr(Site, "page", tagged)


def _replayed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(replay, "_choices", lambda *_: ((replay.ALL, "everything"),))


def _proposed(patch: pytest.MonkeyPatch) -> None:
    """Show all proposals to all viewers."""

    def every(viewer: TableViewer) -> votes_view.VotesView:
        found = viewer.services.votes.proposals(viewer.live)
        texts = tuple(votes_view.worded(viewer, proposal) for proposal in found)
        return replace(votes_view.view(viewer), proposals=texts)

    every_view = tuple(
        feature._replace(view=every) if feature.name == "votes" else feature
        for feature in features.FEATURES
    )
    patch.setattr(features, "FEATURES", every_view)


def _listed(patch: pytest.MonkeyPatch) -> None:
    summary = wording.summary

    def leaky_summary(match: Match, viewer: int | None) -> dict[str, Any]:
        return summary(match, viewer) | {"seats": [f"bot:{match.state.code}"] * len(match.seats)}

    patch.setattr("spinney.server.play.match_service.summary", leaky_summary)


def _advised(patch: pytest.MonkeyPatch) -> None:
    def any_of(live: LiveMatch, *_: object) -> page_model.Advice | None:
        return next((page_model.Advice(str(hint)) for hint in live.advice.values()), None)

    patch.setattr(page_model, "_advice", any_of)


def _noted(patch: pytest.MonkeyPatch) -> None:
    def every(notes_: Notes, match: str, _: str) -> StoredNote:
        query = select(notes.c.text).where(notes.c.match == match)
        with notes_._database.reading() as connection:
            return StoredNote("".join(connection.execute(query).scalars()))

    patch.setattr(Notes, "read", every)


def _committed(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(queries, "commitment", lambda secret: secret)


RED, LOOKS = (BUILD, Kind(0)), (BUILD, Kind(SPECTATOR))
LEAKS = {
    "that somebody has sealed something, and not finished": (_unfinished, *LOOKS),
    "what is sealed is shown": (_sealed, *LOOKS),
    "what is hidden is observed": (_hidden, *RED),
    "how much has happened": (_counted, *LOOKS),
    "a refusal that depends on it": (_refused, *RED),
    "what players say to each other": (_chat, *LOOKS),
    "how much others have said": (_lines, *RED),
    "a line in a stream, though nothing is new": (_stream, *LOOKS),
    "what others have queued": (_queued, *RED),
    "the deal, in the record": (_dealt, *LOOKS),
    "a header": (_header, *RED),
    "what replays show": (_replayed, ARBORETUM, Kind(1)),
    "what players propose": (_proposed, *LOOKS),
    "what lists say": (_listed, *RED),
    "hints for others": (_advised, *LOOKS),
    "what others have noted": (_noted, *RED),
    "the secret in place of its hash": (_committed, *LOOKS),
}


@pytest.mark.parametrize(("plant", "game", "kind"), LEAKS.values(), ids=LEAKS)
def test_a_leak_is_found(
    place: ServerPair, monkeypatch: pytest.MonkeyPatch, plant: Any, game: Game, kind: Kind
) -> None:
    rng = Random("leaks")
    plan = twins(game, kind.observer, rng, 4)
    with paired(place, plan, kind, rng) as pair:
        plant(monkeypatch)
        with pytest.raises(AssertionError, match="tells what can't be known"):
            pair.play(looked=1)
