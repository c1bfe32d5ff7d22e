"""Records: they read back to the byte, and whatever is wrong with one is refused in one line."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.match.formats import KINDS, as_version_2
from tests.match.playing import GAME, at_random, begun

import spinney
from spinney.core.errors import Refused
from spinney.match import Clock, Event, Header, Match
from spinney.match.record_reader import LARGEST, MOST_EVENTS, read_record

RECORDS = Path(__file__).resolve().parent.parent / "data" / "records"
CLOCKS = ["none", "phase 3:00", "bank 2:00 + 5", "move 0:30"]


@pytest.mark.long
@settings(max_examples=25)
@given(st.integers(0, 2**31), st.sampled_from(CLOCKS), st.integers(0, 200))
def test_records_read_back_to_the_byte(seed: int, clock: str, most: int) -> None:
    match = at_random(begun(clock, seed=seed), seed, most)
    record = match.record()
    again = read_record(record)
    assert again == match
    assert again.state == match.state
    assert again.record() == record
    assert again.log(0) == match.log(0)
    assert again.remaining(10**9) == match.remaining(10**9)


def test_reading_stops_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each event takes a second of processor time here."""
    spent = iter(range(1000))
    monkeypatch.setattr("spinney.match.record_reader.time.thread_time", lambda: next(spent))
    record = at_random(begun(), 1, 20).record()
    sixth = next(at for at, line in enumerate(record.split("\n"), 1) if line.startswith("6. "))
    assert read_record(record, seconds=30).record() == record
    with pytest.raises(Refused, match=f"line {sixth}: it takes too long"):
        read_record(record, seconds=5)


@settings(max_examples=20)
@given(st.integers(0, 2**31))
def test_events_and_headers_go_to_json(seed: int) -> None:
    match = at_random(begun(seed=None), seed, 40)
    header = Header.from_json(match.header.to_json())
    events = [Event.from_json(event.to_json()) for event in match.events]
    assert Match.replay(header, events) == match


def test_a_record_reads_like_a_game_sheet() -> None:
    match = begun(seed=None).play(0, "first blue", 3200).play(0, "bid 3b 2g", 9000)
    match = match.play(1, "bid none", 12_345)
    deck = " ".join(match.header.given["deck"])
    assert match.record() == (
        "Spinney record 2\n"
        "game: build-your-arboretum\n"
        "rules: 2\n"
        "option dm_advantage: red\n"
        "seat red: me\n"
        "seat blue: friend\n"
        "clock: none\n"
        f"deal: deck {deck}\n"
        "\n"
        "1. 0:03.200 red: first blue\n"
        "       on offer: P1 Q1 R1 S1 T1\n"
        "2. 0:09.000 red: bid 3b 2g\n"
        "3. 0:12.345 blue: bid none\n"
        "       red bid 3b 2g; blue bid none\n"
        "end: 3 events; not over\n"
    )


@cache
def whole() -> str:
    return at_random(begun("phase 3:00").play(0, "first red", 2000), 5, 30).record()


def refused(record: str) -> str:
    with pytest.raises(spinney.Refused) as caught:
        read_record(record)
    return str(caught.value)


