# SPDX-License-Identifier: Apache-2.0
# The agent itself writes its own settings unasked until the tree has used a socket that leads to somebody else; never
# in a project that brings settings of the agent; and no command of it at any time.
. "$LIB/case.sh"
with_undo
profiles="$CASE_ROOM/profiles.yaml"
cat >"$profiles" <<YAML
version: 1
profiles:
  tried:
    command: [tried]
    state: [~/.tried]
    settings: [settings.json, "hooks/**"]
YAML
mkdir -p "$HOME/bin"
cat >"$HOME/bin/tried" <<'PYTHON'
#!/usr/bin/env python3
import os, socket, subprocess, sys
own = os.path.expanduser("~/.tried")
os.makedirs(own + "/hooks", exist_ok=True)
def write(name):
    try:
        open(own + "/" + name, "w").write("{}")
        print(name, "written")
    except OSError as error:
        print(name, error.strerror)
write("settings.json")
subprocess.run(["sh", "-c", f"echo x >{own}/hooks/by_a_command"])
for port in sys.argv[1:]:
    try:
        socket.create_connection(("127.0.0.1", int(port)), 2)
    except OSError as error:
        print("connect:", error.strerror)
    write("hooks/after_" + port)
PYTHON
chmod +x "$HOME/bin/tried"
python3 -B -c '
import socket, sys, time
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
time.sleep(60)' >port &
server=$!
trap 'kill "$server"' EXIT
until_true 10 test -s port

tried() { guard_run --on-ask deny --profile "$profiles" -- "$HOME/bin/tried" "$@"; }
# Nobody listens there, so nobody can have spoken.
tried 1 "$(<port)"
assert_says "$OUT" "settings.json written"
assert_missing "$HOME/.tried/hooks/by_a_command"
assert_says "$OUT" "hooks/after_1 written"
assert_says "$OUT" "hooks/after_$(<port) Operation not permitted"
assert_recorded "r['rule'] == 'agent.first_start' and r['decision'] == 'allow' and r['risk_tier'] == 1"

rm -rf "$HOME/.tried"
mkdir .tried
tried
assert_says "$OUT" "settings.json Operation not permitted"
