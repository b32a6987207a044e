# SPDX-License-Identifier: Apache-2.0
# A command behind sudo runs in the very folder of its question: where folders have swapped their names meanwhile, and a
# process that shares the caller's folder has gone to the other one, nothing runs. An answer for the session holds in that
# folder alone where a word of it could mean something else elsewhere.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
mkdir -p shown/build other/build
cat >shares.py <<'S'
import ctypes, os, time
CLONE_FS, SIGCHLD = 0x200, 17
libc = ctypes.CDLL(None, use_errno=True)
here = os.getcwd()
os.chdir("shown")
number = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
pid = libc.syscall(number, CLONE_FS | SIGCHLD, 0, 0, 0, 0)
if pid == 0: os.execv("/usr/bin/sudo", ["sudo", "rm", "-rf", "build"])
while not os.path.exists(here + "/asked"): time.sleep(0.05)
os.rename(here + "/shown", here + "/first")
os.rename(here + "/other", here + "/shown")
os.chdir(here + "/shown")
open(here + "/there", "w").close()
os.waitpid(pid, 0)
S
free_policy "act: [rename, create]"
start_guarded --policy "$FREE" -- python3 -B shares.py
wait_for_question
touch asked
until_true 10 test -e there || fail "the folders did not swap their names"
guard approve "$question_id" >/dev/null
finish_guarded
assert_exists first/build shown/build
mkdir a b
cat >script <<'S'
cd a; sudo -n id -u games; sudo -n id -u games
cd ../b; sudo -n id -u games
S
start_guarded --policy "$WITH_SUDO" -- bash script
wait_for_question
[[ $(json_of "data[0]['cwd']") == *"$PWD/a"* ]] || fail "$QUESTION"
guard approve "$question_id" --scope session >/dev/null
wait_for_question
[[ $(json_of "data[0]['cwd']") == *"$PWD/b"* ]] || fail "it asks for: $QUESTION"
guard deny "$question_id" >/dev/null
finish_guarded
assert_content "$OUT" "$(id -u games; id -u games)"
