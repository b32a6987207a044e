# SPDX-License-Identifier: Apache-2.0
# Guard answers for the name servers: a rule about a name holds for that name alone, also where two names share an
# address, for clients of libc and for those with a resolver of their own. No lookup leaves for a name that nobody allowed.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
cat >policy.yaml <<'YAML'
network: {names: fake, allow: [good.test, two.test, six.test, inner.test, meta.test, "*.good.test"], deny: [bad.test]}
YAML
cat >clients.py <<'PYTHON'
import socket
for host in ("good.test", "deep.good.test", "other.test", "two.test", "six.test", "inner.test", "meta.test", "bad.test"):
    try:
        with socket.create_connection((host, 80), 5) as peer:
            peer.sendall(b"HEAD / HTTP/1.0\r\n\r\n")
            print(host, peer.recv(12).decode())
    except OSError as error:
        print(host, error.strerror)
for secret in ("c2VjcmV0.leak.test", "0123456789.bad.test"):
    print(secret.split(".", 1)[1], socket.gethostbyname(secret).startswith("198.18."))
PYTHON
in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- python3 clients.py >"$OUT" 2>"$ERR" ||
  fail "guard ended with $?"
assert_content "$OUT" "good.test HTTP/1.0 200
deep.good.test HTTP/1.0 200
other.test Operation not permitted
two.test HTTP/1.0 200
six.test HTTP/1.0 200
inner.test Operation not permitted
meta.test Operation not permitted
bad.test Operation not permitted
leak.test True
bad.test True"
assert_says "$ERR" "denied connect to other.test port 80: talks to other.test"
assert_says "$ERR" "inner.test leads to 10.9.9.9, an internal address, for which no name counts"
assert_says "$ERR" "rule network.deny"
assert_recorded "r['rule'] == 'network.allowed' and r['result_summary'].startswith('connect to good.test')"
assert_recorded "r['rule'] == 'network.deny' and 'tcp bad.test 80' in r['objects']"
if grep -E 'leak|bad|other' asked; then fail "a name that nobody allowed was asked for"; fi
