"""Messages of programs in Spring Challenge 2021 stand beside their spirits once revealed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.web.site import visited

import spinney
from spinney.core import rendering
from spinney.match import BotOutput, Clock, Header, Match

GAME = spinney.game("spring-2021")
HEADER = Header(GAME, ("contest:./rex", "contest:./max"), 7, {}, Clock(), "2026-01-01")
RED, BLUE = 0, 1


def said(match: Match, player: int, text: str) -> Match:
    return match.play(player, "WAIT", 0, bot_output=BotOutput(message=text))


def bubbles(match: Match, viewer: int = -1, layout: str = "wide") -> dict[str, str]:
    """Who says what in the picture: every line of each bubble."""
    messages = match.last_messages(viewer)
    boards = {b.name: b.body for b in rendering.boards(match.view(viewer), layout, (), messages)}
    found = re.findall(r'id="message-(\w+)"(.*?)</g></g>', boards["forest"], re.S)
    return {who: " ".join(re.findall(r"<text[^>]*>([^<]*)<", body)) for who, body in found}


@pytest.mark.parametrize("viewer", [-1, RED, BLUE])
def test_a_message_is_sealed_with_its_command(viewer: int) -> None:
    begun = Match.begin(HEADER)
    chosen = said(begun, RED, "I hoard")
    assert chosen.last_messages(viewer) == ()
    assert bubbles(chosen, viewer) == {}
    shown = said(chosen, BLUE, "me too")
    assert bubbles(shown, viewer) == {"red": "I hoard", "blue": "me too"}
    again = said(shown, RED, "still")
    assert bubbles(again, viewer) == {"red": "I hoard", "blue": "me too"}
    silent = said(again, BLUE, "")
    assert bubbles(silent, viewer) == {"red": "still"}
    nothing = said(said(silent, RED, ""), BLUE, "")
    assert bubbles(nothing, viewer) == {}


@pytest.mark.parametrize("layout", ["wide", "narrow"])
def test_a_bubble_fits_and_harms_nothing(layout: str) -> None:
    hostile = "<script>alert(1)</script> & 森森森 " + "y" * 60
    match = said(said(Match.begin(HEADER), RED, hostile), BLUE, "x" * 48)
    messages = match.last_messages(-1)
    [forest] = [
        b for b in rendering.boards(match.view(-1), layout, (), messages) if b.name == "forest"
    ]
    assert "<script" not in forest.body
    assert bubbles(match, layout=layout)["blue"].replace(" ", "") == "x" * 48
    assert bubbles(match, layout=layout)["red"].replace(" ", "").endswith("...")
    for left, width in re.findall(r'<rect class="slip[^"]*" x="([-\d.]+)"[^>]* width="([\d.]+)"',
                                  forest.body):  # fmt: skip
        assert abs(float(left)) in (0, float(width))
        assert float(width) <= forest.width / 2 - 6


def test_on_a_phone_messages_cover_no_tree() -> None:
    match = said(said(Match.begin(HEADER), RED, "x" * 48), BLUE, "\u68ee" * 40)
    view, messages = match.view(-1), match.last_messages(-1)
    plain, annotated = (
        next(b for b in rendering.boards(view, "narrow", (), m) if b.name == "forest")
        for m in ((), messages)
    )
    assert annotated.height > plain.height
    for piece in re.findall(r'id="message-.*?</g></g>', annotated.body, re.S):
        [bottom] = re.findall(r"translate\([-\d.]+ ([\d.]+)\)", piece)[:1]
        [high] = re.findall(r'<rect class="slip[^>]* height="(\d+)"', piece)
        assert plain.height <= float(bottom) - int(high)
        assert float(bottom) <= annotated.height


def test_other_games_and_other_pictures_stay_as_they_are() -> None:
    match = said(Match.begin(HEADER), RED, "oak")
    plain = rendering.boards(match.view(-1))
    assert rendering.boards(match.view(-1), messages=match.last_messages(-1)) == plain
    other = spinney.game("arboretum").new(seed=1).observe(0)
    assert rendering.boards(other, messages=((0, "oak"),)) == rendering.boards(other)


def test_a_page_and_a_replay_show_it_when_it_is_due(tmp_path: Path) -> None:
    shown = said(said(Match.begin(HEADER), RED, "I hoard"), BLUE, "me too")
    sealed = said(shown, RED, "a cunning plan")
    with visited(tmp_path) as site:
        address = f"/match/{site.match_service.begin(sealed)}"
        for page in (address, f"{address}/replay?at=99&seen_by=-1"):
            text = site.client.get(page).text
            assert 'id="message-red"' in text
            assert "me too" in text
            assert "cunning" not in text
        first = site.client.get(f"{address}/replay?at=0&seen_by=-1").text
        assert 'id="message-' not in first
