# SPDX-License-Identifier: Apache-2.0
# A program that starts others by vfork (dash, posix_spawn) takes no signal until they run. While guard asks about
# such a start, SIGTERM ends the program all the same, and the start is refused.
. "$LIB/case.sh"
precious tmp_a/one
ends_by_sigterm() { # SESSION STATUS WORD...
  start_guarded --session "$1" --on-ask wait -- "${@:3}"
  wait_for_question
  kill -TERM "$guard_pid"
  until_true 20 has_ended || fail "$1: SIGTERM does not end it while a question waits"
  finish_guarded
  assert_status "$2"
  until_true 10 no_question_waits || fail "$1: the question outlives its command"
  assert_untouched tmp_a/one
  assert_missing after
  wait_for_closing
}
has_ended() { ! kill -0 "$guard_pid" 2>/dev/null || grep -q '^State:.Z' "/proc/$guard_pid/status"; }
ends_by_sigterm shell 143 dash -c 'rm -rf ./tmp_*; echo after >after'
ends_by_sigterm spawn 143 python3 -c '
import os
os.waitpid(os.posix_spawn("/bin/rm", ["rm", "-rf", "./tmp_a"] , os.environ), 0)
open("after", "w")'
# One that goes on: it is told what came of the start.
start_guarded --session caught --on-ask wait -- python3 -c '
import os, signal
seen = []
signal.signal(signal.SIGTERM, lambda *one: seen.append(1))
try:
    os.waitpid(os.posix_spawn("/bin/rm", ["rm", "-rf", "./tmp_a"], os.environ), 0)
except InterruptedError:
    seen.append("EINTR")
open("seen", "w").write(str(seen))'
wait_for_question
kill -TERM "$guard_pid"
until_true 20 has_ended || fail "SIGTERM does not reach it while a question waits"
finish_guarded
assert_status 0
assert_untouched tmp_a/one
grep -q 1 seen || fail "its handler did not run: $(<seen)"
# Without a signal nothing is withdrawn.
start_guarded --session waits --on-ask wait -- dash -c 'rm -rf ./tmp_*; echo after >after'
wait_for_question
guard approve "$question_id" >"$OUT"
finish_guarded
assert_status 0
assert_missing tmp_a/one
assert_exists after
