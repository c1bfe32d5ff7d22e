"""Files: written whole, or an error in words."""

import os
import stat
from pathlib import Path

import pytest

from spinney.core.errors import Refused
from spinney.system import files


def test_what_is_written_is_there(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    files.write(path, "one\r\ntwo")
    assert files.read(path) == "one\r\ntwo"
    files.write(path, b"three")
    assert files.read(path) == "three"
    assert [found.name for found in tmp_path.iterdir()] == ["a.txt"]


def test_a_failed_write_leaves_what_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.txt"
    files.write(path, "old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Refused, match="no space left on device"):
        files.write(path, "new")
    assert files.read(path) == "old"
    assert [found.name for found in tmp_path.iterdir()] == ["a.txt"]


def test_text_is_added_at_the_end_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.txt"
    files.append(path, "one\n")
    files.append(path, "two\n")
    assert files.read(path) == "one\ntwo\n"

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(Refused, match=r"a\.txt: no space left on device"):
        files.append(path, "three\n")


def test_a_folder_can_not_be_written_as_a_file(tmp_path: Path) -> None:
    files.check_writable(tmp_path / "a.txt", None)
    with pytest.raises(Refused, match="it is a folder; name a file in it"):
        files.check_writable(None, tmp_path)
    with pytest.raises(Refused, match="is not a folder that can be written"):
        files.check_writable(tmp_path / "none" / "a.txt")


def test_links_stay_links_and_modes_are_the_users(tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to(tmp_path / "a.txt")
    before = os.umask(0o027)
    try:
        files.write(tmp_path / "link.txt", "old")
    finally:
        os.umask(before)
    assert (tmp_path / "link.txt").is_symlink()
    assert stat.S_IMODE((tmp_path / "a.txt").stat().st_mode) == 0o640


def test_what_can_not_be_read_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff")
    (tmp_path / "long").write_text("x" * 11)
    (tmp_path / "cut").write_text("x" * 10 + "é", encoding="utf-8")
    monkeypatch.setattr(files, "MOST", 10)
    for name, reason in (
        ("none", "no such file"),
        ("bytes", "bytes is not a text file"),
        ("long", "long is too long"),
        ("cut", "cut is too long"),
    ):
        with pytest.raises(Refused, match=reason):
            files.read(tmp_path / name)
    with pytest.raises(Refused, match="can't make the folder"):
        files.folder(tmp_path / "long" / "in")
