# SPDX-License-Identifier: Apache-2.0
# A command that has read a secret is asked apart (tier 3) about hosts that are not known, and about pushes, with the
# chain as the reason. A known host stays unasked. Another command of the agent, and one that read its own
# credential, are asked as ever. In a network namespace of the case's own.
. "$LIB/case.sh"
inside=(unshare -n -m)
[[ $UID -eq 0 ]] || inside=(unshare -U -r -n -m)
"${inside[@]}" true 2>/dev/null || skip "this user may make no network namespace"
cat >connect.py <<'PYTHON'
import socket, sys
for address in sys.argv[1:]:
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        out.connect((address, 9))
        print(address, "connected", flush=True)
    except OSError as error:
        print(address, error.strerror, flush=True)
PYTHON
cat >reader.py <<'PYTHON'
import socket, subprocess
early = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
print(open(".env").read().strip(), flush=True)
subprocess.call(["python3", "connect.py", "192.0.2.12"])
PYTHON
cat >agent.py <<'PYTHON'
import subprocess
for command in (
        ["bash", "-c", "read -r line <.env; python3 connect.py 192.0.2.7 192.0.2.80 127.0.0.1; git push /dev/null x; true"],
        ["python3", "connect.py", "192.0.2.8"],
        ["python3", "reader.py"],
        ["bash", "-c", "cat sub/.env; python3 connect.py 192.0.2.10; true"]):
    subprocess.call(command)
if subprocess.call(["bash", "-c", "command -v curl >/dev/null"]) == 0:
    subprocess.call(["curl", "-sn", "-m", "2", "http://192.0.2.9:9/"])
PYTHON
cat >policy.yaml <<'YAML'
network: {allow: [192.0.2.80]}
rules:
  - {id: dotenv, when: {act: read, path: ".env"}, decision: allow}
YAML
echo "TOKEN=x" >.env
mkdir sub
echo "TOKEN=y" >sub/.env
echo "machine 192.0.2.9 login a password b" >"$HOME/.netrc"
chmod 600 "$HOME/.netrc"
cat >inside.sh <<'BASH'
set -e
ip link set lo up
ip addr add 192.0.2.1/24 dev lo && ip route add default dev lo
"$GUARD" run --policy policy.yaml --on-ask deny -- python3 agent.py || true
BASH
LIB=$LIB "${inside[@]}" bash inside.sh >"$OUT" 2>"$ERR" </dev/null || fail "the namespace could not be set up"
assert_content "$OUT" "192.0.2.7 Operation not permitted
192.0.2.80 connected
127.0.0.1 connected
192.0.2.8 Operation not permitted
TOKEN=x
192.0.2.12 Operation not permitted
192.0.2.10 Operation not permitted"
of() { printf "'%s' in r['reason'] and r['act'] == 'connect'" "talks to $1"; }
assert_recorded "$(of 192.0.2.7) and r['rule'] == 'secrets.after_read' and r['risk_tier'] == 3 and ' ago in bash' in r['reason'] and '/.env ' in r['reason']"
assert_recorded "$(of 192.0.2.12) and r['rule'] == 'secrets.after_read' and ' ago in python' in r['reason']"
assert_recorded "r['act'] == 'exec' and r['rule'] == 'secrets.after_read' and 'git' in str(r)"
assert_recorded "$(of 192.0.2.80) and r['rule'] == 'network.allowed'"
assert_recorded "$(of 192.0.2.8) and r['rule'] == 'network.other' and r['risk_tier'] == 2"
assert_recorded "$(of 192.0.2.10) and r['rule'] == 'network.other'"
! command -v curl >/dev/null || assert_recorded "$(of 192.0.2.9) and r['rule'] == 'network.other'"
# The agent's own read counts for all its commands; the policy may switch it off.
cat >agent.py <<'PYTHON'
import subprocess
open(".env").read()
subprocess.call(["python3", "connect.py", "192.0.2.13"])
PYTHON
LIB=$LIB "${inside[@]}" bash inside.sh >"$OUT" 2>"$ERR" </dev/null
assert_recorded "$(of 192.0.2.13) and r['rule'] == 'secrets.after_read'"
sed -i 's/192.0.2.13/192.0.2.14/' agent.py
echo "secrets: {after_read: off}" >>policy.yaml
LIB=$LIB "${inside[@]}" bash inside.sh >"$OUT" 2>"$ERR" </dev/null
assert_recorded "$(of 192.0.2.14) and r['rule'] == 'network.other'"
# The environment's secrets count where the policy says so.
printf 'import subprocess\nsubprocess.call(["python3", "connect.py", "192.0.2.15"])\n' >agent.py
printf 'secrets: {environment: counts}\n' >policy.yaml
export SERVICE_API_TOKEN=abcdefghijklmnop
LIB=$LIB "${inside[@]}" bash inside.sh >"$OUT" 2>"$ERR" </dev/null
assert_recorded "$(of 192.0.2.15) and r['rule'] == 'secrets.after_read' and 'SERVICE_API_TOKEN' in r['reason']"
