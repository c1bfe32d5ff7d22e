"""The referee: bots keep their limits, and a fault costs its own bot alone."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
from tests.hedges import hedge
from tests.players.programs import broken, program, python
from tests.waiting import PATIENCE, wait_until

import spinney
from spinney.arena.match_runner import play
from spinney.core.game import Game
from spinney.core.interface import ILLEGAL, LATE, MALFORMED
from spinney.match import Clock, Header, Match
from spinney.match.bot_output import LONGEST
from spinney.match.record import STDERR
from spinney.match.record_reader import read_record
from spinney.players.accept_answer import accept_answer
from spinney.players.answer import GONE, Answer
from spinney.players.launch import LaunchedProgram, RunningProgram
from spinney.players.player_specs import PlayerSpec, ProgramSpec, RandomSpec
from spinney.players.referee import MatchReferee
from spinney.players.resource_limits import ResourceLimits

HEDGE = hedge()
SPRING = spinney.game("spring-2021")
PATIENT = ResourceLimits(first=PATIENCE, each=PATIENCE, memory=150_000_000)
ROOMY = replace(PATIENT, memory=10**10)
"""For a program that makes many processes: though each is small, all together are large."""
STRICT = ResourceLimits(first=0.4, each=0.4, memory=150_000_000)

FIRST_LEGAL = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request.get("over"):
        print("over", request["scores"], file=sys.stderr)
        break
    print("choice", request["choice"], file=sys.stderr, flush=True)
    said = {"move": request["legal"][0], "message": "number %d" % request["choice"]}
    print(json.dumps(said), flush=True)
"""
GOOD = program(python(FIRST_LEGAL))


def game_of(
    one: PlayerSpec, two: PlayerSpec, terms: ResourceLimits = PATIENT, game: Game = HEDGE
) -> Match:
    header = Header(game, (one.seat, two.seat), seed=1, clock=Clock.read("none"))
    with MatchReferee(header, {0: one, 1: two}, terms) as referee:
        match = play(Match.begin(header), referee, random.Random(1))
        referee.close(match)
    return match


def forfeits(match: Match, player: int) -> list[tuple[str, str]]:
    return [
        (event.text, event.bot_output.kind)
        for event in match.events
        if event.kind == "forfeit" and event.player == player
    ]


def test_a_program_plays_a_game() -> None:
    match = game_of(GOOD, RandomSpec())
    assert match.over
    mine = [event for event in match.events if event.player == 0]
    assert [event.kind for event in mine] == ["move"] * 4
    assert [event.bot_output.message for event in mine] == [f"number {n}" for n in (1, 2, 3, 4)]
    noise = [line for event in mine for line in event.bot_output.stderr]
    assert noise == [f"choice {n}" for n in (1, 2, 3, 4)]
    assert read_record(match.record()) == match


def test_it_hears_what_its_player_hears() -> None:
    code = "import json, sys\nfor line in sys.stdin:\n  r = json.loads(line)\n"
    code += (
        "  if not r.get('over'):\n    print(json.dumps(r['log']), file=sys.stderr, flush=True)\n"
    )
    code += "    print(r['legal'][0], flush=True)"
    match = game_of(program(python(code)), RandomSpec())
    observed = [
        (line["player"], line["text"])
        for event in match.events
        if event.player == 0
        for written in event.bot_output.stderr
        for line in json.loads(written)
    ]
    log = [(None if line.player < 0 else line.player, line.text) for line in match.log(0)]
    assert observed == log[: len(observed)]
    assert len(observed) >= 6


def test_it_asks_what_can_follow() -> None:
    code = """
import json, sys
for line in sys.stdin:
    r = json.loads(line)
    if r.get("over"): break
    if "legal" in r:
        print(r["legal"][0], flush=True)
        continue
    begun = r["next"][0]
    while not begun["whole"]:
        print("?", begun["words"], flush=True)
        begun = json.loads(sys.stdin.readline())["next"][0]
    print(begun["words"], flush=True)
"""
    game = spinney.game("build-your-arboretum")
    match = game_of(program(python(code)), RandomSpec(), game=game)
    assert match.over
    assert forfeits(match, 0) == []
    assert any(event.text.startswith("bid ") for event in match.events if event.player == 0)


