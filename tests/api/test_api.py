"""The API: programs can do what people can, and no more."""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx2
import pytest
from tests.api.caller import GAME, Caller
from tests.api.conftest import Named
from tests.server.rated import keep
from tests.waiting import PATIENCE
from tests.web.site import until

import spinney
from spinney import lessons
from spinney.core.named_fields import named_fields
from spinney.core.state import Observation
from spinney.match.record_reader import read_record
from spinney.match.settings import MatchSettings
from spinney.players.protocol import messages
from spinney.server.api import streams
from spinney.server.services import Services


def pair(named: Named, *names: str, **more: object) -> tuple[Caller, Caller, str]:
    """Two who sit at a table, and its id."""
    ann, bob = map(named, names)
    table_id = ann.open("me", "open", **more)
    bob.post(f"/tables/{table_id}/sit")
    return ann, bob, table_id


def test_games_are_told_with_all_that_can_be_chosen(named: Named) -> None:
    listing = named("").get("/games")
    assert "ancient" in listing["levels"]
    found = {game["name"]: game for game in listing["games"]}
    for name, game in found.items():
        assert game["players"] == list(spinney.game(name).player_names)
        for option in game["options"]:
            chosen = spinney.game(name).written({option["name"]: option["default"]})
            assert chosen == spinney.game(name)


