"""The addresses that requests come from."""

from __future__ import annotations

import ipaddress
from functools import lru_cache


@lru_cache(maxsize=4096)
def address_key(address: str) -> str:
    """Return what an address is counted and shut out by.

    Whoever has one address of IPv6 has all of its last 64 bits, so these count as one.
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if parsed.version == 4:
        return str(parsed)
    if parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))


@lru_cache(maxsize=4096)
def is_loopback(address: str) -> bool:
    """Is this the address of this very machine?"""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
