#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""coverage.py TREE COVERAGE.JSON: lines that ran, of each folder, of policy/ and of the product; and the
files with most lines that did not. Reads what `llvm-cov export -summary-only` wrote."""
import json
import pathlib
import sys

PRODUCT = ("base", "policy", "interceptor", "supervisor", "console")
WANTED = {"policy": 95, "all": 90}
SHOWN = 15


def lines_of(tree, report):
    """file -> (lines, lines that ran), of the product's own sources."""
    found = {}
    for entry in report["data"][0]["files"]:
        path = pathlib.Path(entry["filename"])
        if not path.is_relative_to(tree):
            continue
        name = path.relative_to(tree)
        if name.parts[0] in PRODUCT and name.suffix in (".cc", ".h", ".c"):
            lines = entry["summary"]["lines"]
            found[name.as_posix()] = (lines["count"], lines["covered"])
    return found


def share(rows):
    rows = list(rows)
    count = sum(row[0] for row in rows)
    return (100.0 * sum(row[1] for row in rows) / count if count else 0.0), count


def main():
    tree = pathlib.Path(sys.argv[1])
    found = lines_of(tree, json.loads(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8")))
    folders = sorted({name.rpartition("/")[0] for name in found})
    for folder in folders:
        percent, count = share(row for name, row in found.items() if name.rpartition("/")[0] == folder)
        print(f"{folder:<24} {percent:6.2f} %  of {count:6d} lines")
    print()
    worst = sorted(found.items(), key=lambda item: item[1][1] - item[1][0])[:SHOWN]
    for name, (count, ran) in worst:
        print(f"{name:<48} {count - ran:5d} of {count:5d} lines never ran")
    print()
    for name, wanted in WANTED.items():
        rows = (row for file, row in found.items() if name == "all" or file.startswith(name + "/"))
        percent, count = share(rows)
        print(f"{name:<8} {percent:6.2f} %  of {count:6d} lines (wanted: {wanted} %)")


if __name__ == "__main__":
    main()
