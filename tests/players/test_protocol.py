"""The bot protocol: what bots are sent in JSON lines, and how their answers are read."""

from __future__ import annotations

import json
from functools import cache

import pytest
from tests.hedges import hedge

import spinney
from spinney.core.state import Observation
from spinney.players.protocol import messages
from spinney.players.protocol.messages import ParsedAnswer, ParsedRequest

HEDGE = hedge()
ARBORETUM = spinney.game("build-your-arboretum")


@cache
def opening() -> Observation:
    return HEDGE.new(seed=1).observe(0)


def request(view: Observation | None = None) -> dict[str, object]:
    line = messages.request(view or opening(), 3, [], 1.5, None)
    assert line.count("\n") == 1
    parts = json.loads(line)
    assert isinstance(parts, dict)
    return parts


def test_a_request_tells_all_that_the_player_may_know() -> None:
    parts = request()
    assert parts["spinney"] == messages.VERSION == 2
    assert (parts["game"], parts["player"], parts["choice"]) == ("hedge", 0, 3)
    assert parts["players"] == ["player 1", "player 2"]
    assert (parts["seconds"], parts["clock"]) == (1.5, None)
    assert parts["legal"] == list(opening().legal)
    assert "next" not in parts
    observation = parts["observation"]
    assert isinstance(observation, dict)
    assert Observation.from_json(observation) == opening()


def test_observed_lines_say_who_spoke() -> None:
    lines = [(1, "plant 7"), (-1, "the wind rises")]
    line = messages.request(opening(), 1, lines, 1, 4.25)  # type: ignore[arg-type]
    parts = json.loads(line)
    assert parts["log"] == [
        {"player": 1, "text": "plant 7"},
        {"player": None, "text": "the wind rises"},
    ]
    assert parts["clock"] == 4.25


@pytest.fixture(scope="module")
def bidding() -> Observation:
    """A view with more moves than are listed."""
    state = ARBORETUM.new(seed=12)
    for turn in range(53):
        player = state.to_act[0]
        state = state.play(player, state.legal(player).sample(12_000 + turn))
    return state.observe(state.to_act[0])


def test_many_moves_are_spelled_step_by_step(bidding: Observation) -> None:
    assert len(bidding.legal) > messages.LISTED
    parts = request(bidding)
    assert "legal" not in parts
    begun = parts["next"]
    assert isinstance(begun, list)
    chosen = begun[0]
    for turn in range(20):
        if chosen["whole"]:
            break
        begun = json.loads(messages.reply(bidding, f"? {chosen['words']}"))["next"]
        chosen = begun[turn % len(begun)]
    assert chosen["words"] in bidding.legal


def test_every_move_can_be_reached_by_asking(bidding: Observation) -> None:
    for seed in range(30):
        move = bidding.legal.sample(seed)
        said, ways = "", messages.following(bidding, "")
        while said != move:
            ways = messages.following(bidding, said)
            longer = [way for way in ways if f"{move} ".startswith(f"{way['words']} ")]
            assert longer, (move, said)
            said = max(longer, key=lambda way: len(way["words"]))["words"]
        ways += messages.following(bidding, said)
        assert any(way["whole"] for way in ways if way["words"] == move)


def test_nothing_follows_words_that_begin_no_move(bidding: Observation) -> None:
    assert messages.following(bidding, "sing") == []


def test_the_end_is_told() -> None:
    parts = json.loads(messages.end_message(opening(), (1, -1), (3, 1), []))
    assert (parts["over"], parts["outcome"], parts["scores"]) == (True, [1, -1], [3, 1])


