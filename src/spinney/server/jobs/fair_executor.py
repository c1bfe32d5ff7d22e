"""Threads that take turns between owners, so that one owner's many calls delay nobody else's.

An owner is a person at an address. Turns go round the addresses, then round the persons of one
address. Whoever has waited longest since their last turn comes next; a new owner comes at once.
"""

from __future__ import annotations

import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import Any, Generic, NamedTuple, TypeVar

REMEMBERED = 10_000
"""How many addresses and persons a queue remembers the last turn of; the oldest are forgotten."""

Item = TypeVar("Item")
Result = TypeVar("Result")


class Owner(NamedTuple):
    """The owner of some work.

    Attributes:
        address_hash: of the address they came from, or something else that is theirs alone.
        person: who, by id.
    """

    address_hash: str
    person: str


NOBODY = Owner("", "")
"""The owner of work in local mode."""


class FairQueue(Generic[Item]):
    """A queue in which owners take turns. Not thread-safe."""

    def __init__(self) -> None:
        self._waiting: dict[Owner, deque[Item]] = {}
        self._last_turn: OrderedDict[Hashable, int] = OrderedDict()
        self._turns = 0

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def push(self, owner: Owner, item: Item) -> None:
        """Add an item behind the others of its owner."""
        self._waiting.setdefault(owner, deque()).append(item)

    def pop(self, begins: Callable[[Item], bool] = lambda _: True) -> Item:
        """Remove and return the item whose turn it is.

        Args:
            begins: does an item take its turn? Others are dropped, and cost their owner nothing.

        Raises:
            IndexError: the queue is empty.
        """
        while self._waiting:
            owner = min(self._waiting, key=self._turn)
            item = self._waiting[owner].popleft()
            if not self._waiting[owner]:
                del self._waiting[owner]
            if begins(item):
                self._note_turn(owner)
                return item
        raise IndexError("the queue is empty")

    def _turn(self, owner: Owner) -> tuple[int, int]:
        """Return the last turns of an owner's address and of the owner; 0: none is known."""
        return self._last_turn.get(owner.address_hash, 0), self._last_turn.get(owner, 0)

    def _note_turn(self, owner: Owner) -> None:
        self._turns += 1
        for key in (owner.address_hash, owner):
            self._last_turn[key] = self._turns
            self._last_turn.move_to_end(key)
        while len(self._last_turn) > REMEMBERED:
            self._last_turn.popitem(last=False)


class _Call(Generic[Result]):
    """A call and the future of its result."""

    def __init__(self, function: Callable[[], Result]) -> None:
        self.future: Future[Result] = Future()
        self._function = function

    def begins(self) -> bool:
        """Mark it as running; False: it has been cancelled."""
        return self.future.set_running_or_notify_cancel()

    def run(self) -> None:
        """Call it, and set its result or its exception."""
        try:
            self.future.set_result(self._function())
        except BaseException as problem:  # noqa: BLE001 - whoever waits for the result handles it
            self.future.set_exception(problem)


class FairExecutor:
    """A pool of threads fed by a `FairQueue`. May be used from any thread."""

    def __init__(
        self, threads: int, name: str, initializer: Callable[[], None] | None = None
    ) -> None:
        """``initializer`` is called once in each thread; the threads' names begin with ``name``."""
        self._pool = ThreadPoolExecutor(threads, name, initializer)
        self._queue = FairQueue[_Call[Any]]()
        self._lock = threading.Lock()

    def submit(self, owner: Owner, function: Callable[[], Result]) -> Future[Result]:
        """Call a function in a thread when its owner's turn comes.

        Raises:
            RuntimeError: the executor is shut down.
        """
        call = _Call(function)
        with self._lock:
            self._queue.push(owner, call)
        self._pool.submit(self._run_next)
        return call.future

    def _run_next(self) -> None:
        """Run the call whose turn it is; every call that is queued has brought one of these."""
        with self._lock:
            try:
                call = self._queue.pop(_Call.begins)
            except IndexError:  # it was cancelled
                return
        call.run()

    def shutdown(self, wait: bool) -> None:
        """Cancel what has not begun, and begin nothing more; ``wait``: until all calls end."""
        with self._lock, suppress(IndexError):
            self._queue.pop(lambda call: not call.future.cancel())
        self._pool.shutdown(wait=wait, cancel_futures=True)
