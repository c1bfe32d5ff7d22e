"""Blocks: nobody reads, meets or is challenged by whom they have blocked."""

from __future__ import annotations

import pytest
from tests.server.playing import GAME, begun, guest
from tests.server.rated import CLOCK, bot, kept

import spinney
from spinney import Refused
from spinney.match import Clock
from spinney.match.settings import MatchSettings
from spinney.server.accounts import personal_data
from spinney.server.blocks import store
from spinney.server.ratings import pairing
from spinney.server.services import Services
from spinney.server.tables.challenges import find_opponent

APART = "don’t play with each other"


def test_people_are_blocked_and_unblocked(services: Services) -> None:
    ann, bob, cat = (guest(services, name) for name in ("Ann", "Bob", "Cat"))
    for other in (cat, bob, bob):
        services.blocks.block(ann.id, other.id)
    assert services.blocks.blocked_by(ann.id) == {bob.id, cat.id}
    assert [one.name for one in services.blocks.named(ann.id)] == ["Bob", "Cat"]
    assert services.blocks.blocked_by(bob.id) == services.blocks.blocked_by("") == frozenset()
    assert services.blocks.apart_from(bob.id, [ann.id, cat.id]) == {ann.id}
    assert services.blocks.apart_from(ann.id, [bob.id, cat.id]) == {bob.id, cat.id}
    assert services.blocks.apart_from(ann.id, []) == frozenset()
    services.blocks.unblock(ann.id, bob.id)
    assert services.blocks.apart_from(bob.id, [ann.id]) == frozenset()


def test_nobody_blocks_themselves_or_their_bot_or_too_many(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = kept(services, "Ann")
    for other in (ann.id, bot(services, ann, "Rex").id):
        with pytest.raises(Refused, match="block yourself"):
            services.blocks.block(ann.id, other)
    with pytest.raises(Refused, match="no such person"):
        services.blocks.block(ann.id, "nobody")
    monkeypatch.setattr(store, "MOST", 1)
    services.blocks.block(ann.id, guest(services, "Bob").id)
    with pytest.raises(Refused, match="1 people at most"):
        services.blocks.block(ann.id, guest(services, "Cat").id)


@pytest.mark.parametrize("blocks", ["the host", "the guest"])
def test_people_who_are_apart_sit_down_at_no_table(services: Services, blocks: str) -> None:
    ann, bob = guest(services, "Ann"), guest(services, "Bob")
    seats, rules = ["me", "open"], MatchSettings(public=True)
    table_id = services.tables.open(ann, spinney.game(GAME), Clock(), rules, seats)
    one, other = (ann, bob) if blocks == "the host" else (bob, ann)
    services.blocks.block(one.id, other.id)
    with pytest.raises(Refused, match=APART):
        services.tables.sit(table_id, bob, 1)
    services.blocks.unblock(one.id, other.id)
    services.tables.sit(table_id, bob, 1)


def test_people_who_are_apart_are_neither_paired_nor_challenged(services: Services) -> None:
    ann, bob = kept(services, "Ann"), kept(services, "Bob")
    services.blocks.block(ann.id, bob.id)
    game = spinney.game(GAME)
    assert pairing.pair(services, ann, game, CLOCK, "") != pairing.pair(
        services, bob, game, CLOCK, ""
    )
    for challenger, name in ((bob, "Ann"), (ann, "Bob")):
        with pytest.raises(Refused, match=APART):
            find_opponent(services, challenger, name)


def test_a_match_that_goes_on_is_finished(services: Services) -> None:
    match = begun(services, "Ann", "Bob")
    table = services.tables.table(match)
    assert table is not None
    services.blocks.block(*table.people)
    live = services.match_service.live_match(match)
    services.match_service.act(live, lambda now, at: now.play(0, "first red", at))
    assert live.match.events[-1].text == "first red"


def test_blocks_are_exported_and_forgotten(services: Services) -> None:
    ann, bob, cat = (guest(services, name) for name in ("Ann", "Bob", "Cat"))
    services.blocks.block(ann.id, bob.id)
    services.blocks.block(cat.id, ann.id)
    data = personal_data.export(services.store.database, ann.id)
    assert [one["name"] for one in data["blocked"]] == ["Bob"], "who has blocked one isn't told"
    personal_data.delete(services.match_service, services.accounts, ann.id)
    assert services.blocks.blocked_by(ann.id) == services.blocks.blocked_by(cat.id) == frozenset()
