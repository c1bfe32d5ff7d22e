"""Saying, taking back, passing the device: what can be done at a table."""

from __future__ import annotations

import functools
import html
import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from tests.messages import page_html
from tests.waiting import PATIENCE
from tests.web.received_boards import Held, anew, message, viewer_session
from tests.web.site import GAME, ORIGIN, Site, fresh, played, until, visited

import spinney
from spinney.core import compilation
from spinney.match import Header, Match
from spinney.match.record_reader import read_record
from spinney.players.referee import MatchReferee
from spinney.server.accounts.identity import Caller
from spinney.server.play import page_model, socket
from spinney.server.play.hotseat import hotseat
from spinney.server.play.live_match import LiveMatch
from spinney.server.play.time_source import Stopwatch
from spinney.server.play.view_model import table_view
from spinney.server.play.viewpoint import Viewpoint

RECORDS = Path(__file__).parents[1] / "data" / "records"


def test_a_move_is_played_and_answered_with_nothing(site: Site) -> None:
    match = site.begin("me", "friend")
    answer = site.say(match, "first blue")
    assert answer.status_code == 204
    assert answer.content == b""
    assert "first blue" in site.client.get(match).text


def test_what_cannot_be_said_is_refused_with_the_reason(site: Site) -> None:
    match = site.begin("me", "friend")
    answer = site.say(match, "plant Q7 D5")
    assert answer.status_code == 422
    assert "first red" in answer.text
    for move in ("", "x" * 100_000, "\x00", "first\nred\nblue", "🌲"):
        assert site.say(match, move).status_code == 422


def test_a_stale_move_is_refused(site: Site) -> None:
    match = site.begin("me", "friend")
    version = site.version(match)
    assert site.say(match, "first blue").status_code == 204
    answer = site.post(f"{match}/move", move="first blue", version=version)
    assert answer.status_code == 422
    assert "has changed" in answer.text


