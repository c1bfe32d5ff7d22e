"""Limits on what anybody may ask of a server: requests, attempts, tables; and bans."""
