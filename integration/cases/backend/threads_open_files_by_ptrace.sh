# SPDX-License-Identifier: Apache-2.0
# Files reach threads too where each open is carried out by guard and handed over by the thread's own calls.
# A thread with descriptors of its own gets its file, or EPERM where the kernel has no handle of it (before 6.9).
. "$LIB/case.sh"
export GUARD_BACKEND=ptrace
echo text >file
guard_run --on-ask deny -- python3 -c '
import ctypes, threading
said = []
def read(own=False):
    if own: assert ctypes.CDLL(None, use_errno=True).unshare(0x400) == 0  # CLONE_FILES
    try: said.append(open("file").read().strip())
    except OSError as error: said.append(str(error.errno))
for words in [(), (), (), (True,)]:
    thread = threading.Thread(target=read, args=words)
    thread.start(); thread.join()
read()
print(*said)
open("made by the leader", "w").write("x")'
assert_status 0
grep -qxE 'text text text (text|1) text' "$OUT" || fail "they read: $(cat "$OUT")"
assert_exists "made by the leader"
