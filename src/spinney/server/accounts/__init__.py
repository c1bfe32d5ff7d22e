"""Guests, accounts, sessions, and who a request comes from."""
