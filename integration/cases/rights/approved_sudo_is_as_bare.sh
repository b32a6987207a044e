# SPDX-License-Identifier: Apache-2.0
# An approved sudo runs as without guard: whoever starts it, however: rights, arguments, streams, folder,
# status and signals.
. "$LIB/case.sh"
. "$LIB/sudoer.sh"
cat >script <<'S'
sudo id -u
sudo sh -c 'exit 7'; echo "status $?"
echo piped | sudo tee made; cat made; stat -c %U made
echo a b c | sudo wc -w | cat
sudo -u games id -un
sudo pwd
mkdir gone; (cd gone; rmdir ../gone; sudo sh -c 'echo in no folder' 2>/dev/null)
sudo sh -c 'kill -9 $$' 2>/dev/null; echo "status $?"
sudo id -u <&-; sudo id -u >&-; sudo cat <&-; sudo sh -c 'ls -l /proc/self/fd' <&- 2>&- >&-; sudo sh -c 'echo closed; exit 4' 2>&- <&-; echo "status $?"
(exec <&- >&-; sudo sh -c 'for i in 0 1 2; do [ -e /proc/self/fd/$i ] && echo "has $i" >&2; done; exit 6'; echo "status $?" >&2)
env -i /usr/bin/sudo /bin/sh -c 'echo "A=$A USER=$USER"'
A=1 sudo -n sh -c 'echo "A=$A"'
dash -c 'sudo id -u'
timeout 20 sudo id -u
seq 20 | xargs -P8 -I{} sudo sh -c 'exit 0'; echo "status $?"
python3 -c 'import subprocess; print(subprocess.run(["sudo", "sh", "-c", "echo out; exit 5"], capture_output=True))'
python3 -c 'import os; p = os.posix_spawn("/usr/bin/sudo", ["sudo", "/bin/echo", "spawned"], {}); print(os.waitpid(p, 0)[1])'
python3 -c '
import os, threading
t = threading.Thread(target=lambda: os.execvp("sudo", ["sudo", "echo", "a thread"]))
t.start(); t.join()'
(umask 077; sudo sh -c umask); nice -n 5 sudo nice
exec 9>kept; sudo sh -c 'ls /proc/self/fd | wc -l'
S
bash script >bare 2>bare_errors
sudo rm -f made
sudo_run bash script
assert_status 0
diff bare "$OUT" >differs || fail "not as bare: $(cat differs)"
diff <(sed 's/line [0-9]*: *[0-9]* //' bare_errors) <(grep -v '^guard' "$ERR" | sed 's/line [0-9]*: *[0-9]* //') || fail "errors differ"
assert_recorded "r['act'] == 'exec' and 'SUDO' in r['categories'] and r['outcome'] == 'done'"
