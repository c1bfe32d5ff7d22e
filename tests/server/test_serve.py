"""`spinney serve` and `spinney migrate`: what they refuse, and what they say."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from spinney.cli import main


def test_migrate_says_what_it_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPINNEY_DATABASE", f"sqlite:///{tmp_path / 'server.sqlite'}")
    assert main(["migrate"]) == 0
    assert "was empty, and is version" in capsys.readouterr().out
    assert main(["migrate"]) == 0
    assert "was version" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--workers", "2"], "PostgreSQL"),
        (["--host", "256.1.1.1"], "can't be used"),
        (["--header-timeout", "0s"], "more than 0s"),
        (["--idle-timeout", "soon"], "write it as 100ms or 1.5s"),
        (["--database", "mysql://here/spinney"], "SQLite or PostgreSQL"),
        (["--database", "somewhere"], "write a database as"),
    ],
)
def test_what_cannot_be_served_is_refused(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    reason: str,
) -> None:
    monkeypatch.setenv("SPINNEY_DATABASE", f"sqlite:///{tmp_path / 'server.sqlite'}")
    assert main(["serve", *arguments]) == 2
    assert reason in capsys.readouterr().err


def test_a_database_that_is_not_there_is_said_without_its_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    url = f"postgresql://spinney:hush@127.0.0.1:{port}/spinney"
    for command in ("serve", "migrate"):
        assert main([command, "--database", url]) == 2
        said = capsys.readouterr().err
        assert "can't be reached" in said
        assert "hush" not in said


def test_a_shared_database_is_migrated_first(
    unfurnished: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--database", unfurnished]) == 2
    assert "spinney migrate" in capsys.readouterr().err
