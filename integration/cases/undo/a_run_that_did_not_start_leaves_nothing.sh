# SPDX-License-Identifier: Apache-2.0
# A second session of a name that is taken does not start, and the first one is still the only one of that name.
. "$LIB/case.sh"
with_undo
echo old >f
start_guarded --session shop -- bash -c 'echo new >f; touch up; until [ -e go ]; do sleep 0.05; done'
until_true 20 test -e up || fail "it does not start"
status=0
"$GUARD" run --session shop -- touch ran 2>"$CASE_ROOM/said" || status=$?
assert_status 125
assert_says "$CASE_ROOM/said" "is taken by a running session"
assert_missing ran
touch go
finish_guarded
assert_status 0
wait_for_closing
guard undo --yes --session shop >"$CASE_ROOM/undone" || fail "$(<"$CASE_ROOM/undone")"
assert_content f "old"
