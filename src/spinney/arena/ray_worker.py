"""A process of a Ray cluster: check its environment, then run the tasks of a series.

Nothing here needs Ray. The processes are others' than the one that hands out the tasks, perhaps on
other machines: what they play counts only if they have the same program.
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
from spinney.core.process_privacy import hide_process

TOKEN = "RAY_AUTH_TOKEN"  # noqa: S105 - a name
"""The environment variable by which a process signs in to its cluster."""


class Identity(NamedTuple):
    """Which Spinney this is.

    Attributes:
        version: its version.
        sources: a hash of all its code and tables, which tells two states of one version apart.
    """

    version: str
    sources: str


class SharedTask(NamedTuple):
    """What all tasks of a series have in common.

    Attributes:
        identity: of the Spinney that hands them out.
        folder: where that was started; tasks are done in the folder of this name, if there is one.
        content: the pickled pair of what makes something of each number, and what is called before.
    """

    identity: Identity
    folder: str
    content: bytes


@cache
def identity() -> Identity:
    """Return which Spinney this process has."""
    folder, sources = Path(spinney.__file__).parent, hashlib.sha256()
    for path in sorted(path for end in ("py", "csv") for path in folder.rglob(f"*.{end}")):
        sources.update(path.relative_to(folder).as_posix().encode())
        sources.update(path.read_bytes())
    return Identity(spinney.__version__, sources.hexdigest()[:16])


def share(task: Callable[[Any], object], prepare: Callable[[], object]) -> SharedTask:
    """Return what the processes of a cluster must know to do a task."""
    return SharedTask(identity(), str(Path.cwd()), pickle.dumps((task, prepare)))


def work(shared: SharedTask, numbers: Sequence[Any]) -> list[Any] | Exception:
    """Do a task for some numbers, none at all to prepare only.

    Returns:
        What it makes of each, or what went wrong.
    """
    try:
        task = _prepared(shared)
        return [task(number) for number in numbers]
    except Refused as refusal:
        return Refused(f"{platform.node()}: {refusal}")
    except Exception as problem:  # noqa: BLE001 - raised again where it is waited for
        return problem


@lru_cache(maxsize=4)
def _prepared(shared: SharedTask) -> Callable[[Any], Any]:
    """Make this process ready for a task, once, and return it. Raises Refused if it can't be."""
    check_identity(shared.identity)
    hide_process()
    os.environ.pop(TOKEN, None)  # Ray has read it; programs that are started needn't
    if Path(shared.folder).is_dir():
        os.chdir(shared.folder)
    try:
        task, prepare = pickle.loads(shared.content)  # noqa: S301 - from the cluster's owner
    except (ImportError, AttributeError, KeyError) as missing:
        raise Refused(f"install here, too, what the game or a player comes in: {missing}") from None
    prepare()
    found: Callable[[Any], Any] = task
    return found


def check_identity(wanted: Identity) -> None:
    """Refuse to play for another Spinney than this one: games could come out differently."""
    own = identity()
    if own == wanted:
        return
    other = f"{wanted.version} where the series was started"
    if own.version == wanted.version:
        other = "another state of the same version where the series was started"
    raise Refused(f"here is spinney {own.version}, and {other}; install the same on all machines")
