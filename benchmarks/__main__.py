"""`make bench`: all measurements of speed."""

from benchmarks.speed import main

main()
