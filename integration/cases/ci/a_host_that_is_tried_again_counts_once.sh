# SPDX-License-Identifier: Apache-2.0
# A program that tries the addresses of a host one after the other is refused one connection, in the summary and in the reports.
. "$LIB/case.sh"
guard_run --ci --report r.json -- python3 -c '
import socket
for _ in range(2):
    with socket.socket() as one:
        one.connect_ex(("198.51.100.7", 80))
with socket.socket() as other:
    other.connect_ex(("198.51.100.8", 80))'
assert_status 3
assert_says "$ERR" "2 refused: 0 by rule, 2 that a person could approve"
python3 -c '
import json
report = json.load(open("r.json"))
assert report["counts"]["asks"] == 2, report["counts"]
assert [one["count"] for one in report["refusals"]] == [1, 1], report["refusals"]' || fail "one is counted twice"
