"""Lessons on pages: begin one or go on with it, and its part of the table's page."""
