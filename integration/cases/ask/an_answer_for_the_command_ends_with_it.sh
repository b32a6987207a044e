# SPDX-License-Identifier: Apache-2.0
# An answer for the command ends when the command does: what it leaves behind is asked about anew, about files, about
# secrets, and while its parent has not collected it.
. "$LIB/case.sh"
mkdir "$HOME/o"
precious "$HOME/o/1" "$HOME/o/2" "$HOME/o/3"
echo TOKEN=canary >.env
cat >leaves.sh <<'SHELL'
"$@"
echo $$ >pid
setsid bash -c 'until [[ -e go ]]; do sleep 0.05; done; "$@"; echo "left $?" >>results' _ "$@" &
exec sleep 0.3
SHELL
has_ended() { [[ ! -e /proc/$(<pid)/stat || $(<"/proc/$(<pid)/stat") == *") Z "* ]]; }
# Answers for the command what the words ask, and denies what the command's child asks by the same words.
left_behind() { # AGENT WORD...
  rm -f pid go results
  start_guarded -- "$@"
  wait_for_question
  guard approve "$question_id" --scope command >/dev/null
  until_true 20 test -s pid || fail "not covered: $(guard pending)"
  until_true 20 has_ended || fail "the command goes on"
  touch go
  wait_for_question
  guard deny "$question_id" >/dev/null
  until_true 20 test -s results || fail "its child waits: $(guard pending)"
  finish_guarded
  [[ $(<results) != "left 0" ]] || fail "done without being asked: $*"
}
agent='bash leaves.sh "$@"; until [ -e results ]; do sleep 0.05; done'
left_behind sh -c "$agent" _ bash -c 'echo changed >>"$HOME/o/1"'
left_behind sh -c "$agent" _ bash -c 'cat .env'
[[ $(grep -c canary "$OUT") == 1 ]] || fail "read again: $(<"$OUT")"
[[ $(grep -c changed "$HOME/o/1") == 1 ]] || fail "changed again"
# An agent that collects nothing.
uncollected='import os, subprocess, sys, time
subprocess.Popen(["bash", "leaves.sh", *sys.argv[1:]])
while not os.path.exists("results"): time.sleep(0.05)'
left_behind python3 -c "$uncollected" bash -c 'echo changed >>"$HOME/o/2"'
[[ $(grep -c changed "$HOME/o/2") == 1 ]] || fail "changed again"
