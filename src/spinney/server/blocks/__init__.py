"""Blocks: people whom somebody wants nothing to do with."""
