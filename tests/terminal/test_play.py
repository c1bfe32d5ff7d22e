"""Playing in a terminal, as a person does and as a pipe does."""

import os
import sys
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from rich.console import Console
from tests.hedges import EXAMPLES, hedge
from tests.terminal.running import Terminal, call, run
from tests.waiting import wait_until

import spinney
from spinney.match import Clock, Header, Match
from spinney.match.record_reader import read_record
from spinney.players.local_bots import LocalBots
from spinney.terminal import table as table_module
from spinney.terminal.play import bottom_line
from spinney.terminal.prompt import Question
from spinney.terminal.saved_matches import Save
from spinney.terminal.table import TerminalMatch

GAME = "build-your-arboretum"
PLAY = ("play", GAME, "--terminal", "--seed", "3", "--seat", "blue=seedling")
PATHS = [str(EXAMPLES), *filter(None, [os.environ.get("PYTHONPATH")])]
HEDGE = {"SPINNEY_GAMES": "hedge", "PYTHONPATH": os.pathsep.join(PATHS)}
ENDLESS = """
from dataclasses import replace
from spinney.players.levels import LEVELS
LEVELS["ancient"] = replace(LEVELS["ancient"], playouts=10**12)
"""
"""Code in which a hint is never found."""


def kept(data: Path) -> Match:
    """The only match that is kept."""
    (path,) = (data / "terminal").glob("*.txt")
    return read_record(path.read_text())


def play_out(terminal: Terminal, data: Path) -> None:
    """Say any legal moves for the first player until the match is over."""
    match = kept(data)
    while not match.over:
        terminal.say(match.state.legal(0).sample(match.version))
        said = len(own(match))
        wait_until(lambda said=said: _is_my_turn(kept(data), said))
        match = kept(data)


def own(match: Match) -> list[str]:
    """The first player's moves."""
    return [event.text for event in match.events if event.player == 0]


def _is_my_turn(match: Match, said: int) -> bool:
    """Has the first player made more moves than so many, and is awaited again, or nobody?"""
    return len(own(match)) > said and (match.over or 0 in match.to_act)


def test_a_whole_game_at_a_terminal(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY) as terminal:
        terminal.until("You>")
        play_out(terminal, tmp_path)
        assert terminal.end() == 0
    match = kept(tmp_path)
    assert match.over
    assert "Points: You" in terminal.text
    assert "Traceback" not in terminal.text


def test_a_narrow_terminal_breaks_lines_between_words(tmp_path: Path) -> None:
    seats = "--seat", "1=me", "--seat", "2=seedling"
    with Terminal(tmp_path, "play", "arboretum", "--terminal", *seats, COLUMNS="40") as terminal:
        terminal.until("deck  ")
    lines = [line.rstrip() for line in terminal.text.splitlines()]
    assert max(map(len, lines)) <= 40
    assert "Draw the first of two cards, from the" in lines


def test_any_game_can_be_played(tmp_path: Path) -> None:
    assert hedge().name in spinney.all_games()
    with Terminal(tmp_path, "play", "hedge", "--terminal", "--seat", "1=me", **HEDGE) as terminal:
        terminal.until("You>")
        play_out(terminal, tmp_path)
        assert terminal.end() == 0
    assert "Points: You" in terminal.text


