# SPDX-License-Identifier: Apache-2.0
"""processes.py first WORD: pids of the processes whose first word is WORD.
processes.py any WORD: pids of the processes that have WORD among their words."""
import os
import pathlib
import sys


def processes():
    """(pid, words) of everything that still runs."""
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            stat = pathlib.Path("/proc", entry, "stat").read_text(errors="replace")
            words = pathlib.Path("/proc", entry, "cmdline").read_bytes().decode(errors="replace")
        except OSError:
            continue
        if stat.rpartition(")")[2].split()[0] not in "ZX":
            yield int(entry), words.split("\0")


where, word = sys.argv[1:3]
found = [pid for pid, words in processes() if word in (words[:1] if where == "first" else words)]
print("\n".join(map(str, sorted(found))))
