"""Files that users name: read with clear errors, written atomically."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from spinney.core.errors import Refused
from spinney.match.record_reader import read_record

if TYPE_CHECKING:
    from spinney.match import Match

MOST = 10_000_000
"""Bytes of a file that is read. Records are far shorter, and so are the files of leagues."""
UNFINISHED = ".unfinished"
"""How the names of files end that are being written."""


def read(path: Path) -> str:
    """Return a text file's text, its ends of lines as they are. Raises Refused if it has none."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST + 1)
    except OSError as problem:
        raise Refused(f"can't read {path}: {_reason(problem)}") from None
    if len(data) > MOST:  # and may be cut within a character
        raise Refused(f"{path} is too long: at most {MOST:,} bytes of a file are read")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused(
            f"{path} is not a text file; it must be one that is encoded in UTF-8"
        ) from None


def read_match(path: Path) -> Match:
    """Return the match of a record. Raises Refused if the file holds none."""
    text = read(path)
    try:
        return read_record(text)
    except Refused as refusal:
        raise Refused(f"{path}: {refusal}") from None


def write(path: Path, data: str | bytes) -> None:
    """Write a file atomically: after a crash there is either the old file or the new one.

    Raises:
        Refused: it can't be written there.
    """
    content = data.encode() if isinstance(data, str) else data
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)  # a device, as /dev/stdout
        else:
            _replace(path.resolve(), content)
    except OSError as problem:
        raise Refused(f"can't write {path}: {_reason(problem)}") from None


def append(path: Path, text: str) -> None:
    """Write text to the end of a file, and return as soon as the disk has it.

    Raises:
        Refused: it can't be written there.
    """
    try:
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except OSError as problem:
        raise Refused(f"can't write {path}: {_reason(problem)}") from None


def cut_torn_line(path: Path) -> None:
    """Cut off a last line that was torn as the process that wrote it was killed."""
    data = path.read_bytes() if path.exists() else b""
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        os.truncate(path, whole)


def _replace(path: Path, content: bytes) -> None:
    handle, name = tempfile.mkstemp(UNFINISHED, f".{path.name}-", path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(0o666 & ~_mask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def remove_unfinished(place: Path) -> None:
    """Remove what writes that were killed have left in a folder, and nothing else."""
    for file in place.glob(f".*{UNFINISHED}"):
        if file.is_file():
            file.unlink(missing_ok=True)


def _mask() -> int:
    """Return the process's umask; the only way to read it is to set it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def check_writable(*paths: Path | None) -> None:
    """Refuse files that are folders, or whose folders are missing or can't be written.

    Call it before any work is done.
    """
    for path in filter(None, paths):
        if path.is_dir():
            raise Refused(f"can't write {path}: it is a folder; name a file in it")
        where = path.resolve().parent
        if not (where.is_dir() and os.access(where, os.W_OK)):
            raise Refused(f"can't write {path}: {where} is not a folder that can be written")


def folder(path: Path) -> Path:
    """Return a folder, made if there is none. Raises Refused if it can't be."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise Refused(f"can't make the folder {path}: {_reason(problem)}") from None
    return path


def new_folder(place: Path, name: str) -> Path:
    """Make a folder that nobody else has: of that name, or with a number after it.

    Raises:
        Refused: it can't be made.
    """
    path, number = place / name, 1
    while not _made(path):
        number += 1
        path = place / f"{name}-{number}"
    return path


def _made(path: Path) -> bool:
    """Make a folder; return False if there is one. Raises Refused if it can't be made."""
    try:
        path.mkdir()
    except FileExistsError:
        return False
    except OSError as problem:
        raise Refused(f"can't make the folder {path}: {_reason(problem)}") from None
    return True


def _reason(problem: OSError) -> str:
    return (problem.strerror or str(problem)).lower()


def data_folder(name: str) -> Path:
    """Return a folder: in SPINNEY_DATA if that is set, else in the user's data."""
    from platformdirs import user_data_path

    data = os.environ.get("SPINNEY_DATA")
    return folder((Path(data) if data else user_data_path("spinney", appauthor=False)) / name)
