"""Output whose encoding lacks some characters: plain forms in place of an error."""

from __future__ import annotations

import io
import subprocess
from pathlib import Path

import pytest
from tests.terminal.running import SPINNEY, environment
from tests.waiting import PATIENCE

from spinney.terminal.plain_characters import plain_form, use_plain_characters


def output(folder: Path, encoding: str, *arguments: str) -> bytes:
    """What a command writes with an encoding for its streams."""
    done = subprocess.run(
        [*SPINNEY, *arguments],
        capture_output=True,
        cwd=folder,
        env=environment(folder / "data", PYTHONIOENCODING=encoding),
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    return done.stdout


@pytest.mark.parametrize(
    ("encoding", "command", "shown"),
    [
        ("ascii", "games --language de", "behalte die Karten zurueck"),
        ("latin-1", "games --language de", "behalte die Karten zurück"),
        ("ascii", "match --help", "Elo is known to +- this"),
        ("ascii", "rules arboretum", " * "),
        ("latin-1", "learn arboretum --language de", "Schritt 1 von 9"),
    ],
)
def test_texts_are_written_in_any_encoding(
    folder: Path, encoding: str, command: str, shown: str
) -> None:
    text = output(folder, encoding, *command.split()).decode(encoding)
    assert shown in " ".join(text.split())


def test_a_picture_is_always_in_utf_8(folder: Path) -> None:
    drawn = output(folder, "utf-8", "draw", "match.txt")
    assert not drawn.isascii()
    assert output(folder, "ascii", "draw", "match.txt") == drawn


def test_what_the_user_has_chosen_for_missing_characters_stays() -> None:
    stream = io.TextIOWrapper(io.BytesIO(), "ascii", errors="replace")
    use_plain_characters(stream)
    assert stream.errors == "replace"


@pytest.mark.parametrize(
    ("character", "form"),
    [("’", "'"), ("“", '"'), ("–", "-"), ("−", "-"), ("±", "+-"), ("…", "..."), ("é", "e")],
)
def test_characters_have_plain_forms(character: str, form: str) -> None:
    written = io.BytesIO()
    stream = io.TextIOWrapper(written, "ascii")
    use_plain_characters(stream)
    stream.write(f"{character}\udcff⚀")
    stream.flush()
    assert written.getvalue() == f"{form}??".encode()
    assert plain_form(character) == form
