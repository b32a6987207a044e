# SPDX-License-Identifier: Apache-2.0
# timeout: 120
# A rotation leaves a session where it is until every sink has got it, and says so; a sink that is forgotten does not
# count.
. "$LIB/case.sh"
. "$LIB/sinks.sh"
sinks_policy "{name: local, type: file, path: \"$PLACE/local\"}"
guard_run --session sent -- /bin/echo one
wait_for_closing
send_rest
assert_complete local "$PLACE/local"
unset GUARD_POLICY
guard_run --session waits -- /bin/echo two
wait_for_closing
sleep 1
guard audit rotate --older-than 1s >"$OUT" 2>"$ERR"
assert_says "$OUT" "sent  "
assert_silent "$OUT" "waits  "
assert_says "$ERR" "sink local has not got"
assert_recorded "r['session_id'] == 'waits'"
assert_not_recorded "r['session_id'] == 'sent'"

# The rotation is on record as well, and all of it is sent now.
export GUARD_POLICY=$SINKS
send_rest
assert_complete local "$PLACE/local"
has_it() { grep -qF '"/bin/echo","two"' "$PLACE/local"; }
has_it || fail "what waited was not sent"
guard audit sinks forget local
guard audit rotate --older-than 1s >"$OUT" 2>"$ERR"
assert_says "$OUT" "waits  "
