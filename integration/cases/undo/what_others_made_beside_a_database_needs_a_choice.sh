# SPDX-License-Identifier: Apache-2.0
# A file that somebody outside guard makes beside another while a session changes that one is not taken away as a part of it:
# beside a file that is only called CURRENT nothing belongs to it, and a database's log that another process made needs a
# choice.
. "$LIB/case.sh"
with_undo
mkdir logs
echo v1 >logs/CURRENT
echo old >app.db
start_guarded --session s -- bash -c 'echo v2 >logs/CURRENT; echo new >app.db; touch ready; until [[ -e go ]]; do sleep 0.02; done'
until_true 20 test -e ready
for name in 20261129.log LOG IDENTITY; do echo theirs >"logs/$name"; done
echo theirs >app.db-wal
touch go
finish_guarded
wait_for_closing
status=0
guard undo --session s --yes >"$OUT" 2>"$ERR" || status=$?
assert_status 3
grep -q 'app.db-wal' "$ERR" || fail "the log is not named: $(<"$ERR")"
assert_content app.db new
guard undo --session s --conflicts skip --yes >"$OUT" 2>&1 || true
assert_content logs/CURRENT v1
for name in 20261129.log LOG IDENTITY; do assert_content "logs/$name" theirs; done
assert_content app.db new
assert_content app.db-wal theirs
guard undo --session s --conflicts overwrite --yes >"$OUT" 2>&1 || fail "overwrite ended with $?: $(<"$OUT")"
assert_content app.db old
assert_missing app.db-wal
guard undo --yes --session "$(sed -n 's/.*guard undo --session //p' "$OUT")" >"$OUT" 2>&1 || fail "the undo of the undo: $(<"$OUT")"
assert_content app.db-wal theirs
