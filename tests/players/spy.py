"""A bot that looks for a word in the environments and command lines of all processes.

``python spy.py WORD FILE``: it writes to the file where it found the word, then plays on.
"""

import json
import os
import sys
from pathlib import Path

word, file = sys.argv[1][::-1].encode(), Path(sys.argv[2])  # backwards: it doesn't find itself
for line in sys.stdin:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        for name in ("environ", "cmdline"):
            try:
                content = (folder / name).read_bytes()
            except OSError:
                continue
            if word in content and int(folder.name) != os.getpid():
                found.append([int(folder.name), name])
    file.write_text(json.dumps(found))
    request = json.loads(line)
    if not request.get("over"):
        print(request["legal"][0], flush=True)
