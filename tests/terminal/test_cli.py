"""The command line: quick to answer, and one clear line for whatever can't be."""

import re
import resource
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.terminal.running import SPINNEY, Terminal, call, environment, run
from tests.waiting import PATIENCE

from spinney import __version__
from spinney.cli import main
from spinney.core import registry
from spinney.terminal import pages

GAME = "build-your-arboretum"


def test_help_takes_little_more_than_python_itself(tmp_path: Path) -> None:
    def work(*command: str) -> float:
        """Return the processor time of a command, in seconds."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True, env=environment(tmp_path))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    python, spinney = [sys.executable, "-c", "import argparse"], [*SPINNEY, "--help"]
    pairs = [(work(*spinney), work(*python)) for _ in range(5)]
    assert min(ours / bare for ours, bare in pairs) < 8, pairs


def test_help_imports_nothing_heavy(tmp_path: Path) -> None:
    code = (
        "import sys; from spinney.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass\n"
    )
    code += "print({m.split('.')[0] for m in sys.modules} & {'numpy', 'numba', 'rich', 'fastapi'})"
    shown = subprocess.run(
        [SPINNEY[0], "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert shown.endswith("set()\n")


def test_the_version(tmp_path: Path) -> None:
    assert run(tmp_path, "--version").stdout == f"spinney {__version__}\n"


def test_no_command_shows_what_there_is(tmp_path: Path) -> None:
    assert "spinney COMMAND --help" in run(tmp_path).stdout


WRONG = [
    ("paly", "no command 'paly'; did you mean play"),
    ("--fast", "--fast; see: spinney --help"),
    ("rules", "GAME; see: spinney rules --help"),
    ("rules nowhere", "no game 'nowhere'; there are: "),
    ("rules build-your-arboretm", f"did you mean {GAME}"),
    ("precompile nowhere", "no game 'nowhere'"),
    ("warm nowhere", "no game 'nowhere'"),
    ("play nowhere --terminal", "no game 'nowhere'"),
    (f"play {GAME} --terminal --option dm=red", "nothing here is called 'dm'"),
    (f"match {GAME} random random --option name=x", "has no option 'name'"),
    (f"match {GAME} random random --option self=x", "has no option 'self'"),
    (f"play {GAME} --terminal --option dm_advantage=green", "it can be: red, blue"),
    (f"play {GAME} --terminal --option dm_advantage", "not of the form name=value"),
    (f"play {GAME} --terminal --seat green=me", "nothing here is called 'green'"),
    (f"play {GAME} --terminal --seat red=bush", "nobody is called 'bush'; there are: me, friend"),
    (f"play {GAME} --terminal --seat red=sedling", "did you mean seedling"),
    (f"play {GAME} --terminal --clock noon", "'noon' is not a clock"),
    (f"play {GAME} --terminal --seed x", "'x' is not a number from"),
    (f"play {GAME} --terminal --seed {2**63}", "is not a number from"),
    ("play --terminal --resume", "no match was left unfinished"),
    ("play --language de", "--language needs --terminal"),
    ("play --port 0x50", "'0x50' is not a number from 1 to 65535"),
    ("play --port 70000", "'70000' is not a number from 1 to 65535"),
    ("play --terminal --port 80", "--port can't go with --terminal, which opens no page"),
    ("play --terminal --port 80 --no-browser", "--port and --no-browser can't go with --terminal"),
    ("match nowhere tree tree", "no game 'nowhere'"),
    (f"match {GAME}", "SEAT; see: spinney match --help"),
    (
        f"match {GAME} tree",
        f"has 2 players, and 1 is named; name one for each, as: spinney match {GAME} tree random\n",
    ),
    (f"match {GAME} tree tree tree", "has 2 players, and 3 are named"),
    ("match arboretum tree tree tree", "tree random; or add --option players=3"),
    (f"match {GAME} tree bush", "nobody is called 'bush'; there are: random, acorn"),
    (f"match {GAME} tree tree --games 0", "'0' is not a number from 1"),
    (f"match {GAME} tree tree --games many", "'many' is not a number from 1"),
    (f"match {GAME} tree tree --option dm=red", "no option 'dm'"),
    (f"match {GAME} random random --records wood.txt/no", "can't make the folder wood.txt/no"),
    (f"match {GAME} random random --resume", "name it with --records"),
    (f"match {GAME} random random --jobs 0", "'0' is not a number from 1"),
    (f"match {GAME} random random --clock noon", "'noon' is not a clock"),
    (f"match {GAME} random random --grace 5", "'5' is not a time; write it as 100ms or 1.5s"),
    (f"match {GAME} random random --memory lots", "'lots' is not a size; write it as 512M or 2G"),
    (f"match {GAME} random random --memory 5", "5 would be bytes, too few for any program"),
    (f"match {GAME} random random --alpha 0.1", "--alpha belongs to the test of --sprt; add"),
    (f"match {GAME} random random --model logistic", "--model belongs to the test of --sprt"),
    (f"match {GAME} random random --until 9 --beta 0.1", "--beta belongs to the test of --sprt"),
    ("simulate arboretum --players 3 --option players=2", "--players 3 and --option players=2"),
    (f"simulate {GAME} --parts foo", "no part 'foo'; there are: seats, games, histograms, points"),
    (f"match {GAME} tuned:tree:foo=1 random", "no number 'foo'; there are: exploration, "),
    (f"match {GAME} ./nobody random", "there is no program ./nobody"),
    (f"match {GAME} ./wood.txt random", "not executable (chmod +x ./wood.txt)"),
    (f"match {GAME} contest:cat random", "no contest protocol; write json:cat"),
    (f"match {GAME} py:wood random", "write it as py:module:Class"),
    (f"play {GAME} --terminal --bot rex=./nobody", "there is no program ./nobody"),
    (f"play {GAME} --terminal --bot tree=cat", "a bot can't be called 'tree'"),
    (f"play {GAME} --terminal --seat red=rex", "nobody is called 'rex'; there are: me, friend"),
    ("bot nowhere", "no game 'nowhere'"),
    (f"bot {GAME} --level bush", "there is no level 'bush'"),
    (f"bot {GAME} --protocol contest", "no contest protocol; try: --protocol json"),
    ("replay nowhere.txt", "can't read nowhere.txt: no such file or directory"),
    ("replay .", "can't read .: is a directory"),
    ("replay wood.txt", "wood.txt: "),
    ("replay noise.txt", "noise.txt is not a text file"),
    ("view nowhere.txt", "can't read nowhere.txt"),
    ("view wood.txt", "wood.txt: "),
    ("draw wood.txt", "wood.txt: "),
    ("draw nowhere.txt", "can't read nowhere.txt"),
    ("draw match.txt --at 99", "the record has 40 events, so there is no --at 99\n"),
    ("draw match.txt --at -1", "'-1' is not a number from 0"),
    ("draw match.txt --at soon", "'soon' is not a number from 0"),
    ("draw match.txt --player green", "there is no player 'green'; there are: red, blue"),
    ("draw match.txt --layout tall", "there is no layout 'tall'"),
    ("draw match.txt --theme pink", "there is no theme 'pink'"),
    ("draw match.txt -o board.gif", "ends in .svg or .png, not '.gif'"),
    ("draw match.txt -o nowhere/board.svg", "can't write nowhere/board.svg: no such file"),
    (f"simulate {GAME} --games 1 --html nowhere/x.html", "nowhere is not a folder that can be"),
    ("check", "FILE; see: spinney check --help"),
]


@pytest.mark.parametrize(("line", "message"), WRONG)
def test_what_can_not_be_is_refused_in_one_line(
    line: str,
    message: str,
    folder: Path,
    capfd: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from spinney.cli import main

    monkeypatch.chdir(folder)
    monkeypatch.setenv("SPINNEY_DATA", str(folder / "data"))
    assert main(line.split()) == 2
    out, error = capfd.readouterr()
    assert out == ""
    assert re.fullmatch(r"spinney: [^\n]+\n", error)
    assert message in error


def test_a_mistake_ends_a_process_with_2(tmp_path: Path) -> None:
    done = call(tmp_path, "rules", "nowhere")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("spinney: there is no game 'nowhere'")


def test_a_reader_who_leaves_is_no_trouble(tmp_path: Path) -> None:
    command = subprocess.Popen(
        [*SPINNEY, "games"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(tmp_path),
    )
    assert command.stdout is not None
    command.stdout.close()
    _, error = command.communicate(timeout=PATIENCE)
    assert error == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_an_output_that_is_full_is_told_in_one_line(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*SPINNEY, "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(tmp_path),
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "spinney: can't write the output: no space left on device\n"


@pytest.mark.parametrize("command", ["games >&-", "games 2>&-", f"play {GAME} --terminal <&-"])
def test_closed_standard_streams_are_no_trouble(tmp_path: Path, command: str) -> None:
    shell = f"{shlex.join(SPINNEY)} {command}"
    done = subprocess.run(
        ["sh", "-c", shell], capture_output=True, text=True, env=environment(tmp_path), check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_control_c_ends_quietly(tmp_path: Path) -> None:
    with Terminal(tmp_path, "play", GAME, "--terminal") as terminal:
        terminal.until("play?")
        terminal.answer("\x03")
        assert terminal.end() == 128 + signal.SIGINT
        assert "Traceback" not in terminal.text


def test_games_and_rules_can_be_read(tmp_path: Path) -> None:
    shown = call(tmp_path, "games").stdout
    assert GAME in shown
    assert "dm_advantage" in shown
    assert "phase 3:00" in shown
    assert "sapling" in shown
    assert call(tmp_path, "rules", GAME).stdout.strip()


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("bot arboretum --token t --isolate", "--token and --isolate can only go with --server"),
        ("bot arboretum --table 7 --plain", "--table and --plain can only go with --server"),
        ("bot arboretum --memory 1G", "--memory can only go with --server"),
        ("bot arboretum --move-time 1s", "--move-time can only go with --server"),
        ("bot arboretum ./b --x", "write -- before the program: spinney bot … -- ./b --x"),
        ("bot arboretum --server http://x --seed 0", "--seed can't go with --server"),
        ("bot arboretum --server http://x --option a=b", "--option can't go with --server"),
        ("bot arboretum --server http://x --protocol json", "--protocol can't go with --server"),
        ("bot arboretum --server http://x --level tree -- ./b", "--level is for a level, and here"),
        ("train arboretum --out o --hours x", "argument --hours: 'x' is not a number above 0"),
        ("train arboretum --out o --hours 0", "argument --hours: '0' is not a number above 0"),
        ("compare a b", "can't read a: no such file or directory"),
        ("simulate arboretum --svg x.png", "a picture's name ends in .svg, not '.png'"),
        ("games arboretuum", "there is no game 'arboretuum'; did you mean arboretum"),
    ],
)
def test_what_has_no_effect_or_no_sense_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str, reason: str
) -> None:
    monkeypatch.chdir(tmp_path)
    refused = call(tmp_path, *line.split())
    assert (refused.returncode, refused.stdout) == (2, "")
    assert f"spinney: {reason}" in refused.stderr
    assert not list(tmp_path.iterdir())


def test_help_is_a_command(tmp_path: Path) -> None:
    for line in (["help"], ["help", "replay"], ["help", "admin", "list"]):
        with pytest.raises(SystemExit) as asked:
            main(line)
        assert asked.value.code == 0
    assert "there is no command 'bogus'" in call(tmp_path, "help", "bogus").stderr


def test_the_help_says_that_a_program_can_follow(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bot", "--help"])
    assert "GAME [-- PROGRAM ...]" in " ".join(capsys.readouterr().out.split())


def test_one_game_is_described(tmp_path: Path) -> None:
    one = call(tmp_path, "games", "arboretum").stdout
    assert "arboretum  " in one
    assert "spring-2021" not in one
    assert "or some of: cassia, crabapple" in " ".join(one.split())


def test_no_line_about_games_is_half_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def translate(text: str, **values: object) -> str:
        return f"<{text.format(**values)}>"

    monkeypatch.setattr(registry, "_", translate)
    monkeypatch.setattr(pages, "_", translate)
    assert "<there is no game 'arboretuum'>" in call(tmp_path, "rules", "arboretuum").stderr
    assert "<players> red, blue" in call(tmp_path, "games", "spring-2021").stdout


def test_to_compile_rules_alone_is_told(tmp_path: Path) -> None:
    done = call(tmp_path, "precompile", "--rules", "spring-2021").stdout
    assert done == "The rules of Spring Challenge 2021 are compiled.\n"
