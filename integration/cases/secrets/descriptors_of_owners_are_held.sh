# SPDX-License-Identifier: Apache-2.0
# An owner's open secret is no way to it: /proc/PID/fd/N opens the same inode.
. "$LIB/case.sh"
[[ $(id -u) -eq 0 ]] || skip "there is no lease of a file that somebody has open: docs/threat_model.md"
command -v curl >/dev/null || skip "no curl here"
printf 'machine 127.0.0.1 login me password canary-%s\n' "$$" >"$HOME/.netrc"
chmod 600 "$HOME/.netrc"
cat >reopen.py <<'PY'
import os, socket, subprocess
secret = os.environ["HOME"] + "/.netrc"
server = socket.create_server(("127.0.0.1", 0))
# It has opened what it shall send, and waits to be told to go on.
owner = subprocess.Popen(["curl", "-sT", secret, "-H", "Expect: 100-continue", "--expect100-timeout", "60",
                          f"http://127.0.0.1:{server.getsockname()[1]}/"])
connection = server.accept()[0]
connection.recv(4096)
for number in os.listdir(f"/proc/{owner.pid}/fd"):
    name = f"/proc/{owner.pid}/fd/{number}"
    if os.readlink(name) != secret: continue
    try: print(open(name).read())
    except PermissionError: print("refused")
owner.kill()
PY
# That it sends its own secret is another question (rule curl.own_secret.sent), answered here.
cat >sends.yaml <<'YAML'
version: 1
extends: [default]
rules: [{id: sends, when: {command: curl}, decision: allow}]
YAML
guard_run --policy sends.yaml --on-ask deny -- python3 reopen.py
assert_content "$OUT" refused
