# SPDX-License-Identifier: Apache-2.0
# A program that has used up the processes of its user and then enters a namespace gets EAGAIN for what guard would do
# there; the session goes on.
. "$LIB/case.sh"
[[ $(id -u) != 0 ]] || skip "root may have any number of processes"
unshare -U true 2>/dev/null || skip "no user namespace can be made here"
cat >x.py <<'PYTHON'
import ctypes, os, signal
children = []
try:
    while True:
        pid = os.fork()
        if pid == 0:
            signal.pause()
            os._exit(0)
        children.append(pid)
except BlockingIOError:
    pass
if ctypes.CDLL(None).unshare(0x10000000) != 0:
    print("not entered")
try:
    open("full", "w")
    print("opened")
except OSError as error:
    print("error", error.errno)
for pid in children:
    os.kill(pid, signal.SIGKILL)
for pid in children:
    os.waitpid(pid, 0)
open("free", "w")
PYTHON
(
  ulimit -u 300
  guard_run -- python3 x.py
  assert_status 0
)
assert_says "$OUT" 'error 11'
assert_silent "$OUT" 'not entered'
[[ -e free && ! -e full ]] || fail "made: $(ls)"
