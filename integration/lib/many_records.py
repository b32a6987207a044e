#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""many_records.py GUARD MAKE_RECORDS COUNT [FOLDER]: what a record of COUNT acts costs.

Makes one through guard's own recorder, then exports, counts, queries, verifies and reports it, and prints
seconds, processor seconds and peak resident memory of each. Fails when something fails, tells another number of records than
were made, or needs more than 64 MiB: memory must not grow with the record. Never fails on a time.
"""
import json
import os
import subprocess
import sys
import tempfile
import time

MOST_MEMORY = 64 << 20
QUERIES = [
    ("export --format jsonl", "lines"), ("export --format json", None), ("export --format csv", "lines"),
    ("export --format ocsf", "lines"), ("stats", None), ("sessions", None), ("verify", None),
    ("list --limit 50", None),
    ("list --session session3 --limit 50", None), ("list --since 1h --limit 50", None),
    ("list --category NETWORK_RISK --limit 50", None), ("list --tier 2 --limit 50", None),
    ("list --decision deny --limit 50", None), ("list --path file_777.c", None),
    ("list --path *_778.c", None), ("list --command file_775.c", None), ("list --undo", None),
    ("report session3", None), ("report session3 --format html", None),
]


def run(words):
    """(seconds, processor seconds, peak resident bytes, lines of output)"""
    start = time.monotonic()
    with subprocess.Popen(words, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as child:
        lines = 0
        while block := child.stdout.read(1 << 20):
            lines += block.count(b"\n")
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0:
        sys.exit(f"{' '.join(words)}: status {child.returncode}")
    return time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, lines


def main():
    guard, make, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    with tempfile.TemporaryDirectory(dir=sys.argv[4] if len(sys.argv) > 4 else None) as room:
        state = os.path.join(room, "state")
        made = json.loads(subprocess.run([make, state, str(count)], check=True, stdout=subprocess.PIPE).stdout)
        size = sum(os.path.getsize(os.path.join(state, name)) for name in ("audit.db", "audit.db-wal"))
        writing = made["seconds"] - made["intent_seconds"]
        print(f"{count} records in {made['seconds']:.1f} s, {size / count:.0f} bytes each: {count / writing:.0f} a second "
              f"and {made['intents']} durable intents of {made['intent_seconds'] / made['intents'] * 1e3:.2f} ms each")
        end_records = 10
        for query, wanted in QUERIES:
            words = [guard, "audit", *query.split(), "--state-dir", state]
            seconds, busy, memory, lines = run(words)
            print(f"{seconds:8.2f} s {busy:6.2f} s busy {memory / 2**20:6.1f} MiB  {query}", flush=True)
            expected = count + end_records + (1 if "csv" in query else 0)
            if wanted and lines != expected:
                sys.exit(f"{query}: {lines} lines, expected {expected}")
            if memory > MOST_MEMORY:
                sys.exit(f"{query}: {memory >> 20} MiB")


main()
