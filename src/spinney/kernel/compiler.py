"""Compilation by Numba: compiled functions, their cache, and compiled primitives."""

from __future__ import annotations

import atexit
import fcntl
import hashlib
import logging
import os
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic

from spinney.kernel.numba_loading import defer_linear_algebra
from spinney.kernel.rule import MASK, churn, lowest, ones, scratch, weights

defer_linear_algebra()

log = logging.getLogger(__name__)
_lock = threading.Lock()
KEEP_DAYS = 30
SOURCES = hashlib.sha256(str(Path(__file__).parent).encode()).hexdigest()[:8]
"""Where this program lies: Numba keeps the code of each copy of the same sources by itself."""
COMPLETE = f"complete-{SOURCES}"
"""The file that says that all that Python calls of a link has been kept in this folder."""
PLAIN = "SPINNEY_PLAIN_NUMBA"
"""The environment variable that keeps to Numba's public API."""


def inner(function: Callable[..., Any], allocates: bool) -> Callable[..., Any]:
    """Return the function compiled when compiled code first calls it; Python can't call it.

    Without the wrappers that Python calls through, and machine code of its own, compiling takes
    half the time. And what neither ``allocates`` nor calls what does need not count the
    references to its arrays.
    """
    pipeline = _inlining_compiler()
    if pipeline is None:
        return _njit(function)
    wrappers = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return _njit(function, pipeline_class=pipeline, _nrt=allocates, **wrappers)


@cache
def _inlining_compiler() -> Any:
    """Return the compiler that uses Numba's internals, or None where only the public API is used.

    That is where ``SPINNEY_PLAIN_NUMBA`` says so, and with a Numba whose internals are others.
    """
    if os.environ.get(PLAIN):
        return None
    try:
        from spinney.kernel.inlining import InliningCompiler
    except (ImportError, AttributeError) as problem:
        log.warning("this version of Numba compiles slower: %s", problem)
        return None
    return InliningCompiler


def entry_point(function: Callable[..., Any], folder: Path | None) -> Callable[..., Any]:
    """Return the function compiled when first called, kept in ``folder`` for later processes.

    It contains all that it calls, and releases the interpreter's lock while it runs.
    """
    if folder is None:
        return _njit(function)
    with _caching_in(folder):
        return _njit(function, cache=True)


def _njit(function: Callable[..., Any], **options: Any) -> Callable[..., Any]:
    """Compile one function for all numbers: Numba would make another for each literal 0 or 1."""
    dispatcher: Any = numba.njit(nogil=True, **options)(function)
    if _inlining_compiler() is None:
        return cast("Callable[..., Any]", dispatcher)
    template, plain = dispatcher.get_call_template, cast("Any", types.unliteral)

    def general(args: Sequence[Any], kws: dict[str, Any]) -> Any:
        return template(tuple(map(plain, args)), {name: plain(kws[name]) for name in kws})

    dispatcher.get_call_template = general
    return cast("Callable[..., Any]", dispatcher)


@contextmanager
def _caching_in(folder: Path) -> Iterator[None]:
    """Numba has one setting for its cache folder: lend it ours while a function is registered."""
    config: Any = numba.config  # its settings come from the environment, so it has no types
    with _lock:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before


# Primitives.


@intrinsic
def _churn(_context: Any, x: Any, factor: Any, plus: Any) -> Any:
    """The product without the promise, which Numba adds everywhere, that it won't overflow."""

    def build(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        wide = [
            context.cast(builder, value, kind, types.int64)
            for value, kind in zip(values, signature.args, strict=True)
        ]
        total = builder.add(builder.mul(wide[0], wide[1]), wide[2])
        return builder.and_(total, ir.Constant(ir.IntType(64), MASK))

    return types.int64(x, factor, plus), build


def _churned(x: int, factor: int, plus: int) -> Any:
    return _churn(x, factor, plus)  # type: ignore[call-arg]  # an intrinsic is called without its context


@intrinsic
def _ones(_context: Any, _x: Any) -> Any:
    """One instruction of the machine."""

    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.ctpop(values[0])

    return types.int64(types.int64), build


@intrinsic
def _lowest(_context: Any, _x: Any) -> Any:
    """One instruction, too; the result for 0 is undefined."""

    def build(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        return builder.cttz(values[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build


def _counted(x: int) -> Any:
    return _ones(x)  # type: ignore[call-arg]  # likewise


def _found(x: int) -> Any:
    return _lowest(x)  # type: ignore[call-arg]  # likewise


@cache
def primitives() -> dict[Callable[..., Any], Callable[..., Any]]:
    """Return the compiled body for each primitive of `rule`."""
    return {
        scratch: _njit(lambda count: np.zeros(count, np.int64)),
        weights: _njit(lambda count: np.zeros(count, np.float64)),
        churn: numba.njit(_churned),
        ones: numba.njit(_counted),
        lowest: numba.njit(_found),
    }


# The cache.


def cache_root() -> Path:
    """Return where compiled code is kept: ``SPINNEY_CACHE``, else the user's cache folder."""
    if own := os.environ.get("SPINNEY_CACHE"):
        return Path(own)
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches/spinney"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "spinney"


def cache_folder(tag: str) -> Path | None:
    """Return the folder for a link's compiled code, or None where nothing can be written."""
    plain = "" if _inlining_compiler() else "-plain"
    folder = cache_root() / "compiled" / f"{tag}{plain}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        _prune(folder)
    except OSError as problem:
        if (copy := _copied(folder)) is not None:
            return copy
        _warn_once(f"compiled code can't be kept in {folder} ({problem}): compiling anew each time")
        return None
    return folder


def is_complete(tag: str) -> bool:
    """Is all of a link in the cache, or can't it be kept there?"""
    folder = cache_folder(tag)
    return folder is None or folder.parent != cache_root() / "compiled" or _says_complete(folder)


def _says_complete(folder: Path) -> bool:
    return (folder / COMPLETE).exists()


@contextmanager
def completing(tag: str) -> Iterator[None]:
    """All of a link is compiled meanwhile: one process does so, the others wait and then load it.

    Where a file can't be locked, each compiles for itself.
    """
    folder = cache_folder(tag)
    if folder is None or _says_complete(folder):
        yield
        return
    with (folder / "lock").open("w") as lock:
        with suppress(OSError):
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
        (folder / COMPLETE).touch()


@cache
def _copied(folder: Path) -> Path | None:
    """Return a copy of a folder that can be read but not written: Numba wants to do both."""
    try:
        if not any(folder.rglob("*.nbi")):
            return None
        own = Path(tempfile.mkdtemp(prefix="spinney-"))
        atexit.register(shutil.rmtree, own, ignore_errors=True)
        return Path(shutil.copytree(folder, own / folder.name))
    except OSError:
        return None


@cache
def _warn_once(text: str) -> None:
    log.warning(text)


def _prune(folder: Path) -> None:
    """Mark this folder as used, and remove those that were not for a month."""
    os.utime(folder)
    old = time.time() - KEEP_DAYS * 86400
    for other in folder.parent.iterdir():
        with suppress(OSError):  # another process may be removing it
            if other.is_dir() and other.stat().st_mtime < old:
                shutil.rmtree(other, ignore_errors=True)
