# SPDX-License-Identifier: Apache-2.0
# socat and nc: TCP and UDP on loopback, Unix sockets.
# packages: socat netcat-openbsd
# needs: socat nc python3
# allow: command: [socat, nc]
work() {
  local port; port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  socat "TCP-LISTEN:$port,bind=127.0.0.1,reuseaddr" SYSTEM:'tr a-z A-Z' & for _ in $(seq 100); do grep -q "$(printf '0100007F:%04X .* 0A' "$port")" /proc/net/tcp && break; sleep 0.05; done
  echo hello | socat - "TCP:127.0.0.1:$port"; wait
  nc -lU u.sock >got & for _ in $(seq 100); do [[ -S u.sock ]] && echo unix | nc -NU u.sock 2>nc.err && break; sleep 0.05; done; rm -f nc.err; wait; cat got; rm -f u.sock
  socat -u "UDP-RECVFROM:$port,bind=127.0.0.1" OPEN:udp,creat & for _ in $(seq 100); do grep -q "$(printf '0100007F:%04X' "$port")" /proc/net/udp && break; sleep 0.05; done
  echo datagram | socat -u - "UDP:127.0.0.1:$port"; wait; cat udp
}
