# SPDX-License-Identifier: Apache-2.0
# audit list --follow prints records of sessions that come later, once each, and Ctrl-C ends it with 130.
. "$LIB/case.sh"
guard_run -- bash -c '/bin/echo before'
# Commands in the background ignore SIGINT unless somebody takes that back.
python3 -B -c '
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
os.execv(sys.argv[1], sys.argv[1:])' "$GUARD" audit list --follow --command /bin/echo >"$CASE_ROOM/followed" 2>&1 &
follower=$!
followed() { grep -q "$1" "$CASE_ROOM/followed"; }
until_true 10 followed 'echo before' || fail "it does not begin with what is there: $(<"$CASE_ROOM/followed")"
guard_run -- bash -c '/bin/echo later; /bin/true'
until_true 10 followed '/bin/echo later$' || fail "what comes is not shown: $(<"$CASE_ROOM/followed")"
kill -INT "$follower"
code=0
wait "$follower" || code=$?
[[ $code -eq 130 ]] || fail "it ends with $code"
[[ $(grep -c '/bin/echo later$' "$CASE_ROOM/followed") -eq 1 ]] || fail "twice: $(<"$CASE_ROOM/followed")"
! grep -q '/bin/true$' "$CASE_ROOM/followed" || fail "the filter does not hold"
