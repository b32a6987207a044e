# SPDX-License-Identifier: Apache-2.0
# redis on loopback: keys, a snapshot, an append file, an end by signal. `shutdown` would ask.
# packages: redis-tools
# needs: redis-cli redis-check-rdb python3
# leave-out: rdb appendonlydir log
work() {
  mkdir bin && ln -s "$(command -v redis-server || command -v redis-check-rdb)" bin/redis-server
  local port; port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  PATH=$PWD/bin:$PATH redis-server --port "$port" --bind 127.0.0.1 --dir "$PWD" --appendonly yes --daemonize no >log 2>&1 & p=$!
  for _ in $(seq 200); do [[ $(redis-cli -p "$port" ping 2>/dev/null) == PONG ]] && break; sleep 0.05; done
  redis-cli -p "$port" set k v && redis-cli -p "$port" get k && for i in $(seq 20); do echo "rpush l $i"; done | redis-cli -p "$port" | tail -1
  redis-cli -p "$port" save && redis-cli -p "$port" bgrewriteaof && sleep 0.3; kill $p; wait $p || true; ls
}
