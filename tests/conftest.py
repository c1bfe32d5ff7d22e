"""Fixtures that all tests share: Hypothesis's profiles, and a browser."""

import compileall
import gc
import importlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, groupby, islice
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.waiting import PATIENCE, wait_until

# Where the tests run in the background of a shell, ctrl-C is ignored, also in all they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).resolve().parent.parent

# Deadlines are off: the first call of compiled code takes seconds, the next microseconds.
settings.register_profile("dev", deadline=None)
# The same examples each time, so that a change fails for what it changed, not by luck.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "dev"))

# Before a run of so many tests what they need is compiled.
WHOLE_RUN = 1000
# Seconds after which nobody waits for another's compiling: it has ended, or will never.
TO_COMPILE = 900
TO_REWRITE = 120

CHROMIUM_ARGS = [
    "--disable-gpu",
    # Nothing of the browser's own may reach for the network.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def pytest_xdist_auto_num_workers() -> int | None:
    """Two more than there are cores: tests often wait, for a browser, a program or a clock."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None  # leaves it to that
    return (os.cpu_count() or 1) + 2


def pytest_configure(config: pytest.Config) -> None:
    """Measure the coverage of workers only, and hash passwords at the lowest cost."""
    if hasattr(config, "workerinput"):
        measure_no_programs()
    hash_cheaply()


def hash_cheaply() -> None:
    """Let the hash of a password take no time: usually that is a tenth of a second of a core."""
    import argon2

    cheapest = argon2.profiles.CHEAPEST
    argon2.PasswordHasher = partial(argon2.PasswordHasher.from_parameters, cheapest)  # type: ignore[assignment,misc]


def measure_no_programs() -> None:
    """Let no coverage be measured of the many short-lived programs that tests begin.

    Some are copies of this one: their lines would count as lines that no test runs.
    """
    os.environ.pop("COVERAGE_PROCESS_CONFIG", None)


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Import all modules here, where no tests run, while the workers get ready.

    What is imported only when it is needed is needed first by tests that are not measured, or by
    others, as it happens: then its definitions would count as never run.
    """
    coverage = sys.modules.get("coverage")
    if coverage and coverage.Coverage.current() and not hasattr(session.config, "workerinput"):
        import spinney

        for _, name, _ in walk_packages(spinney.__path__, "spinney."):
            if not name.endswith("__main__") and ".migrations." not in name:  # these run at once
                importlib.import_module(name)


def share_rewriting(config: pytest.Config) -> None:
    """Share out among the workers what is to be compiled to bytecode, where all tests are wanted.

    In a fresh clone each worker would compile all of it, and rewrite the asserts of all tests, for
    they come to a file at the same time: that takes twice as long as the rest of collecting.
    """
    worker = getattr(config, "workerinput", None)
    whole = config.args == config.getini("testpaths")
    if worker is None or not whole or sys.dont_write_bytecode:
        return
    me, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    for path in sorted((ROOT / "tests").rglob("*.py"))[me::count]:
        if path.name.startswith("test_") or path.name == "conftest.py":
            keep_rewritten(path, config)
    for path in sorted(ROOT.glob("src/**/*.py"))[me::count]:
        compileall.compile_file(path, quiet=2)
    done: Path = config._tmp_path_factory.getbasetemp().parent  # type: ignore[attr-defined]
    (done / f"rewritten-{me}").touch()
    with suppress(AssertionError):
        wait_until(lambda: len([*done.glob("rewritten-*")]) == count, TO_REWRITE)


def keep_rewritten(path: Path, config: pytest.Config) -> None:
    """Rewrite a file's asserts, and keep its bytecode where pytest looks for it.

    Where pytest's own parts are others than these, it does all by itself.
    """
    with suppress(ImportError, AttributeError, TypeError, KeyError, OSError):
        from _pytest.assertion import rewrite

        kept = rewrite.get_cache_dir(path) / f"{path.stem}{rewrite.PYC_TAIL}"
        if rewrite._read_pyc(path, kept) is None:
            kept.parent.mkdir(exist_ok=True)
            source, code = rewrite._rewrite_test(path, config)
            rewrite._write_pyc(config.stash[rewrite.assertstate_key], code, source, kept)


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Spare Python's garbage collector the tests that pytest collects: all stay to the end.

    Else it would look through some 600,000 objects each time, also while tests run.
    """
    gc.disable()
    try:
        share_rewriting(session.config)
        return (yield)
    finally:
        gc.collect()
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let every worker begin with files of tests that take long: nobody waits for them at the end.

    Each worker is given as many tests that follow one another, and later takes from others' ends.
    """
    is_long = {item: item.get_closest_marker("long") is not None for item in items}
    long = [list(tests) for _, tests in groupby(filter(is_long.get, items), lambda item: item.path)]
    short = iter([item for item in items if not is_long[item]])
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    ordered: list[pytest.Item] = []
    for worker in range(workers):
        share = (len(items) - len(ordered)) // (workers - worker)
        first = list(chain.from_iterable(long[worker::workers]))
        ordered += first
        ordered += islice(short, max(0, share - len(first)))
    items[:] = [*ordered, *short]


@contextmanager
def unmeasured() -> Iterator[None]:
    """Measure no coverage meanwhile."""
    coverage = sys.modules.get("coverage")
    if not coverage or (current := coverage.Coverage.current()) is None:
        yield
        return
    current.stop()
    try:
        yield
    finally:
        current.start()
        measure_no_programs()  # to start sets it anew


def compile_forest_garden() -> None:
    """With the program's own deck, and with the one that most tests play with."""
    from spinney import game, search
    from spinney.core import compilation

    compilation.precompile(game("forest-garden"))
    search.precompile(game("forest-garden"))
    compile_deck("deck-for-tests.csv")


def compile_deck(file: str) -> None:
    """Little is left to do where the game has been compiled with its own deck."""
    from spinney import game
    from spinney.core import compilation

    compilation.precompile(
        game("forest-garden", plants=ROOT / "tests" / "data" / "forest_garden" / file)
    )


def compile_other_games() -> None:
    from spinney import game, search
    from spinney.core import compilation
    from spinney.search.selfplay_batch import SELFPLAY

    for name in ("arboretum", "build-your-arboretum", "spring-2021"):
        compilation.precompile(game(name))
        search.precompile(game(name))
        compilation.precompile(game(name), SELFPLAY)


SHARES = compile_other_games, compile_forest_garden  # about as much work for each of two


def pytest_collection_finish(session: pytest.Session) -> None:
    """Share out what is to be compiled among the workers: else each would compile all of it."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None or len(session.items) < WHOLE_RUN:
        return
    me, count = int(worker["workerid"].removeprefix("gw")), worker["workercount"]
    done: Path = session.config._tmp_path_factory.getbasetemp().parent  # type: ignore[attr-defined]
    for number in range(me, len(SHARES), count):
        with unmeasured():
            SHARES[number]()
        (done / f"compiled-{number}").touch()
    with suppress(AssertionError):
        wait_until(lambda: len([*done.glob("compiled-*")]) == len(SHARES), TO_COMPILE)
    if me == SHARES.index(compile_forest_garden) % count:
        with unmeasured():
            compile_deck("plants-for-games.csv")  # few need it, and late


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> "Iterator[None]":
    """Forget the games that a module registers as it is imported, before others look."""
    try:
        return (yield)
    finally:
        if registry := sys.modules.get("spinney.core.registry"):
            registry._registered.clear()


@pytest.fixture(autouse=True)
def own_games(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Know the program's games and those of the test's module, whatever other tests register."""
    from spinney.core import registry
    from spinney.core.game import Game

    games = (value for value in vars(request.module).values() if isinstance(value, Game))
    others = {game.name: game for game in games if not game.package.startswith("spinney.")}
    monkeypatch.setattr(registry, "_registered", others)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium, as `scripts/browser` finds it (`make test` sees to it)."""
    found = subprocess.run(
        [ROOT / "scripts" / "browser", "--find"], capture_output=True, text=True, check=False
    )
    if found.returncode != 0:
        pytest.fail(f"No browser: run scripts/browser. {found.stderr}", pytrace=False)
    return found.stdout.strip()


@pytest.fixture(scope="session")
def browser(chromium: str) -> "Iterator[Browser]":
    """One browser for the whole run; tests open contexts or pages of their own in it."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * PATIENCE)
    # Chromium's sandbox refuses to work for root, as which containers and CI run.
    args = CHROMIUM_ARGS + (["--no-sandbox"] if os.geteuid() == 0 else [])
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=chromium, args=args, timeout=1000 * PATIENCE
        )
        yield running
        running.close()


@pytest.fixture
def page(browser: "Browser") -> "Iterator[Page]":
    """A page that knows nothing of others: nothing is stored, no cookies are set."""
    from tests.lent_pages import lent_page

    with lent_page(browser) as page:
        yield page
