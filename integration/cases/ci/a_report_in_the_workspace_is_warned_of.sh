# SPDX-License-Identifier: Apache-2.0
# A report in the workspace may be written anew by what ran: guard says so as the run starts. Outside of it nothing is
# said. The ending of its name counts in any letters, and .yml is .yaml.
. "$LIB/case.sh"
guard_run --ci --report in.JSON --learn learned.yml -- true
assert_status 0
assert_says "$ERR" 'warning: the report in.JSON lies in the workspace'
assert_says "$ERR" 'warning: the report learned.yml lies in the workspace'
python3 -c 'import json; json.load(open("in.JSON"))'
mkdir "$CASE_ROOM/reports"
guard_run --ci --report "$CASE_ROOM/reports/out.json" --report "$CASE_ROOM/reports/p.yml" -- true
assert_status 0
assert_silent "$ERR" 'lies in the workspace'
assert_says "$CASE_ROOM/reports/p.yml" 'version: 1'
# The help of a rule says all its tiers.
precious data/a data/b
guard_run --ci --report "$CASE_ROOM/reports/out.sarif" -- bash -c 'rm -rf data/*' || true
grep -q 'of tier [0-9] to [0-9]' "$CASE_ROOM/reports/out.sarif" || fail "no range: $(grep -o 'of tier [^.]*' "$CASE_ROOM/reports/out.sarif")"
