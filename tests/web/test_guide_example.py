"""The example game of a guide: a replay, one click away, in both modes."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

from tests.games.vectors import action_move, worked_example
from tests.web.shared_server import Guest, opened
from tests.web.site import GAME, Site

import spinney
from spinney.match.record_reader import read_record

HERE = f"/guide/{GAME}/example"


def heard(page: str) -> list[str]:
    """What is told up to the frame that is shown."""
    return re.findall(r'<a href="[^"]*" data-at="\d+">([^<]*)</a>', page)


def moves(page: str) -> list[str]:
    """The moves up to the frame that is shown, as they are written."""
    return re.findall(r'<code class="display-notation">([^<]*)</code>', page)


def test_the_record_is_the_worked_example() -> None:
    text = spinney.game(GAME).example()
    match = read_record(text)
    assert match.record() == text
    example = worked_example()
    assert match.scores == (example["scores"]["red"], example["scores"]["blue"]) == (10, 24)
    turns = [action_move(turn["action"]) for turn in example["actions"][:8]]
    said = [event.text for event in match.events]
    assert said[-len(turns) :] == turns
    begins = match.at(match.game.example_from)
    assert begins.state.record.round_number == 11
    assert begins.simultaneous


def test_it_is_one_click_from_the_guide_and_goes_step_by_step(site: Site) -> None:
    assert f'href="{HERE}"' in site.client.get(f"/guide/{GAME}").text
    page = site.client.get(HERE).text
    assert "Round 11: Cassia 5" in heard(page)[-1]
    for absent in ("/what-if", "/analysis", "To the table", "/match/"):
        assert absent not in page
    at = int(re.findall(r'data-at="(\d+)" data-before', page)[0])
    lines, comments = [], list[str]()
    for _ in range(30):
        frame = site.client.get(f"{HERE}/frame", params={"at": at, "seen_by": "-1"}).json()
        lines = moves(frame["page"])
        comments += re.findall(r'<p id="comment"[^>]*>([^<]*)</p>', frame["page"])
        following = int(re.findall(r'data-after="(\d+)"', frame["page"])[0])
        if following == at:
            break
        assert following > at
        at = following
    turns = [action_move(turn["action"]) for turn in worked_example()["actions"][:8]]
    assert [line for line in lines if line in turns][-8:] == turns
    assert len(set(comments)) >= 1 + len(turns), "each step says what it is good for"
    assert "24 to 10" in comments[-1]
    assert site.client.get(f"{HERE}/record").text == spinney.game(GAME).example()


def test_games_without_one_say_so(site: Site) -> None:
    assert "/example" not in site.client.get("/guide/arboretum").text
    assert site.client.get("/guide/arboretum/example").status_code == 404


def test_it_is_there_in_shared_mode_for_who_has_no_name(tmp_path: Path) -> None:
    with (
        opened(f"sqlite:///{tmp_path / 'server.sqlite'}") as (address, _),
        closing(Guest(address, "")) as nobody,
    ):
        assert f'href="{HERE}"' in nobody.get(f"/guide/{GAME}").text
        page = nobody.get(HERE)
        assert page.status_code == 200
        assert "Round 11: Cassia 5" in heard(page.text)[-1]
        assert nobody.get(f"{HERE}/frame?at=3").status_code == 200
