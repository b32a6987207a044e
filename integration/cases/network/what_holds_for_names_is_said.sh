# SPDX-License-Identifier: Apache-2.0
# guard doctor says how lookups are answered here, and why not better; a run says it where the policy has rules about
# host names that hold for less, and only there.
. "$LIB/case.sh"
own_guard
mkdir -p "$XDG_CONFIG_HOME/guard"
told() { # POLICY WORD...: what doctor says, and what a run with these words says of names
  printf '%s\n' "$1" >"$XDG_CONFIG_HOME/guard/policy.yaml"
  shift
  QUESTION=$(guard doctor --json)
  guard_run "$@" -- true
  assert_status 0
}
told 'network: {deny: [evil.test]}'
by=$(json_of "data['names']['answered']")
if [[ $by == exchanged ]]; then
  assert_silent "$ERR" "name servers"
  guard doctor >"$OUT"
  assert_says "$OUT" "names: guard answers lookups, in the place of the name servers"
else
  [[ $(json_of "data['names']['why']") == *"no network namespace"* ]] || fail "says $QUESTION"
  assert_says "$ERR" "lookups of host names are left to the name servers"
fi
told 'network: {names: off, deny: [evil.test, "192.0.2.7"]}'
[[ $(json_of "data['names']['answered']") == off ]] || fail "says $QUESTION"
[[ $(json_of "data['names']['why']") == *"the policy says"* ]] || fail "says $QUESTION"
assert_says "$ERR" "lookups of host names are left to the name servers: the policy says"
assert_says "$ERR" "denies or asks about (evil.test) holds for the addresses"
guard doctor >"$OUT"
assert_says "$OUT" "names: the name servers answer lookups"
assert_says "$OUT" "(evil.test)"
guard_run --quiet -- true
assert_silent "$ERR" "name servers"
told 'network: {names: off, allow: [good.test], deny: ["192.0.2.7"]}'
assert_silent "$ERR" "name servers"
if "$GUARD" run --backend ptrace -- true 2>/dev/null; then
  told 'network: {deny: [evil.test]}' --backend ptrace
  assert_says "$ERR" "by ptrace no socket can be put in the place of another"
  told 'network: {deny: ["*.evil.test"]}' --backend ptrace
  assert_silent "$ERR" "name servers"
fi
