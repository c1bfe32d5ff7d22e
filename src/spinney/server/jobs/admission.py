"""Admission of tables to a worker's search threads: bounded in all, and for each address."""

from __future__ import annotations

import threading

from spinney.server.jobs.fair_executor import Owner


class Admission:
    """The tables for which a worker searches moves. May be used from any thread."""

    def __init__(self, most: int, each: int) -> None:
        """Take the bounds.

        Args:
            most: how many tables have a slot in all. An address that has none still gets one.
            each: how many tables of one address have one.
        """
        self._most, self._each = most, each
        self._held: dict[str, Owner] = {}
        self._lock = threading.Lock()

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._held

    def has_room(self, owner: Owner) -> bool:
        """Can one more table of this owner have a slot?"""
        with self._lock:
            return self._has_room(owner)

    def _has_room(self, owner: Owner) -> bool:
        mine = sum(held.address_hash == owner.address_hash for held in self._held.values())
        return not mine or (mine < self._each and len(self._held) < self._most)

    def take(self, table_id: str, owner: Owner) -> bool:
        """Give a table a slot, if there is room and it has none."""
        with self._lock:
            if table_id in self._held or not self._has_room(owner):
                return False
            self._held[table_id] = owner
            return True

    def free(self, table_id: str) -> None:
        """Take a table's slot back."""
        with self._lock:
            self._held.pop(table_id, None)
