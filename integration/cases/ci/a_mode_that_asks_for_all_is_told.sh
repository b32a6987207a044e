# SPDX-License-Identifier: Apache-2.0
# A mode that asks before every command lets nothing start where nobody is asked. The run says so, and why.
. "$LIB/case.sh"
guard_run --ci --mode paranoid -- touch made
assert_status 126
assert_missing made
assert_says "$ERR" "mode paranoid asks before every command, and nobody is asked in this run"
cat >policy.yaml <<'YAML'
mode: paranoid
rules: [{id: mine, when: {command: [bash, touch]}, decision: allow}]
YAML
guard_run --ci --policy policy.yaml -- bash -c 'true'
assert_status 0
guard_run --ci --mode balanced -- true
assert_silent "$ERR" "asks before every command"
