# SPDX-License-Identifier: Apache-2.0
# A person who answers a question that has ended is told how it ended, who answered it by which command,
# and when: while its session runs, and from the record when the session is over.
. "$LIB/case.sh"
precious a b c
says() { # TEXT: of each command about the question, with status 1 and in one line
  local command
  for command in deny approve; do
    status=0
    guard "$command" "$asked" >/dev/null 2>"$CASE_ROOM/said" || status=$?
    assert_status 1
    [[ $(wc -l <"$CASE_ROOM/said") -eq 1 ]] || fail "not one line: $(<"$CASE_ROOM/said")"
    grep -qE "^guard: question ${asked:0:8}$1" "$CASE_ROOM/said" || fail "$command says: $(<"$CASE_ROOM/said")"
  done
}
time='at 20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z'
start_guarded --session s -- bash -c 'rm a; until [ -e go ]; do sleep 0.05; done'
wait_for_question
asked=$question_id
guard deny "$asked" --reason 'keep it' >/dev/null
says " was already denied by $(id -un) \\(guard deny\\) $time: keep it\$"
touch go
finish_guarded
wait_for_closing
says " of session s was already denied by $(id -un) \\(guard deny\\) $time: keep it\$"
guard pending "$asked" 2>"$CASE_ROOM/said" && fail "status 0"
assert_says "$CASE_ROOM/said" "already denied by"

start_guarded --session t -- rm b
wait_for_question
asked=$question_id
guard approve "$asked" --scope session >/dev/null
finish_guarded
wait_for_closing
says " of session t was already approved \\(scope session\\) by $(id -un) \\(guard approve\\) $time\$"
asked=${asked:0:8}
says " of session t was already approved \\(scope session\\) by $(id -un) \\(guard approve\\) $time\$"

# Nobody answered: its program went.
start_guarded --session u -- bash -c 'rm c & until [ -e end ]; do sleep 0.05; done; kill -KILL $!; wait'
wait_for_question
asked=$question_id
touch end
finish_guarded
wait_for_closing
says " of session u was already withdrawn $time\$"

asked=00000000-0000-4000-8000-000000000000
status=0
guard deny "$asked" 2>"$ERR" || status=$?
assert_status 1
assert_says "$ERR" "no question '$asked': no session runs"
