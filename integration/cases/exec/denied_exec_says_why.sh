# SPDX-License-Identifier: Apache-2.0
# A refused program: status 126, one line with the reason on its standard error.
. "$LIB/case.sh"
git init -q .
guard_run --on-ask deny -- bash -c 'git push --force origin main'
assert_status 126
assert_says "$ERR" "guard: denied git push --force"
[[ $(grep -c '^guard: ' "$ERR") -eq 1 ]] || fail "more than one line"
assert_recorded "'GIT_PUBLISH' in r['categories'] and r['risk_tier'] == 3 and r['decision'] in ('ask', 'deny')"