def test_who_a_token_is_of(named: Named) -> None:
    ann, nobody = named("Ann"), named("")
    assert ann.get("/me") == {"name": "Ann", "registered": False, "bot": False}
    assert nobody.client.get("/me").status_code == 401
    token = "x" * 32
    for path in ("/tables", "/me"):
        answer = nobody.client.get(path, headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert token not in answer.text


def test_cookies_mean_nothing_here(served: tuple[str, Services]) -> None:
    address, services = served
    services.accounts.guest("a session", "Cookie")
    sent = {"game": GAME, "seats": ["me", "open"]}
    cookies = {"spinney": "a session"}
    answer = httpx2.post(f"{address}/api/tables", json=sent, cookies=cookies, timeout=PATIENCE)
    assert answer.status_code == 401


def test_a_match_from_opening_the_table_to_its_record(named: Named, services: Services) -> None:
    ann, bob, table_id = pair(named, "Abe", "Bea", clock="move 1:00")
    table = ann.get(f"/tables/{table_id}")
    assert (table["status"], table["you"], table["clock"]) == ("playing", 0, "move 1:00")
    assert [seat["name"] for seat in table["seats"]] == ["Abe", "Bea"]
    callers = (ann, bob)
    while True:
        views = [caller.get(f"/matches/{table_id}") for caller in callers]
        if views[0]["over"]:
            break
        player = views[0]["to_act"][0]
        view = views[player]
        said = view["legal"][-1] if view["legal"] else view["next"][0]["words"]
        callers[player].post(f"/matches/{table_id}/move", move=said, version=view["version"])
    assert sorted(views[0]["outcome"]) in ([-1, 1], [0, 0])
    record = ann.client.get(f"/matches/{table_id}/record").text
    match = read_record(record)
    assert match.over
    assert match.record() == record
    assert list(match.state.scores) == views[1]["scores"]


def test_a_view_is_what_bots_are_sent(named: Named, services: Services) -> None:
    ann, bob, table_id = pair(named, "Ada", "Ben")
    ann.post(f"/matches/{table_id}/move", move="first red", message="good luck")
    view, match = bob.get(f"/matches/{table_id}"), services.match_service.live_match(table_id).match
    request = json.loads(messages.request(match.view(1), 1, [], 1.0, None))
    for name in ("game", "player", "players", "observation"):
        assert view[name] == request[name]
    assert view.get("legal") == request.get("legal")
    assert view.get("next") == request.get("next")
    assert Observation.from_json(view["observation"]) == match.view(1)
    assert view["view"] == json.loads(json.dumps(named_fields(match.view(1))))
    assert [line["text"] for line in view["log"]] == [line.text for line in match.log(1)]
    assert view["log"][-1]["text"] == "“good luck”"
    assert bob.get(f"/matches/{table_id}?since=2")["log"] == view["log"][2:]
    begun = bob.get(f"/matches/{table_id}/words?said=bid")["next"]
    assert {"words": "bid none", "whole": True} in begun


def test_only_a_seats_owner_acts_for_it(named: Named) -> None:
    ann, bob, table_id = pair(named, "Alf", "Bel")
    cat = named("Cat")
    for other in (bob, cat):
        assert other.refused(f"/matches/{table_id}/move", move="first red")[0] == 422
    assert cat.refused(f"/matches/{table_id}/resign") == (
        422,
        "only players at this table can do that",
    )
    nobody = named("")
    assert nobody.refused(f"/matches/{table_id}/move", move="first red")[0] == 401
    ann.post(f"/matches/{table_id}/move", move="first red")
    ann.post(f"/matches/{table_id}/move", move="bid 1g")
    assert ann.get(f"/matches/{table_id}")["sealed"] == "bid 1g"
    for other in (bob, cat, nobody):
        seen = other.get(f"/matches/{table_id}")
        assert seen["log"][-1]["text"] == "red has chosen"
        assert seen["sealed"] is None
        assert "bid 1g" not in json.dumps(seen | {"legal": None})


def test_what_is_stale_is_told_from_what_is_wrong(named: Named) -> None:
    ann, _, table_id = pair(named, "Aly", "Bix")
    version = ann.get(f"/matches/{table_id}")["version"]
    ann.post(f"/matches/{table_id}/move", move="first red", version=version)
    again = ann.refused(f"/matches/{table_id}/move", move="first red", version=version)
    assert again[0] == 409
    status, why = ann.refused(f"/matches/{table_id}/move", move="bid 99g")
    assert status == 422
    assert "99g" in why


def test_a_table_by_link_is_not_there_for_others(named: Named) -> None:
    ann, bob, cat = map(named, ("Amy", "Bob", "Cid"))
    table_id = ann.open("me", "invited", rules={"public": False})
    links = ann.get(f"/tables/{table_id}")["links"]
    for path in ("", "/record", "/stream", "/words"):
        assert cat.client.get(f"/matches/{table_id}{path}").status_code == 404
    assert cat.client.get(f"/tables/{table_id}").status_code == 404
    assert cat.refused(f"/tables/{table_id}/sit", seat=1)[0] == 404
    joined = bob.post("/join", link=links["seats"]["1"])
    assert joined["seat"] == 1
    assert joined["table"]["links"] is None
    assert "need their link" in bob.refused(f"/tables/{table_id}/sit")[1]
    bob.post(f"/tables/{table_id}/sit", seat=1, link=links["seats"]["1"])
    assert cat.post("/join", link=links["look"])["seat"] is None
    assert cat.get(f"/matches/{table_id}")["player"] is None
    assert cat.refused("/join", link="no such link")[0] == 404
    assert table_id not in [found["id"] for found in cat.get("/tables")["tables"]]
    assert [found["id"] for found in bob.get("/tables?mine=true")["tables"]] == [table_id]


def test_standing_up_closing_and_playing_again(named: Named) -> None:
    ann, bob = map(named, ("Art", "Bud"))
    table_id = ann.open("open", "open", rules={"public": False})
    bob.post("/join", link=ann.get(f"/tables/{table_id}")["links"]["seats"]["1"])
    assert bob.post(f"/tables/{table_id}/sit", seat=1)["you"] == 1
    assert "only the person who opened" in bob.refused(f"/tables/{table_id}/abort")[1]
    assert bob.post(f"/tables/{table_id}/stand")["you"] is None
    assert ann.post(f"/tables/{table_id}/abort")["status"] == "aborted"
    ann, bob, table_id = pair(named, "Aug", "Bo")
    assert ann.refused(f"/tables/{table_id}/rematch")[0] == 422
    ann.post(f"/matches/{table_id}/resign")
    again = ann.post(f"/tables/{table_id}/rematch")
    assert again["you"] == 1
    assert bob.get(f"/tables/{again['id']}")["reserved"] == 0
    assert bob.post(f"/tables/{again['id']}/sit")["status"] == "playing"


def test_the_host_frees_a_seat(named: Named) -> None:
    ann, bob = map(named, ("Ava", "Bor"))
    table_id = ann.open("me", "open", rules={"public": True, "umpire": True})
    bob.post(f"/tables/{table_id}/sit")
    assert "only the person who opened" in bob.refused(f"/tables/{table_id}/free", seat=0)[1]
    assert ann.post(f"/tables/{table_id}/free", seat=1)["seats"][1]["kind"] == "open"
    assert bob.get(f"/tables/{table_id}")["you"] is None
    assert "freed your seat" in bob.refused(f"/tables/{table_id}/sit")[1]


def test_a_closed_match_is_ones_own_still_and_nothing_happens_there(
    named: Named, services: Services
) -> None:
    ann, bob, table_id = pair(named, "Amy", "Bev")
    services.tables.close(table_id)
    refusal = ann.refused(f"/matches/{table_id}/move", move="first red")
    assert refusal == (422, "this table has been closed")
    (mine,) = bob.get("/tables?mine=true")["tables"]
    assert (mine["id"], mine["status"]) == (table_id, "aborted")


def test_a_rematch_is_declined(named: Named) -> None:
    ann, bob, table_id = pair(named, "Ada", "Bix")
    ann.post(f"/matches/{table_id}/resign")
    again = ann.post(f"/tables/{table_id}/rematch")["id"]
    assert ann.refused(f"/tables/{again}/decline")[0] == 422
    assert bob.post(f"/tables/{again}/decline")["status"] == "aborted"
    assert ann.get(f"/tables/{again}")["status"] == "aborted"


def test_a_person_is_challenged_by_name(named: Named, services: Services) -> None:
    ann, bob = (registered(named, services, name) for name in ("Alf", "Ben"))
    guest = named("Gil")
    seats = ["me", "invited:Ben"]
    first = ann.open(*seats, rules={"public": False})
    (waiting,) = bob.get("/tables?mine=true")["tables"]
    assert (waiting["id"], waiting["reserved"], waiting["you"]) == (first, 1, None)
    assert guest.client.get(f"/tables/{first}").status_code == 404
    assert bob.post(f"/tables/{first}/sit")["status"] == "playing"
    second = ann.open(*seats)
    assert guest.refused(f"/tables/{second}/decline")[0] == 422
    assert bob.post(f"/tables/{second}/decline")["status"] == "aborted"
    own = {table["id"]: table["status"] for table in ann.get("/tables?mine=true")["tables"]}
    assert own == {first: "playing", second: "aborted"}
    for who, name in ((ann, "Gil"), (ann, "Nobody"), (guest, "Ben")):
        assert who.refused("/tables", game=GAME, seats=["me", f"invited:{name}"])[0] == 422


def registered(named: Named, services: Services, name: str) -> Caller:
    """Somebody with a token who keeps their name with a password."""
    caller = named(name)
    person = services.accounts.person(caller.person)
    assert person is not None
    keep(services, person)
    return caller


def test_a_host_begins_without_those_who_are_awaited(named: Named) -> None:
    ann, bob = map(named, ("Abe", "Bea"))
    table_id = ann.open("me", "open")
    assert "opened" in bob.refused(f"/tables/{table_id}/begin")[1]
    assert "no level" in ann.refused(f"/tables/{table_id}/begin", level="bush")[1]
    begun = ann.post(f"/tables/{table_id}/begin", level="seedling")
    assert begun["status"] == "playing"
    assert (begun["seats"][1]["kind"], begun["seats"][1]["name"]) == ("level", "seedling")
    assert ann.refused(f"/tables/{table_id}/begin")[0] == 422


def test_a_queued_move_is_played_and_shown_to_its_owner_alone(named: Named) -> None:
    ann, bob, table_id = pair(named, "Ava", "Bib")
    bob.post(f"/matches/{table_id}/premove", move="bid 1g")
    assert bob.get(f"/matches/{table_id}")["premove"]["move"] == "bid 1g"
    assert "bid 1g" not in ann.client.get(f"/matches/{table_id}").text
    with bob.stream(table_id) as lines:
        next(lines)
        ann.post(f"/matches/{table_id}/move", move="first red")
        sealed = next(line for line in lines if line.get("sealed"))
    assert sealed["sealed"] == "bid 1g"
    assert sealed["premove"] is None


def test_a_queued_move_that_is_none_is_refused(named: Named) -> None:
    _ann, bob, table_id = pair(named, "Alva", "Bess")
    status, reason = bob.refused(f"/matches/{table_id}/premove", move="hello world")
    assert (status, reason.partition(";")[0]) == (422, "no move begins with 'hello'")
    assert bob.get(f"/matches/{table_id}")["premove"] is None


def test_undo_is_as_agreed(named: Named) -> None:
    ann, _, table_id = pair(named, "Abby", "Bert", rules={"public": True, "undo": "off"})
    assert "without asking" in ann.refused(f"/matches/{table_id}/undo")[1]
    ann, _, table_id = pair(named, "Alba", "Bram")
    assert ann.refused(f"/matches/{table_id}/undo")[0] == 422


def test_a_program_is_held_to_the_steps_of_a_lesson(named: Named, services: Services) -> None:
    ann, game = named("Ada"), spinney.game("arboretum")
    person = services.accounts.of_api_token(ann.token)
    assert person is not None
    rules = MatchSettings(lesson=True, opening=lessons.opening_length(game))
    match = lessons.begin_lesson(game, person.name)
    path = f"/matches/{services.tables.open_begun(person, match, rules)}"
    status, why = ann.refused(f"{path}/move", move="draw 2")
    assert (status, "draw from the deck first" in why) == (422, True)
    ann.post(f"{path}/move", move="draw deck")
    assert ann.refused(f"{path}/votes", proposal="undo:0")[0] == 422
    ann.post(f"{path}/undo")


def test_programs_propose_and_agree_as_people_do(named: Named) -> None:
    ann, bob, table_id = pair(named, "Adele", "Boyd")
    ann.post(f"/matches/{table_id}/move", move="first red")
    assert ann.get(f"/matches/{table_id}")["proposals"] == []
    proposed = ann.post(f"/matches/{table_id}/votes", proposal="undo:0")["proposals"]
    assert proposed == [{"proposal": "undo:0", "agreed": [0]}]
    assert bob.get(f"/matches/{table_id}")["proposals"] == proposed
    cat = named("Corinne")
    assert cat.get(f"/matches/{table_id}")["proposals"] == []
    assert cat.refused(f"/matches/{table_id}/votes", proposal="undo:0")[0] == 422
    assert bob.post(f"/matches/{table_id}/votes", proposal="undo:0", yes=False)["proposals"] == []
    assert "said no" in ann.refused(f"/matches/{table_id}/votes", proposal="undo:0")[1]
    bob.post(f"/matches/{table_id}/votes", proposal="undo:0")  # but he can agree after all
    after = ann.post(f"/matches/{table_id}/votes", proposal="undo:0")
    assert (after["to_act"], after["proposals"]) == ([0], [])
    assert "no longer open" in bob.refused(f"/matches/{table_id}/votes", proposal="nonsense")[1]


def test_who_comes_back_to_the_stream_keeps_their_seat(named: Named) -> None:
    ann, bob, table_id = pair(named, "Ada", "Bertram")
    assert ann.post(f"/matches/{table_id}/votes", proposal="replace:1:tree")["proposals"]
    with bob.stream(table_id) as lines:
        next(lines)
        until(lambda: not ann.get(f"/matches/{table_id}")["proposals"])
        assert (
            "players who are away"
            in ann.refused(f"/matches/{table_id}/votes", proposal="replace:1:tree")[1]
        )


def test_talk_and_notes(named: Named) -> None:
    ann, bob, table_id = pair(named, "Amy", "Burt")
    cat = named("Cathy")
    said = ann.post(f"/matches/{table_id}/chat", text=" good  luck ")["lines"]
    assert [(line["audience"], line["name"], line["text"]) for line in said] == [
        ("players", "Amy", "good luck")
    ]
    assert bob.get(f"/matches/{table_id}/chat")["lines"] == said
    assert cat.get(f"/matches/{table_id}/chat")["lines"] == []
    cat.post(f"/matches/{table_id}/chat", text="red will win")
    assert bob.get(f"/matches/{table_id}/chat")["lines"] == said
    path = f"/matches/{table_id}/note"
    assert ann.client.put(path, json={"text": "bids low"}).json() == {"text": "bids low"}
    assert (ann.get(path)["text"], bob.get(path)["text"]) == ("bids low", "")
    with Caller(ann.address).client as nobody:
        assert nobody.get(path).status_code == 401
    assert ann.refused(f"/matches/{table_id}/chat", text=" ")[0] == 422


def test_a_program_can_be_the_umpire(named: Named, services: Services) -> None:
    rules = {"public": True, "umpire": True, "umpire_free": True}
    ann, bob, table_id = pair(named, "Anita", "Basil", rules=rules)
    uma = named("Uma")
    person = services.accounts.person(uma.person)
    assert person is not None
    services.umpires.offer(table_id, person)
    assert "only the umpire" in ann.refused(f"/matches/{table_id}/pause")[1]
    version = uma.get(f"/matches/{table_id}")["version"]
    assert uma.post(f"/matches/{table_id}/pause", version=version)["paused"]
    assert uma.refused(f"/matches/{table_id}/resume", version=version)[0] == 409
    assert not uma.post(f"/matches/{table_id}/resume")["paused"]
    ann.post(f"/matches/{table_id}/move", move="first red")
    assert uma.post(f"/matches/{table_id}/correct")["to_act"] == [0]
    assert "only the last choice" in uma.refused(f"/matches/{table_id}/correct")[1]
    bob.post(f"/matches/{table_id}/resign")


# Streams.


def test_a_stream_tells_what_is_new_and_nothing_else(named: Named) -> None:
    ann, bob, table_id = pair(named, "Anne", "Boris")
    cat = named("Cleo")
    with bob.stream(table_id) as his, cat.stream(table_id) as hers:
        first = next(his), next(hers)
        assert [line["player"] for line in first] == [1, None]
        ann.post(f"/matches/{table_id}/move", move="first red")
        for lines in (his, hers):
            line = next(line for line in lines if line["log"])
            assert line["log"][0]["text"] == "first red"
        ann.post(f"/matches/{table_id}/move", move="bid 1g")
        ann.post(f"/matches/{table_id}/move", move="bid 2g")  # in its place: unheard
        ann.post(f"/matches/{table_id}/resign")
        rest = list(hers)
    texts = [entry["text"] for line in rest for entry in line["log"]]
    assert texts[0] == "red has chosen"
    assert texts.count("red has chosen") == 1
    assert rest[-1]["over"]
    numbers = [entry["number"] for line in rest for entry in line["log"]]
    assert numbers == sorted(set(numbers))


def test_a_stream_shows_who_reads_it(named: Named) -> None:
    ann, bob, table_id = pair(named, "Agnes", "Basil")
    assert ann.get(f"/matches/{table_id}")["away"] == [0, 1]
    with bob.stream(table_id) as lines:
        next(lines)
        assert ann.get(f"/matches/{table_id}")["away"] == [0]
    until(lambda: ann.get(f"/matches/{table_id}")["away"] == [0, 1])


def test_a_silent_stream_says_that_it_is_there(
    named: Named, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.1)
    ann, _, table_id = pair(named, "Amos", "Beth")
    with ann.stream(table_id) as lines:
        assert {} in [next(lines) for _ in range(3)]


def test_what_needs_no_version_needs_no_body(named: Named) -> None:
    ann, _, table_id = pair(named, "Aron", "Bela")
    answer = ann.client.post(f"/matches/{table_id}/resign")
    assert (answer.status_code, answer.json()["over"]) == (200, True)


def revoke(services: Services, person: str) -> None:
    (held,) = services.accounts.api_tokens(person)
    services.accounts.revoke_api_token(person, held.key)


def ban(services: Services, person: str) -> None:
    services.accounts.ban(person)


@pytest.mark.parametrize(("end", "status"), [(revoke, 401), (ban, 403)])
def test_a_stream_ends_for_whom_the_server_no_longer_lets_in(
    end: Callable[[Services, str], None],
    status: int,
    named: Named,
    services: Services,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT_SECONDS", 0.1)
    ann, _, table_id = pair(named, f"Axel {status}", f"Bill {status}")
    with ann.stream(table_id) as lines:
        next(lines)
        end(services, ann.person)
        assert all(not line or "id" in line for line in lines)
    assert ann.client.get("/me").status_code == status


def test_so_many_streams_and_no_more(named: Named, services: Services) -> None:
    ann, _, table_id = pair(named, "Arno", "Bodo")
    most, services.limits.requests.open["person"] = services.limits.requests.open["person"], 1
    try:
        with ann.stream(table_id) as lines:
            next(lines)
            answer = ann.client.get(f"/matches/{table_id}/stream")
            assert answer.status_code == 429
            assert answer.headers["retry-after"].isdecimal()
    finally:
        services.limits.requests.open["person"] = most


# What can't be.

WRONG: list[Callable[[str], dict[str, object]]] = [
    lambda _: {},
    lambda _: {"game": "chess", "seats": ["me", "open"]},
    lambda game: {"game": game, "seats": ["me"]},
    lambda game: {"game": game, "seats": ["me", "me"]},
    lambda game: {"game": game, "seats": ["me", "level:oak"]},
    lambda game: {"game": game, "seats": ["me", "open"], "clock": "an hour"},
    lambda game: {"game": game, "seats": ["me", "open"], "options": {"size": "1"}},
    lambda game: {"game": game, "seats": ["me", "open"], "rules": {"umpire": "yes"}},
    lambda game: {"game": game, "seats": ["me", "open"], "seed": 7},
    lambda game: {"game": game, "seats": ["me", "open"], "more": 1},
    lambda game: {
        "game": game,
        "seats": ["level:tree", "level:tree"],
        "rules": {"umpire": True},
    },
]


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_tables_are_refused_in_words(
    named: Named, wrong: Callable[[str], dict[str, object]]
) -> None:
    ann = named("Ann")
    status, why = ann.refused("/tables", **wrong(GAME))
    assert status == 422
    assert len(why) > 10


def test_what_is_too_large_or_no_json_is_refused(named: Named) -> None:
    ann = named("Ann")
    large = ann.client.post("/tables", content=b"[" * 1_100_000)
    assert large.status_code == 413
    deep = ann.client.post("/tables", content=b"[" * 100_000)
    assert deep.status_code == 422
    assert ann.client.post("/tables", content=b"\xff").status_code == 422


@pytest.mark.usefixtures("still_rates")
def test_who_asks_too_much_is_told_when_to_ask_again(named: Named, services: Services) -> None:
    ann = named("Ann")
    pace = services.limits.requests.rates["person"]
    services.limits.requests.rates["person"] = pace._replace(burst=3, rate=0.5)
    try:
        answers = [ann.client.get("/me") for _ in range(5)]
    finally:
        services.limits.requests.rates["person"] = pace
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429, 429]
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 4


@pytest.mark.parametrize(
    ("seats", "rules", "hints"),
    [
        (["me", "open"], {}, False),
        (["me", "invited"], {"hints": None}, False),
        (["me", "open"], {"hints": True}, True),
        (["me", "level:seedling"], {}, True),
        (["me", "level:seedling"], {"hints": False}, False),
    ],
)
def test_hints_are_off_where_two_sit_unless_the_host_says_so(
    named: Named, seats: list[str], rules: dict[str, object], hints: bool
) -> None:
    ann = named(f"Host {len(seats[1])} {len(rules)} {rules.get('hints', '-')}")
    made = ann.post("/tables", game=GAME, seats=seats, rules=rules)
    assert made["rules"]["hints"] is hints


def test_programs_offer_to_be_the_umpire_and_vote(named: Named) -> None:
    rules = {"public": True, "umpire": True}
    ann, bob, table_id = pair(named, "Agathe", "Bruno", rules=rules)
    uma = named("Ulrike")
    offered = uma.post(f"/tables/{table_id}/umpire")
    assert (offered["umpire"], offered["vote"]) == ("", {"proposal": "umpire", "agreed": []})
    assert uma.refused(f"/tables/{table_id}/umpire/votes", proposal="umpire")[0] == 422
    assert ann.post(f"/tables/{table_id}/umpire/votes", proposal="umpire")["vote"]["agreed"] == [0]
    begun = bob.post(f"/tables/{table_id}/umpire/votes", proposal="umpire")
    assert (begun["umpire"], begun["status"], begun["vote"]) == ("Ulrike", "playing", None)
    ann.post(f"/tables/{table_id}/umpire/votes", proposal="dismiss")
    assert bob.post(f"/tables/{table_id}/umpire/votes", proposal="dismiss")["umpire"] == ""
    assert "only the umpire" in uma.refused(f"/matches/{table_id}/pause")[1]


@pytest.mark.parametrize(
    ("seats", "options", "plays"),
    [
        (["me", "open"], {}, "agree"),
        (["me", "invited"], {"special_tie": "forfeit"}, "forfeit"),
        (["me", "level:seedling"], {}, "lot"),
    ],
)
def test_an_option_may_depend_on_how_many_people_play(
    named: Named, seats: list[str], options: dict[str, str], plays: str
) -> None:
    sent = {"game": "forest-garden", "seats": seats, "options": options}
    assert named("Tia").post("/tables", **sent)["options"]["special_tie"] == plays


def test_games_tell_for_whom_they_are(named: Named) -> None:
    found = {game["name"]: game for game in named("").get("/games")["games"]}
    assert (found["forest-garden"]["age"], found["forest-garden"]["minutes"]) == (10, [60, 90])
    assert (found["arboretum"]["age"], found["arboretum"]["minutes"]) == (0, [0, 0])
    (tie,) = (o for o in found["forest-garden"]["options"] if o["name"] == "special_tie")
    assert (tie["default"], tie["between_people"]) == ("lot", "agree")


@pytest.mark.parametrize(
    ("path", "sent", "reason"),
    [
        ("/tables", {"seats": ["me"]}, "'game' is missing"),
        ("/tables", {"game": 7, "seats": ["me"]}, "'game' must be a text in quotes"),
        ("/tables", {"game": GAME, "seats": "me"}, "'seats' must be a list"),
        ("/tables", {"game": GAME, "seats": ["me", 1]}, "'seats[1]' must be a text"),
        ("/tables", {"game": GAME, "seats": []}, "'seats' must have a length of at least 1"),
        ("/tables", {"game": "x" * 101, "seats": ["me"]}, "'game' must have at most 100 char"),
        ("/tables", {"game": GAME, "seats": ["me"], "rules": 1}, "'rules' must be a JSON object"),
        (
            "/tables",
            {"game": GAME, "seats": ["me"], "options": {"y" * 101: "1"}},
            "a name in 'options' must have at most 100 characters",
        ),
        ("/tables", {"game": GAME, "seats": ["me"], "seed": "7"}, "'seed' must be a whole number"),
        (
            "/tables",
            {"game": GAME, "seats": ["me"], "rules": {"fix": -1}},
            "'rules.fix' must be at least 0",
        ),
        (
            "/tables",
            {"game": GAME, "seats": ["me"], "rules": {"public": "yes"}},
            "'rules.public' must be true or false",
        ),
        (
            "/tables",
            {"game": GAME, "seats": ["me"], "rules": {"undo": "often"}},
            "'rules.undo' must be 'rule', 'consent' or 'off'",
        ),
        (
            "/tables",
            {"game": GAME, "seats": ["me"], "rules": {"undos": "off"}},
            "'rules' has no member 'undos'; there are: public, hints, undo",
        ),
        ("/seek", {"name": GAME}, "the body of the request has no member 'name'; there are: game"),
        ("/tables", [1], "the body of the request must be a JSON object"),
        ("/tables", None, "the body of the request must be a JSON object"),
        ("/tables", b'{"game": ', "the body of the request is not valid JSON, at character 10"),
        ("/tables", b"", "the body of the request is missing; it must be a JSON object"),
        ("/tables/" + "z" * 41 + "/begin", {}, "'table_id' in the address must have at most 40"),
    ],
)
def test_a_request_that_does_not_fit_is_told_where_and_what_would(
    named: Named, path: str, sent: object, reason: str
) -> None:
    content = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
    headers = {"content-type": "application/json"}
    answer = named("Orla").client.post(path, content=content, headers=headers)
    problem = answer.json()["problem"]
    assert (answer.status_code, problem[: len(reason)]) == (422, reason)


def test_a_number_in_an_address_that_does_not_fit_is_told(named: Named) -> None:
    client = named("Otto").client
    for query, reason in (("page=x", "a whole number"), ("page=0", "at least 1")):
        answer = client.get(f"/ratings/{GAME}?players=2&{query}")
        assert answer.status_code == 422
        assert answer.json()["problem"].startswith(f"'page' in the address must be {reason}")