def test_the_setting_can_be_changed_first(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", GAME, "--terminal") as terminal:
        terminal.until("play?")
        terminal.say("blu=friend")
        terminal.until("did you mean blue?")
        terminal.say("blue=sapling, dm_advantage=blue, clock=move 1:00")
        terminal.until("play?")
        terminal.say("red=friend, blue=me")
        terminal.until("play?")
        terminal.say("")
        terminal.until("play without a clock")
        terminal.say("clock=none")
        terminal.until("play?")
        terminal.say("")
        terminal.until("Blue>")
        terminal.say("first red")
        terminal.answer("\x04")
        assert terminal.end() == 0
    header = kept(tmp_path).header
    assert header.seats == ("friend", "me")
    assert header.game.chosen["dm_advantage"] == 1
    assert str(header.clock) == "none"


@pytest.mark.parametrize("answer", [GAME, "2"])
def test_the_question_for_a_game_comes_again_until_one_is_chosen(
    tmp_path: Path, answer: str
) -> None:
    with Terminal(tmp_path, "play", "--terminal", "--language", "de") as terminal:
        terminal.until("Welches Spiel?")
        terminal.say("arboretm")
        terminal.until("arboretum?")
        terminal.say(answer)
        terminal.until("Biete geheim")
        terminal.until("Diese Person bestimmt")
        terminal.until("spielen?")
        terminal.answer("\x04")
        assert terminal.end() == 0


@pytest.mark.parametrize("game", [(), (GAME,)])
def test_ctrl_d_leaves_the_setup(tmp_path: Path, game: tuple[str, ...]) -> None:
    with Terminal(tmp_path, "play", *game, "--terminal") as terminal:
        terminal.answer("\x04")
        assert terminal.end() == 0
    assert "Traceback" not in terminal.text
    assert not list(tmp_path.glob("terminal/*.txt"))


def test_what_is_refused_says_why_and_nothing_is_lost(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY) as terminal:
        terminal.until("You>")
        terminal.say("frist red")
        terminal.until("did you mean first?")
        terminal.say("undo")
        terminal.until("nothing to take back")
        terminal.say("save /nowhere/at/all.txt")
        terminal.until("can't write")
        terminal.say("save ~no-such-user/all.txt")
        terminal.until("is no home folder")
        terminal.say("hint bush")
        terminal.until("bush")
        terminal.say("first blue")
        terminal.until("are on offer")
        terminal.answer("\x04")
        assert terminal.end() == 0
    assert [event.text for event in kept(tmp_path).events] == ["first blue"]


def test_words_are_completed_and_come_back(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY) as terminal:
        terminal.until("? for help")
        for keys, echo in (("fi", "fi"), ("\t", "rst"), (" r", "r"), ("\t", "ed")):
            terminal.type(keys)
            terminal.until(echo)
        terminal.say("")
        terminal.until("are on offer")
        terminal.answer("\x1b[A")  # up: what was said before
        terminal.until("first red")
        terminal.type("\x03")
        assert terminal.end() == 130
    assert [event.text for event in kept(tmp_path).events] == ["first red"]


def test_commands_help_on(tmp_path: Path) -> None:
    record = tmp_path / "so-far.txt"
    with Terminal(tmp_path, *PLAY) as terminal:
        terminal.until("You>")
        terminal.say("?")
        terminal.until("first red, first blue")
        terminal.say("? FIRST")
        terminal.until("first red")
        terminal.say("hint seedling")
        terminal.until("(first ")
        terminal.until("% to win.")
        terminal.say("sheet")
        terminal.until("Total")
        terminal.say("first red")
        terminal.until("You>")
        terminal.say("bid none")
        terminal.until("You kept all parrots at home")
        terminal.say("undo")
        terminal.until("took back")
        terminal.say("log")
        terminal.until("first round")
        terminal.say("notation")
        terminal.until("[first red]")
        terminal.say(f"save {record}")
        terminal.until("The record is in")
        terminal.say("resign")
        terminal.until("yes or no")
        terminal.say("no")
        terminal.until("You>")
        terminal.say("resign")
        terminal.until("yes or no")
        terminal.say("yes")
        terminal.until("Seedling wins")
        assert terminal.end() == 0
    assert kept(tmp_path).outcome == (-1, 1)
    assert read_record(record.read_text()).events[-1].kind == "undo"


def test_a_match_that_was_left_can_be_gone_on_with(tmp_path: Path) -> None:
    assert call(tmp_path, *PLAY, said="first red\n").returncode == 0
    assert run(tmp_path, "play", "--terminal", "--resume", said="bid 1g\nquit\n").returncode == 0
    match = kept(tmp_path)
    assert [e.text for e in match.events if e.player == 0] == ["first red", "bid 1g"]


def test_a_match_survives_being_killed(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY) as terminal:
        terminal.until("You>")
        terminal.say("first red")
        terminal.until("are on offer")
    assert kept(tmp_path).version == 1


def test_a_clock_ends_a_choice(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY, "--clock", "move 0:01") as terminal:
        terminal.until("Your time ran out")
        terminal.until("You>")
        terminal.type("\x04")
        terminal.end()
    assert kept(tmp_path).events[0].kind == "forfeit"


def test_friends_do_not_see_each_others_secrets(tmp_path: Path) -> None:
    hot_seat = ("play", GAME, "--terminal", "--seat", "red=me", "--seat", "blue=friend")
    with Terminal(tmp_path, *hot_seat) as terminal:
        terminal.until("Red>")
        terminal.say("first red")
        terminal.until("For Red only.")
        terminal.say("")
        terminal.until("Red>")
        terminal.say("bid 2g 1b 1g")
        terminal.until("For Blue only.")
        seen = len(terminal.text)
        terminal.say("")
        terminal.until("Blue>")
        terminal.answer("\x1b[A")  # nor does going back show it
        terminal.type("\x15bid none\r")
        terminal.until("Red sent parrots: 2 to the garden")
        before = terminal.text[seen:].partition("Red sent parrots: 2 to the garden")[0]
        assert "2g" not in before
        terminal.until("Red>")


def test_hands_are_for_their_owners_eyes(tmp_path: Path) -> None:
    hot_seat = ("play", "hedge", "--terminal", "--seat", "1=me", "--seat", "2=friend")
    with Terminal(tmp_path, *hot_seat, **HEDGE) as terminal:
        terminal.until("For Player 1 only.")
        assert "where:" not in terminal.text  # the hand is hidden
        terminal.say("")
        terminal.until("Player 1>")
        assert "where:" in terminal.text


def test_pipes_get_plain_text_and_no_questions(tmp_path: Path) -> None:
    done = run(tmp_path, *PLAY, said="first green\nfirst red\nbid none\n")
    assert done.returncode == 0
    assert "You> first green\nwrite it like: first red, or: first blue" in done.stdout
    assert "Seedling sent parrots" in done.stdout
    assert "\x1b" not in done.stdout
    assert done.stderr == ""
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_colours_can_be_turned_off(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY, NO_COLOR="1") as terminal:
        terminal.until("You>")
    assert "38;" not in terminal.codes


def test_computers_play_by_themselves(tmp_path: Path) -> None:
    seats = ("--seat", "red=random", "--seat", "blue=random")
    done = call(tmp_path, "play", GAME, "--terminal", "--seed", "1", *seats)
    assert done.returncode == 0
    assert "wins" in done.stdout
    assert kept(tmp_path).over


def test_two_at_a_terminal_get_no_hints_unless_they_want_them(tmp_path: Path) -> None:
    two = ("play", GAME, "--terminal", "--seed", "3", "--seat", "blue=friend")
    plain = call(tmp_path / "plain", *two, said="hint seedling\n")
    assert "hints are off" in plain.stdout
    assert "would play" not in plain.stdout
    said = "hint seedling\nfirst red\n"
    wanted = call(tmp_path / "wanted", *two, "--hints", "on", said=said)
    assert "would play" in wanted.stdout
    resumed = call(tmp_path / "wanted", "play", "--terminal", "--resume", said="hint seedling\n")
    assert "hints are off" in resumed.stdout


def test_why_there_are_no_hints(tmp_path: Path) -> None:
    alone = call(tmp_path, *PLAY, "--hints", "off", said="hint\n").stdout
    assert "hints are off in this match; to allow them, resume it with --hints on" in alone
    assert "a lesson has no hints" in call(tmp_path, "learn", "arboretum", said="hint\n").stdout


def test_control_c_cancels_a_hint_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(ENDLESS)  # Python runs it as it begins
    endless = os.pathsep.join([str(tmp_path), *PATHS])
    line = ("play", "spring-2021", "--terminal", "--seat", "red=me")
    with Terminal(tmp_path, *line, PYTHONPATH=endless) as terminal:
        terminal.until("You>")
        terminal.say("hint ancient")
        terminal.until("games tried")
        terminal.interrupt()
        terminal.until("the hint is cancelled")
        terminal.say("quit")
        assert terminal.end() == 0


@pytest.mark.parametrize("line", ["undo 3", "quit now", "/quit now", "sheet all"])
def test_words_that_a_command_does_not_take_are_refused(tmp_path: Path, line: str) -> None:
    done = call(tmp_path, *PLAY, said=f"{line}\nfirst red\n")
    name = line.partition(" ")[0].removeprefix("/")
    assert f"nothing can follow the word {name}; write only: {name}\n" in done.stdout
    assert own(kept(tmp_path)) == ["first red"]


def test_before_the_first_choice_there_is_nothing_to_take_back(tmp_path: Path) -> None:
    assert "there is nothing to take back" in call(tmp_path, *PLAY, said="undo\n").stdout


def test_the_bottom_line_keeps_the_most_urgent() -> None:
    clocks = ["You 0:03", "Seedling 0:03", "Tree 0:03"]
    moves = "moves: grow … (5), seed … (12), wait"
    wide = f"You 0:03 · Seedling 0:03 · Tree 0:03 · ? for help · {moves}"
    assert bottom_line(clocks, moves, len(wide)) == wide
    for columns in range(22, len(wide)):
        line = bottom_line(clocks, moves, columns)
        assert len(line) <= columns
        assert line.startswith("You 0:03 · ")
        assert "? for help" in line
    assert bottom_line(clocks, moves, len(wide) - 1).endswith(", wa…")
    assert bottom_line(clocks, moves, 40) == "You 0:03 · Seedling 0:03 · ? for help"
    assert bottom_line([], moves, 80) == f"? for help · {moves}"


def test_clocks_and_help_are_below_the_answer_and_there_are_colours(tmp_path: Path) -> None:
    with Terminal(tmp_path, *PLAY, "--clock", "move 1:00") as terminal:
        terminal.until("You>")
        assert "38;" in terminal.codes
        terminal.until(" · Seedling 1:00 · ? for help · moves: first red, first blue")


@pytest.mark.parametrize(
    ("more", "names"),
    [
        (("--seed", "0"), "--seed"),
        (("--seat", "blue=tree", "--clock", "move 1:00"), "--seat, --clock"),
        (("--option", "dm_advantage=blue"), "--option"),
    ],
)
def test_a_match_goes_on_as_it_was_set_up(
    tmp_path: Path, more: tuple[str, ...], names: str
) -> None:
    assert call(tmp_path, *PLAY, said="first red\nquit\n").returncode == 0
    refused = call(tmp_path, "play", GAME, "--terminal", "--resume", *more)
    assert refused.returncode == 2
    assert f"goes on with a match as it was set up; leave out {names}\n" in refused.stderr


def test_a_match_that_is_left_at_once_leaves_no_file(tmp_path: Path) -> None:
    left = call(tmp_path, *PLAY, said="log\nquit\n").stdout
    assert "Nothing has happened yet." in left
    assert "no match is saved" in left
    assert "Continue with" not in left
    assert not list((tmp_path / "terminal").iterdir())
    assert "no match was left unfinished" in call(tmp_path, "play", "--terminal", "--resume").stderr


def test_the_command_that_goes_on_keeps_the_language_and_the_hints(tmp_path: Path) -> None:
    said = "first red\nquit\n"
    plain = call(tmp_path, *PLAY, said=said).stdout
    assert "Continue with: spinney play --terminal --resume\n" in plain
    german = call(tmp_path, *PLAY, "--language", "de", "--hints", "off", said=said).stdout
    again = "spinney play --terminal --resume --hints off --language de"
    assert f"{again}\n" in german
    assert f"{again}\n" in call(tmp_path, *again.split()[1:], said="quit\n").stdout


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hnt", "there is no move or command 'hnt'; did you mean hint? (? for help)"),
        ("/unod", "there is no move or command '/unod'; did you mean undo? (? for help)"),
        ("Frist blue", "there is no move or command 'Frist'; did you mean first? (? for help)"),
        ("plant Q7", "write it like: plant Q7 D5, a card and a cell"),
    ],
)
def test_a_mistyped_command_is_told_from_a_move(tmp_path: Path, line: str, answer: str) -> None:
    assert f"> {line}\n{answer}\n" in call(tmp_path, *PLAY, said=f"{line}\n").stdout


