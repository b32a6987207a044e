# SPDX-License-Identifier: Apache-2.0
# A network namespace with a name server of the case's own at 203.0.113.53, and web servers behind the names:
# good.test and other.test share 203.0.113.10, two.test also has an address where nobody is, six.test has v6 alone,
# inner.test and meta.test lead inside. ./asked lists what the name server was asked for.
# in_named_network COMMAND...: runs as root, or as $NET_USER in the same namespace.
NET_NAMES=(good.test=203.0.113.10 other.test=203.0.113.10 two.test=203.0.113.99,203.0.113.10
  six.test=2001:db8:1::10 inner.test=10.9.9.9 meta.test=169.254.169.254 deep.good.test=203.0.113.11)

cat >named_network.inside.sh <<'BASH'
set -e
mount --bind resolv.conf /etc/resolv.conf
ip link set lo up
for address in 203.0.113.53 203.0.113.10 203.0.113.11 10.9.9.9; do ip addr add "$address/32" dev lo; done
ip -6 addr add 2001:db8:1::10/128 dev lo
ip addr add 203.0.113.1/24 dev lo && ip route add default dev lo
rm -f named asked
python3 -B "$LIB/name_server.py" 203.0.113.53 $NET_NAMES &
names=$!
python3 -B -m http.server 80 --bind :: >/dev/null 2>&1 &
web=$!
until [[ -e named ]] && python3 -c 'import socket; socket.create_connection(("203.0.113.10", 80))' 2>/dev/null; do
  sleep 0.05
done
status=0
"$@" || status=$?
kill "$names" "$web"
exit "$status"
BASH

in_named_network() {
  echo "nameserver 203.0.113.53" >resolv.conf
  NET_NAMES="${NET_NAMES[*]}" LIB=$LIB unshare -n -m bash named_network.inside.sh "$@" </dev/null
}
