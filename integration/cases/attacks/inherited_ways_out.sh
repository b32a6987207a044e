# SPDX-License-Identifier: Apache-2.0
# The descriptors that a shell, an editor or a runner leaves open are no way around the rules: a file, a folder
# outside of every root, a secret, a service that acts for whoever is connected, the terminal at which the person
# answers. Threat K36.
. "$LIB/case.sh"
precious kept "$CASE_ROOM/home/beside/file"
mkdir -p "$HOME/.ssh"
echo very-secret >"$HOME/.ssh/id_rsa"
cat >serve.py <<'PYTHON'
import os, socket, sys
here, there = socket.socketpair()
if os.fork() == 0:
    # No ancestor of guard: a pair that it hands over, and it does what it is told.
    mine, theirs = socket.socketpair()
    socket.send_fds(there, [b"x"], [theirs.fileno()])
    theirs.close(); here.close(); there.close()
    while words := mine.recv(100): os.system(words.decode())
    os._exit(0)
there.close()
fd = socket.recv_fds(here, 1, 1)[1][0]
os.dup2(fd, 6)
os.execv(sys.argv[1], sys.argv[1:])
PYTHON
tries='echo gone >&9; cat <&8; python3 -c "
import os
os.write(6, b\"rm kept\")" 2>/dev/null; cat /proc/self/fd/7/../beside/file; sleep 0.5; echo tried'
attempt() { # WORD...
  python3 serve.py "$@" bash -c "$tries" 9<>kept 8<"$HOME/.ssh/id_rsa" 7<"$CASE_ROOM/home/beside" >"$OUT" 2>"$ERR" </dev/null || true
}
attempt /usr/bin/env
[[ ! -e kept ]] || fail "bare it must be gone"
assert_says "$OUT" very-secret
precious kept
attempt "$GUARD" run --on-ask deny --
assert_says "$OUT" tried
assert_untouched kept
assert_silent "$OUT" very-secret

# Nobody else reads the keys that answer guard.
PYTHONPATH=$LIB python3 -B - <<'PYTHON' || fail "the person's terminal is open to CMD"
import os
from terminal import Terminal

shell = Terminal(["bash", "--norc", "--noprofile", "-i"])
shell.send("PS1=\"rea\"'dy> '\n")
shell.prompt()
shell.run(f"{os.environ['GUARD']} run --quiet -- bash -c '[[ $(readlink /proc/self/fd/3) == '$(tty)' ]] && echo per\"\"sons || echo ow\"\"n' 3>&1", "own")
shell.close()
PYTHON
