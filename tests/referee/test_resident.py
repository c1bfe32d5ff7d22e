"""The resident process: one for many clients, and nothing left of a client that is killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.processes import runs
from tests.referee.bots import command, last_action
from tests.referee.residents import private_run_folder, residents
from tests.waiting import wait_until

from spinney.cli import main
from spinney.core.errors import Refused
from spinney.referee import client
from spinney.referee.channel import Channel
from spinney.referee.request import GameReport, GameRequest
from spinney.referee.resident import Resident, has_changed, source_files
from spinney.referee.run_folder import address, connect, run_folder

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

BOT = last_action()
REQUEST = GameRequest("spring-2021", ("a", "b"), ("", ""), {})
REPORT = GameReport((3, 1), "seed=1", "a record", "")


def arguments(*players: str, seed: int = 1) -> list[str]:
    named = (word for n, player in enumerate(players) for word in (f"-p{n + 1}", player))
    return ["referee", "spring-2021", *named, "-d", f"seed={seed}", "-timeout", "60000"]


def started(*words: str, folder: Path | None = None) -> subprocess.Popen[str]:
    """A client as a process of its own."""
    whole = [sys.executable, "-m", "spinney", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(whole, stdout=pipe, stderr=pipe, text=True, cwd=folder)


@pytest.fixture(scope="module")
def runtime() -> Iterator[Path]:
    with private_run_folder() as folder:
        yield folder


@pytest.fixture
def elsewhere() -> Iterator[Path]:
    with private_run_folder() as folder:
        yield folder


# Games.


def test_a_game_is_the_same_in_the_resident_process(
    runtime: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments(BOT, "random")) == 0
    there = capfd.readouterr()
    assert residents(runtime)
    assert main([*arguments(BOT, "random"), "--no-resident"]) == 0
    assert capfd.readouterr() == there
    assert there.err == ""


def test_many_clients_share_one(runtime: Path) -> None:
    clients = [started(*arguments(BOT, BOT, seed=seed)) for seed in (5, 5, 6)]
    outputs = [process.communicate() for process in clients]
    assert [process.returncode for process in clients] == [0, 0, 0]
    assert outputs[0] == outputs[1] != outputs[2]
    assert only_resident(runtime)


def test_programs_have_the_clients_folder_and_environment(
    runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert runtime.is_dir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OWN_VARIABLE", "oak")
    (tmp_path / "bot").write_text(
        f"#!{sys.executable} -IS\nimport os, sys\n"
        "print(os.getcwd(), os.environ['OWN_VARIABLE'], file=sys.stderr)\nprint('no')\n"
    )
    (tmp_path / "bot").chmod(0o755)
    assert main([*arguments("./bot", "random"), "-l", "log.json"]) == 0
    log = json.loads(Path("log.json").read_text())
    assert log["errors"]["0"][1] == f"{tmp_path} oak"


def test_levels_play_as_well(runtime: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert runtime.is_dir()
    assert main([*arguments("seedling", BOT), "-league", "1"]) == 0
    assert capfd.readouterr().err == ""


def test_a_refusal_comes_from_there(runtime: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert runtime.is_dir()
    assert main(arguments("nobody-here", "random")) == 2
    assert "nobody is called 'nobody-here'" in capfd.readouterr().err


# Deaths.


def test_a_killed_client_leaves_nothing(runtime: Path, tmp_path: Path) -> None:
    assert main(arguments("random", "random")) == 0
    resident, numbers = only_resident(runtime), tmp_path / "numbers"
    code = f"import os, time; open({str(numbers)!r}, 'a').write(f'{{os.getpid()}}\\n'); "
    process = started(*arguments(command(f"{code} time.sleep(600)"), BOT))
    wait_until(lambda: numbers.exists() and numbers.read_text().endswith("\n"))
    (bot,) = map(int, numbers.read_text().split())
    forks = [pid for pid in residents(runtime) if pid != resident]
    assert runs(bot)
    assert forks
    process.kill()
    process.communicate()
    assert wait_until(lambda: not any(map(runs, [bot, *forks])))
    assert runs(resident)
    assert main(arguments("random", "random")) == 0


def only_resident(folder: Path) -> int:
    """The resident process, when the forks that have played are gone."""
    wait_until(lambda: len(residents(folder)) == 1)
    return residents(folder)[0]


def test_after_a_killed_one_another_is_started(runtime: Path) -> None:
    assert main(arguments("random", "random")) == 0
    before = residents(runtime)
    for pid in before:
        with suppress(ProcessLookupError):  # a fork that has played ends by itself
            os.kill(pid, signal.SIGKILL)
    wait_until(lambda: not any(map(runs, before)))
    assert main(arguments("random", "random")) == 0
    assert only_resident(runtime) not in before


def test_one_of_no_game_leaves_by_itself(
    elsewhere: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert main(["referee", "no-such-game", "-p1", "random", "-p2", "random"]) == 2
    assert "there is no game 'no-such-game'" in capfd.readouterr().err
    wait_until(lambda: not any(map(runs, residents(elsewhere))))
    assert not address("no-such-game").exists()


# Other versions.


def answering(*answers: dict[str, object]) -> Callable[[str], socket.socket]:
    """A stand-in for `connect`: each connection gets the next answer to what it asks."""
    left = iter(answers)

    def serve(theirs: socket.socket, answer: dict[str, object]) -> None:
        with Channel(theirs) as channel:
            channel.receive()
            channel.send(answer)

    def connect(_: str) -> socket.socket:
        ours, theirs = socket.socketpair()
        threading.Thread(target=serve, args=(theirs, next(left))).start()
        return ours

    return connect


def test_files_of_a_message_that_broke_off_are_closed() -> None:
    ours, theirs = socket.socketpair()
    with tempfile.TemporaryFile() as file, theirs:
        before = open_files()
        socket.send_fds(theirs, [b"{"], [file.fileno()])
        theirs.shutdown(socket.SHUT_WR)
        with pytest.raises(ConnectionResetError), Channel(ours) as channel:
            channel.receive()
        assert open_files() == before - 1, "ours is closed, and what came with the message"


def open_files() -> int:
    return len(list(Path("/dev/fd").iterdir()))


def test_a_client_of_an_older_one_asks_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "connect", answering({"stale": True}, {"report": REPORT.to_json()}))
    assert client.play(REQUEST) == REPORT


def test_refusals_and_failures_come_through(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "connect", answering({"refused": "no oak"}, {"failed": "no elm"}))
    with pytest.raises(Refused, match="no oak"):
        client.play(REQUEST)
    with pytest.raises(client.RefereeFailed, match="no elm"):
        client.play(REQUEST)


@pytest.fixture
def quiet_signals() -> Iterator[None]:
    before = signal.getsignal(signal.SIGCHLD)
    yield
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, before)


@pytest.mark.usefixtures("quiet_signals")
def test_one_whose_files_have_changed_sends_clients_away(tmp_path: Path, elsewhere: Path) -> None:
    source = tmp_path / "rules.py"
    source.write_text("")
    path = elsewhere / "game.sock"
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as ours:
        listener.bind(str(path))
        listener.listen()
        resident = Resident(listener, "spring-2021", path, 1.0)
        resident.sources = source_files([str(source)])
        source.write_text("changed = True")
        ours.connect(str(path))
        assert resident.serve_waiting()
        assert Channel(ours).receive().message == {"stale": True}
    assert not path.exists()


def test_a_changed_file_is_noticed(tmp_path: Path) -> None:
    source = tmp_path / "rules.py"
    source.write_text("one = 1")
    marks = source_files([str(source), str(tmp_path / "gone.py")])
    assert not has_changed(marks)
    source.write_text("one = 1 ")
    assert has_changed(marks)
    source.unlink()
    assert has_changed(marks)
    assert client.__file__ in source_files()


# The folder.


def test_the_folder_is_private(elsewhere: Path) -> None:
    assert run_folder() == elsewhere / "spinney"
    assert run_folder().stat().st_mode & 0o777 == 0o700
    run_folder().chmod(0o755)
    with pytest.raises(PermissionError, match="open to others"):
        run_folder()


def test_a_link_is_no_folder(elsewhere: Path, tmp_path: Path) -> None:
    (elsewhere / "spinney").symlink_to(tmp_path)
    with pytest.raises(PermissionError, match="open to others"):
        run_folder()


def test_without_a_folder_the_game_is_played_here(
    elsewhere: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (elsewhere / "spinney").mkdir(mode=0o755)
    assert main(arguments("random", "random")) == 0
    assert not residents(elsewhere)
    assert capfd.readouterr().err == ""


def test_another_environment_has_another_one(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert elsewhere.is_dir()
    usual = address("spring-2021")
    assert address("arboretum") != usual
    monkeypatch.setenv("SPINNEY_GAMES", "hedge")
    assert address("spring-2021") != usual
    assert len(str(address("a" * 500 + "/../b")).rpartition("/")[2]) < 60


@pytest.mark.parametrize("name", ["PYTHONPATH", "SPINNEY_CACHE"])
def test_a_relative_path_stands_for_the_clients_folder(
    name: str, elsewhere: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is that of the client: in another folder, it leads to another resident process."""
    assert elsewhere.is_dir()
    environments: list[dict[str, str]] = []

    def spawn(_path: str, _command: list[str], environment: dict[str, str], **_: object) -> None:
        environments.append(environment)

    monkeypatch.setattr(os, "posix_spawn", spawn)
    monkeypatch.setenv(name, ".")
    found = set[Path]()
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        monkeypatch.chdir(folder)
        found.add(address("spring-2021"))
        connect("spring-2021").close()
    assert len(found) == 2
    assert [environment[name] for environment in environments] == [
        str(tmp_path / "one"),
        str(tmp_path / "two"),
    ]
    monkeypatch.setenv(name, str(tmp_path / "one"))
    assert address("spring-2021") in found


def test_a_failure_there_is_reported(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def play(*_: object, **__: object) -> GameReport:
        raise client.RefereeFailed("Traceback: oak\n")

    monkeypatch.setattr(client, "play", play)
    assert main(arguments("random", "random")) == 1
    assert capfd.readouterr().err == "Traceback: oak\n"


def test_a_client_imports_nothing_heavy() -> None:
    code = "import sys, spinney.cli, spinney.referee.client\n"
    code += "print({'numpy', 'numba', 'dataclasses', 'importlib.metadata'} & set(sys.modules))"
    command = [sys.executable, "-c", code]
    stdout = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert stdout.strip() == "set()"
