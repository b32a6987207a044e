# SPDX-License-Identifier: Apache-2.0
# A command behind sudo runs in the folder that its question said, by a program that root put there, with the words
# that a policy allows: a process that shares the caller's folder, a folder on PATH, and words behind "--" change
# none of it. A process that ignores the end of its session does not hold guard up.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
mkdir -p shown/build other/build wb
cat >shares.py <<'S'
import ctypes, os, sys, time
CLONE_FS, SIGCHLD = 0x200, 17
libc = ctypes.CDLL(None, use_errno=True)
here = os.getcwd()
os.chdir("shown")
number = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
pid = libc.syscall(number, CLONE_FS | SIGCHLD, 0, 0, 0, 0)
if pid == 0: os.execv("/usr/bin/sudo", ["sudo", "rm", "-rf", "build"])
while not os.path.exists(here + "/moved"): time.sleep(0.05)
os.chdir(here + "/other")
open(here + "/there", "w").close()
os.waitpid(pid, 0)
S
start_guarded --policy "$WITH_SUDO" -- python3 -B shares.py
wait_for_question
touch moved
until_true 10 test -e there || fail "the folder was not changed"
guard approve "$question_id" >/dev/null
finish_guarded
assert_exists shown/build
assert_exists other/build
printf 'version: 1\nextends: [default]\nsudo: {allow: ["id -u"]}\n' >some.yaml
printf '#!/bin/sh\necho shadow\n' | tee wb/id >wb/-n
chmod +x wb/id wb/-n
for words in "-- -n id -u" "-- -- id -u"; do
  PATH=$PWD/wb:$PATH guard_run --policy some.yaml --on-ask deny -- bash -c "sudo $words; true"
  assert_silent "$OUT" shadow
  assert_says "$ERR" "denied sudo"
done
PATH=$PWD/wb:$PATH guard_run --policy some.yaml --on-ask deny -- sudo id -u
assert_says "$OUT" 0
assert_silent "$OUT" shadow
start_guarded --policy "$UNASKED" --session ignores -- bash -c 'trap "" HUP TERM; sudo sleep 47; true'
until_true 10 bash -c 'pgrep -f "^sleep 47$" >/dev/null' || fail "sleep did not start"
sleeping=$(pgrep -f '^sleep 47$')
guard stop ignores >/dev/null
until_true 10 bash -c "! kill -0 $guard_pid 2>/dev/null" || fail "guard waits for what it cannot end"
sudo kill "$sleeping"
wait "$guard_pid" || true
