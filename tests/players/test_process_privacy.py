"""Process privacy: a bot reads nothing that Spinney was started with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.free_port import free_port
from tests.processes import family

from spinney.cli import main
from spinney.core.errors import Refused
from spinney.system import process_privacy
from spinney.system.process_privacy import mask, secret, secret_file

SPY = Path(__file__).with_name("spy.py")
WORD = "7261948305172"
"""A seed, and part of every secret: a bot that finds it has found out something."""
SECRETS = {
    "SPINNEY_DATABASE": f"postgresql://me:{WORD}@db.example/wood",
    "SPINNEY_METRICS_KEY": WORD,
    "SPINNEY_TOKEN": WORD,
}
NOBODY = 65534
linux = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no /proc")


@linux
def test_a_bot_finds_no_secret_in_proc(tmp_path: Path) -> None:
    found = tmp_path / "found"
    bot = f"json:{sys.executable} -I -S {SPY} {WORD[::-1]} {found}"
    command = [sys.executable, "-m", "spinney", "match", "spring-2021", bot, bot]
    command += ["--games", "2", "--jobs", "2", "--move-time", "100s", "--seed", WORD]
    control = subprocess.Popen(["sleep", "600"], env={"CONTROL": WORD})
    try:
        done = subprocess.run(
            command, env={**os.environ, **SECRETS}, capture_output=True, text=True, check=True
        )
    finally:
        control.kill()
        control.wait()
    assert "2 games" in done.stdout
    assert WORD in done.stdout  # the seed was used
    assert json.loads(found.read_text()) == [[control.pid, "environ"]]  # the spy can find things


MEMORY = """
import ctypes, os, subprocess, sys
from spinney.system.process_privacy import hide_process
if os.getuid() == 0:
    os.setgid({nobody})
    os.setuid({nobody})
    ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)  # as if it had always been this user's
if sys.argv[1] == "hide":
    hide_process()
for file in ("environ", "maps", "mem"):
    read = subprocess.run(["/bin/sh", "-c", f"exec 3< /proc/$PPID/{{file}}"], capture_output=True)
    print(file, read.returncode == 0)
"""


@linux
@pytest.mark.parametrize(("how", "open_"), [("leave", True), ("hide", False)])
def test_another_process_of_the_same_user_reads_no_memory(how: str, open_: bool) -> None:
    code = MEMORY.format(nobody=NOBODY)
    done = subprocess.run(
        [sys.executable, "-c", code, how], capture_output=True, text=True, check=True
    )
    read = dict(line.split() for line in done.stdout.splitlines())
    if how == "leave" and read["mem"] == "False":
        pytest.skip("this system lets no process read another's memory anyway")
    assert read == dict.fromkeys(("environ", "maps", "mem"), str(open_))


@linux
def test_a_server_shows_no_secret(tmp_path: Path) -> None:
    """Neither one that stands in its environment nor one that comes by file."""
    key = tmp_path / "key"
    key.write_text(f"{WORD}\n")
    given = {
        "SPINNEY_DATABASE": f"sqlite:///{tmp_path / WORD}.sqlite",
        "SPINNEY_METRICS_KEY_FILE": str(key),
    }
    environment = {**os.environ, **given}
    command = [sys.executable, "-m", "spinney", "serve", "--port", str(free_port())]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            assert "open at" in server.stdout.readline()
            everybody = family(server.pid)
            assert server.pid in everybody
            assert not [pid for pid in everybody if WORD.encode() in _started_with(pid)]
            assert (tmp_path / f"{WORD}.sqlite").exists()
        finally:
            server.terminate()


def _started_with(pid: int) -> bytes:
    content = b""
    for name in ("environ", "cmdline"):
        try:
            content += Path(f"/proc/{pid}/{name}").read_bytes()
        except OSError:
            continue
    return content


# By file.


def test_a_seed_comes_by_file_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "seed"
    file.write_text("-12\n")
    command = ["match", "arboretum", "random", "random", "--games", "2", "--jobs", "1"]
    assert main([*command, "--seed", f"@{file}"]) == 0
    assert "from seed -12" in capsys.readouterr().out
    for text, reason in (("oak", "'oak' is not a number"), ("", "is empty")):
        file.write_text(text)
        assert main([*command, "--seed", f"@{file}"]) == 2
        assert reason in capsys.readouterr().err
    assert main([*command, "--seed", f"@{tmp_path / 'none'}"]) == 2
    assert "can't be read: no such file" in capsys.readouterr().err


def test_a_database_is_named_by_one_of_four(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "url"
    file.write_text(f"sqlite:///{tmp_path / 'server.sqlite'}\n")
    assert main(["migrate", "--database-file", str(file)]) == 0
    assert (tmp_path / "server.sqlite").exists()
    assert main(["migrate", "--database-file", str(file), "--database", "sqlite:///x"]) == 2
    assert "not allowed with" in capsys.readouterr().err
    monkeypatch.setenv("SPINNEY_DATABASE_FILE", str(file))
    assert main(["admin", "list", "tables"]) == 0
    monkeypatch.setenv("SPINNEY_DATABASE", "sqlite:///x")
    assert main(["migrate"]) == 2
    assert "both SPINNEY_DATABASE and SPINNEY_DATABASE_FILE" in capsys.readouterr().err


def test_a_secret_taken_from_the_environment_is_still_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(process_privacy._taken, "SPINNEY_TOKEN", "oak")
    assert secret("SPINNEY_TOKEN") == "oak"
    assert secret("SPINNEY_NOTHING") == ""


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(Refused, match="it is not text"):
        secret_file(tmp_path / "binary")


def test_command_lines_keep_their_length() -> None:
    line = b"spinney\0match\0--seed\0" + b"42\0--seed=7\0--games\0" + b"42\0--token\0abc\0"
    wanted = b"spinney\0match\0--seed\0" + b"**\0--seed=*\0--games\0" + b"42\0--token\0***\0"
    line += b"-d\0seed=5\0-l\0log\0"
    wanted += b"-d\0******\0-l\0log\0"
    assert mask(line) == wanted
