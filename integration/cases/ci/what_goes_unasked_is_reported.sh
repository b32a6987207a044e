# SPDX-License-Identifier: Apache-2.0
# An act that would have been asked about and was let happen stands in the report, by --on-ask allow and with safe mode off; and the
# time is that of the run.
. "$LIB/case.sh"
precious tmp_a/one tmp_b/two tmp_c/three
guard_run --on-ask allow --report ci.json --report ci.md -- bash -c 'sleep 0.3; rm -rf tmp_a tmp_b'
assert_status 0
assert_missing tmp_a tmp_b
python3 -c '
import json
report = json.load(open("ci.json"))
assert report["counts"]["unasked"] == 1, report["counts"]
assert report["counts"]["skipped"] == 0, report["counts"]
assert any(act["what"] == "rm -rf tmp_a tmp_b" and act["rule"] and act["count"] == 1 for act in report["unasked"]), report["unasked"]
assert report["duration_ms"] >= 300, report["duration_ms"]' || fail "the report says something else"
assert_says ci.md "let through unasked"
guard audit list --decision unasked >"$OUT"
assert_says "$OUT" "rm -rf tmp_a tmp_b"
guard_run --on-ask deny --report none.json -- bash -c 'rm -rf tmp_c || true'
python3 -c '
import json
report = json.load(open("none.json"))
assert report["counts"]["unasked"] == 0 and report["unasked"] == [], report' || fail "nothing went unasked"

# Each question once: neither the files of a command, nor each of many files, nor what nobody would have been asked.
with_undo
precious one many/1 many/2 many/3 many/4 many/5 many/6 many/7 many/8 tree/1 tree/2 tree/3 tree/4 tree/5 tree/6
guard_run --safe-mode off --report each.json -- bash -c 'rm one; timeout 20 rm -rf tree; for i in 1 2 3 4 5 6 7 8; do rm many/$i; done'
assert_status 0
python3 -c '
import json
report = json.load(open("each.json"))
asked = [(act["what"].split()[0], act["rule"], act["count"]) for act in report["unasked"]]
assert asked == [("timeout", "fs.delete", 1), ("delete", "fs.delete.many", 1)], report["unasked"]
assert report["counts"]["unasked"] == 2, report["counts"]' || fail "a question counts several times"
