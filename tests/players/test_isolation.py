"""Isolation: bots reach nothing of the machine; where nothing isolates, an error says so."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.players.programs import python
from tests.waiting import PATIENCE

import spinney
from spinney.cli import main
from spinney.core.errors import Refused
from spinney.kernel import compiler
from spinney.players import isolation as module
from spinney.players.answer import ProgramFailed
from spinney.players.isolation import BUBBLEWRAP, NAMESPACES, Isolation, isolation, why_not
from spinney.players.process import Process

Isolate = Callable[..., Isolation]


@pytest.fixture(params=[BUBBLEWRAP, NAMESPACES])
def isolate(request: pytest.FixtureRequest) -> Isolate:
    reason = why_not(request.param)
    if reason:
        pytest.skip(f"{request.param} does not work here: {reason}")
    return lambda *hidden: Isolation(request.param, hidden)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that a bot is started in, and a home beside it."""
    for name in ("bots", "home"):
        (tmp_path / name).mkdir()
    (tmp_path / "home/secret").write_text("oak")
    (tmp_path / "beside").write_text("oak")
    monkeypatch.setenv("SPINNEY_CACHE", str(compiler.cache_root()))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path / "bots")
    return tmp_path / "bots"


def output_of(wrapped: tuple[str, ...]) -> Any:
    with Process(wrapped) as process:
        try:
            return json.loads(process.ask("", 60))
        except ProgramFailed:
            raise AssertionError(process.stderr(1)) from None


LOOK = """
import json, os, socket
from pathlib import Path

def can(what):
    try:
        what()
    except (OSError, IndexError):
        return False
    return True

home, folder = Path.home(), Path.cwd()
# Its own folder and that of Spinney may lie there; nothing else of it is seen.
own = {path.parts[2] for path in (folder, Path(PREFIX)) if path.parts[1] == "tmp"}
print(json.dumps({
    "home": sorted(p.name for p in home.iterdir()),
    "beside": (folder.parent / "beside").exists(),
    "folder": sorted(p.name for p in folder.iterdir()),
    "hidden": can(lambda: (folder / 'seed').read_text()[0]),
    "records": os.listdir(folder / "records"),
    "tmp": set(os.listdir("/tmp")) == own if own else True,
    "processes": max(int(p.name) for p in Path("/proc").glob("[0-9]*")) < 10,
    "network": can(lambda: socket.create_connection(("127.0.0.1", PORT), 5)),
    "writes": [name for name in ("/tmp", folder, home, "/", "/usr", "/etc", "/dev")
               if can(lambda: Path(name, "new").write_text("x"))],
    "users": Path("/etc/passwd").exists(),
    "rights": [line.split()[1] for line in Path("/proc/self/status").read_text().splitlines()
               if line.startswith(("CapEff", "CapBnd", "NoNewPrivs"))],
    "mounts": can(lambda: os.unshare(0x20000) if hasattr(os, "unshare") else os.chroot("/tmp")),
}), flush=True)
input()
"""


def test_an_isolated_program_reaches_nothing(isolate: Isolate, folder: Path) -> None:
    import socket

    (folder / "rex").touch()
    (folder / "seed").write_text("7")
    (folder / "records").mkdir()
    (folder / "records/one").touch()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        code = LOOK.replace("PORT", str(listening.getsockname()[1]))
        code = code.replace("PREFIX", repr(sys.prefix))
        wrapped = isolate(folder / "seed", folder / "records", folder / "none").wrap(python(code))
        seen = output_of(wrapped)
    assert seen == {
        "home": [],
        "beside": False,
        "hidden": False,
        "records": [],
        "tmp": True,
        "folder": ["records", "rex", "seed"],
        "processes": True,
        "network": False,
        "writes": ["/tmp"],  # noqa: S108 (its own)
        "users": False,
        "mounts": False,
        "rights": ["0" * 16, "0" * 16, "1"],
    }
    assert not (folder / "new").exists()


def test_what_a_version_manager_launches_is_seen_too(
    isolate: Isolate, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    launch = 'exec "${0%/*}/../versions/rex"'
    for file, lines in (("shims/rex", launch), ("versions/rex", "echo 7")):
        program = tmp_path / "manager" / file
        program.parent.mkdir(parents=True)
        program.write_text(f"#!/bin/sh\n{lines}\n")
        program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'manager/shims'}:{os.environ['PATH']}")
    assert output_of(isolate().wrap(("rex",))) == 7


