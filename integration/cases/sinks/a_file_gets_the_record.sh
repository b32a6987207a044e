# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A sink of type file gets each record, while the session runs and at its end; verify proves that all came, and
# names the record that is missing or was changed.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
FILE=$PLACE/guard.jsonl
sinks_policy "{name: local, type: file, path: \"$FILE\"}"
start_guarded -- bash -c '/bin/echo first; until [ -e go ]; do sleep 0.1; done; /bin/echo second'
has_come() { [[ -e $FILE ]] && grep -q "$1" "$FILE"; }
until_true 15 has_come '"first"' || fail "nothing came while it ran: $(guard audit sinks)"
[[ $(stat -c %a "$FILE") == 600 ]] || fail "mode $(stat -c %a "$FILE")"
touch go
finish_guarded
assert_status 0
wait_for_closing
until_true 10 has_come '"kind":"end"' || fail "the closing record did not come: $(guard audit sinks)"
until_true 10 nothing_waits local || fail "something waits: $(guard audit sinks)"
assert_complete local "$FILE"
guard audit sinks >"$OUT"
assert_says "$OUT" "$FILE"

# Each record came once, as an export has it.
guard audit export --after start >"$CASE_ROOM/all"
cmp "$CASE_ROOM/all" "$FILE" || fail "not what an export has: $(diff "$CASE_ROOM/all" "$FILE" | head -5)"

# A record that is missing, changed or swapped for another is named.
is_named() { # TEXT FILE
  ! guard audit sinks verify local "$2" >"$OUT" 2>"$ERR" || fail "$1 is not seen"
  assert_says "$OUT" "$1"
}
name=$(sed -n 2p "$FILE" | python3 -B "$LIB/query.py" value "data['session_id'] + '#' + str(data['seq'])")
sed 2d "$FILE" >"$CASE_ROOM/without"
is_named "BAD  $name: missing:" "$CASE_ROOM/without"
sed '2s/"decision":"allow"/"decision":"deny"/' "$FILE" >"$CASE_ROOM/changed"
is_named "BAD  $name: changed:" "$CASE_ROOM/changed"
sed '$d' "$FILE" >"$CASE_ROOM/cut"
is_named ": missing: it did not arrive" "$CASE_ROOM/cut"
cat "$FILE" "$FILE" >"$CASE_ROOM/twice"
assert_complete local "$CASE_ROOM/twice"
assert_says "$OUT" "of them again"
