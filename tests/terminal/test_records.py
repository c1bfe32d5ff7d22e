"""Records: from a series to a check, a replay and a picture."""

import re
from pathlib import Path

import pytest
from tests.terminal.running import Terminal, call, run

from spinney.core.narration import named
from spinney.match import Match
from spinney.match.player_names import player_names
from spinney.match.record_reader import read_record
from spinney.terminal.replay import ReplayPosition

GAME = "build-your-arboretum"
WHERE = ("match", GAME, "random", "random", "--seed", "4")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the records of a series."""
    folder = tmp_path_factory.mktemp("series")
    done = call(folder, *WHERE, "--games", "2", "--pairs", "--records", folder / "new" / "records")
    assert done.returncode == 0, done.stderr
    assert "4 games from seed 4" in done.stdout
    return folder / "new" / "records"


def test_a_series_keeps_a_record_of_each_game(played: Path) -> None:
    names = sorted(path.name for path in played.iterdir())
    assert names == [f"{GAME}-{seed}-{n}.txt" for seed, n in ((4, 1), (4, 2), (5, 3), (5, 4))]


def test_records_of_a_series_are_sound(played: Path, tmp_path: Path) -> None:
    done = call(tmp_path, "check", *sorted(played.iterdir()))
    assert done.returncode == 0
    assert done.stdout.count("sound: Build Your Arboretum") == 4
    assert done.stdout.count("every byte as Spinney writes it") == 4
    assert call(tmp_path, "check", played).stdout == done.stdout


def test_one_move_is_counted_as_one(match: Match, tmp_path: Path) -> None:
    begun = Match.begin(match.header)
    (tmp_path / "one.txt").write_text(begun.apply(match.events[0]).record())
    assert "; 1 move in 1 event, as the rules allow; " in call(tmp_path, "check", tmp_path).stdout


def test_a_folder_without_records_is_refused(tmp_path: Path) -> None:
    done = call(tmp_path, "check", tmp_path)
    assert done.returncode == 2
    assert "has no record" in done.stderr


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("\n", "\r\n"),
        ("arboretum", "Arboretum"),
        ("first", " first"),
        ("first", "frist"),
        ("first", "skip first"),
        ("plant", "dig"),
    ],
)
def test_an_edited_record_is_found_out(folder: Path, match: Match, old: str, new: str) -> None:
    path = folder / "edited.txt"
    path.write_bytes(match.record().replace(old, new).encode())
    done = call(folder, "check", path, folder / "match.txt")
    assert done.returncode == 1
    assert re.search(r"edited.txt: wrong: (.* )?line [0-9]+", done.stdout)
    assert "match.txt: sound" in done.stdout
    assert done.stderr == ""


def test_check_goes_on_past_what_is_no_record(folder: Path) -> None:
    names = ("nowhere.txt", "wood.txt", "noise.txt", "match.txt")
    done = call(folder, "check", *(folder / name for name in names))
    assert done.returncode == 1
    assert [line.split(": ")[1] for line in done.stdout.splitlines()] == ["wrong"] * 3 + ["sound"]


def test_a_replay_without_a_terminal_prints_all(folder: Path, match: Match) -> None:
    done = call(folder, "replay", folder / "match.txt")
    assert done.returncode == 0
    names = player_names(match.game.display_names, match.seats)
    shown = " ".join(done.stdout.split())
    for lines in match.at(40).sentences_since(-1):
        assert all(named(line.text, names.__getitem__) in shown for line in lines)
    assert "\x1b" not in done.stdout


def test_a_replay_is_stepped_through(folder: Path, match: Match) -> None:
    before = ReplayPosition(match.at(40)).stops[-2]
    with Terminal(folder, "replay", folder / "match.txt") as terminal:
        terminal.until("0 of 40")
        for keys, shown in (
            ("\x1b[C", "1 of 40"),
            ("\x1b[F", "40 of 40"),
            ("\x1b[D", f"{before % 10} of 40"),  # only what changes is written
            ("\x1b[H", "0 of 40"),
        ):
            terminal.type(keys)
            terminal.until(shown[0])
        terminal.type("q")
        assert terminal.end() == 0


def test_a_picture_is_drawn(folder: Path) -> None:
    record = folder / "match.txt"
    svg, png = folder / "board.svg", folder / "board.png"
    seen = ("--at", "30", "--player", "red", "--layout", "narrow", "--theme", "dark")
    assert call(folder, "draw", record, *seen, "-o", svg).returncode == 0
    assert call(folder, "draw", record, *seen, "-o", png).returncode == 0
    match = read_record(record.read_text())
    assert svg.read_text() == match.at(30).view(0).svg("narrow", "dark")
    assert png.read_bytes().startswith(b"\x89PNG\r\n")
    assert call(folder, "draw", record).stdout == match.view(-1).svg()
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith(".")) == []


def test_a_picture_can_go_to_a_device(folder: Path) -> None:
    link = folder / "out.svg"
    link.symlink_to("/dev/stdout")
    assert "<svg" in run(folder, "draw", folder / "match.txt", "-o", link).stdout
