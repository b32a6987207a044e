# SPDX-License-Identifier: Apache-2.0
# `names: real`: a host that may be reached has its real addresses, and a connect to one of them is judged by the host's
# name; no lookup leaves for a name that nobody let go. Where guard gave one address for two names, the stricter verdict
# counts. An answer for a host makes its next lookup a real one. Threat 58.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
NET_NAMES+=(bad.test=203.0.113.11)
cat >reach.py <<'PYTHON'
import socket, sys
for word in sys.argv[1:]:
    host, port = word.split(":")
    try:
        address = socket.getaddrinfo(host, None, socket.AF_INET, socket.SOCK_STREAM)[0][4][0]
    except OSError as error:
        print(host, "lookup:", error.strerror)
        continue
    shown = "guards" if address.startswith("198.18.") else address
    try:
        with socket.create_connection((address, int(port)), 5) as peer:
            print(host, shown, "reached", peer.getpeername()[0])
    except OSError as error:
        print(host, shown, error.strerror)
PYTHON
try() { # POLICY HOST:PORT...
  printf '%s\n' "$1" >policy.yaml
  in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- python3 reach.py "${@:2}" >"$OUT" 2>"$ERR" ||
    fail "guard ended with $?"
}
try 'network: {names: real, allow: [good.test, two.test, inner.test, gone.test], deny: [bad.test]}' \
  good.test:80 other.test:80 bad.test:80 inner.test:80 gone.test:80 secret.leak.test:80
assert_content "$OUT" "good.test 203.0.113.10 reached 203.0.113.10
other.test guards Operation not permitted
bad.test guards Operation not permitted
inner.test 10.9.9.9 Operation not permitted
gone.test lookup: Name or service not known
secret.leak.test guards Operation not permitted"
assert_recorded "r['rule'] == 'network.allowed' and 'connect to good.test (203.0.113.10)' in r['result_summary']"
assert_says "$ERR" "denied connect to other.test port 80"
# guard itself looks up what a deny rule names, to know it by its address.
if grep -E 'other|leak' asked; then fail "a name that nobody let go was asked for"; fi

# other.test was let go at another port alone. Once its lookup has led to the same address, that address may be meant as
# either of the two.
try 'network: {names: real, allow: [good.test, "other.test:8080"]}' good.test:80 other.test:80 good.test:80
assert_content "$OUT" "good.test 203.0.113.10 reached 203.0.113.10
other.test 203.0.113.10 Operation not permitted
good.test 203.0.113.10 Operation not permitted"
[[ $(grep -c "denied connect to other.test (203.0.113.10) port 80" "$ERR") == 1 ]] || fail "says $(<"$ERR")"

# Rules about an address hold beside those about its name.
try 'network: {names: real, allow: [good.test, deep.good.test], deny: ["203.0.113.11"]}' good.test:80 deep.good.test:80
assert_says "$OUT" "good.test 203.0.113.10 reached"
assert_says "$OUT" "deep.good.test 203.0.113.11 Operation not permitted"

# An answer for the session lets the name go, and so its lookup.
cat >session.sh <<'BASH'
"$GUARD" run --policy policy.yaml -- python3 reach.py good.test:80 good.test:80 >reached &
run=$!
for ((tries = 0; tries < 200; ++tries)); do
  id=$("$GUARD" pending --json | python3 -c 'import json, sys; print(next((q["id"] for q in json.load(sys.stdin)), ""))')
  [[ -z $id ]] || break
  sleep 0.05
done
"$GUARD" approve "$id" --scope session >/dev/null
wait "$run"
BASH
echo 'network: {names: real}' >policy.yaml
export GUARD
in_named_network bash session.sh >"$OUT" 2>"$ERR" || fail "guard ended with $?"
assert_content reached "good.test guards reached 198.18.0.1
good.test 203.0.113.10 reached 203.0.113.10"
