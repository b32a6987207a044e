# SPDX-License-Identifier: Apache-2.0
# A signal that would end or stop a process that the session did not start is refused, said in one
# line and recorded, by whatever call it is sent; those of the session get theirs.
. "$LIB/case.sh"
sleep 300 &
outside=$!
trap 'kill "$outside" 2>/dev/null' EXIT

refused() {
  guard_run -- "$@"
  [[ $status -ne 0 ]] || fail "it was sent: $*"
  kill -0 "$outside" || fail "it ended it: $*"
  [[ $(ps -o stat= -p "$outside") != T* ]] || fail "it stopped it: $*"
  [[ $(grep -c '^guard: denied' "$ERR") -eq 1 ]] || fail "$* said: $(cat "$ERR")"
  assert_says "$ERR" "to process $outside (sleep)"
}
refused kill "$outside"
assert_says "$ERR" "guard: denied send SIGTERM to process $outside (sleep): this session did not start that process (rule signal.outside). Ask the user to do it."
assert_recorded "r['rule'] == 'signal.outside' and r['act'] == 'signal' and r['decision'] == 'deny' and '$outside' in r['result_summary']"
refused bash -c 'kill -KILL "$1"; exit $?' x "$outside"
refused kill -STOP "$outside"
refused python3 -c 'import os, signal, sys; signal.pidfd_send_signal(os.pidfd_open(int(sys.argv[1])), signal.SIGKILL)' "$outside"

# A group in which nobody is of the session; job control gives the next one a group of its own.
set -m
sleep 300 &
group=$!
set +m
trap 'kill "$outside" "$group" 2>/dev/null' EXIT
guard_run -- bash -c 'kill -TERM -- "-$1"' x "$group"
kill -0 "$group" || fail "the group was ended"
assert_says "$ERR" "guard: denied send SIGTERM to group $group"

# Its own, by number, by group and by descriptor; nobody, and a group that has gone; and what asks only whether it lives.
guard_run -- bash -c '
  sleep 300 & kill "$!"; wait "$!"; [[ $? -eq 143 ]] || exit 1
  set -m; sleep 300 & set +m; kill -KILL -- "-$!"; wait "$!"; [[ $? -eq 137 ]] || exit 2
  python3 -c "
import os, signal, subprocess, sys
child = subprocess.Popen([\"sleep\", \"300\"])
signal.pidfd_send_signal(os.pidfd_open(child.pid), signal.SIGTERM)
assert child.wait() == -15
gone = subprocess.Popen([\"true\"], start_new_session=True)
gone.wait()
try:
    os.killpg(gone.pid, signal.SIGTERM)
except ProcessLookupError:
    sys.exit(0)
sys.exit(1)" || exit 3
  kill -0 "$1" 2>/dev/null && exit 4
  kill -TERM 4194300 2>/dev/null && exit 5
  exit 0' x "$outside"
assert_status 0
! grep -q '^guard:' "$ERR" || fail "it said: $(cat "$ERR")"
