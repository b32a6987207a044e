# SPDX-License-Identifier: Apache-2.0
# The library without a guard that answers, or with one that says what it may not, refuses: EPERM and no
# act. With the serving process dies the tree.
. "$LIB/case.sh"
export GUARD_BACKEND=preload
precious egg
library=$(dirname "$GUARD")/libguard_preload.so
[[ -e $library ]] || fail "no $library"
refuses() { # SETTING
  status=0
  LD_PRELOAD=$library GUARD_PRELOAD=$1 rm -f egg 2>"$ERR" || status=$?
  assert_status 1
  assert_says "$ERR" "Operation not permitted"
  assert_untouched egg
}
refuses "-:$library:$PWD/nobody"
refuses "-:$library:"
refuses "nonsense"
status=0
LD_PRELOAD=$library rm -f egg 2>"$ERR" || status=$?
assert_status 1
assert_untouched egg
# Guards that are none.
cat >answer.py <<'PY'
import os, socket, struct, sys
how, path = sys.argv[1:]
listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
listener.bind(path)
listener.listen()
open("ready", "w").close()
peer, _ = listener.accept()
peer.recv(4096)
message = lambda magic, kind, value: struct.pack("=IIqiiiIQ6Q", magic, kind, value, 0, 0, 0, 0, 0, *[0] * 6)
said = {"nothing": b"", "short": message(0x31524750, 102, 0)[:40], "other": message(1, 102, 0),
        "unknown": message(0x31524750, 999, 0), "no file": message(0x31524750, 103, 0) , "own": message(0x31524750, 1, 0)}[how]
if said:
    peer.send(said)
if how == "no file":
    peer.send(message(0x31524750, 104, 0))
    peer.recv(4096)
peer.close()
PY
for how in nothing short other unknown 'no file' own; do
  rm -f sock ready
  python3 answer.py "$how" "$PWD/sock" &
  answers=$!
  until_true 10 test -e ready || fail "the false guard does not listen: $how"
  refuses "-:$library:$PWD/sock"
  wait "$answers" || fail "the false guard failed: $how"
done
# A program that guard has gone from.
mark=7$RANDOM$RANDOM
start_guarded -- bash -c "sleep $mark & sleep $mark; rm -f egg"
two_sleep() { (($(processes_with "$mark" | wc -l) >= 2)); }
until_true 20 two_sleep || fail "the tree did not start"
# Its socket is nobody's to take away then, until the next session does.
socket=$(tr '\0' '\n' <"/proc/$(processes_with "$mark" | tail -1)/environ" | sed -n 's/^GUARD_PRELOAD=.*://p')
[[ -S $socket ]] || fail "no socket: $socket"
kill -KILL "$(serving_process "$guard_pid")"
finish_guarded
assert_status_not 0
until_true 10 nothing_runs_with "$mark" || fail "still running: $(processes_with "$mark")"
assert_untouched egg
rm -f "$socket"
rmdir "$(dirname "$socket")"
