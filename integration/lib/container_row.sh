# SPDX-License-Identifier: Apache-2.0
# In a container, as its first process: what guard is for works there. Prints "row LEVEL BACKEND held refused yes", and goes on
# as guard. $1: the profile, which says by which way guard reaches a program's sockets.
fail() { echo "FAIL: $*"; exit 1; }
mkdir -p /tmp/w/tmp_a && cd /tmp/w || fail "no workspace"
echo one >tmp_a/canary; echo kept >kept
cat >policy.yaml <<YAML
rules: [{id: elsewhere, when: {act: connect, host: 127.0.0.3}, decision: deny}]
YAML
cat >net.py <<PYTHON
import socket
def connects(host):
    try: socket.socket().connect((host, port)); return "yes"
    except PermissionError: return "no"
server = socket.create_server(("127.0.0.1", 0)); port = server.getsockname()[1]
print(connects("127.0.0.1"), connects("127.0.0.3"))
PYTHON
guard doctor >/tmp/doctor || fail "guard doctor: $(cat /tmp/doctor)"
! grep -q '^  no .* judged before \|^  no .* that was judged$' /tmp/doctor || fail "guard doctor: $(cat /tmp/doctor)"
way="the program sends a duplicate"
[ "${1%% *}" != podman ] || way="guard takes a duplicate"
grep -q "by: $way" /tmp/doctor || fail "guard doctor says another way to sockets: $(cat /tmp/doctor)"
[ "$1" != restricted ] || [ ! -e /dev/shm ] || fail "there is a /dev/shm"
guard run --ci --policy policy.yaml -- sh -c 'rm -rf ./tmp_*; rm kept; python3 net.py >net' >/tmp/said 2>&1
[ $? = 3 ] || fail "run: $(cat /tmp/said)"
[ -e tmp_a/canary ] || fail "it was deleted unasked"
[ "$(cat net)" = "yes no" ] || fail "connects: $(cat net /tmp/said)"
[ ! -e kept ] || fail "what is saved was not deleted"
guard undo --last --yes >/tmp/said 2>&1 || fail "undo: $(cat /tmp/said)"
[ "$(cat kept)" = kept ] || fail "it was not given back"
[ $$ = 1 ] || fail "this is process $$"
set -- $(sed -n 's/^level \([a-z]*\) on .*/\1/p; s/^  backend: \([a-z]*\).*/\1/p' /tmp/doctor)
printf 'row %-9s %-8s %-7s %-8s %-5s ' "$1" "$2" held refused yes
exec guard run --ci -- sh -c 'echo yes'
