# SPDX-License-Identifier: Apache-2.0
# Programs that an approved sudo leaves running stay under root's guard. They ask in the session that it belongs to, and end with it.
# timeout: 120
. "$LIB/case.sh"
. "$LIB/supervised.sh"
sudo sh -c 'mkdir -p data/kept data/more && echo precious | tee data/kept/file >data/more/file && chown -R root data'
nothing_runs() { ! pgrep -f 'raised-by|^sleep 7[123]$' >/dev/null; }
runs() { pgrep -f "^sleep $1\$" >/dev/null; }
# Behind the end of the command, in pipes as bare.
start_guarded --policy "$SUPERVISED" --session behind -- bash -c '
  said=$(sudo sh -c "(sleep 1; rm -rf data/kept; rm -rf data/more) >/dev/null 2>&1 & echo bye"); echo "$said"
  until [[ -e go ]]; do sleep 0.1; done'
wait_for_question
guard approve "$question_id" >/dev/null
until_true 20 grep -q bye "$OUT" || fail "sudo waits for what it left: $(<"$OUT")"
wait_for_question
[[ $QUESTION == *'as root: rm -rf data/kept'* ]] || fail "$QUESTION"
guard approve "$question_id" >/dev/null
wait_for_question
[[ $QUESTION == *'as root: rm -rf data/more'* ]] || fail "$QUESTION"
guard deny "$question_id" >/dev/null
sleep 1
sudo test ! -e data/kept -a -e data/more/file || fail "not as answered"
touch go
finish_guarded
rm go
until_true 20 nothing_runs || fail "$(pgrep -af 'raised-by|^sleep 7[123]$')"
# However the session ends, and whatever runs on: in the background, in a session of its own, behind a shell.
for how in end stop kill; do
  start_guarded --policy "$SUPERVISED" --session "$how" -- bash -c '
    sudo sh -c "setsid sleep 71 >/dev/null 2>&1 & : st; exec sleep 0.1"
    [[ '"$how"' == end ]] || sudo sh -c ": st; sleep 72; sleep 73" &
    until [[ -e go ]]; do sleep 0.1; done'
  wait_for_question
  guard approve "$question_id" >/dev/null
  until_true 20 runs 71 || fail "$how: it does not run"
  if [[ $how != end ]]; then
    wait_for_question
    guard approve "$question_id" >/dev/null
    until_true 20 runs 72 || fail "$how: it does not run"
  fi
  case $how in
  end) touch go ;;
  stop) guard stop stop >/dev/null ;;
  kill) kill -9 "$(serving_process "$guard_pid")" ;;
  esac
  finish_guarded
  rm -f go
  until_true 20 nothing_runs || fail "$how: $(pgrep -af 'raised-by|^sleep 7[123]$')"
  assert_silent "$ERR" "guard-ward"
done
