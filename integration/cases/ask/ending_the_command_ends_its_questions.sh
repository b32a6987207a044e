# SPDX-License-Identifier: Apache-2.0
# If the user ends the command by hand (SIGTERM to guard run, Ctrl-C), the command counts as ended: guard refuses every
# question of it that still waits, and asks nobody about the rest any more.
. "$LIB/case.sh"
precious tree/a tree/b other/c
for signal in TERM HUP; do
  start_guarded --session "ended-$signal" -- bash -c 'rm -rf tree; rm -rf other; echo after >>after'
  wait_for_question
  kill -"$signal" "$guard_pid"
  finish_guarded
  until_true 10 no_question_waits || fail "the question outlives its command: $(guard pending)"
  assert_untouched tree/a tree/b other/c
  wait_for_closing
  assert_recorded "r['decision'] == 'deny' and 'the command was ended (SIG$signal)' in r['reason']"
done
# A process runs on beside a command that ended so.
start_guarded --session left -- bash -c '(trap "" TERM; sleep 2; rm -rf tree; echo went on >went) & echo up >up; kill -TERM $$'
finish_guarded
until_true 10 test -e went || fail "what was left did not go on"
assert_untouched tree/a
assert_missing after
