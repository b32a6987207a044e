# SPDX-License-Identifier: Apache-2.0
# Where a session is killed or stopped, the guard that root runs for one of its sudos ends its command, and what waits for
# an answer is denied.
. "$LIB/case.sh"
. "$LIB/supervised.sh"
sudo sh -c 'mkdir -p data/kept && echo precious >data/kept/file && chown -R root data'
printf 'rm -rf data/kept\necho behind >&2\nexec sleep 61\n' >script
nothing_runs() { ! pgrep -f 'raised-by|^sleep 61$' >/dev/null; }
for how in kill stop; do
  start_guarded --policy "$SUPERVISED" --session "$how" -- sudo sh script
  wait_for_question
  guard approve "$question_id" >/dev/null
  wait_for_question
  [[ $QUESTION == *'as root: rm -rf data/kept'* ]] || fail "$QUESTION"
  if [[ $how == kill ]]; then kill -9 "$(serving_process "$guard_pid")"; else guard stop "$how" >/dev/null; fi
  finish_guarded
  until_true 20 nothing_runs || fail "$how: $(pgrep -af 'raised-by|^sleep 61$')"
  sudo test -e data/kept/file || fail "$how: deleted unasked"
done
# Once more with commands that run on, asking nothing; one has no guard of root's.
printf 'exec sleep 61\n' >script
for policy in "$UNASKED" "$SUPERVISED"; do
  start_guarded --policy "$policy" --session killed -- bash -c 'sudo sh script; true'
  if [[ $policy != "$UNASKED" ]]; then wait_for_question; guard approve "$question_id" >/dev/null; fi
  until_true 20 bash -c 'pgrep -f "^sleep 61$" >/dev/null' || fail "it does not run"
  kill -9 "$(serving_process "$guard_pid")"
  finish_guarded
  until_true 20 nothing_runs || fail "killed: $(pgrep -af 'raised-by|^sleep 61$')"
done
start_guarded --policy "$SUPERVISED" --session runs -- sudo sh script
wait_for_question
guard approve "$question_id" >/dev/null
until_true 20 bash -c 'pgrep -f "^sleep 61$" >/dev/null' || fail "it does not run"
guard stop runs >/dev/null
finish_guarded
until_true 20 nothing_runs || fail "$(pgrep -af 'raised-by|^sleep 61$')"
