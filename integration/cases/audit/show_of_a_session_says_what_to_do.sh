# SPDX-License-Identifier: Apache-2.0
# guard audit show of a session's name, where a record's is wanted, names the commands that tell of a
# session; of what is nothing at all it names the list.
. "$LIB/case.sh"
guard_run --session tidy -- /bin/true
wait_for_closing
status=0
guard audit show tidy >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "tidy is a session, not a record: guard audit list --session tidy"
assert_says "$ERR" "guard audit report tidy"
status=0
guard audit show nothing-of-that-name >"$OUT" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "no record nothing-of-that-name; guard audit list shows which there are"
