# SPDX-License-Identifier: Apache-2.0
# A file that guard cannot read is not among those that undo is promised for: one question says so, and guard undo
# tells of it.
. "$LIB/case.sh"
((EUID != 0)) || skip "root reads every file"
with_undo
mkdir d
echo a >d/a
echo z >d/zero
chmod 000 d/zero
start_guarded -- rm -rf d
wait_for_question
[[ $(json_of 'data[0]["undo"]') == "2 of 3; not 1 that guard cannot save"* ]] || fail "promised: $QUESTION"
guard approve "$question_id"
finish_guarded
assert_status 0
[[ ! -e d ]] || fail "it was asked about again"
(($(guard audit export --format jsonl | grep -o '"approval_id":"[^"]*"' | sort -u | wc -l) == 1)) || fail "two questions"
status=0
guard undo --yes --last >"$CASE_ROOM/undone" 2>&1 || status=$?
[[ -e d/a && $(<d/a) == a ]] || fail "what was promised did not come back: $(<"$CASE_ROOM/undone")"
assert_says "$CASE_ROOM/undone" zero
((status != 0)) || fail "guard undo says that all came back: $(<"$CASE_ROOM/undone")"