FIRST = "plant 1"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (FIRST, ParsedAnswer(FIRST)),
        (f"  {FIRST.upper()} ", ParsedAnswer(FIRST)),
        (json.dumps({"move": FIRST}), ParsedAnswer(FIRST)),
        (json.dumps({"move": FIRST, "message": None}), ParsedAnswer(FIRST)),
        (
            json.dumps({"move": FIRST, "message": " hello\tthere "}),
            ParsedAnswer(FIRST, "", "", "hello there"),
        ),
    ],
)
def test_a_move_or_an_object_answers(line: str, said: ParsedAnswer) -> None:
    assert messages.read(opening(), line) == said


@pytest.mark.parametrize(
    "line", ["", "   ", "{", "{}", "[]{", '{"move": {}}', '{"message": "hi"}', "{" * 100_000]
)
def test_what_can_not_be_read_is_malformed(line: str) -> None:
    said = messages.read(opening(), line)
    assert said.move == ""
    assert said.fault in ("malformed", "illegal")
    assert said.detail.isprintable()
    assert len(said.detail) <= messages.LONGEST_MESSAGE


@pytest.mark.parametrize(
    ("line", "detail"),
    [
        ('{"message": "x"}', 'the object has no `move`, in \'{"message": "x"}\''),
        ('{"move": 5}', "`move` must be a string, in '{\"move\": 5}'"),
        ('{"move": "plant 1" "message": ""}', "it is not JSON: expected a comma at column 20, in"),
        ('{"move" "plant 1"}', "it is not JSON: expected a colon at column 9, in"),
        ('{"move": plant 1}', "it is not JSON: expected a value at column 10, in"),
        ('{"move": "plant 1"', "it is not JSON: expected a comma at column 19, in"),
        ('{"move": "plant 1', "it is not JSON: a string that does not end, begun at column 10"),
        ('{"move": "plant 1"} ?', "it is not JSON: more after the end at column 21, in"),
        ('{"move": "\\plant"}', "it is not JSON: an unknown escape at column 11, in"),
        ("{" + '"move": {' * 100_000, "it is nested too deeply, in"),
        ('{"move": ' + "9" * 10_000 + "}", "it has a number with too many digits, in"),
    ],
)
def test_faults_of_objects_are_told_in_plain_words(line: str, detail: str) -> None:
    said = messages.read(opening(), line)
    assert (said.move, said.fault) == ("", "malformed")
    assert said.detail.startswith(detail)


def test_a_move_of_the_game_that_can_not_be_played_now_is_illegal(bidding: Observation) -> None:
    assert messages.read(bidding, "skip").fault == "illegal"
    assert messages.read(bidding, "rustle rustle").fault == "malformed"


def test_a_bot_reads_what_is_sent() -> None:
    line = messages.request(opening(), 3, [], 1.5, 8)
    assert ParsedRequest.read(line) == ParsedRequest(opening(), 3, 1.5, 8)
    assert ParsedRequest.read(messages.end_message(opening(), (1, -1), (3, 1), [])) is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "not a request: it is not JSON: expected a name in double quotes at column 2"),
        ("null", "not a request: it is not a JSON object"),
        ("{}", "not a request: the object has no `spinney`"),
        ('{"spinney": 3}', "version 3 of the protocol, not 2"),
        ('{"spinney": 2}', "not a request: the object has no `observation`"),
        (json.dumps(request() | {"seconds": "2"}), "`seconds` must be a number"),
        (json.dumps(request() | {"clock": "2"}), "`clock` must be a number"),
    ],
)
def test_what_is_no_request_is_refused(line: str, message: str) -> None:
    with pytest.raises(spinney.Refused, match=message):
        ParsedRequest.read(line)


def test_what_a_bot_writes_is_read() -> None:
    assert messages.read(opening(), messages.write(FIRST)) == ParsedAnswer(FIRST)
    for message in ("", "hm"):  # one answer is one line
        padded = messages.write(f" {FIRST.replace(' ', chr(10))}\r\n", message)
        assert padded == messages.write(FIRST, message)
        assert "\n" not in padded
    assert messages.read(opening(), messages.write(FIRST, "hm")) == ParsedAnswer(
        FIRST, message="hm"
    )
