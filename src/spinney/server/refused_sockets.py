"""Sockets that are refused: a page learns why from the code with which its socket is closed.

Browsers tell a page that code only if the socket has been accepted before. One that is refused
without it looks like a lost connection, and the page connects again and again.
"""

from __future__ import annotations

from starlette.websockets import WebSocket

FORBIDDEN = 1008
"""Its viewer may not have it, or not any more; or it leads nowhere."""
FAILED = 1011
"""Its match can't be shown."""
LATER = 1013
"""The server has too much to do; the page may connect again later."""


async def refuse(websocket: WebSocket, code: int) -> None:
    """Accept a socket, only to close it with a code."""
    await websocket.accept()
    await websocket.close(code)
