# SPDX-License-Identifier: Apache-2.0
# Where resolv.conf has ndots above 1, as under Kubernetes, programs ask for names below the search list first. guard
# looks those up, and answers only for what exists: the host that a program means is the one that is judged. Nothing
# else is asked for.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
NET_NAMES+=(redis.svc.test=203.0.113.10)
in_named_network() {
  printf 'nameserver 203.0.113.53\nsearch ns.svc.test svc.test closed.test\noptions ndots:5\n' >resolv.conf
  NET_NAMES="${NET_NAMES[*]}" LIB=$LIB unshare -n -m bash named_network.inside.sh "$@" </dev/null
}
cat >reach.py <<'PYTHON'
import socket
for host in ("good.test", "redis", "redis.svc.test", "deep.good.test", "other.test", "a.b.c.d.e.leak.test"):
    try:
        socket.create_connection((host, 80), 5).close()
        print(host, "reached")
    except OSError as error:
        print(host, error.strerror)
PYTHON
have=$(command -v musl-gcc || true)
for names in "" "names: fake, "; do
  printf 'network: {%sallow: [good.test, "*.svc.test", deep.good.test], deny: ["*.closed.test"]}\n' "$names" >policy.yaml
  in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- python3 reach.py >"$OUT" 2>"$ERR" ||
    fail "guard ended with $?"
  assert_content "$OUT" "good.test reached
redis reached
redis.svc.test reached
deep.good.test reached
other.test Operation not permitted
a.b.c.d.e.leak.test Operation not permitted"
  assert_says "$ERR" "denied connect to other.test port 80"
  assert_recorded "r['result_summary'].startswith('connect to redis.svc.test')"
  if grep -E '^(other\.test|a\.b\.c\.d\.e\.leak\.test) |closed\.test' asked; then fail "a name was asked for"; fi
  grep -q '^other.test.svc.test ' asked || fail "not looked up below the search list"
done
if [[ -n $have ]]; then
  cat >musl.c <<'C'
#include <netdb.h>
#include <stdio.h>
#include <sys/socket.h>
int main(int count, char** words) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
  if (count < 2 || getaddrinfo(words[1], "80", &hints, &list) != 0) return puts("no name"), 1;
  for (struct addrinfo* at = list; at != NULL; at = at->ai_next)
    if (connect(socket(at->ai_family, SOCK_STREAM, 0), at->ai_addr, at->ai_addrlen) == 0) return puts("reached"), 0;
  return puts("refused"), 1;
}
C
  musl-gcc -static -o musl musl.c
  in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- sh -c './musl good.test; ./musl redis; ./musl other.test' >"$OUT" 2>"$ERR" || true
  assert_content "$OUT" "reached
reached
refused"
fi
