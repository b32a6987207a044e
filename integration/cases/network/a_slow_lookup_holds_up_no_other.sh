# SPDX-License-Identifier: Apache-2.0
# Twelve connects wait for names whose server never answers, and hold up no other one, also of a socket that does not
# block. Each gets an answer in the end, with the reason.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
for i in {1..12}; do NET_NAMES+=("slow$i.test=silent"); done
cat >reach.py <<'PYTHON'
import errno, os, select, socket
def slow(host):
    try:
        socket.create_connection((host, 80)).close()
        return "reached"
    except OSError as error:
        return error.strerror
children = []
for i in range(1, 13):
    reads, writes = os.pipe()
    if os.fork() == 0:
        os.write(writes, slow(f"slow{i}.test").encode())
        os._exit(0)
    os.close(writes)
    children.append(reads)
# All of them are held: none has answered.
select.select(children, [], [], 1)
still = len(children) - len(select.select(children, [], [], 0)[0])
address = socket.gethostbyname("good.test")
door = socket.socket()
door.setblocking(False)
begun = door.connect_ex((address, 80))
select.select([], [door], [], 20)
reached = door.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
waited = len(children) - len(select.select(children, [], [], 0)[0])
print("held", still, "begun", begun in (0, errno.EINPROGRESS), "reached", reached == 0, "while", waited)
print({os.read(each, 100).decode() for each in children})
PYTHON
printf 'network: {names: fake, allow: ["*"]}\n' >policy.yaml
in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- python3 reach.py >"$OUT" 2>"$ERR" || fail "ended with $?"
assert_content "$OUT" "held 12 begun True reached True while 12
{'No route to host'}"
# The C library may give up in the same moment, by its own time.
assert_says "$ERR" "slow1.test cannot be looked up now"
