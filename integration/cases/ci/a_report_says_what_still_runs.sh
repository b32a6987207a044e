# SPDX-License-Identifier: Apache-2.0
# Processes that CMD left in the background may be refused something after the reports were written: each report says that
# they still ran. --kill-at-exit leaves none, and says how many it ended.
. "$LIB/case.sh"
precious kept/file
keep_policy
reports=(--report out.json --report out.xml --report out.sarif --report out.md)
guard_run --ci --session bg --policy "$KEEP" "${reports[@]}" -- \
  bash -c '(until [[ -e go ]]; do sleep 0.1; done; rm kept/file) >/dev/null 2>&1 & true'
assert_status 0
touch go
says_it() { # true|false
  python3 - "$1" <<'PYTHON' || fail "the reports do not say $1"
import json, sys
import xml.etree.ElementTree
runs = sys.argv[1] == "true"
report = json.load(open("out.json"))
assert report["still_running"] == runs and report["complete"] != runs, report
suite = xml.etree.ElementTree.parse("out.xml").getroot().find("testsuite")
assert {one.get("name"): one.get("value") for one in suite.findall("properties/property")}["still_running"] == sys.argv[1]
assert json.load(open("out.sarif"))["runs"][0]["invocations"][0]["properties"]["stillRunning"] == runs
assert ("processes still ran when this was written" in open("out.md").read()) == runs
PYTHON
}
says_it true
assert_says "$ERR" "processes still ran when this was written: guard audit list --session bg"
wait_for_closing
guard audit list --session bg --decision deny >"$OUT"
assert_says "$OUT" "rm kept/file"
rm go
guard_run --ci --kill-at-exit --policy "$KEEP" "${reports[@]}" -- bash -c 'sleep 60 >/dev/null 2>&1 & sleep 60 >/dev/null 2>&1 & true'
assert_status 0
says_it false
assert_says "$ERR" "ended 2 processes that still ran in the background (--kill-at-exit): sleep, process "
grep -q 'sleep, process [0-9]* and sleep, process [0-9]*$' "$ERR" || fail "both are not named: $(<"$ERR")"
guard_run --quiet --kill-at-exit -- bash -c 'sleep 60 >/dev/null 2>&1 & true'
assert_silent "$ERR" "--kill-at-exit"
