"""Processes of bots: time limits, and nothing left behind."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.players.programs import ECHO, broken, have_ended, python
from tests.processes import runs
from tests.waiting import PATIENCE

from spinney.players.answer import ProgramFailed
from spinney.players.launch import ENVIRONMENT
from spinney.players.process import KEPT_STDERR, Process, clean

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


def test_lines_go_there_and_back() -> None:
    with Process(python(ECHO)) as process:
        assert process.ask("one\n", PATIENCE) == "heard one"
        assert process.ask("two\n", PATIENCE) == "heard two"
        assert process.running
    assert not process.running


def test_what_is_said_ahead_answers_the_next_request() -> None:
    with Process(python("print('a'); print('b', flush=True); input()")) as process:
        assert [process.ask("", PATIENCE), process.ask("", PATIENCE)] == ["a", "b"]


def test_a_long_request_does_not_get_stuck() -> None:
    code = "import sys; print('x' * 9000, flush=True); print(len(sys.stdin.readline()), flush=True)"
    with Process(python(code)) as process:
        assert process.ask("y" * 1_000_000 + "\n", PATIENCE) == "x" * 9000
        assert process.ask("", PATIENCE) == "1000001"


KINDS = [
    ("hangs", "late", ""),
    ("crashes", "crashed", "exit status 1"),
    ("quits", "crashed", "exit status 0"),
    ("floods", "flooded", "16,384 bytes for one answer"),
    ("gabbles", "flooded", "16,384 bytes for one answer"),
    ("moans", "flooded", "1,048,576 bytes of error output"),
    ("closes", "closed", "closed its output"),
    ("deaf", "late", ""),
    ("eats", "memory", "more memory than 143 MiB"),
    ("multiplies", "forked", "more processes than it may"),
]


@pytest.mark.parametrize(("name", "kind", "detail"), KINDS)
def test_each_way_to_fail_has_its_name(name: str, kind: str, detail: str) -> None:
    patience = 0.5 if kind == "late" else PATIENCE
    memory = 10**10 if kind == "forked" else 150_000_000  # many small ones together are large
    with (
        Process(broken(name), memory=memory) as process,
        pytest.raises(ProgramFailed) as failure,
    ):
        ask_until_it_fails(process, patience)
    assert failure.value.kind == kind
    assert detail in failure.value.detail


def ask_until_it_fails(process: Process, patience: float) -> None:
    for _ in range(10_000):
        process.ask("\n", patience)
        time.sleep(0.005)  # on a full machine who says too much needs time to say it


def test_an_answer_without_a_line_end_is_told_from_none() -> None:
    def late(process: Process) -> str:
        with pytest.raises(ProgramFailed) as failure:
            process.ask("", 0.05)
        assert failure.value.kind == "late"
        return failure.value.detail

    with Process(python("print('skip', end='', flush=True); input()")) as process:
        while not (detail := late(process)):
            pass  # it is still starting
    assert detail == "no line end after its answer"


@pytest.mark.parametrize(
    ("command", "reason"),
    [(("no-such-program",), "no such file"), (("/",), "permission denied")],
)
def test_what_can_not_be_started_says_why(command: tuple[str, ...], reason: str) -> None:
    with pytest.raises(ProgramFailed, match=f"can't be started: {reason}"):
        Process(command)


def test_a_signal_is_told() -> None:
    with (
        Process(python("import os; os.kill(os.getpid(), 11)")) as process,
        pytest.raises(ProgramFailed, match="ended by signal 11"),
    ):
        process.ask("", PATIENCE)


def test_last_words_are_kept() -> None:
    with Process(broken("crashes")) as process:
        with pytest.raises(ProgramFailed):
            process.ask("\n", PATIENCE)
        assert process.stderr(PATIENCE)[-1] == "ValueError: out of leaves"
        assert process.stderr() == ()


def test_error_output_is_kept_in_part_and_in_printable_lines() -> None:
    kept = clean("first\n" + "x" * 400 + "\n\n\tlast \x1b[1mbold  \n" + "y" * 900 + "\n")
    assert kept[-1] == "y" * 500
    assert kept[-2] == "    last \ufffd[1mbold"
    assert kept[0] == "first"
    assert all(line.isprintable() for line in kept)
    assert sum(map(len, clean("z" * 99 + "\n" * 1 + "line\n" * 10_000))) <= KEPT_STDERR


@linux
def test_children_in_sessions_of_their_own_are_found(tmp_path: Path) -> None:
    numbers = tmp_path / "children"
    numbers.touch()
    with Process(broken("forks", str(numbers))) as process, pytest.raises(ProgramFailed) as failure:
        process.ask("\n", PATIENCE)
    assert failure.value.kind == "crashed"
    children = list(map(int, numbers.read_text().split()))
    assert len(children) == 3
    assert have_ended(children)


@linux
def test_nothing_is_left_when_we_are_killed(tmp_path: Path) -> None:
    sleeper = python("import os, time; print(os.getpid(), flush=True); time.sleep(600)")
    code = "import sys, time\nfrom spinney.players.process import Process\n"
    code += f"process = Process({sleeper!r})\n"
    code += f"print(process.ask('', {PATIENCE}), flush=True)\ntime.sleep(600)"
    ours = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert ours.stdout is not None
    child = int(ours.stdout.readline())
    assert runs(child)
    ours.send_signal(signal.SIGKILL)
    ours.wait()
    ours.stdout.close()
    assert have_ended([child])


def test_a_program_gets_little_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "oak")
    code = "import os; print(*sorted(os.environ), flush=True); input()"
    with Process(python(code)) as process:
        names = process.ask("", PATIENCE).split()
    assert "PATH" in names
    assert set(names) <= {*ENVIRONMENT, "LC_CTYPE"}


def test_there_is_no_shell() -> None:
    code = "import sys; print(*sys.argv[1:], flush=True); input()"
    with Process((*python(code), "$HOME", ";", "ls")) as process:
        assert process.ask("", PATIENCE) == "$HOME ; ls"


def test_who_has_ended_it_is_not_kept_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """The supervisor says nothing more, so there is nothing to wait for."""
    monkeypatch.setattr("spinney.players.process.TO_EXPLAIN", 10**6)
    with Process(python(ECHO)) as process:
        process._program.end()
        with pytest.raises(ProgramFailed, match="closed"):
            process.ask("one\n", PATIENCE)


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


@pytest.mark.parametrize("allowed", range(5))
def test_a_program_for_which_there_are_no_more_files_leaves_none_open(
    allowed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe, opened = os.pipe, list[tuple[int, int]]()

    def few() -> tuple[int, int]:
        if len(opened) == allowed:
            raise OSError(errno.EMFILE, "too many open files")
        opened.append(pipe())
        return opened[-1]

    before = open_files()
    monkeypatch.setattr("os.pipe", few)
    with pytest.raises(OSError, match="too many"):
        Process(python(ECHO))
    assert open_files() == before


def test_a_program_that_can_not_be_listened_to_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no room to listen")

    before = open_files()
    monkeypatch.setattr("spinney.players.process.Process._listen_for_start", refuse)
    with pytest.raises(OSError, match="no room"):
        Process(python(ECHO))
    assert open_files() == before


def test_a_program_may_end_by_itself(tmp_path: Path) -> None:
    farewell = tmp_path / "farewell"
    code = f"import sys\nfor line in sys.stdin: pass\nopen({str(farewell)!r}, 'w').close()"
    process = Process(python(code))
    process.send("leave\n", PATIENCE)
    process.end(patience=10**6)  # it returns as soon as the program has ended
    assert farewell.exists(), "it was killed while it still had time"
    process.end()  # once more does nothing


def test_no_pipe_is_left_open() -> None:
    before = open_files()
    for _ in range(5):
        with Process(python(ECHO)) as process:
            process.ask("x\n", PATIENCE)
    assert open_files() == before
