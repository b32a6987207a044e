# SPDX-License-Identifier: Apache-2.0
# A state folder that others may read is a warning, one that they may write makes the verdict worthless.
. "$LIB/case.sh"
guard_run -- true
wait_for_closing
guard audit verify >"$OUT"
assert_silent "$OUT" warning
chmod 755 "$GUARD_STATE_DIR"
guard audit verify >"$OUT" || fail "readable: status $?"
assert_says "$OUT" "warning: $GUARD_STATE_DIR: open to other users (mode 0755)"
QUESTION=$(guard audit verify --json)
[[ $(json_of "data['ok'] and len(data['warnings']) == 1") == true ]] || fail "JSON: $QUESTION"
chmod 777 "$GUARD_STATE_DIR"
status=0
guard audit verify >"$OUT" || status=$?
assert_status 1
assert_says "$OUT" "BAD  $GUARD_STATE_DIR: open to other users (mode 0777): they may have written the record anew"
chmod 700 "$GUARD_STATE_DIR"
chmod 620 "$GUARD_STATE_DIR/audit.db"
status=0
guard audit verify >"$OUT" || status=$?
assert_status 1
assert_says "$OUT" "audit.db: open to other users (mode 0620)"
