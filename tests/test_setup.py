"""Setting up a fresh clone: a line for each step, and what pip says only where it fails."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PYTHON = """#!/bin/sh
case "$*" in
*-m\\ pip*)
    echo "$*" >> .venv/pip.log
    for n in $(seq 300); do echo "WARNING: $n" >&2; done
    exit {status} ;;
*) echo 1 ;;
esac
"""
"""A Python whose pip warns hundreds of times."""


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A clone with an environment in which nothing is installed yet."""
    for name in ("MAKEFLAGS", "MAKEOVERRIDES", "ARGS"):  # of the make that runs the tests
        monkeypatch.delenv(name, raising=False)
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    for name in ("scripts", "locks"):
        shutil.copytree(ROOT / name, tmp_path / name)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    _write(tmp_path, "spinney", '#!/bin/sh\necho "spinney $*"\n')
    (tmp_path / ".venv/made.stamp").touch()
    return tmp_path


def _write(clone: Path, program: str, text: str) -> None:
    path = clone / ".venv/bin" / program
    path.write_text(text)
    path.chmod(0o755)


def _play(clone: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", "--no-print-directory", "play"],
        cwd=clone,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_step_is_a_line_whatever_pip_says(clone: Path) -> None:
    _write(clone, "python", PYTHON.format(status=0))
    done = _play(clone)
    installing, *rest = done.stdout.splitlines()
    assert installing.startswith("Step 2 of 2: installing ")
    assert rest == ["Starting Spinney", "spinney play"]
    assert done.stderr == ""
    assert _play(clone).stdout.splitlines() == ["Starting Spinney", "spinney play"]


def test_what_pip_says_is_shown_where_it_fails(clone: Path) -> None:
    _write(clone, "python", PYTHON.format(status=1))
    done = _play(clone)
    assert done.returncode != 0
    assert done.stderr.count("WARNING: ") == 300
    assert "could not be installed" in done.stderr
    assert "Starting" not in done.stdout


def test_speed_is_measured_also_where_other_libraries_cannot_be_installed(clone: Path) -> None:
    (clone / ".venv/dev.stamp").touch()

    def bench(status: int) -> list[str]:
        _write(clone, "python", PYTHON.format(status=status))
        command = ["make", "--no-print-directory", "bench"]
        done = subprocess.run(command, cwd=clone, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()

    assert "Other libraries are skipped." in bench(1)
    assert not (clone / ".venv/bench.stamp").exists()
    assert "Other libraries are skipped." not in bench(0)
    assert (clone / ".venv/bench.stamp").exists()
    log = (clone / ".venv/pip.log").read_text()
    built = "--require-hashes --no-deps --no-build-isolation -r locks/bench-source.txt"
    assert built in log


def test_no_coverage_is_measured_of_programs_that_tests_begin() -> None:
    assert "COVERAGE_PROCESS_CONFIG" not in os.environ


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "src" / "spinney" / "py.typed").exists(), "else type checkers skip it"
