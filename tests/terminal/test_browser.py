"""Pages that the command line opens in a browser: the right one first."""

import re
import urllib.request
from pathlib import Path

import pytest
from tests.terminal.running import Terminal, call
from tests.waiting import PATIENCE

from spinney.match import Match

GAME = "build-your-arboretum"


@pytest.mark.parametrize(
    ("command", "page", "shown"),
    [
        (["play"], "/", "Build Your Arboretum"),
        (["play", GAME], f"/new/{GAME}", "Build Your Arboretum"),
        (["play", GAME, "--seat", "blue=seedling", "--seed", "4"], r"/match/[\w-]+", "red"),
        (["view", "match.txt"], r"/match/[\w-]+/replay", "red"),
        (["view", "match.txt", "--at", "0"], r"/match/[\w-]+/replay\?at=0", "red"),
        (["view", "whole.txt", "--at", "40"], r"/match/[\w-]+/replay\?at={at}", "red"),
    ],
)
def test_the_right_page_comes_first(
    folder: Path,
    match: Match,
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
    page: str,
    shown: str,
) -> None:
    monkeypatch.chdir(folder)
    (folder / "whole.txt").write_text(match.record())
    page = page.replace("{at}", str(sum(frame.version <= 40 for frame in match.frames) - 1))
    with Terminal(folder / "data", *command, "--no-browser") as terminal:
        terminal.until("(Ctrl-C stops it)")
        found = re.search(rf"http://127\.0\.0\.1:\d+{page}(?= )", terminal.text)
        assert found, terminal.text
        with urllib.request.urlopen(found[0], timeout=PATIENCE) as answer:  # noqa: S310 - it is our own
            assert shown in answer.read().decode()
        terminal.interrupt()
        terminal.end()
    assert "Traceback" not in terminal.text


def test_a_moment_that_a_record_does_not_have_is_refused(folder: Path) -> None:
    done = call(folder / "data", "view", folder / "match.txt", "--at", "41", "--no-browser")
    assert done.returncode == 2
    assert "the record has 40 events, so there is no --at 41" in done.stderr