ENDED = [  # these are ended: their later choices forfeit as well, and count no more
    ("hangs", "late", STRICT),
    ("deaf", "late", STRICT),
    ("crashes", "crashed", PATIENT),
    ("quits", "crashed", PATIENT),
    ("floods", "flooded", PATIENT),
    ("moans", "flooded", PATIENT),
    ("closes", "closed", PATIENT),
    ("eats", "memory", PATIENT),
    ("multiplies", "forked", ROOMY),
]


@pytest.mark.parametrize(("name", "kind", "terms"), ENDED)
def test_a_program_that_fails_loses_its_choices_and_nobody_else_does(
    name: str, kind: str, terms: ResourceLimits
) -> None:
    match = game_of(program(broken(name)), RandomSpec(), terms)
    assert match.over
    assert forfeits(match, 0) == [("late", kind), *[("late", "gone")] * 3]
    assert forfeits(match, 1) == []


@pytest.mark.parametrize(
    ("name", "reason"), [("babbles", "illegal"), ("binary", "illegal"), ("cheats", "illegal")]
)
def test_a_program_that_says_what_can_not_be_said_goes_on(name: str, reason: str) -> None:
    match = game_of(program(broken(name)), RandomSpec())
    assert forfeits(match, 0) == [(reason, reason)] * 4


CONTEST = [
    ("hangs", LATE, "late", STRICT),
    ("crashes", LATE, "crashed", PATIENT),
    ("quits", LATE, "crashed", PATIENT),
    ("floods", LATE, "flooded", PATIENT),
    ("closes", LATE, "closed", PATIENT),
    ("babbles", MALFORMED, "malformed", PATIENT),
    ("binary", MALFORMED, "malformed", PATIENT),
]


@pytest.mark.parametrize(("name", "reason", "kind", "terms"), CONTEST)
def test_in_the_contest_it_is_out(name: str, reason: int, kind: str, terms: ResourceLimits) -> None:
    match = game_of(program(broken(name), "contest"), RandomSpec(), terms, SPRING)
    assert match.over
    assert match.outcome == (-1, 1)
    assert match.state.scores[0] == -1
    assert forfeits(match, 0) == [({LATE: "late", MALFORMED: "malformed"}[reason], kind)]


def test_in_the_contest_an_illegal_command_costs_the_day() -> None:
    match = game_of(
        program(broken("cheats", "GROW 0 for fun"), "contest"), RandomSpec(), game=SPRING
    )
    assert match.over
    found = [event for event in match.events if event.player == 0]
    assert {(event.text, event.bot_output.kind) for event in found} == {("illegal", "illegal")}
    assert {event.bot_output.message for event in found} == {"for fun"}
    assert len(found) == 24  # one for each day, the program goes on
    assert found[0].bot_output.fault == "illegal: 'GROW 0 for fun'"
    assert ILLEGAL == 3


READS_ALL = """
import sys
print("got", sys.stdin.readline().strip(), file=sys.stderr)
for _ in range(37): sys.stdin.readline()
while True:
    lines = [sys.stdin.readline() for _ in range(4)]
    if not lines[-1]: break
    for _ in range(int(sys.stdin.readline())): sys.stdin.readline()
    can = [sys.stdin.readline().strip() for _ in range(int(sys.stdin.readline()))]
    print(*can, sep="|", file=sys.stderr, flush=True)
    print("%s  day %s" % (can[-1], lines[0].strip()), flush=True)
"""


def test_the_contest_is_spoken_as_its_referee_does() -> None:
    bot = program(python(READS_ALL), "contest")
    match = game_of(bot, bot, game=SPRING)
    assert match.over
    assert [forfeits(match, player) for player in (0, 1)] == [[], []]
    referee = SPRING.part("protocol").Referee(1)  # type: ignore[union-attr]
    events = iter(match.events)
    for state in match.decisions:
        for player, lines in referee.requests(state).items():
            event = next(events)
            assert event.player == player
            can = lines[-int(lines[-1 - lines[::-1].index("WAIT") - 1]) :]
            assert event.bot_output.stderr[-1] == "|".join(can)[-500:]
            assert event.bot_output.message == f"day {state.record.day}"


