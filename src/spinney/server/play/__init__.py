"""Playing a match: its service, its page, its WebSocket."""
