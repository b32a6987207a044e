# SPDX-License-Identifier: Apache-2.0
# kill -9 of each process of guard in turn: nothing of the tree lives on, no daemon that forked twice
# into a session of its own, and nothing is written or deleted afterwards. Threats K16, K17, 64; T19.
. "$LIB/case.sh"
own_guard
precious nest/egg
cat >daemon.sh <<'SCRIPT'
trap '' HUP TERM INT
until [[ -e go ]]; do sleep 0.1; done
rm -rf nest
: >nest/egg
echo x >survived
exec sleep "$1"
SCRIPT
sleepers_run() { (($(processes_with "$1" | wc -l) >= 4)); }
start_tree() {
  mark=6$RANDOM$RANDOM
  start_guarded -- bash -c "sleep $mark & (setsid sleep $mark &) ; (setsid bash daemon.sh $mark >/dev/null 2>&1 &) ; sleep $mark"
  until_true 20 sleepers_run "$mark" || fail "the tree did not start"
}
no_guard_runs() { [[ -z $(guard_processes) ]]; }
start_tree
count=$(guard_processes | wc -l)
((count >= 2)) || fail "only $count processes of guard found"
for ((victim = 1; victim <= count; victim++)); do
  ((victim == 1)) || start_tree
  pid=$(guard_processes | sed -n "${victim}p")
  kill -KILL "$pid"
  finish_guarded
  touch go
  until_true 10 nothing_runs_with "$mark" || fail "victim $victim: still running $(processes_with "$mark")"
  assert_untouched nest/egg
  assert_missing survived
  [[ $status -ne 0 ]] || fail "victim $victim: status 0"
  until_true 10 no_guard_runs || fail "victim $victim: guard still runs"
  rm go
done
