# SPDX-License-Identifier: Apache-2.0
# rm -rf of what existed before, nobody there: all stays, the reason is said, the status is not 0.
. "$LIB/case.sh"
precious tmp_a/one tmp_b/two tmp_important_backup/three
guard_run --on-ask deny -- bash -c 'rm -rf ./tmp_*'
assert_status_not 0
assert_untouched tmp_a/one tmp_b/two tmp_important_backup/three
assert_says "$ERR" "guard: denied rm -rf"
assert_recorded "r['act'] == 'exec' and 'FS_DELETE_OVERWRITE' in r['categories'] and r['risk_tier'] >= 2 and r['decision'] in ('ask', 'deny') and r['outcome'] == 'refused'"
