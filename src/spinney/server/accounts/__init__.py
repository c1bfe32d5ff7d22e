"""Guests, accounts, sessions, and the identity of callers."""