def test_its_memory_processes_and_end_are_watched_as_ever(isolate: Isolate) -> None:
    many = "import os, time\nfor _ in range(200):\n    if not os.fork(): time.sleep(600)\ninput()"
    large = "import time; x = b'x' * 400_000_000; time.sleep(600)"
    ends = "raise SystemExit(3)"
    for code, kind, memory in (
        (many, "forked", 10**10),
        (large, "memory", 200_000_000),
        (ends, "crashed", 200_000_000),
    ):
        with (
            Process(isolate().wrap(python(code)), memory=memory) as process,
            pytest.raises(ProgramFailed) as failure,
        ):
            process.ask("", PATIENCE)
        assert failure.value.kind == kind
        assert kind != "crashed" or "exit status 3" in failure.value.detail


def test_its_own_files_are_bounded(isolate: Isolate) -> None:
    code = "import json\nfor place in ('/tmp/x', '/dev/shm/x'):\n  try:\n"
    code += "    f = open(place, 'wb')\n    for _ in range(80): f.write(bytes(1 << 20))\n"
    code += "    f.close(); print('null', flush=True)\n"
    code += "  except OSError as e: print(json.dumps(e.errno), flush=True)\ninput()"
    with Process(isolate().wrap(python(code))) as process:
        assert [process.ask("", PATIENCE), process.ask("", PATIENCE)] == [
            "28",
            "28",
        ]  # no space left


def test_isolated_bots_play_a_series(
    isolate: Isolate, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program, and a class that needs Spinney and its compiled code."""
    (folder / "kennel.py").write_text(
        "class Rex:\n    def choose(self, view, player, clock):\n"
        "        return view.legal.sample(1)\n"
    )
    examples = Path(spinney.__file__).parents[2] / "examples/bots/any_game.py"
    shutil.copy(examples, folder / "any.py")
    method = isolate().method
    code = f"from spinney.players import isolation as i; i._method = lambda: {method!r}\n"
    code += "import sys; from spinney.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", code, "match", "spring-2021", "py:kennel:Rex"]
    command += [
        f"json:{sys.executable} any.py",
        "--games",
        "1",
        "--jobs",
        "1",
        "--isolate",
        "--records",
        "kept",
    ]
    done = subprocess.run(
        [*command, "--move-time", "100s"], env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "1 game" in done.stdout
    assert "faults" not in done.stdout
    assert len(list((folder / "kept").glob("*.txt"))) == 1


def test_a_home_is_never_shown(isolate: Isolate, monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (Path.home(), Path.home().parent):
        monkeypatch.chdir(place)
        with pytest.raises(Refused, match="not in your home folder"):
            isolate().wrap(python(""))


def test_where_nothing_isolates_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module._method.cache_clear()
    monkeypatch.setattr(module, "why_not", lambda method: f"no {method} today")
    monkeypatch.setattr(module, "_method", module._method.__wrapped__)
    commands = (
        ["match", "arboretum", "random", "random"],
        ["play", "--bot", "rex=cat"],
        ["bot", "arboretum", "--server", "https://garden.example", "--token", "x" * 20],
    )
    for command in commands:
        assert main([*command, "--isolate"]) == 2
        err = capsys.readouterr().err
        assert "bubblewrap: no bubblewrap today; namespaces: no namespaces today" in err
        assert "install bubblewrap" in err


def test_matches_that_are_kept_and_secret_files_are_hidden(
    isolate: Isolate, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPINNEY_DATA", str(folder / "data"))
    monkeypatch.setattr(module, "_method", lambda: BUBBLEWRAP)
    monkeypatch.setattr(module, "secret_files", lambda: frozenset([folder / "token"]))
    assert isolation(folder / "kept").hidden == (
        folder / "kept", folder / "data", folder / "token",
    )  # fmt: skip


def test_what_is_hidden_is_so_by_all_its_names(isolate: Isolate, folder: Path) -> None:
    (folder / "data").mkdir()
    (folder / "data/seed").write_text("7")
    (folder.parent / "link").symlink_to(folder / "data/seed")
    (folder / "inner").symlink_to("data")
    code = """
import json, pathlib
print(json.dumps([pathlib.Path(name).read_text() for name in ("data/seed", "inner/seed")]))
input()
"""
    assert output_of(isolate(folder.parent / "link").wrap(python(code))) == ["", ""]