def read_or_refusal(record: str) -> str:
    """The words of a refusal; nothing if it can be read."""
    try:
        read_record(record)
    except spinney.Refused as refusal:
        return str(refusal)
    return ""


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Spinney record 2", "Spinney record 3", "line 1: this is 'Spinney record 3'"),
        ("Spinney record 2", "1. e4 e5", "line 1: this is not a record of Spinney"),
        ("Spinney record 2", "Spinney view 1", "line 1: this is only what one player observed"),
        ("game: build-your-arboretum", "game: chess", "line 2: there is no game 'chess'"),
        ("rules: 2", "rules: 9", "line 3: it was played by version 9 of the rules"),
        ("rules: 2", "rules: one", "line 3: 'one' is not a whole number"),
        ("advantage: red", "advantage: green", "dm_advantage can't be 'green'"),
        ("option dm_advantage", "option dm_advantag", "did you mean dm_advantage"),
        ("seat blue: friend\n", "", "there must be a line 'seat …' for each of: red, blue"),
        ("seat blue", "seat green", "there must be a line"),
        ("clock: phase 3:00", "clock: 3 minutes", "line 7: '3 minutes' is not a clock"),
        ("deal: seed 7", "deal: seed x", "line 8: 'x' is not a whole number"),
        ("deal: seed 7", "deal: deck P1", "line 8: a deck has each of the 64 cards once"),
        ("deal: seed 7", "deal: self P1", "line 8: what is given has the game's own name"),
        ("deal: seed 7", "colour: blue", "line 8: 'colour: blue' is not part of a header"),
        ("deal: seed 7\n", "", "no line 'deal'"),
        ("deal: seed 7", "deal: seed 7\ndeal: seed 7", "line 9: 'deal' occurs twice"),
        ("1. 0:", "2. 0:", "this is event 2, but event 1 should be here"),
        ("red: first", "green: first", "there is no player 'green'; there are: red, blue"),
        ("red: first", "red (shout): first", "there is no event 'shout'"),
        ("red: first", "red (say): first", "there is no event 'say'"),
        ("red: first red", "red: first green", "write it like: first red, or: first blue"),
    ],
)
def test_what_is_wrong_is_told(old: str, new: str, reason: str) -> None:
    record = whole()
    assert old in record
    assert reason in refused(record.replace(old, new, 1))


