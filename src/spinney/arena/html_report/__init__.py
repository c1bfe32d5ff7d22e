"""The report of a league as HTML pages that need no server: tables, charts, faults and replays."""
