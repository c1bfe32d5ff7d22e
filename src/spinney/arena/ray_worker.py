"""A process of a Ray cluster: check its environment, then run the tasks of a series.

Nothing here needs Ray. The processes are not the one that submits the tasks, and may be on other
machines: their games count only if they run the same program.
"""

from __future__ import annotations

import hashlib
import os
import pickle
import platform
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import spinney
from spinney.core.errors import Refused
from spinney.system.process_privacy import hide_process

TOKEN = "RAY_AUTH_TOKEN"  # noqa: S105 - a name
"""The environment variable by which a process signs in to its cluster."""


class Identity(NamedTuple):
    """The identity of an installed Spinney.

    Attributes:
        version: its version.
        sources: a hash of all its code and tables, which distinguishes two states of one version.
    """

    version: str
    sources: str


class SharedTask(NamedTuple):
    """The data that all tasks of a series share.

    Attributes:
        identity: of the Spinney that submits them.
        folder: where it was started; tasks are done in the folder of this name, if there is one.
        content: the pickled pair of the function for each item, and the function to call first.
    """

    identity: Identity
    folder: str
    content: bytes


@cache
def identity() -> Identity:
    """Return the identity of this process's Spinney."""
    folder, sources = Path(spinney.__file__).parent, hashlib.sha256()
    for path in sorted(path for end in ("py", "csv") for path in folder.rglob(f"*.{end}")):
        sources.update(path.relative_to(folder).as_posix().encode())
        sources.update(path.read_bytes())
    return Identity(spinney.__version__, sources.hexdigest()[:16])


def share(task: Callable[[Any], object], prepare: Callable[[], object]) -> SharedTask:
    """Return the data that the processes of a cluster need for a task."""
    return SharedTask(identity(), str(Path.cwd()), pickle.dumps((task, prepare)))


def work(shared: SharedTask, numbers: Sequence[Any]) -> list[Any] | Exception:
    """Do a task for some numbers; with none, only prepare.

    Returns:
        The result of each, or the exception.
    """
    try:
        task = _prepared(shared)
        return [task(number) for number in numbers]
    except Refused as refusal:
        return Refused(f"{platform.node()}: {refusal}")
    except Exception as problem:  # noqa: BLE001 - raised again where the result is awaited
        return problem


@lru_cache(maxsize=4)
def _prepared(shared: SharedTask) -> Callable[[Any], Any]:
    """Make this process ready for a task, once, and return it. Raises Refused if it can't be."""
    check_identity(shared.identity)
    hide_process()
    os.environ.pop(TOKEN, None)  # Ray has read it, and programs must not see it
    if Path(shared.folder).is_dir():
        os.chdir(shared.folder)
    try:
        task, prepare = pickle.loads(shared.content)  # noqa: S301 - from the cluster's owner
    except (ImportError, AttributeError, KeyError) as missing:
        raise Refused(f"install here, too, what the game or a player comes in: {missing}") from None
    prepare()
    prepared: Callable[[Any], Any] = task
    return prepared


def check_identity(expected: Identity) -> None:
    """Refuse to play for a different Spinney: games could end differently."""
    own = identity()
    if own == expected:
        return
    other = f"{expected.version} where the series was started"
    if own.version == expected.version:
        other = "another state of the same version where the series was started"
    raise Refused(f"here is spinney {own.version}, and {other}; install the same on all machines")
