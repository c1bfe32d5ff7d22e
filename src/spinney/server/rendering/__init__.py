"""Rendering: pages and boards drawn in a process of their own, sent as differences."""
