# SPDX-License-Identifier: Apache-2.0
# `network.names` may be another one for a program, and a rule about a host may name the program.
. "$LIB/case.sh"
. "$LIB/named_network.sh"
[[ $UID -eq 0 ]] || skip "needs a network and a mount namespace: root"
python=$(python3 -c 'import os, sys; print(os.path.realpath(sys.executable))')
command -v curl getent >/dev/null || skip "no curl"
address_of() { printf 'network: {names: %s, allow: [good.test]}\n' "$1" >policy.yaml
  in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- sh -c \
    "getent ahostsv4 good.test | head -1 | cut -d' ' -f1; \"$python\" -c 'import socket; print(socket.gethostbyname(\"good.test\"))'" >"$OUT" 2>"$ERR" ||
    fail "guard ended with $?: $(<"$ERR")"; }
address_of "{default: fake, real: [getent]}"
assert_content "$OUT" "203.0.113.10
198.18.0.1"
address_of "{default: real, fake: [\"$python\"]}"
assert_content "$OUT" "203.0.113.10
198.18.0.1"
address_of "{off: [getent]}"
assert_content "$OUT" "203.0.113.10
198.18.0.1"
# A program of the project has no name that loosens.
cp "$(command -v getent)" ./getent
printf 'network: {names: {default: fake, off: [getent]}}\n' >policy.yaml
in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- ./getent ahostsv4 secret.leak.test >"$OUT" 2>"$ERR" || true
assert_says "$OUT" "198.18.0.1"
if grep leak asked; then fail "a name left"; fi

# Rules with a host and a program: allow, ask, deny.
reach() { printf '%s\n' "$1" >policy.yaml
  in_named_network "$GUARD" run --policy policy.yaml --on-ask deny -- sh -c \
    "curl -s -m 10 -o /dev/null -w 'curl %{http_code}\n' http://good.test/ || echo curl no
     \"$python\" -c 'import urllib.request as r; print(\"python\", r.urlopen(\"http://good.test/\").status)' 2>/dev/null || echo python no" >"$OUT" 2>"$ERR" ||
    fail "guard ended with $?: $(<"$ERR")"; }
for names in fake real; do
  reach "network: {names: $names}
rules: [{id: curls, when: {act: connect, command: curl, host: good.test}, decision: allow}]"
  assert_content "$OUT" "curl 200
python no"
  reach "network: {names: $names, allow: [good.test]}
rules: [{id: not-curl, when: {act: connect, command: curl, host: \"*.test\"}, decision: deny}]"
  assert_says "$OUT" "curl no"
  assert_says "$OUT" "python 200"
  assert_says "$ERR" "rule not-curl"
  reach "network: {names: $names, allow: [good.test]}
rules: [{id: ask-curl, when: {act: connect, command: curl, host: good.test}, decision: ask}]"
  assert_says "$OUT" "curl no"
  assert_says "$OUT" "python 200"
  assert_says "$ERR" "rule ask-curl"
done

# A wrong value is told with its line and the right form.
wrong() { printf '%s\n' "$1" >policy.yaml
  if guard policy validate policy.yaml >"$OUT" 2>&1; then fail "$1 loads"; fi
  assert_says "$OUT" "$2"; }
wrong 'network: {names: {real: [bin/ping]}}' 'policy.yaml:1:26: real: "bin/ping": a program'
wrong 'network: {names: [fake]}' 'names: must be one of fake, real, off, or a map with keys such as default'
wrong 'network: {names: {ping: off}}' 'unknown key "ping"; valid: default, fake, real, off'
wrong 'network: {names: {real: []}}' 'an empty list says nothing'
wrong 'network: {names: reel}' '"reel" is none of fake, real, off; did you mean "real"?'
# A project's file takes no more than `fake`.
printf 'network: {names: {default: off, off: [curl], fake: [wget]}}\n' >.guard.yaml
guard policy show --json >"$OUT" 2>"$ERR"
QUESTION=$(<"$OUT")
[[ $(json_of "', '.join(data['network']['names_of_programs'])") == "wget: fake" ]] || fail "says $QUESTION"
[[ $(json_of "len([l for l in data['not_applied'] if 'network.names' in l])") == 2 ]] || fail "says $QUESTION"
