# SPDX-License-Identifier: Apache-2.0
# The key of the record's tags is held like any secret; another session, whatever its state folder, still gets to it.
. "$LIB/case.sh"
guard_run -- true
key=$GUARD_STATE_DIR/redaction.key
assert_exists "$key"
guard_run --on-ask deny -- cat "$key"
((status != 0)) || fail "the tree read guard's key"
assert_says "$ERR" "redaction.key"
[[ ! -s $OUT ]] || fail "something of the key: $(wc -c <"$OUT") bytes"
# Its name makes it a secret of any other session.
start_guarded --session other --state-dir "$CASE_ROOM/other-state" -- bash -c 'touch up; until [[ -e done ]]; do sleep 0.05; done'
until_true 20 test -e up
timeout 20 "$GUARD" run -- true 2>"$CASE_ROOM/said" || fail "$? $(<"$CASE_ROOM/said")"
timeout 20 "$GUARD" run --state-dir "$CASE_ROOM/third-state" -- true 2>"$CASE_ROOM/said" || fail "$? $(<"$CASE_ROOM/said")"
touch done
finish_guarded
assert_status 0
