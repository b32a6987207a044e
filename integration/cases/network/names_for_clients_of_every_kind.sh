# SPDX-License-Identifier: Apache-2.0
# Real clients reach a host by its name, and no other one: of libc, with resolvers of their own (c-ares, musl), by
# datagrams and by streams, as root and as an ordinary user.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
cat >policy.yaml <<'YAML'
network: {names: fake, allow: [good.test]}
YAML
cat >musl.c <<'C'
#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
int main(int count, char** words) {
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
  char bytes[16] = "";
  if (count < 2 || getaddrinfo(words[1], "80", &hints, &list) != 0) return puts("no name"), 1;
  for (struct addrinfo* at = list; at != NULL; at = at->ai_next) {
    const int fd = socket(at->ai_family, SOCK_STREAM, 0);
    if (connect(fd, at->ai_addr, at->ai_addrlen) != 0) continue;
    write(fd, "HEAD / HTTP/1.0\r\n\r\n", 19);
    if (read(fd, bytes, 12) == 12) return puts(bytes), 0;
  }
  return puts("refused"), 1;
}
C
have_musl=
if command -v musl-gcc >/dev/null; then musl-gcc -static -o musl musl.c && have_musl=1; else echo "skipped: no musl-gcc"; fi
cat >clients.sh <<'BASH'
try() { local name=$1; shift; printf '%s: ' "$name"; timeout 20 "$@" 2>/dev/null | head -c 60 | tr -d '\r' | head -1 || true; echo; }
for host in good.test other.test; do
  try "curl $host" curl -s -m 10 -o /dev/null -w '%{http_code}' "http://$host/"
  try "python $host" python3 -c 'import sys, urllib.request as r; print(r.urlopen(sys.argv[1]).status)' "http://$host/"
  try "by stream $host" env RES_OPTIONS=use-vc curl -s -m 10 -o /dev/null -w '%{http_code}' "http://$host/"
  [[ ! -e musl ]] || try "musl $host" ./musl "$host"
  if command -v node >/dev/null; then
    try "node $host" node -e 'require("http").get(process.argv[1], r => { console.log(r.statusCode); process.exit() }).on("error", () => console.log("refused"))' "http://$host/"
    try "fetch $host" node -e 'fetch(process.argv[1]).then(r => console.log(r.status), () => console.log("refused"))' "http://$host/"
    try "resolve $host" node -e 'require("dns").resolve4(process.argv[1], (e, a) => console.log(e ? e.code : a[0].startsWith("198.18.")))' "$host"
  fi
done
BASH
shared=$(mktemp -d /tmp/guard-names.XXXXXX)
trap 'rm -rf "$shared"' EXIT
install -d -o 64005 -m 755 "$shared" "$shared/home"
cp "$GUARD" clients.sh policy.yaml "$shared/"
[[ -z $have_musl ]] || cp musl "$shared/"
for as in root user; do
  become=(env --chdir "$shared")
  [[ $as = root ]] ||
    become=(setpriv --reuid 64005 --regid 64005 --clear-groups env --chdir "$shared" -u XDG_RUNTIME_DIR -u GUARD_STATE_DIR -u XDG_STATE_HOME
      -u XDG_CONFIG_HOME "HOME=$shared/home")
  in_named_network "${become[@]}" "$GUARD" run --policy policy.yaml --on-ask deny -- bash clients.sh >"$OUT" 2>"$ERR" ||
    fail "as $as: guard ended with $?"
  assert_says "$OUT" "curl good.test: 200"
  assert_says "$OUT" "python good.test: 200"
  assert_says "$OUT" "by stream good.test: 200"
  [[ -z $have_musl ]] || assert_says "$OUT" "musl good.test: HTTP/1.0 200"
  if command -v node >/dev/null; then
    assert_says "$OUT" "node good.test: 200"
    assert_says "$OUT" "fetch good.test: 200"
    assert_says "$OUT" "resolve good.test: true"
    assert_says "$OUT" "resolve other.test: true"
    assert_says "$OUT" "fetch other.test: refused"
  fi
  if grep -E 'other.test: (HTTP|200)' "$OUT"; then fail "as $as: other.test was reached"; fi
  if grep other asked; then fail "as $as: other.test was asked for"; fi
done
