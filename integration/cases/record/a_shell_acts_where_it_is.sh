# SPDX-License-Identifier: Apache-2.0
# A file that a shell writes itself is on record with the folder that it has gone to, not with the one that it started in.
. "$LIB/case.sh"
other=$CASE_ROOM/home/other
mkdir -p "$other"
guard_run --on-ask deny -- bash -c "cd '$other'; echo a >made; exit 0"
assert_status 0
assert_missing "$other/made"
assert_recorded "r['act'] == 'create' and r['cwd'] == '$other'"
guard_run --on-ask deny -- python3 -c "import os; os.chdir('$other'); open('made2', 'w')" || true
assert_recorded "r['act'] == 'create' and r['cwd'] == '$other' and r['objects'][0].endswith('made2')"
