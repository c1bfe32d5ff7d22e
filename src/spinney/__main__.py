"""``python -m spinney`` is the command `spinney`."""

import sys

from .cli import main

sys.exit(main())