def test_after_an_undo_programs_begin_anew() -> None:
    header = Header(SPRING, ("me", "bot:rex"), seed=1)
    bot = program(python(READS_ALL), "contest")
    with MatchReferee(header, {1: bot}, PATIENT) as referee:
        match = Match.begin(header).play(0, "WAIT", 10)
        first = referee.ask(match, 1, 1)
        match = match.play(1, first.move, 20)
        assert referee.ask(match, 1, 1).stderr[0].startswith("WAIT")
        match = match.undo(0, 30).play(0, "WAIT", 40)
        again = referee.ask(match, 1, 1)
    assert again == again.__class__(**{**vars(first), "seconds": again.seconds})
    assert first.stderr[0] == "got 37"


def test_once_closed_it_starts_no_program() -> None:
    """A table can be left while whoever asks for it waits for a thread."""
    launched: list[RunningProgram] = []

    def launch(command: Sequence[str], memory: int) -> RunningProgram:
        launched.append(LaunchedProgram(command, memory))
        return launched[-1]

    header = Header(HEDGE, ("bot:rex", "me"), seed=1)
    match = Match.begin(header)
    with MatchReferee(header, {0: GOOD}, PATIENT, launch) as referee:
        assert referee.ask(match, 0, 1).move
    assert referee.ask(match, 0, 1).fault == GONE
    assert len(launched) == 1


def test_who_leaves_waits_for_no_answer() -> None:
    """Neither where the program thinks, nor where it is yet to say that it is ready."""
    header = Header(HEDGE, ("bot:rex", "me"), seed=1)
    match = Match.begin(header)
    forever = ResourceLimits(first=1e6, each=1e6, memory=150_000_000)
    thinking = program(python("import sys\nfor line in sys.stdin:\n    pass"))
    for silent in (thinking, replace(thinking, sends_ready=True)):
        launched: list[RunningProgram] = []

        def launch(
            command: Sequence[str], memory: int, launched: list[RunningProgram] = launched
        ) -> RunningProgram:
            launched.append(LaunchedProgram(command, memory))
            return launched[-1]

        answers: list[Answer] = []
        with MatchReferee(header, {0: silent}, forever, launch) as referee:
            asking = Thread(
                target=lambda referee=referee, answers=answers: answers.append(
                    referee.ask(match, 0, 1)
                )
            )
            asking.start()
            wait_until(lambda launched=launched: bool(launched))
        asking.join()
        assert [answer.move for answer in answers] == [""]
        assert len(launched) == 1


def test_the_longest_last_words_are_a_fault_like_others() -> None:
    """A record keeps so much of a line as it may have."""
    words = "x" * 480
    rude = replace(
        program(python(f"import sys; sys.exit('ValueError: {words}')")), sends_ready=True
    )
    match = game_of(rude, GOOD)
    faults = [e.bot_output.fault for e in match.events if e.bot_output.kind == "crashed"]
    assert faults[0].startswith("crashed: ValueError: xxx")
    assert len(faults[0]) == LONGEST


def test_grace_is_more_time_but_not_told() -> None:
    code = "import json, sys, time\nfor line in sys.stdin:\n  r = json.loads(line)\n"
    code += "  if r.get('over'): break\n  time.sleep(0.1)\n  print(r['seconds'], file=sys.stderr)\n"
    code += "  print(r['legal'][0], flush=True)"
    limits = ResourceLimits(first=PATIENCE, each=0.05, grace=PATIENCE)
    match = game_of(program(python(code)), RandomSpec(), limits)
    assert forfeits(match, 0) == []
    assert [e.bot_output.stderr for e in match.events if e.player == 0][-1] == ("0.05",)


@pytest.fixture
def clocked() -> Header:
    return Header(HEDGE, ("json:x", "json:y"), seed=1, clock=Clock.read("move 0:01"))


