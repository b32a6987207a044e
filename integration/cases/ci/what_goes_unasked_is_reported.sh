# SPDX-License-Identifier: Apache-2.0
# What would have been asked and was let happen stands in the report, by --on-ask allow and with safe mode off; and the time is that of
# the run.
. "$LIB/case.sh"
precious tmp_a/one tmp_b/two tmp_c/three
guard_run --on-ask allow --report ci.json --report ci.md -- bash -c 'sleep 0.3; rm -rf tmp_a tmp_b'
assert_status 0
assert_missing tmp_a tmp_b
python3 -c '
import json
report = json.load(open("ci.json"))
assert report["counts"]["unasked"] >= 1, report["counts"]
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
