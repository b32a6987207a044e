# SPDX-License-Identifier: Apache-2.0
# A flipped byte, a removed row, a reordered row and a cut tail of a real session are each found and
# named, as is a row that no chain has; a session that was killed is told as such. A database that is
# missing is told as missing, with what is still there beside it.
. "$LIB/case.sh"
db=$GUARD_STATE_DIR/audit.db
guard_run -- bash -c '/bin/true; /bin/echo a; : >made; /bin/true; /bin/echo b'
assert_status 0
wait_for_closing
guard audit verify >"$OUT" || fail "a sound record is called bad"
assert_says "$OUT" "nothing is wrong"
assert_silent "$OUT" "not closed"
assert_recorded "r['kind'] == 'end' and r['effect']['links'] == r['seq']"

mkdir "$CASE_ROOM/kept"
cp -a "$GUARD_STATE_DIR/." "$CASE_ROOM/kept"
# damaged FLAW SQL: verify says FLAW after SQL was done to the database
damaged() {
  rm -rf "$GUARD_STATE_DIR"
  cp -a "$CASE_ROOM/kept" "$GUARD_STATE_DIR"
  python3 -B - "$db" "$2" <<'PY'
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as db:
    db.executescript(sys.argv[2])
PY
  local code=0
  guard audit verify >"$OUT" 2>"$ERR" || code=$?
  [[ $code -eq 1 ]] || fail "$1: status $code: $(<"$OUT")"
  assert_says "$OUT" ": $1: "
  code=0
  guard audit verify --json >"$OUT" 2>"$ERR" || code=$?
  [[ $code -eq 1 ]] || fail "$1 with --json: status $code"
}
damaged changed "UPDATE records SET exe = replace(exe, 't', 'u') WHERE seq = (SELECT min(seq) FROM records WHERE instr(exe, 't') > 0)"
damaged removed "DELETE FROM records WHERE seq = 2"
damaged moved "UPDATE records SET seq = 9999 WHERE seq = 2; UPDATE records SET seq = 2 WHERE seq = 3; UPDATE records SET seq = 3 WHERE seq = 9999"
damaged "cut tail" "DELETE FROM records WHERE kind = 'end'"
damaged gone "DELETE FROM records; DELETE FROM outcomes"
# Without any head nobody can tell what was cut off.
rm -rf "$GUARD_STATE_DIR"
cp -a "$CASE_ROOM/kept" "$GUARD_STATE_DIR"
rm -rf "$GUARD_STATE_DIR/audit.heads"
code=0
guard audit verify >"$OUT" || code=$?
[[ $code -eq 1 ]] || fail "no head is there: status $code: $(<"$OUT")"
assert_says "$OUT" "no head file is there at all"
assert_silent "$OUT" "nothing is wrong"
code=0
guard audit verify --json >"$OUT" || code=$?
[[ $code -eq 1 ]] || fail "no head is there, with --json: status $code"
assert_says "$OUT" '"ok": false'
forged() { # SQL: verify finds a row that is in no chain, made where the tables were not STRICT
  rm -rf "$GUARD_STATE_DIR"
  cp -a "$CASE_ROOM/kept" "$GUARD_STATE_DIR"
  python3 -B - "$db" "$1" <<'PY'
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.executescript("""PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = replace(replace(sql, ' STRICT', ''), 'session_id TEXT NOT NULL', 'session_id TEXT')
    WHERE name = 'records'; PRAGMA writable_schema = RESET;""")
db.executescript("CREATE TEMP TABLE one AS SELECT * FROM records LIMIT 1; UPDATE one SET id = NULL, reason = 'forged';"
                 + sys.argv[2] + "; INSERT INTO records SELECT * FROM one;")
PY
  local code=0
  guard audit verify >"$OUT" 2>"$ERR" || code=$?
  [[ $code -eq 1 ]] || fail "a forged row: status $code: $(<"$OUT")"
  assert_says "$ERR" "its tables are not as guard makes them"
  assert_silent "$OUT" "nothing is wrong"
  guard audit verify --json >"$OUT" 2>"$ERR" || code=$?
  assert_says "$OUT" '"error":'
}
forged "UPDATE one SET session_id = CAST(session_id AS BLOB)"
forged "UPDATE one SET session_id = NULL"
missing() { # TEXT [COMMAND...]: of a state folder without its database; COMMAND takes more away
  rm -rf "$GUARD_STATE_DIR"
  cp -a "$CASE_ROOM/kept" "$GUARD_STATE_DIR"
  rm "$db"
  if [[ $# -gt 1 ]]; then "${@:2}"; fi
  local code=0
  guard audit verify >"$OUT" 2>"$ERR" || code=$?
  [[ $code -eq 1 ]] || fail "without a database: status $code"
  assert_silent "$OUT" "nothing is wrong"
  assert_says "$ERR" "$1"
  [[ $(wc -l <"$ERR") -eq 1 ]] || fail "not one line: $(<"$ERR")"
  code=0
  QUESTION=$(guard audit verify --json) || code=$?
  [[ $code -eq 1 && $(json_of "data['ok'] == False and '$1' in data['error']") == true ]] || fail "JSON: $code: $QUESTION"
}
missing "is missing, or empty. What guard keeps beside it is still there (heads of 1 session"
assert_says "$ERR" "$db"
guard audit verify >"$OUT" 2>"$ERR" || true
grep -q '^BAD .*: gone: all [0-9]* links are missing' "$OUT" || fail "the session is not named: $(<"$OUT")"
# Emptied, it is no record that never began.
missing "is missing, or empty. What guard keeps beside it is still there (heads of 1 session" eval 'rm -rf "$db"-*; : >"$db"'
missing "still there (undo)" eval 'rm -rf "$db"-* "$GUARD_STATE_DIR/audit.heads"; mkdir -p "$GUARD_STATE_DIR/undo"'
missing "no audit database in " eval 'rm -rf "$db"-* "$GUARD_STATE_DIR/audit.heads" "$GUARD_STATE_DIR/undo"'
rm -rf "$GUARD_STATE_DIR"
cp -a "$CASE_ROOM/kept" "$GUARD_STATE_DIR"
guard audit verify >/dev/null || fail "the copy is called bad"
code=0
guard audit verify --bogus 2>"$ERR" || code=$?
[[ $code -eq 2 ]] || fail "--bogus ends with $code"
