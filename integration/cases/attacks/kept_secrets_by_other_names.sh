# SPDX-License-Identifier: Apache-2.0
# The memory of a program that has read a secret is not had for writing, and so for reading, by
# another name of its file in /proc: one that a sandbox of the tree bound it to.
. "$LIB/case.sh"
. "$LIB/namespaces.sh"
command -v curl >/dev/null || skip "no curl here"
printf 'machine 127.0.0.1 login me password canary-%s\n' "$$" >"$HOME/.netrc"
chmod 600 "$HOME/.netrc"
: >x
: >comm
cat >reach.py <<'PY'
import errno, os, socket, subprocess
BIND = "import ctypes, sys, time; r = ctypes.CDLL(None).mount(*map(str.encode, sys.argv[1:]), None, 4096, None); print(r, flush=True); time.sleep(60)"
def bound(source, target):
    sandbox = subprocess.Popen(["unshare", "-Urm", "python3", "-c", BIND, source, target], stdout=subprocess.PIPE, text=True)
    if sandbox.stdout.readline() != "0\n": print("not bound")
    return sandbox, f"/proc/{sandbox.pid}/root{os.getcwd()}/{target}"
def open_both(what, path):
    try: os.open(path, os.O_RDWR); print(what, "done")
    except OSError as error: print(what, errno.errorcode[error.errno])
server = socket.create_server(("127.0.0.1", 0))
owner = subprocess.Popen(["curl", "-sn", f"http://127.0.0.1:{server.getsockname()[1]}/"])
connection = server.accept()[0]
request = connection.recv(4096)  # it has read by now, and waits for an answer
if b"Authorization" not in request: print("it has read nothing")
harmless, name_of_harmless = bound(f"/proc/{owner.pid}/comm", "comm")
open_both("another file", name_of_harmless)
sandbox, name = bound(f"/proc/{owner.pid}/mem", "x")
open_both("memory", name)
for process in (harmless, sandbox, owner): process.kill()
PY
guard_run --landlock off --on-ask deny -- python3 reach.py
assert_silent "$OUT" nothing
assert_silent "$OUT" "not bound"
assert_says "$OUT" "memory EPERM"
assert_says "$OUT" "another file done"
assert_recorded "r['rule'] == 'secrets.memory' and r['decision'] == 'deny'"
