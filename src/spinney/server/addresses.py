"""The addresses that lead to a server, as it says them when it starts."""

from __future__ import annotations

import ipaddress
import socket

from spinney.i18n import _

ELSEWHERE = {socket.AF_INET: "10.255.255.255", socket.AF_INET6: "2001:db8::1"}
"""An address of another machine, by family. Nothing is sent there: the system only tells which
address of this machine it would come from."""


def start_messages(host: str, port: int) -> list[str]:
    """Return lines that say at which addresses a server can be opened, and by whom.

    Args:
        host: the numeric address at which it listens.
        port: its port.
    """
    address = ipaddress.ip_address(host)
    if address.is_unspecified:
        loopback = "127.0.0.1" if address.version == 4 else "::1"
        network = own_address(socket.AF_INET if address.version == 4 else socket.AF_INET6)
        others = (
            _("Others in your network open {address}", address=_url(network, port))
            if network
            else _("Others open it by this computer’s name or address, port {port}.", port=port)
        )
        return [_opened(loopback, port), others]
    if address.is_loopback:
        only = _(
            "Only this computer can open it. For others, start it with --host 0.0.0.0, or behind"
            " a proxy."
        )
        return [_opened(host, port), only]
    return [_opened(host, port)]


def own_address(family: socket.AddressFamily) -> str:
    """Return the address of this machine in its network; empty: it is in none."""
    with socket.socket(family, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((ELSEWHERE[family], 9))
        except OSError:
            return ""
        own = str(asking.getsockname()[0])
    address = ipaddress.ip_address(own)
    return "" if address.is_unspecified or address.is_loopback else own


def _opened(host: str, port: int) -> str:
    url = _url(host, port)
    return _("Spinney is open at {address}   (Ctrl-C stops it)", address=url)


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
