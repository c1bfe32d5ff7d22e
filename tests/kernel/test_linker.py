"""The linker: what it links, what it refuses, and a cache that is never stale."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
import types
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba.core.event import install_recorder

import spinney
from spinney.core import batch, compilation, interface
from spinney.kernel import compiler
from spinney.kernel.linker import Rules, _same, link
from spinney.kernel.rule import is_rule, rule

ARBORETUM = "build-your-arboretum"


def module(name: str, source: str) -> types.ModuleType:
    """A module made of a few lines, kept in a file so that it has a source."""
    made = types.ModuleType(name)
    sys.modules[name] = made
    file = Path(tempfile.mkdtemp(dir=SOURCES.name)) / f"{name}.py"
    file.write_text(source)
    made.__file__ = str(file)
    exec(compile(source, file, "exec"), made.__dict__)  # noqa: S102
    return made


SOURCES = tempfile.TemporaryDirectory()
HEAD = "from spinney.kernel.rule import is_rule, rule\nfrom spinney.core.interface import to_act\n"


def test_the_games_function_takes_the_contracts_place() -> None:
    game = module("m_game", HEAD + "@rule\ndef to_act(s):\n    return 41\n")
    shared = module("m_shared", HEAD + "@rule\ndef ask(s):\n    return to_act(s) + 1\n")
    for compiled in (False, True):
        assert link("t", [game], [shared], interface=interface, compiled=compiled).ask(0) == 42


def test_a_default_stands_in_for_what_a_game_leaves_out() -> None:
    game = module("m_bare", "x = 1\n")
    source = (
        "from spinney.kernel.rule import is_rule, rule\nfrom spinney.core.interface import settle\n"
    )
    shared = module("m_asks", source + "@rule\ndef ask(s):\n    return settle(s)\n")
    assert link("t", [game], [shared], interface=interface, compiled=False).ask(None) == 0


def test_two_meanings_of_one_name_are_refused() -> None:
    one = module("m_one", HEAD + "@rule\ndef to_act(s):\n    return 1\n")
    two = module("m_two", HEAD + "@rule\ndef to_act(s):\n    return 2\n")
    with pytest.raises(TypeError, match="to_act"):
        link("t", [one, two], [batch], interface=interface, compiled=False)


def test_two_modules_of_a_game_may_use_one_name_for_rules_of_their_own() -> None:
    own = HEAD + "@rule\ndef show(s):\n    return {}\n"
    one = module("m_shows", own.format(1))
    asks = "@rule\ndef to_act(s):\n    return show(s) + 10\n"
    two = module("m_shows_too", own.format(2) + asks)
    shared = module("m_shown", HEAD + "@rule\ndef ask(s):\n    return to_act(s)\n")
    linked = link("t", [one, two], [shared], interface=interface, compiled=False)
    assert linked.ask(None) == 12
    with pytest.raises(AttributeError, match="show"):
        _ = linked.show


def test_unknown_rules_are_named() -> None:
    with pytest.raises(AttributeError, match="no linked module defines the rule 'fly'"):
        _ = Rules({}, False, "t").fly


def test_a_constant_is_part_of_the_fingerprint() -> None:
    tags = set()
    for number in (1, 2):
        source = f"K = {number}\n" + HEAD + "@rule\ndef to_act(s):\n    return K\n"
        tags.add(link("t", [module("m_k", source)], [], interface=interface, compiled=False).tag)
    assert len(tags) == 2


def test_the_type_of_a_numpy_constant_is_part_of_the_fingerprint() -> None:
    tags = set()
    for constant in ("np.int64(1)", "np.int64(2)", "np.int8(2)"):
        source = f"import numpy as np\nK = {constant}\n{HEAD}@rule\ndef to_act(s):\n    return K\n"
        tags.add(link("t", [module("m_k", source)], [], interface=interface, compiled=False).tag)
    assert len(tags) == 3


def test_what_a_table_meant_is_never_taken_for_another_at_its_address() -> None:
    table = np.arange(3)
    ref, meaning = weakref.ref(table), _same(table)
    assert meaning == _same(table) != _same(np.arange(3))
    del table
    assert ref() is not None


PITCH = "import numpy as np\nPITCH = np.array([3, 4], np.int8)\n" + HEAD
SING = PITCH + "@rule\ndef to_act(s):\n    return PITCH[s]\n"


@pytest.mark.parametrize("compiled", [False, True])
def test_a_game_can_be_linked_with_other_tables(compiled: bool) -> None:
    shared = module("m_hears", HEAD + "@rule\ndef ask(s):\n    return to_act(s) + 10\n")
    other = {"PITCH": np.array([5, 6], np.int8)}
    game = module("m_sings", SING)
    own = link("t", [game], [shared], interface=interface, compiled=compiled)
    changed = link("t", [game], [shared], interface=interface, compiled=compiled, tables=other)
    assert [own.ask(0), own.ask(1), changed.ask(0), changed.ask(1)] == [13, 14, 15, 16]
    assert own.tag != changed.tag


def test_what_means_the_same_in_two_links_is_compiled_once() -> None:
    game, other = module("m_twice", SING), {"PITCH": np.array([5, 6], np.int8)}
    rules, search = (
        link(name, [game], [], interface=interface, compiled=True) for name in ("rules", "search")
    )
    changed = link("rules", [game], [], interface=interface, compiled=True, tables=other)
    assert rules.to_act is search.to_act
    assert rules.to_act is not changed.to_act


# Tables that are passed to compiled code.

CHORD = """
from collections.abc import Sequence

