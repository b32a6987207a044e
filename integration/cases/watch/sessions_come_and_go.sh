# SPDX-License-Identifier: Apache-2.0
# guard watch follows sessions that begin, end and are killed.
. "$LIB/case.sh"
. "$LIB/screen.sh"
precious tmp_a/one tmp_b/two
open_screen 100 30 "$GUARD" watch
screen_says "no question waits"
"$GUARD" run --session first -- rm -rf tmp_a >/dev/null 2>&1 </dev/null &
first=$!
screen_says "What     rm -rf tmp_a"
"$GUARD" run --session second -- rm -rf tmp_b >/dev/null 2>&1 </dev/null &
second=$!
screen_says "2 questions wait"
keys 4
screen_says "first"
screen_says "second"
screen_says "rm -rf tmp_b"
# Killed: its question goes with it, and nothing was approved.
kill -KILL "$first"
screen_says "1 question waits"
screen_says "1 session"
assert_untouched tmp_a/one
keys 1
screen_says "What     rm -rf tmp_b"
pause
approve_keys
wait "$second" || fail "the second one was not approved"
assert_missing tmp_b
screen_says "no question waits"
# A name that comes again is watched again.
start_guarded --session first -- rm -rf tmp_a
screen_says "What     rm -rf tmp_a"
pause
keys n
finish_guarded
assert_status_not 0
assert_untouched tmp_a/one
