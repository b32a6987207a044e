# SPDX-License-Identifier: Apache-2.0
# Plans, reports and refusals say what they mean: a file that is gone is brought back, a discard is by who discarded, a
# file that is renamed onto again and again is one change, one hunk is one, and an empty span of time is said to be one.
. "$LIB/case.sh"
with_undo
echo one >changed
echo 1 >renamed
guard_run --session s -- bash -c 'echo two >changed; for i in 1 2 3; do sed -i s/$i/$((i + 1))/ renamed; done'
wait_for_closing
rm changed
guard undo --session s --dry-run >"$OUT" || true
assert_says "$OUT" "bring back $PWD/changed"
assert_silent "$OUT" "put back the content of $PWD/changed"
guard audit report s >"$CASE_ROOM/report.md"
assert_silent "$CASE_ROOM/report.md" "2 renamed"
assert_silent "$CASE_ROOM/report.md" "3 renamed"

echo one >hunked
guard_run --session h -- bash -c 'echo two >hunked'
wait_for_closing
! guard review h ./hunked --discard-hunks 2 >"$OUT" 2>"$ERR" || fail "a hunk that is not there is discarded"
assert_says "$ERR" "there is 1 hunk"
assert_silent "$ERR" "1 hunks"

guard_run --session f --discard-on-fail -- bash -c 'echo three >hunked; exit 1'
guard audit report f >"$CASE_ROOM/report.md"
assert_says "$CASE_ROOM/report.md" "by \`$(id -un) (guard run --discard-on-fail)\`"
guard undo --list >"$OUT"
assert_says "$OUT" "guard run --discard-on-fail of f"

! guard audit list --since 1h --until 2h >"$OUT" 2>"$ERR" || fail "an empty span is no mistake"
assert_says "$ERR" "is later than --until"
assert_says "$ERR" "nothing can be between them"
guard audit list --since 2h --until 1h >"$OUT" || fail "a span is a mistake"
