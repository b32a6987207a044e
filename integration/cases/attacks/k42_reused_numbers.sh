# SPDX-License-Identifier: Apache-2.0
# An act that was allowed to one process is not allowed to the next one that gets its number. Threat
# K42.
. "$LIB/case.sh"
precious "$HOME/outside/one" "$HOME/outside/two"
mkfifo fifo
cat >tree.sh <<'SCRIPT'
(echo changed >"$HOME/outside/one") &
echo $! >first
wait
for try in {1..20}; do
  until [[ -e go.$try ]]; do read -r -t 0.05 x <>fifo; done
  (
    echo "$BASHPID" >"number.$try"
    : >"second.$try"
    until [[ -e on ]]; do read -r -t 0.05 x <>fifo; done
    [[ $BASHPID != $(<first) ]] || echo changed >"$HOME/outside/two"
  ) &
done
wait
SCRIPT
cat >session.sh <<'SCRIPT'
. "$LIB/case.sh"
start_guarded -- bash tree.sh
wait_for_question
guard approve "$question_id" --scope command
until_true 10 test -s first || fail "the tree did not start"
first=$(<first)
until_true 10 test ! -e "/proc/$first" || fail "it did not end"
for try in {1..20}; do
  # Nothing here may start a process between the two.
  echo $((first - 1)) >/proc/sys/kernel/ns_last_pid
  : >"go.$try"
  until [[ -e second.$try ]]; do read -r -t 0.05 x <>fifo || :; done
done
grep -qx "$first" number.* || skip "number $first was not to be had again"
: >on
settled() { one_question_waits || [[ $(<"$HOME/outside/two") == changed ]]; }
until_true 20 settled || fail "neither asked nor done"
assert_untouched "$HOME/outside/two"
guard deny "$question_id"
finish_guarded
assert_untouched "$HOME/outside/two"
assert_content "$HOME/outside/one" changed
SCRIPT
[[ $(id -u) -eq 0 ]] || skip "choosing a process number needs root"
unshare -pf --mount-proc test -w /proc/sys/kernel/ns_last_pid 2>/dev/null || skip "no pid namespace to be had"
status=0
unshare -pf --mount-proc bash session.sh || status=$?
exit "$status"