def test_a_clock_runs_for_everybody_at_once(clocked: Header) -> None:
    """Who are asked one after another are charged as if they had been at once."""
    header = replace(clocked, clock=Clock.read("move 1:40"))  # the machine may have much to do
    code = "import json, sys, time\nfor line in sys.stdin:\n  r = json.loads(line)\n"
    code += "  if r.get('over'): break\n  time.sleep(0.3)\n  print(r['legal'][0], flush=True)"
    slow = program(python(code))
    begun = time.monotonic()
    with MatchReferee(header, {0: slow, 1: slow}, PATIENT) as referee:
        match = play(Match.begin(header), referee, random.Random(1))
    took = 1000 * (time.monotonic() - begun)
    assert forfeits(match, 0) == forfeits(match, 1) == []
    quicker = len(match.events) // 2 * 300  # of two who are asked at once, one is charged for both
    assert match.events[-1].at + quicker <= took


def test_a_clock_that_runs_out_is_a_forfeit(clocked: Header) -> None:
    # Beside it who chooses in this process: a program may take a second to start.
    with MatchReferee(clocked, {0: program(broken("hangs")), 1: RandomSpec()}, PATIENT) as referee:
        match = play(Match.begin(clocked), referee, random.Random(1))
    assert forfeits(match, 0)[0] == ("late", "late")
    assert forfeits(match, 1) == []
    first = next(event for event in match.events if event.kind == "forfeit")
    assert first.at == 1000


def test_a_program_that_can_not_be_started_has_crashed(tmp_path: Path) -> None:
    missing = ProgramSpec("json:./missing", (str(tmp_path / "missing"),), "json")
    match = game_of(missing, RandomSpec())
    assert forfeits(match, 0)[0] == ("late", "crashed")
    assert "can't be started" in match.record()


def test_a_record_can_be_read_however_much_error_output_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("spinney.players.referee.MOST_STDERR", 3_000)
    code = FIRST_LEGAL.replace('"choice"', '"moan " * 200, "choice"', 1)
    match = game_of(program(python(code)), RandomSpec())
    kept = [len(" ".join(e.bot_output.stderr)) for e in match.events if e.player == 0]
    assert 0 < sum(kept) <= 1_500
    assert kept[-1] == 0
    assert read_record(match.record()) == match


def test_lines_of_error_output_count_as_they_stand_in_the_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("spinney.players.referee.MOST_STDERR", 3_000)
    monkeypatch.setattr("spinney.match.record_reader.LARGEST", 5_000)
    code = FIRST_LEGAL.replace('"choice"', '"m\\n" * 100, "choice"', 1)
    match = game_of(program(python(code)), RandomSpec())
    written = [line for line in match.record().splitlines() if line.startswith(STDERR)]
    assert 0 < sum(len(line) + 1 for line in written) <= 1_500
    assert read_record(match.record()) == match


def test_after_an_undo_there_is_no_more_room_for_error_output(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("spinney.players.referee.MOST_STDERR", 600)
    code = FIRST_LEGAL.replace('"choice"', '"m" * 200, "choice"', 1)
    header = Header(SPRING, ("me", "bot:rex"), seed=1)
    with MatchReferee(header, {1: program(python(code))}, PATIENT) as referee:
        match = Match.begin(header).play(0, "WAIT", 10)
        first = referee.ask(match, 1, 1)
        match = accept_answer(match, 1, first, 20)
        assert referee.ask(match.play(0, "WAIT", 25), 1, 1).stderr == ()
        match = match.undo(0, 30).play(0, "WAIT", 40)
        again = referee.ask(match, 1, 1)  # of a new program
    assert len(first.stderr) == 1
    assert (again.move, again.stderr) == (first.move, ())


def test_terms_are_the_contests_where_there_is_one() -> None:
    assert (ResourceLimits.of(SPRING).first, ResourceLimits.of(SPRING).each) == (1.0, 0.1)
    assert (ResourceLimits.of(HEDGE).first, ResourceLimits.of(HEDGE).each) == (10.0, 1.0)
    changed = ResourceLimits.of(SPRING, move_time=2.0, grace=0.5, memory=7)
    assert (changed.first, changed.each, changed.grace, changed.memory) == (2.0, 2.0, 0.5, 7)
    assert ResourceLimits.of(SPRING, move_time=0.02).first == 1.0