def test_a_picture_is_of_one_moment(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where somebody moves while it is drawn."""
    live = site.match_service.live_match(site.begin("me", "friend").removeprefix("/match/"))
    looks = viewer_session(site.app.state.site, Caller("", None, ""), live)
    assert message(looks)
    plates = page_model._plates

    def moved(of: LiveMatch, *more: Any) -> tuple[page_model.Plate, ...]:
        if of.match.version == 0:
            site.match_service.act(of, lambda match, at: match.play(0, "first blue", at))
        return plates(of, *more)

    monkeypatch.setattr(page_model, "_plates", moved)
    assert message(looks)["boards"], "what is on the boards has changed as well"
    assert not message(looks), "that was all of it"


def test_a_socket_sends_what_has_changed_and_all_of_that(site: Site) -> None:
    """What was sent piece by piece is the page that who comes now is sent."""
    live = site.match_service.live_match(site.begin("me", "friend").removeprefix("/match/"))
    looks, held = viewer_session(site.app.state.site, Caller("", None, ""), live), Held()
    left_out = 0
    for number in range(40):
        sent = message(looks)
        left_out += [*sent["page"].values()].count(None)
        held.take(sent)
        assert held.is_all_of(anew(looks))
        player = live.match.to_act[0]
        move = live.match.view(player).legal.sample(number)
        deed = functools.partial(lambda p, said, match, at: match.play(p, said, at), player, move)
        site.match_service.act(live, deed)
        live.at_screen = player
    assert left_out > 40, "what is as it was is not sent again"


@pytest.mark.parametrize("clock", ["bank 12:00", "bank 300:00", "move 3 days"])
def test_running_time_alone_is_no_change(site: Site, clock: str) -> None:
    """A message would reveal that something secret has happened."""
    name = site.begin("me", "friend", clock=clock).removeprefix("/match/")
    live = site.match_service.live_match(name)
    looks = viewer_session(site.app.state.site, Caller("", None, ""), live)
    before = message(looks)["page"]["players"]
    live.time_source = Stopwatch(61 * 60_000 if clock.endswith("days") else 61_000)
    assert not message(looks)
    assert anew(looks)["page"]["players"] != before, "else nothing was shown"


def test_a_browser_without_scripts_is_led_back(site: Site) -> None:
    match = site.begin("me", "friend")
    answer = site.client.post(
        f"{match}/move",
        data={"token": site.token, "move": "first red", "version": site.version(match)},
        headers={"origin": ORIGIN, "accept": "text/html"},
        follow_redirects=False,
    )
    assert (answer.status_code, answer.headers["location"]) == (303, match)


def test_undo_and_resign(site: Site) -> None:
    match = site.begin("me", "level:tree")
    before = site.version(match)
    assert site.post(f"{match}/undo", version=before).status_code == 422
    site.say(match, "first red")
    assert site.post(f"{match}/undo", version=site.version(match)).status_code == 204
    assert site.say(match, "first blue").status_code == 204
    assert site.post(f"{match}/resign", version=site.version(match)).status_code == 204
    page = site.client.get(match).text
    assert "Tree wins" in page
    assert "The score when it ended" in page
    assert "if it ended now" not in page
    assert "Rematch" in page
    answer = site.post(f"{match}/rematch")
    seats = site.match_service.live_match(
        answer.headers["location"].rpartition("/")[2]
    ).match.header.seats
    assert seats == ("level:tree", "me")


def test_a_rematch_of_a_match_dealt_from_a_secret_is_dealt_anew(site: Site) -> None:
    header = Header(spinney.game(GAME), ("me", "friend"), secret="0123456789abcdef" * 2)
    match = f"/match/{site.match_service.begin(Match.begin(header).resign(0, 0))}"
    fresh = site.post(f"{match}/rematch").headers["location"].rpartition("/")[2]
    dealt = site.match_service.live_match(fresh).match.header
    assert (dealt.secret, dealt.seats) == ("", ("friend", "me"))
    assert dealt.seed is not None


def test_words_of_the_next_step(site: Site) -> None:
    match = site.begin("me", "friend")
    site.say(match, "first red")
    params = {"said": "bid 2b", "version": site.version(match)}
    assert "1g" in site.client.get(f"{match}/words", params=params).json()
    params["said"] = "bid 9b"
    assert site.client.get(f"{match}/words", params=params).status_code == 422
    params["version"] = "0.0"
    assert site.client.get(f"{match}/words", params=params).status_code == 409


def test_what_a_move_gains_is_told_before_it_is_made(site: Site) -> None:
    match = site.begin("me", "friend")
    params = {"move": "first red", "version": site.version(match)}
    assert site.client.get(f"{match}/gains", params=params).json() == {"first red": []}
    several = params | {"move": ["first red", "first blue"]}
    assert [*site.client.get(f"{match}/gains", params=several).json()] == several["move"]
    assert site.client.get(f"{match}/gains", params=params | {"move": "skip"}).status_code == 422
    assert site.client.get(f"{match}/gains", params=params | {"version": "0.9"}).json() == {}
    assert (
        site.client.get(f"{match}/gains", params=params | {"move": ["a"] * 65}).status_code == 422
    )


def test_the_socket_sends_the_new_picture(site: Site) -> None:
    match = site.begin("me", "friend")
    with site.socket(match) as socket:
        assert "Choose who starts" in page_html(socket.receive_json())
        site.say(match, "first blue")
        message = socket.receive_json()
        assert "first blue" in page_html(message)
        assert message["boards"], "the deal is a picture on the way"


def _say(socket: Any, said: str) -> str:
    """Send something through a socket; return the answer, whatever comes before it."""
    socket.send_text(said)
    while "answer" not in (message := socket.receive_json()):
        pass
    return str(message["answer"])


def test_levels_go_on_for_who_comes_as_the_last_one_leaves(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So it is where a page is loaded anew."""
    left, came, close = threading.Event(), threading.Event(), MatchReferee.close

    def slowly(referee: MatchReferee, match: Match | None = None) -> None:
        left.set()
        assert came.wait(PATIENCE)
        close(referee, match)

    monkeypatch.setattr(MatchReferee, "close", slowly)
    match = site.begin("me", "level:seedling")
    live = site.match_service.live_match(match.rpartition("/")[2])
    with site.socket(match):
        pass
    assert left.wait(PATIENCE)
    with site.socket(match) as socket:
        socket.receive_text()
        came.set()
        site.say(match, "first red")
        until(lambda: live.match.to_act == (0,))


def test_moves_are_played_through_the_socket(site: Site) -> None:
    match = site.begin("me", "friend")
    with site.socket(match) as socket:
        said = {"move": "first purple", "version": site.version(match)}
        assert "first red" in _say(socket, json.dumps(said))
        assert _say(socket, json.dumps(said | {"move": "first red"})) == ""
        assert "has changed" in _say(socket, json.dumps(said | {"move": "first red"}))
        bid = {"move": "bid 1g", "version": site.version(match)}
        assert _say(socket, json.dumps(bid | {"finish": "no"})) == ""
        live = site.match_service.live_match(match.removeprefix("/match/"))
        assert (live.match.sealed, live.match.to_act) == ({0: "bid 1g"}, (0, 1))
        bid["version"] = site.version(match)
        assert _say(socket, json.dumps(bid)) == ""
        assert live.match.to_act == (1,)


@pytest.mark.parametrize(
    "said", ["", "{", "[]", "1", "null", '{"version": "0.0"}', '"move"', "[" * 4000, "\0"]
)
def test_what_no_page_says_is_passed_over(site: Site, said: str) -> None:
    match = site.begin("me", "friend")
    with site.socket(match) as socket:
        socket.send_text(said)
        socket.send_bytes(b"\xff")
        wrong: dict[str, Any] = {"move": ["\ud800"], "version": {}, "finish": None}
        assert "has changed" in _say(socket, json.dumps(wrong))
        right = {"move": "first red", "version": site.version(match)}
        assert _say(socket, json.dumps(right)) == ""


def test_a_fault_is_told_through_the_socket(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    match = site.begin("me", "friend")
    said = json.dumps({"move": "first red", "version": site.version(match)})
    with site.socket(match) as socket:
        with monkeypatch.context() as patch:
            patch.setattr(Match, "play", broken)
            assert "Something is wrong with this match" in _say(socket, said)
        assert _say(socket, said) == ""


def test_the_computer_answers_while_someone_looks_on(site: Site) -> None:
    match = site.begin("level:seedling", "level:seedling")
    with site.socket(match) as socket:
        while 'data-over="yes"' not in page_html(socket.receive_json()):
            pass
    assert site.match_service.live_match(match.rpartition("/")[2]).match.over


def test_choices_that_are_shown_together_are_one_picture() -> None:
    sealed = fresh("me", "friend").play(0, "first red", 0).play(1, "bid 1g", 0)
    shown = sealed.play(0, "bid 1g", 0)
    for player in range(2):
        on_the_way = page_model.between(shown, sealed.version, player)
        assert not any(view.to_act for view in on_the_way), "nobody is awaited on the way"


# Two friends, one screen.


def test_the_screen_is_hidden_only_between_secrets() -> None:
    match = fresh("me", "friend")
    assert hotseat(match, None) == Viewpoint(0, shared=True)
    match = match.play(0, "first red", 0)
    assert hotseat(match, 0) == Viewpoint(0, shared=True)
    assert hotseat(match, None) == Viewpoint(0, shared=True)
    sealed = match.play(0, "bid 2g", 0)
    assert hotseat(sealed, 0) == Viewpoint(-1, (1, 0))
    assert hotseat(sealed, 1) == Viewpoint(1)
    opened = sealed.play(1, "bid 1b", 0)
    assert hotseat(opened, 1) == Viewpoint(0, shared=True)


def _seen(folder: Path, secret: str) -> list[str]:
    """All that the second friend is sent after the first one's sealed choice."""
    with visited(folder) as site:
        match = site.begin("me", "friend")
        site.say(match, "first red")
        assert site.say(match, secret).status_code == 204
        seen = [site.client.get(match).text]
        version = site.version(match)
        assert site.post(f"{match}/ready", player=1, version=version).status_code == 204
        seen.append(site.client.get(match).text)
        with site.socket(match) as socket:
            seen.append(socket.receive_text())
        seen += [
            site.client.get(f"{match}{part}").text
            for part in ("/record", "/replay", "/replay/frame?at=99", "/words?said=bid")
        ]
        seen.append(site.post(f"{match}/move", move="bid 9g", version="1.3").text)
        seen.append(site.client.get("/").text)
        # Names of matches and tokens of sessions are drawn anew each time.
        return [re.sub(rf"{match[7:]}|[0-9a-f]{{64}}", "-", text) for text in seen]


def test_what_one_friend_sealed_the_other_cannot_tell(tmp_path: Path) -> None:
    assert _seen(tmp_path / "a", "bid 2g 2b") == _seen(tmp_path / "b", "bid 1b")


def test_only_who_waits_can_take_the_screen(site: Site) -> None:
    match = site.begin("me", "friend")
    for player in ("0", "7", "-1", "x", ""):
        assert site.post(f"{match}/ready", player=player).status_code == 422


# Replays.


def test_every_frame_has_an_address(site: Site) -> None:
    match = f"/match/{site.match_service.begin(played('me', 'friend'))}/replay"
    last = int(re.findall(r'data-last="(\d+)"', site.client.get(match).text)[0])
    for at in (0, 1, last // 2, last):
        page = site.client.get(match, params={"at": at, "seen_by": "all"}).text
        assert f'data-at="{at}"' in page
        assert site.client.get(f"{match}/frame", params={"at": at}).json()["at"] == at
    former = site.client.get(match, params={"at": last, "eyes": "1"}).text
    assert 'data-seen-by="1"' in former, "addresses of earlier versions lead there, too"
    for wrong in ("-5", "x", "9" * 40, ""):
        assert site.client.get(match, params={"at": wrong}).status_code == 200


@pytest.mark.parametrize("gives_up", [False, True])
def test_the_last_frame_and_no_other_says_who_won_and_how(site: Site, gives_up: bool) -> None:
    match = played("me", "level:tree", choices=9 if gives_up else 10_000)
    match = match.resign(0, 60_000) if gives_up else match
    table = f"/match/{site.match_service.begin(match)}"
    headline, decided = _status(site.client.get(table).text)
    last, replay = len(match.frames) - 1, f"{table}/replay"
    at_end = _status(site.client.get(replay).text)
    assert at_end == (headline, f"Step {last} of {last}: {decided}")
    before = _status(site.client.get(replay, params={"at": last - 1}).text)
    assert before[0] == match.game.title
    assert decided not in before[1]
    assert ("You resigned." in decided) == gives_up
    seen_by_all = site.client.get(replay, params={"seen_by": "all"}).text
    assert "You" not in "".join(_status(seen_by_all))
    assert ("The score when it ended" in seen_by_all) == gives_up


def test_a_replay_says_nothing_of_the_end_while_a_match_goes_on(site: Site) -> None:
    match = played("me", "level:tree", choices=9)
    replay = f"/match/{site.match_service.begin(match)}/replay"
    assert _status(site.client.get(replay).text)[0] == match.game.title


def _status(page: str) -> tuple[str, ...]:
    """Return what a page says of how things stand: the headline, and the line below it."""
    found = (re.search(rf'<(\w+) id="{name}"[^>]*>(.*?)</\1>', page) for name in STATUS)
    return tuple(html.unescape(one[2]) if one else "" for one in found)


STATUS = ("headline", "status-text")


def test_before_the_end_only_ones_own_view(site: Site) -> None:
    match = f"/match/{site.match_service.begin(played('me', 'level:tree', choices=9))}/replay"
    page = site.client.get(match, params={"seen_by": "all"}).text
    assert 'data-seen-by="0"' in page
    assert 'value="all"' not in page


# Clocks.


def test_whose_time_ran_out_is_told_until_their_next_choice(site: Site) -> None:
    match = site.begin("me", "friend", clock="move 1:00")
    live = site.match_service.live_match(match.rpartition("/")[2])
    with pytest.MonkeyPatch.context() as patch:
        now = live.time_source.now
        patch.setattr(live.time_source, "now", lambda: now() + 60_000)
        site.match_service.act(live, lambda match, at: match.tick(at))
    assert live.match.events[-1].kind == "forfeit"
    computer = site.app.state.site.computer
    seen = [page_model.build(live, Viewpoint(player), computer).late for player in (0, 1, -1)]
    assert seen == [True, False, False]
    live.at_screen = 0
    assert "Your time ran out at your last choice" in site.client.get(match).text


def test_a_clock_runs_only_while_someone_looks_on(site: Site) -> None:
    name = site.begin("me", "friend", clock="move 1:00").rpartition("/")[2]
    live = site.match_service.live_match(name)
    assert not live.time_source.running
    with site.socket(f"/match/{name}") as socket:
        assert 'data-left="' in page_html(socket.receive_json())
        assert live.time_source.running


def test_matches_are_found_again_after_a_restart(tmp_path: Path) -> None:
    with visited(tmp_path) as site:
        match = site.begin("me", "friend")
        site.say(match, "first red")
    with visited(tmp_path) as site:
        assert "first red" in site.client.get(match).text
        assert isinstance(site.match_service.live_match(match.rpartition("/")[2]).match, Match)
        assert spinney.__version__ in site.client.get("/about").text


def test_at_one_screen_an_idle_heartbeat_and_a_refused_move_draw_nothing(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    build = page_model.build

    def drawing(live: LiveMatch, *more: Any) -> page_model.PageModel:
        drawn.append(live.id)
        return build(live, *more)

    monkeypatch.setattr(page_model, "build", drawing)
    monkeypatch.setattr(socket, "HEARTBEAT_SECONDS", 0.1)
    match = site.begin("me", "friend")
    with site.socket(match) as open_socket:
        while open_socket.receive_json() != {}:
            pass
        before = len(drawn)
        open_socket.send_json({"move": "nonsense", "version": "0.0"})
        while "answer" not in (answer := open_socket.receive_json()):
            assert answer == {}
        assert answer["answer"], "it is refused"
        assert [open_socket.receive_json() for _ in range(3)] == [{}] * 3
        assert len(drawn) == before


@pytest.mark.parametrize(
    ("record", "verdict"),
    [
        ("arboretum/late.txt", "0 to 0"),
        ("spring-2021/draw.txt", "71 to 71"),
        ("full-garden.txt", "20 to 1"),
        ("forest-garden/7.txt", "72 to 62"),
        (
            "arboretum/tie-published-by-colours.txt",
            "Player 2 wins 4 to 4 to 3, with more kinds of tree among those who tie.",
        ),
    ],
)
def test_below_the_headline_who_wins_is_not_said_again(record: str, verdict: str) -> None:
    with compilation.interpreting():
        match = read_record((RECORDS / record).read_text(encoding="utf-8"))
        assert table_view(match.view(-1), "wide", False).verdict == verdict
