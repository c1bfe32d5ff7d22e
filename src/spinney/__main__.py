"""``python -m spinney`` is the command `spinney`."""

import sys

from spinney.cli import main

sys.exit(main())
