"""Ends before it is asked anything."""
