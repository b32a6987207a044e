# SPDX-License-Identifier: Apache-2.0
# A secret that a search skipped right before the command ended counts for --fail-on skip, and is in the summary. Skipped
# and refused acts have entries of their own, and the counts are theirs, whatever fails the run.
# timeout: 180
. "$LIB/case.sh"
echo SECRET=canary >.env
for run in {1..12}; do
  guard_run --ci --fail-on skip --report "out$run.json" -- bash -c 'grep -rn SECRET . >/dev/null 2>&1; true'
  [[ $status -eq 3 ]] || fail "run $run: status $status"
  assert_says "$ERR" "guard: refused, status 3"
  assert_says "out$run.json" ".env"
  wait_for_closing
done
mkdir sub
cp .env sub
for on in ask skip; do
  guard_run --ci --fail-on "$on" --report out.json --report out.xml -- \
    bash -c 'grep -rn SECRET . >/dev/null 2>&1; sleep 1; grep SECRET .env; cat .env; true'
  assert_status 3
  python3 - "$on" <<'PYTHON' || fail "--fail-on $on: $(<out.json)"
import json, sys, xml.etree.ElementTree
report = json.load(open("out.json"))
counted = lambda skipped: sum(one["count"] for one in report["refusals"] if one["skipped"] == skipped)
counts = report["counts"]
assert counts["skipped"] == counted(True) == 2, counts
assert counts["asks"] + counts["denied"] == counted(False) == 2, counts
assert report["skips_fail"] == (sys.argv[1] == "skip")
suite = xml.etree.ElementTree.parse("out.xml").getroot().find("testsuite")
fails = [one for one in report["refusals"] if report["skips_fail"] or not one["skipped"]]
assert int(suite.get("failures")) == len(suite.findall("testcase/failure")) == len(fails), suite.attrib
assert int(suite.get("skipped")) == len(report["refusals"]) - len(fails), suite.attrib
PYTHON
  assert_says "$ERR" "2 refused: 0 by rule, 2 that a person could approve, 2 reads of secrets skipped"
done
