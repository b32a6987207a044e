# SPDX-License-Identifier: Apache-2.0
# A line to allow in .guard.yaml does nothing until that content is trusted: guard run --ci says so at its start, and
# at its end where such a line goes.
. "$LIB/case.sh"
git init -q .
precious tmp_a/one
printf 'version: 1\npre_confirmed: ["rm -rf tmp_a"]\n' >.guard.yaml
guard_run --ci -- bash -c 'rm -rf tmp_a; true'
assert_status 3
assert_untouched tmp_a/one
assert_says "$ERR" "not applied, as a project's file may only tighten: $PWD/.guard.yaml:2"
assert_says "$ERR" "guard policy trust"
assert_says "$ERR" "a project's .guard.yaml cannot allow"
assert_silent "$ERR" "nobody answers"
guard_run --ci --quiet -- bash -c 'rm -rf tmp_a; true'
assert_silent "$ERR" "not applied"
cp .guard.yaml "$CASE_ROOM/job.yaml"
guard_run --ci --policy "$CASE_ROOM/job.yaml" -- rm -rf tmp_a
assert_status 0
[[ ! -e tmp_a ]] || fail "the same file as --policy does not allow it"
# Trust is no advice beside --policy.
printf 'version: 1\nmode: balanced\n' >"$CASE_ROOM/plain.yaml"
guard_run --ci --policy "$CASE_ROOM/plain.yaml" -- true
assert_says "$ERR" "not applied, as a project's file may only tighten: $PWD/.guard.yaml:2"
assert_silent "$ERR" "guard policy trust lets"
assert_silent "$ERR" "else use --policy"
precious tmp_a/one
guard policy trust --yes >"$OUT"
guard_run --ci -- rm -rf tmp_a
assert_status 0
assert_silent "$ERR" "not applied"

# A secret that a search went on without fails no run, and no report either, unless --fail-on skip says so.
echo TOKEN=canary >.env
search='grep -r canary . >/dev/null; sleep 1; true'
guard_run --ci --report out.xml --report out.sarif --report out.json -- bash -c "$search"
assert_status 0
rates() { # FAILURES SKIPPED LEVEL
  python3 - "$@" <<'PYTHON' || fail "the reports do not rate it as $*"
import json, sys, xml.etree.ElementTree
failures, skipped, level = sys.argv[1:]
suite = xml.etree.ElementTree.parse("out.xml").getroot().find("testsuite")
assert suite.get("failures") == failures and suite.get("skipped") == skipped, suite.attrib
assert len(suite.findall("testcase/skipped")) == int(skipped), suite.attrib
levels = {result["level"] for result in json.load(open("out.sarif"))["runs"][0]["results"]}
assert levels == {level}, levels
PYTHON
}
rates 0 1 note
assert_says "$ERR" "nothing refused, 1 read of a secret skipped"
rm -f out.*
guard_run --ci --fail-on skip --report out.xml --report out.sarif -- bash -c "$search"
assert_status 3
rates 1 0 warning
assert_says "$ERR" "nothing refused, 1 read of a secret skipped, which fails the run"