NOTES = np.array([[1, 2], [3, 4]], np.int64)

@rule
def note(row: Sequence, column=1):
    return NOTES[row, column]

@rule
def sung(s):
    'Has a name of its own that a rule has.'
    note = PITCH[s]
    return note

@rule
def silent(s):
    return 7

@rule
def to_act(s):
    return (sung(s) + note(s, column=0)) * 100 + note(s) * 10 + silent(s)
"""


def chords(compiled: bool, number: int) -> Rules:
    """A game that uses two tables, whose numbers begin with one."""
    shared = module("m_hears_chords", HEAD + "@rule\ndef ask(s):\n    return to_act(s)\n")
    tables = {
        "PITCH": np.array([number, number + 1], np.int8),
        "NOTES": np.arange(number, number + 4).reshape(2, 2),
    }
    game = module("m_chords", PITCH + CHORD)
    return link("t", [game], [shared], interface=interface, compiled=compiled, tables=tables)


@pytest.mark.parametrize("number", [2, 5])
def test_rules_read_the_tables_they_are_linked_with(number: int) -> None:
    n = number
    sounds = [2 * n * 100 + (n + 1) * 10 + 7, (2 * n + 3) * 100 + (n + 3) * 10 + 7]
    for compiled in (False, True):
        rules = chords(compiled, number)
        assert [rules.ask(0), rules.ask(1)] == sounds


def test_other_tables_need_no_other_code() -> None:
    shared = module("m_hears_all", HEAD + "@rule\ndef ask(s):\n    return to_act(s)\n")
    game = module("m_sings_all", SING)
    made = [
        link("t", [game], [shared], interface=interface, compiled=True, tables={"PITCH": pitch})
        for pitch in (np.array([5, 6], np.int8), np.array([7, 8], np.int8))
    ]
    assert made[0].tag == made[1].tag
    assert made[0].ask(0) == 5
    with install_recorder("numba:compile") as recorder:
        assert [made[1].ask(0), made[0].ask(1), made[1].ask(1)] == [7, 6, 8]
    assert not recorder.buffer


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("    f = to_act\n    return f(s)\n", "may only call 'to_act'"),
        ("    return ask(s)\n", "can't call ask"),
    ],
)
def test_what_would_lose_its_tables_is_refused(body: str, reason: str) -> None:
    head = HEAD + "from m_sings_here import to_act\n"
    game = module("m_sings_here", SING)
    asks = "@rule\ndef ask(s):\n    return to_act(s)\n"
    shared = module("m_asks_here", HEAD + asks)
    head += "from m_asks_here import ask\n@rule\ndef legal(s, p, out):\n"
    odd = module("m_odd", head + body)
    with pytest.raises(TypeError, match=reason):
        link(
            "t",
            [game, odd],
            [shared],
            interface=interface,
            compiled=True,
            tables={"PITCH": np.array([5, 6], np.int8)},
        )


@pytest.mark.parametrize("other", [np.zeros(3, np.int8), np.zeros(2, np.int16)])
def test_another_table_must_be_like_the_one_it_stands_for(other: Any) -> None:
    with pytest.raises(TypeError, match="PITCH"):
        link(
            "t",
            [module("m_sang", SING)],
            [],
            interface=interface,
            compiled=False,
            tables={"PITCH": other},
        )


SHOUT = "import spinney\nprint(spinney.game('{0}').engine.rules.tag)\n"


def tag_in(source_folder: Path) -> str:
    """The fingerprint of a game's rules, in a process that imports from a folder."""
    run = subprocess.run(
        [sys.executable, "-c", SHOUT.format(ARBORETUM)],
        env={**os.environ, "PYTHONPATH": str(source_folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def test_an_edited_callee_in_another_file_changes_the_fingerprint(tmp_path: Path) -> None:
    import shutil

    original = Path(spinney.__file__).parent
    shutil.copytree(original, tmp_path / "spinney", ignore=shutil.ignore_patterns("__pycache__"))
    before = tag_in(tmp_path)
    paths = tmp_path / "spinney" / "core" / "kit" / "paths.py"
    paths.write_text(paths.read_text().replace("2 * (p + 1)", "3 * (p + 1)"))
    assert tag_in(tmp_path) != before


def test_a_folder_that_cannot_be_written_is_done_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SPINNEY_CACHE", str(tmp_path / "file"))
    assert compiler.cache_folder("anything") is None
    assert compiler.cache_folder("anything") is None
    assert caplog.text.count("can't be kept") == 1


def test_unused_folders_go_after_a_month(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPINNEY_CACHE", str(tmp_path))
    old, young = tmp_path / "compiled" / "old", tmp_path / "compiled" / "young"
    for folder in (old, young):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    compiler.cache_folder("new")
    assert sorted(f.name for f in (tmp_path / "compiled").iterdir()) == ["new", "young"]


def test_a_folder_that_another_process_removes_does_not_stop_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPINNEY_CACHE", str(tmp_path))
    gone, is_dir = tmp_path / "compiled" / "gone", Path.is_dir
    gone.mkdir(parents=True)

    def removed_meanwhile(path: Path) -> bool:
        found = is_dir(path)
        if path == gone and found:
            path.rmdir()
        return found

    monkeypatch.setattr(Path, "is_dir", removed_meanwhile)
    assert compiler.cache_folder("new") == tmp_path / "compiled" / "new"


def test_interpreting_needs_no_compiler() -> None:
    code = (
        "import sys, spinney; from spinney.core import compilation; compilation.interpret()\n"
        f"state = spinney.game('{ARBORETUM}').new(seed=7).play(0, 'first blue')\n"
        "assert 'numba' not in sys.modules; print(state.to_act)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "(0, 1)"


def test_a_server_does_not_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    game = spinney.game(ARBORETUM)
    monkeypatch.setattr(compilation, "_compiled", set())
    compilation.never_wait()
    try:
        assert not game.engine.compiled
        assert not compilation.is_compiled(game)
        compilation.precompile(game)
        assert game.engine.compiled is compilation.is_compiled(game) is True
    finally:
        compilation.never_wait(False)


@rule
def _unused() -> None:
    """A rule outside any game is a plain function."""


def test_a_rule_is_a_plain_function_until_linked() -> None:
    _unused()
    assert is_rule(_unused)


def test_one_process_completes_a_link_and_others_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPINNEY_CACHE", str(tmp_path))
    order: list[str] = []

    def complete() -> None:
        with compiler.completing("oak-1"):
            order.append("second")

    another = threading.Thread(target=complete)
    with pytest.raises(RuntimeError), compiler.completing("oak-1"):
        raise RuntimeError
    assert not compiler.is_complete("oak-1")
    with compiler.completing("oak-1"):
        another.start()
        another.join(0.1)  # it can't get in meanwhile
        order.append("first")
    another.join()
    assert order == ["first", "second"]
    assert compiler.is_complete("oak-1")
    assert not compiler.is_complete("oak-2")
    # Numba doesn't load what another copy of the same sources has kept in the same folder.
    monkeypatch.setattr(compiler, "COMPLETE", "complete-elsewhere")
    assert not compiler.is_complete("oak-1")


def test_what_can_not_be_kept_lacks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("SPINNEY_CACHE", str(tmp_path / "file"))
    assert compiler.is_complete("oak-1")


def test_a_cache_that_can_not_be_written_is_used_as_a_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPINNEY_CACHE", str(tmp_path))
    folder = compiler.cache_folder("old")
    assert folder is not None
    (folder / "core").mkdir()
    (folder / "core/code.nbi").write_text("oak")

    def refuse(**_: object) -> None:
        raise OSError(30, "read-only file system")

    monkeypatch.setattr("tempfile.TemporaryFile", refuse)
    copy = compiler.cache_folder("old")
    assert copy is not None
    assert copy != folder
    assert (copy / "core/code.nbi").read_text() == "oak"
    assert compiler.cache_folder("new") is None


PLAIN_PLAY = (
    "import spinney; from spinney.core import compilation; from spinney.kernel import compiler\n"
    "game = spinney.game('spring-2021')\n"
    "engine = compilation.compiled(game)\n"
    "batch = engine.rows(2)\n"
    "engine.rules.playouts(batch, 0, 2, engine.array(game.settings), 7)\n"
    "print(compiler._inlining_compiler(), batch.tobytes().hex())\n"
)


def test_without_numbas_internals_rules_mean_the_same() -> None:
    printed = [
        subprocess.run(
            [sys.executable, "-c", PLAIN_PLAY],
            env={**os.environ, "SPINNEY_PLAIN_NUMBA": plain},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split(maxsplit=1)
        for plain in ("", "1")
    ]
    assert printed[1][0] == "None" != printed[0][0]
    assert printed[0][1].split()[-1] == printed[1][1].split()[-1]


def test_another_process_loads_what_was_compiled(tmp_path: Path) -> None:
    score = (
        "import sys, spinney; from spinney.core import compilation\n"
        "game = spinney.game('spring-2021')\n"
        "engine = compilation.compiled(game)\n"
        "engine.rules.score_at(engine.rows(1), 0, engine.ints(2))\n"
        "print(sum(engine.rules.score_at.stats.cache_hits.values()))"
    )
    hits = [
        subprocess.run(
            [sys.executable, "-c", score],
            env={**os.environ, "SPINNEY_CACHE": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for _ in range(2)
    ]
    assert hits == ["0", "1"]
