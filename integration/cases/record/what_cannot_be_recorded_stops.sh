# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# Another process holds the database's lock for long (a read descriptor of its index is enough): after
# some seconds what would be recorded is refused, whatever its tier, the rest goes on; with the lock free
# again all of it is on record. A record that cannot be written at a session's end lies in a file beside
# the database, which guard names and verification reports.
. "$LIB/case.sh"
with_undo
precious f1 f2 f3 many/{1..120}
cat >"$CASE_ROOM/lock.py" <<'PY'
import fcntl, os, struct, sys, time
index = os.open(sys.argv[1] + "/audit.db-shm", os.O_RDONLY)
# As each of SQLite's connections it says that it has the index open: else the next one makes it anew.
fcntl.fcntl(index, fcntl.F_SETLKW, struct.pack("hhqqi", fcntl.F_RDLCK, 0, 128, 1, 0))
def lock(kind):  # the byte that a writer of the log locks: sqlite.org/walformat.html
    fcntl.fcntl(index, fcntl.F_SETLKW, struct.pack("hhqqi", kind, 0, 120, 1, 0))
def wait_for(name):
    while not os.path.exists(name): time.sleep(0.02)
wait_for("begin")
lock(fcntl.F_RDLCK)
open("locked", "w").close()
wait_for("unlock")
lock(fcntl.F_UNLCK)
open("unlocked", "w").close()
wait_for("again")
lock(fcntl.F_RDLCK)
open("locked_again", "w").close()
time.sleep(1000)
PY
cat >work.py <<'PY'
import os, time
def wait_for(name):
    while not os.path.exists(name): time.sleep(0.02)
os.unlink("f1")
open("begin", "w").close()
wait_for("locked")
for number in range(1, 121):
    try: os.unlink("many/%d" % number)
    except PermissionError: break
    time.sleep(0.2)
else: number += 1
print(number)
try: os.execv("/bin/true", ["true"]) if os.fork() == 0 else os.wait()
except PermissionError: os._exit(0)
open("tier0", "w").close()
os.unlink("tier0")
os.mkdir("tier0")
open("unlock", "w").close()
wait_for("unlocked")
for attempt in range(300):
    try: os.unlink("f2")
    except PermissionError: time.sleep(0.1)
    else: break
PY
"$PROGRAMS/make_records" "$GUARD_STATE_DIR" 1 >/dev/null
# Its index is there while somebody has it open, and stays.
ls "$GUARD_STATE_DIR/audit.db-shm" >/dev/null
python3 -B "$CASE_ROOM/lock.py" "$GUARD_STATE_DIR" &
locker=$!
trap 'kill "$locker" 2>/dev/null || true' EXIT

free_policy 'act: [delete]'
guard_run --session held --policy "$FREE" --on-ask deny -- python3 -B work.py
assert_status 0
refused=$(<"$OUT")
((refused > 1)) || fail "what was done first under the lock was refused"
((refused <= 120)) || fail "nothing was refused while no record could be written"
assert_untouched "many/$refused"
assert_exists tier0
assert_missing f1 f2 "many/$((refused - 1))"
assert_says "$ERR" "the record of it cannot be stored: audit database: database is locked"
wait_for_closing
assert_recorded "r['session_id'] == 'held' and r['act'] == 'delete' and r['risk_tier'] in (1, 2) and r['outcome'] == 'refused' and 'cannot be stored' in r['reason']"
done_deletes=$(audit_records | grep -c '"act":"delete".*"outcome":"done"')
((done_deletes >= refused + 1)) || fail "$((refused + 1)) were deleted, $done_deletes are on record"
! compgen -G "$GUARD_STATE_DIR/audit-unwritten-*" || fail "all was written, and the file stays"
guard audit verify >"$OUT" || fail "verify: $(<"$OUT")"

# Its beginning is stored by then.
guard_run --session left --ci -- python3 -B -c '
import os, time
time.sleep(1)
open("again", "w").close()
while not os.path.exists("locked_again"): time.sleep(0.02)
os.unlink("f3")'
assert_status 0
assert_missing f3
file=$GUARD_STATE_DIR/audit-unwritten-left.jsonl
assert_says "$ERR" "not all is on record"
assert_says "$ERR" "$file"
assert_says "$ERR" "guard: passed, status 0: "
assert_says "$ERR" "no refusal on record; not all is on record: acts and refusals are missing here"
until_true 30 grep -q '"kind":"end"' "$file" || fail "no closing record in $file"
[[ $(stat -c %a "$file") == 600 ]] || fail "others can read it: $(stat -c %a "$file")"
grep -q '/f3"' "$file" || fail "the deletion is not in it: $(<"$file")"
code=0
guard audit verify >"$OUT" || code=$?
[[ $code -eq 1 ]] || fail "verify ends with $code: $(<"$OUT")"
assert_says "$OUT" "BAD  left"
assert_says "$OUT" "unwritten: what could not be stored is in $file"
code=0
guard audit verify --session held >"$OUT" || code=$?
[[ $code -eq 0 ]] || fail "another session is called bad: $(<"$OUT")"
