"""Stored matches: each event once, folders of other versions refused, kills survived."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.web.site import fresh

from spinney import Refused
from spinney.match import Event, Match
from spinney.server.db.database import VersionConflict
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_store import Addition, MatchStore
from spinney.server.wording import summary

WRITER = """
import sys
from pathlib import Path
from spinney.server.play.match_service import MatchService
from spinney.server.play.match_store import MatchStore

match_service = MatchService(MatchStore.of(Path(sys.argv[1])))
live = match_service.live_match(sys.argv[2])
number = 0
while not live.match.over:
    player = live.match.to_act[0]
    move = live.match.view(player).legal.sample(number)
    number += 1
    match_service.act(live, lambda match, at: match.play(player, move, match.version))
    print(live.match.version, flush=True)
"""


def test_a_number_is_given_once(tmp_path: Path) -> None:
    store = MatchStore.of(tmp_path)
    match = fresh("me", "friend")
    name = store.create(match.header, summary(match))
    first = Event(0, "move", 0, "first red")
    store.append(Addition(name, 0, [first], summary(match)))
    with pytest.raises(VersionConflict):
        store.append(Addition(name, 0, [Event(5, "move", 0, "first blue")], summary(match)))
    assert store.events(name) == [first]
    assert store.events(name, 1) == []
    assert store.header("none") is None
    assert [kept.id for kept in store.recent()] == [name]


def test_two_halls_at_one_match_take_turns(tmp_path: Path) -> None:
    one, other = MatchService(MatchStore.of(tmp_path)), MatchService(MatchStore.of(tmp_path))
    name = one.begin(fresh("me", "friend"))
    first, second = one.live_match(name), other.live_match(name)
    one.act(first, lambda match, at: match.play(0, "first red", at))
    other.act(second, lambda match, at: match.play(1, "bid 1g", at))
    assert one.live_match(name).match.events == other.live_match(name).match.events
    assert one.live_match(name).match.version == 2


def test_a_change_that_changes_nothing_is_not_stored(tmp_path: Path) -> None:
    match_service = MatchService(MatchStore.of(tmp_path))
    live = match_service.live_match(match_service.begin(fresh("me", "friend")))
    match_service.act(live, Match.tick)
    assert match_service.store.events(live.id) == []


def test_a_folder_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    (tmp_path / "newer").mkdir()
    store = MatchStore.of(tmp_path / "newer")
    with store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Refused, match="newer version of Spinney"):
        MatchStore.of(tmp_path / "newer")


def test_a_folder_that_cannot_be_used_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(Refused, match="SPINNEY_DATA"):
        MatchStore.of(tmp_path / "file")
    (tmp_path / "spinney.sqlite").write_text("no database, and long enough to be seen as none" * 9)
    with pytest.raises(Refused, match="SPINNEY_DATA"):
        MatchStore.of(tmp_path)


@pytest.mark.long
def test_what_was_accepted_survives_kills(tmp_path: Path) -> None:
    match_service = MatchService(MatchStore.of(tmp_path))
    name = match_service.begin(fresh("me", "friend"))
    moments = random.Random(1)
    acknowledged = 0
    for _ in range(10):
        acknowledged = max(acknowledged, _killed(tmp_path, name, moments.uniform(0.0, 0.15)))
        kept = MatchService(MatchStore.of(tmp_path)).live_match(name).match
        # At most the one that was stored and not yet told is there besides.
        assert acknowledged <= kept.version <= acknowledged + 1
        acknowledged = kept.version
        if kept.over:
            break
    assert acknowledged > 5


def _killed(folder: Path, name: str, after: float) -> int:
    """Let a process write, kill it some time after its first word; return the last it told."""
    command = [sys.executable, "-c", WRITER, str(folder), name]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(after)
        process.send_signal(signal.SIGKILL)
        words = [first, *process.stdout.read().split("\n")]
    # The last line may have been cut off.
    whole = [word for word in words[:-1] if word.strip()]
    return int(whole[-1]) if whole else 0
