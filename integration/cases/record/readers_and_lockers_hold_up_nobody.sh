# SPDX-License-Identifier: Apache-2.0
# An export that nobody reads on, and another process that holds the database's lock, hold up no act that
# need not be on record first; with the lock held, what must be is refused after a while and says why.
# timeout: 120
. "$LIB/case.sh"
precious tmp_{1..3}/file
"$PROGRAMS/make_records" "$GUARD_STATE_DIR" 5000 >/dev/null
free_policy 'act: [delete, exec], path: "tmp_*/**"'
mkfifo "$CASE_ROOM/stuck"
guard audit export >"$CASE_ROOM/stuck" &
exporting=$!
exec 7<"$CASE_ROOM/stuck"  # and nothing is read
head -c 1 <&7 >/dev/null
guard_run --policy "$FREE" --on-ask deny -- bash -c '"$PROGRAMS/call_unlink" tmp_1/file; /bin/echo said >born'
assert_status 0
assert_missing tmp_1/file
kill -0 "$exporting" 2>/dev/null || fail "the export is over: it held up nothing"
exec 7<&-
wait "$exporting" 2>/dev/null || true

# The lock is held from when the session says so, until it has done its acts.
cat >"$CASE_ROOM/lock.py" <<'PY'
import os, sqlite3, sys, time
db = sqlite3.connect(sys.argv[1], isolation_level=None)
while not os.path.exists("ready"): time.sleep(0.02)
db.execute("BEGIN IMMEDIATE")
open("locked", "w").close()
while not os.path.exists("done"): time.sleep(0.02)
db.execute("COMMIT")
open("unlocked", "w").close()
PY
python3 -B "$CASE_ROOM/lock.py" "$GUARD_STATE_DIR/audit.db" &
locker=$!
guard_run --policy "$FREE" --on-ask deny -- bash -c '
  touch ready; until [[ -e locked ]]; do :; done
  for number in {1..10}; do /bin/true; echo "$number" >"made$number"; rm "made$number"; done
  [[ ! -e unlocked ]] && touch went_on
  "$PROGRAMS/call_unlink" tmp_2/file
  : >done; until [[ -e unlocked ]]; do :; done
  "$PROGRAMS/call_unlink" tmp_3/file'
wait "$locker"
assert_exists went_on tmp_2/file
assert_missing tmp_3/file
assert_says "$ERR" "database is locked"
[[ $(audit_records | grep -c '"/bin/true"') -ge 10 ]] || fail "what happened under the lock is not on record"
guard audit verify >"$OUT" || fail "verify: $(<"$OUT")"
