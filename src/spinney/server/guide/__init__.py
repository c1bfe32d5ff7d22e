"""The guides on pages: as pages of their own, and beside a table."""
