# SPDX-License-Identifier: Apache-2.0
# docs/operations.md, "Backup" and "Verification": heads first, then the database by SQLite, while a session
# goes on; the copy verifies. Heads that were kept elsewhere show a record that was written anew as a whole.
. "$LIB/case.sh"
guard_run -- bash -c '/bin/echo first; /bin/echo second'
wait_for_closing
mkfifo "$CASE_ROOM/go"
start_guarded -- bash -c 'exec 7<>"$0"; n=0; while ! read -rt 0.01 -u 7 _; do /bin/true "$((n++))"; done' "$CASE_ROOM/go"
is_running() { is_recorded "r['argv'][:2] == ['/bin/true', '20']"; }
until_true 20 is_running || fail "the session does nothing"
mkdir -m 700 "$CASE_ROOM/backup"
cp -a "$GUARD_STATE_DIR/audit.heads" "$CASE_ROOM/backup/"
python3 -B - "$GUARD_STATE_DIR/audit.db" "$CASE_ROOM/backup/audit.db" <<'PY'
import sqlite3, sys
sqlite3.connect(sys.argv[1]).execute("VACUUM INTO ?", (sys.argv[2],))
PY
guard audit verify --state-dir "$CASE_ROOM/backup" >"$OUT" || fail "the copy is bad: $(<"$OUT")"
assert_says "$OUT" "1 not closed"
guard audit export --state-dir "$CASE_ROOM/backup" >"$OUT"
assert_says "$OUT" '"second"'
echo end >"$CASE_ROOM/go"
finish_guarded
wait_for_closing

# Somebody with the same rights writes another record and its heads.
rm -r "$GUARD_STATE_DIR"
guard_run -- bash -c '/bin/echo nothing of that; /bin/echo happened'
guard audit verify >/dev/null || fail "the new record is sound in itself"
cp -a "$CASE_ROOM/backup/audit.heads/." "$GUARD_STATE_DIR/audit.heads/"
code=0
guard audit verify >"$OUT" || code=$?
[[ $code -eq 1 ]] || fail "heads of before are not missed: $(<"$OUT")"
assert_says "$OUT" ": gone: "
