# SPDX-License-Identifier: Apache-2.0
"""How often somebody tried again what had been denied: detours.py PREFIX... < RECORDS (JSON lines)

Counts, for each PREFIX of paths, the acts on what lies there that were denied after the first such one.
An answer of a person is a record beside the act's: only acts count.
"""
import json
import sys


def is_denied_act(record):
    return bool(record["act"]) and record["decision"] in ("ask", "deny", "block") and record["approval_status"] != "approved"


def count(records, prefix):
    hits = [record for record in records if is_denied_act(record)
            and any(path.startswith(prefix) for path in record["objects"])]
    return max(0, len(hits) - 1)


def main():
    records = [json.loads(line) for line in sys.stdin if line.strip()]
    print(sum(count(records, prefix) for prefix in sys.argv[1:]))


if __name__ == "__main__":
    main()
