"""`make bench`: measure speed, and how true the computer's chances to win are."""

from benchmarks.speed import main

main()
