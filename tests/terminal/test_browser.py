"""Pages that the command line opens in a browser: the right one first."""

import re
import urllib.request
from pathlib import Path

import pytest
from tests.terminal.running import Terminal
from tests.waiting import PATIENCE

GAME = "build-your-arboretum"


@pytest.mark.parametrize(
    ("command", "page", "shown"),
    [
        (["play"], "/", "Build Your Arboretum"),
        (["play", GAME], f"/new/{GAME}", "Build Your Arboretum"),
        (["play", GAME, "--seat", "blue=seedling", "--seed", "4"], r"/match/[\w-]+", "red"),
        (["view", "match.txt"], r"/match/[\w-]+/replay", "red"),
    ],
)
def test_the_right_page_comes_first(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], page: str, shown: str
) -> None:
    monkeypatch.chdir(folder)
    with Terminal(folder / "data", *command, "--no-browser") as terminal:
        terminal.until("(Ctrl-C stops it)")
        found = re.search(rf"http://127\.0\.0\.1:\d+{page}(?= )", terminal.text)
        assert found, terminal.text
        with urllib.request.urlopen(found[0], timeout=PATIENCE) as answer:  # noqa: S310 - it is our own
            assert shown in answer.read().decode()
        terminal.interrupt()
        terminal.end()
    assert "Traceback" not in terminal.text
