# SPDX-License-Identifier: Apache-2.0
# A rule about a block in which the name server lies stops no lookup: guard answers it, and nothing goes there. Whatever else
# goes to that address is held by the rule.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
NET_NAMES+=(near.test=203.0.113.53)
cat >reach.py <<'PYTHON'
import socket
for host, port in (("good.test", 80), ("near.test", 80), ("203.0.113.53", 80), ("203.0.113.53", 5353)):
    try:
        socket.create_connection((host, port), 5).close()
        print(host, port, "reached")
    except OSError as error:
        print(host, port, error.strerror)
try:
    socket.getaddrinfo("good.test", 80)
    socket.create_connection(("203.0.113.53", 53), 5).close()  # a lookup by a stream
    print("asks")
    socket.getaddrinfo("secret.leak.test", 80)
except OSError:
    pass
PYTHON
for names in fake real; do
  for rule in deny ask; do
    printf 'network: {names: %s, allow: [good.test, near.test], %s: ["203.0.113.48/28"]}\n' "$names" "$rule" >policy.yaml
    in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- python3 reach.py >"$OUT" 2>"$ERR" ||
      fail "guard ended with $?"
    assert_content "$OUT" "good.test 80 reached
near.test 80 Operation not permitted
203.0.113.53 80 Operation not permitted
203.0.113.53 5353 Operation not permitted
asks"
    assert_says "$ERR" "rule network.$rule"
    if grep -F "leak.test" asked; then fail "a name left"; fi
  done
done
