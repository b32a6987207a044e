# SPDX-License-Identifier: Apache-2.0
"""Reads `guard blame --json FILE` and prints a line for each line of the file: who wrote it, as SAYS tells of a source, with "?"
where it may be another's, or "-" where it is of before all of them."""
import json
import sys

SAYS = {
    "session": lambda source, sure: source["undo_session"] + ("" if sure else "?"),
    "command": lambda source, sure: ("" if sure else "?") + source["command"],
    "last-word": lambda source, sure: ("" if sure else "?") + source["command"].split()[-1],
}

[blame] = json.load(sys.stdin)
for part in blame["lines"]:
    text = "-"
    if part["source"] is not None:
        source = blame["sources"][part["source"]]
        text = SAYS[sys.argv[1]](source, source["certain"] and not source["others_followed"])
    for _ in range(part["first"], part["last"] + 1):
        print(text)
