# SPDX-License-Identifier: Apache-2.0
# Rules about addresses hold for what an allowed name leads to; a name is looked up as it stands, whatever search list
# resolv.conf has; a host that a rule lets go is reached by connected datagrams too; guard's page by no name.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
NET_NAMES+=(evil.test=203.0.113.11 page.test=127.83.2.9)
cat >reach.py <<'PYTHON'
import socket, sys
for host in sys.argv[1:]:
    try:
        socket.create_connection((host, 80), 5).close()
        print(host, "reached")
    except OSError as error:
        print(host, error.strerror)
PYTHON
try() { # POLICY HOST...
  printf '%s\n' "$1" >policy.yaml
  in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- python3 reach.py "${@:2}" >"$OUT" 2>"$ERR" ||
    fail "guard ended with $?"
}
try 'network: {names: fake, allow: [good.test, deep.good.test], ask: ["203.0.113.10"], deny: ["203.0.113.11/32"]}' good.test deep.good.test
assert_content "$OUT" "good.test Operation not permitted
deep.good.test Operation not permitted"
assert_says "$ERR" "rule network.ask"
assert_says "$ERR" "rule network.deny"
if grep -F "add the host to network.allow" "$ERR"; then fail "the advice would not help"; fi

# The search list is the program's to apply: "evil." is no evil.test.
in_named_network() {
  echo "nameserver 203.0.113.53
search test" >resolv.conf
  NET_NAMES="${NET_NAMES[*]}" LIB=$LIB unshare -n -m bash named_network.inside.sh "$@" </dev/null
}
try 'network: {names: fake, allow: ["*"], deny: ["*.test"]}' evil. evil
assert_content "$OUT" "evil. No route to host
evil Operation not permitted"
assert_says "$ERR" "there is no host evil"

cat >datagrams.py <<'PYTHON'
import socket
server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
server.bind(("203.0.113.10", 4433))
server.settimeout(2)
for host in ("good.test", "other.test"):
    client = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    client.connect((host, 4433))
    try:
        client.send(b"here")
        print(host, server.recv(16).decode())
    except OSError as error:
        print(host, error.strerror or "nothing came")
PYTHON
printf 'network: {names: fake, listen: allow}\nrules: [{id: dev, when: {act: connect, host: good.test}, decision: allow}]\n' >policy.yaml
in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- python3 datagrams.py >"$OUT" 2>"$ERR" || fail "ended with $?"
assert_says "$OUT" "good.test here"
assert_says "$OUT" "other.test nothing came"

# A run inside adds its own rules about addresses.
printf 'network: {names: fake, allow: [good.test, deep.good.test]}\n' >policy.yaml
printf 'network: {allow: [good.test, deep.good.test], deny: ["203.0.113.10"]}\n' >inner.yaml
in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- \
  "$GUARD" run --policy inner.yaml --on-ask deny -- python3 reach.py good.test deep.good.test >"$OUT" 2>"$ERR" || fail "ended with $?"
assert_content "$OUT" "good.test Operation not permitted
deep.good.test reached"
assert_says "$ERR" "nested.network.deny"
