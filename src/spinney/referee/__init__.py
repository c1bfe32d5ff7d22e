"""One game between programs, for other arenas: a drop-in for a contest's own referee."""
