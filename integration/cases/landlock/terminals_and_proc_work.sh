# SPDX-License-Identifier: Apache-2.0
# Pseudo terminals, devices and the program's own /proc files work with roots as without. T16.
. "$LIB/case.sh"
needs_landlock_roots
guard_options=(--on-ask deny --landlock on)
same_as_bare 'true' python3 -B -c 'import os, pty, sys
leader, follower = pty.openpty()
os.write(leader, b"typed\n")
print(os.read(follower, 6))
print(pty.spawn(["sh", "-c", "test -t 0 && test -t 1 && echo a terminal; : >/dev/tty"]))'
same_as_bare 'true' script -qec 'test -t 1 && echo a terminal' /dev/null
same_as_bare 'true' bash -c 'echo 500 >/proc/self/oom_score_adj; cat /proc/self/oom_score_adj
  printf renamed >/proc/$$/comm; cat /proc/$$/comm; echo gone >/dev/null; : >/dev/full; echo $?
  head -c 4 /dev/zero >/dev/shm/guard-case-$$ && stat -c %s /dev/shm/guard-case-$$; rm /dev/shm/guard-case-$$'