def test_a_match_keeps_the_version_of_the_rules_by_which_it_began(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A later version that says it is compatible reads earlier records, to the byte."""
    later = replace(GAME, version=8, compatible_versions=(3, 5))
    monkeypatch.setattr("spinney.core.registry.written", lambda *_: later)
    record = whole().replace("\nrules: 2\n", "\nrules: 5\n")
    match = read_record(record)
    assert match.header.rules == 5
    assert match.record() == record
    assert Header.from_json(match.header.to_json()) == match.header
    assert "version 4 of the rules" in refused(record.replace("rules: 5", "rules: 4"))
    with pytest.raises(Refused, match="version 4 of the rules"):
        Header.from_json({**match.header.to_json(), "rules": 4})
    assert "\nrules: 8\n" in Match.begin(Header(later, ("me", "friend"), seed=1)).record()


def test_times_do_not_run_backwards() -> None:
    record = begun(seed=None).play(0, "first red", 5000).play(0, "bid none", 6000).record()
    message = refused(record.replace("0:06.000", "0:04.000"))
    assert "times can't run backwards: 0:04.000 is before 0:05.000" in message


@pytest.mark.long
def test_a_record_cut_off_anywhere_is_noticed() -> None:
    record = whole()
    for length in range(0, len(record) - 1, 7):
        assert refused(record[:length])


def test_a_record_that_is_too_large_is_refused() -> None:
    assert "at most 1,000,000 characters" in refused("x" * (LARGEST + 1))


def test_a_record_of_too_many_events_is_refused() -> None:
    record = (
        begun().record().replace("\nend:", "\n1. 0:00.000 (pause)" * (MOST_EVENTS + 1) + "\nend:")
    )
    assert "at most 10,000 events" in refused(record)


@pytest.mark.long
@settings(max_examples=300)
@given(st.data())
def test_edited_records_never_do_anything_but_be_refused(data: st.DataObject) -> None:
    record = whole()
    at = data.draw(st.integers(0, len(record)))
    length = data.draw(st.integers(0, 12))
    text = data.draw(st.text(st.characters(codec="utf-8"), max_size=6))
    message = read_or_refusal(record[:at] + text + record[at + length :])
    assert "\n" not in message


@pytest.mark.long
@settings(max_examples=60)
@given(st.data())
def test_shuffled_lines_never_do_anything_but_be_refused(data: st.DataObject) -> None:
    lines = whole().split("\n")
    one, two = (data.draw(st.integers(0, len(lines) - 1)) for _ in range(2))
    lines[one], lines[two] = lines[two], lines[one]
    message = read_or_refusal("\n".join(lines))
    assert message.startswith("line ") or not message


@given(st.text(max_size=300))
def test_any_text_is_refused(text: str) -> None:
    assert refused(text)


def test_before_the_end_a_player_gets_what_they_observed() -> None:
    match = at_random(begun("none", seed=99), 3, 12)
    assert not match.over
    for player in (-1, 0, 1):
        record = match.record(player)
        assert "seed" not in record
        assert "99" not in record.replace(":99", "")
        assert refused(record).startswith("line 1: this is only what one player observed")


def test_after_the_end_everybody_gets_all() -> None:
    match = at_random(begun(), 3)
    assert match.over
    assert match.record(0) == match.record(-1) == match.record()


# Games kept as files: one for each way a round or a game can end.

WAYS = {
    "nobody-bids": "red bid none; blue bid none",
    "everyone-skips": "everyone skips",
    "late-bid": "ran out of time",
    "late-turn": "ran out of time",
    "full-garden": "full garden",
    "tie": "decided by the advantage",
    "normal": "a game like any other",
    "resigned": "resigned",
}


def test_events_of_version_1_read_as_those_of_version_2() -> None:
    """Databases of version 0.1 keep their events under the former names."""
    for former, kind in KINDS.items():
        event = {"at": 5, "kind": former, "player": 0, "text": ""}
        assert Event.from_json(event) == Event(5, kind, 0)
        assert Event.from_json(event).to_json()["kind"] == kind


@pytest.mark.parametrize("former", KINDS)
def test_records_of_version_1_with_every_former_kind_read_as_version_2(former: str) -> None:
    match = begun("phase 3:00 wait 3").play(0, "first red", 2000)
    match = {
        "say": match,
        "lapse": match.tick(10**6),
        "sit": match.substitute(1, "level:tree", 2500),
        "deliver": match.acknowledge(0, 2500),
    }[former]
    events = {kind: former for former, kind in KINDS.items()}
    text = match.record().replace("Spinney record 2", "Spinney record 1")
    for kind, name in events.items():
        text = text.replace(f"({kind})", f"({name})")
    if former == "say":
        text = text.replace("red: first", "red (say): first")
    else:
        assert f"({former})" in text
    assert read_record(text) == match


def test_each_way_has_a_record() -> None:
    assert {path.stem for path in RECORDS.glob("*.txt")} == set(WAYS)


@pytest.mark.parametrize("way", WAYS)
def test_kept_records_still_replay(way: str) -> None:
    text = (RECORDS / f"{way}.txt").read_text()
    match = read_record(text)
    assert match.over
    assert match.record() == as_version_2(text)
    assert read_record(match.record()) == match
    assert shows(way, match), WAYS[way]


def shows(way: str, match: Match) -> bool:
    texts = [line.text for line in match.log(-1)]
    if way == "nobody-bids":
        return WAYS[way] in texts
    if way == "everyone-skips":
        return any(a == b == "skip" for a, b in pairwise(texts))
    if way in ("late-bid", "late-turn"):
        late = [e for e in match.events if e.kind == "forfeit"]
        sealed = [match.at(match.events.index(e)).simultaneous for e in late]
        return (way == "late-bid") in sealed
    if way == "full-garden":
        return 36 in list(match.state.record.planted)
    if way == "tie":
        red, blue = match.state.scores
        return red == blue and (match.outcome == (1, -1)) == (GAME.chosen["dm_advantage"] == 0)
    return (way == "resigned") == (match.events[-1].kind == "resign")


def test_the_rules_version_is_in_every_record() -> None:
    """These were played before planting became two actions, in version 2."""
    assert "rules: 1\n" in (RECORDS / "normal.txt").read_text()
    assert f"rules: {GAME.version}\n" in begun().record()
    assert Clock.read("none") == read_record((RECORDS / "normal.txt").read_text()).header.clock


def test_a_move_has_one_wording() -> None:
    record = begun(seed=None).play(0, "first red", 5000).record()
    message = refused(record.replace("red: first red", "red: First  red"))
    assert "it is written 'first red', not 'First  red'" in message
