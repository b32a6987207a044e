# SPDX-License-Identifier: Apache-2.0
# An act that a trusted project file allows runs unasked; before, it was refused.
. "$LIB/case.sh"
git init -q .
printf 'rules: [{id: free, when: {act: delete, path: "old/**"}, decision: allow}]\n' >.guard.yaml
precious old/a/1 old/a/2
guard_run --on-ask deny -- rm -r old/a
assert_exists old/a/1
guard policy trust --yes >/dev/null
guard_run --on-ask deny -- rm -r old/a
assert_status 0
assert_missing old/a
