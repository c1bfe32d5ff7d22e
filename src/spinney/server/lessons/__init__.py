"""Lessons on pages: begin one or go on with it, and what its table shows of it."""
