# SPDX-License-Identifier: Apache-2.0
# A socket path that is taken, too long, or in a missing folder: one line, nothing ran.
. "$LIB/case.sh"
touch file
guard_run --socket file -- touch ran
assert_refused_to_start 125 file
assert_exists file
start_guarded --socket "$PWD/door" -- bash -c 'touch up; sleep 1000'
until_true 20 test -e up || fail "the first did not start"
first=$guard_pid
status=0
"$GUARD" run --socket "$PWD/door" -- touch ran >"$OUT.2" 2>"$ERR" </dev/null || status=$?
assert_refused_to_start 125 door
kill -TERM "$first"
wait "$first" || true
guard_run --socket missing/door -- touch ran
assert_refused_to_start 125 missing
guard_run --socket "$PWD/$(printf '%0200d' 0)" -- touch ran
assert_refused_to_start 125 ""
