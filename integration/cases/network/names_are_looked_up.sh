# SPDX-License-Identifier: Apache-2.0
# Where lookups are left to the name servers, a host name in the policy holds for the addresses that guard's own lookup yields, and for no
# internal one. A configured name server, in a namespace of the case's own, may be asked by everybody;
# another port of it may not. Threat 58.
. "$LIB/case.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
cat >connect.py <<'PYTHON'
import socket, sys
print(socket.gethostbyname("good.test"))
for port in (53, 54):
    try:
        print(port, socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("192.0.2.1", port)))
    except OSError as error:
        print(port, error.strerror)
for address in sys.argv[1:]:
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    try:
        out.connect((address, 9))
        print(address, "connected")
    except OSError as error:
        print(address, error.strerror)
PYTHON
cat >policy.yaml <<'YAML'
network: {names: off, allow: [good.test, inner.test, meta.test]}
rules:
  - {id: no-evil, when: {host: evil.test}, decision: deny}
YAML
echo "nameserver 192.0.2.1" >resolv.conf
cat >inside.sh <<'BASH'
set -e
mount --bind resolv.conf /etc/resolv.conf
ip link set lo up
ip addr add 192.0.2.1/24 dev lo && ip route add default dev lo
python3 -B "$LIB/name_server.py" 192.0.2.1 good.test=192.0.2.80 inner.test=10.9.9.9 meta.test=169.254.169.254 evil.test=192.0.2.66 &
named=$!
until [[ -e named ]]; do sleep 0.05; done
"$GUARD" run --policy policy.yaml --on-ask deny -- python3 connect.py 192.0.2.80 192.0.2.81 10.9.9.9 169.254.169.254 192.0.2.66 || true
kill "$named"
BASH
LIB=$LIB unshare -n -m bash inside.sh >"$OUT" 2>"$ERR" </dev/null || fail "the namespace could not be set up"
assert_content "$OUT" "192.0.2.80
53 1
54 Operation not permitted
192.0.2.80 connected
192.0.2.81 Operation not permitted
10.9.9.9 Operation not permitted
169.254.169.254 Operation not permitted
192.0.2.66 Operation not permitted"
assert_recorded "r['rule'] == 'network.allowed' and 'good.test' in r['result_summary']"
assert_recorded "r['rule'] == 'no-evil'"
assert_recorded "r['rule'] == 'network.other' and 'internal' in r['reason']"
assert_recorded "r['rule'] == 'network.metadata'"