def test_no_clock_runs_while_the_screen_is_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(table_module, "time", SimpleNamespace(monotonic=lambda: now[0]))

    class Friends:
        live = True

        def ask(self, question: Question) -> str:
            now[0] += 40 if question.prompt.startswith("For ") else 0
            return ""

    clock = Clock.read("move 1:00")
    match = Match.begin(Header(spinney.game("arboretum"), ("me", "friend:Anna"), 1, clock=clock))
    out = Console(file=StringIO(), width=80)
    with LocalBots().referee(match.header) as referee:
        table = TerminalMatch(match, Save(tmp_path / "match.txt"), out, Friends(), referee)
        table._begun = 0.0
        table.hand_over(0)
        assert now == [40.0]
        assert table.remaining()[0] == 60_000
        now[0] += 5
        assert table.remaining()[0] == 55_000


def test_the_faults_of_a_bot_are_explained_at_the_end(tmp_path: Path) -> None:
    bot = tmp_path / "rex.py"
    bot.write_text("import sys\nsys.exit('no bone')\n")
    line = ("play", GAME, "--terminal", "--seed", "3", "--seat", "blue=rex")
    command = f"rex={sys.executable} {bot}"
    done = call(tmp_path, *line, "--bot", command, said="first red\nbid none\nquit\n").stdout
    assert done.count("rex crashed") == 1
    assert done.count("rex: crashed: ") == 1
    assert done.count("    | no bone\n") == 1


@pytest.mark.parametrize("isolate", [(), ("--resume",)])
def test_without_a_bot_there_is_nothing_to_isolate(tmp_path: Path, isolate: tuple[str]) -> None:
    refused = call(tmp_path, "play", GAME, "--terminal", "--isolate", *isolate)
    assert refused.returncode == 2
    assert "--isolate is for the programs of --bot" in refused.stderr
