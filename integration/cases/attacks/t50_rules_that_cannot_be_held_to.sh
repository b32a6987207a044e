# SPDX-License-Identifier: Apache-2.0
# A host that no address can be held against does not load, in network.allow and in rules of every
# decision: guard does not start, and says where. Threat 50.
. "$LIB/case.sh"
refused() { # TEXT LINE
  printf '%s\n' "$1" >policy.yaml
  guard_run --policy policy.yaml -- touch ran
  assert_refused_to_start 125 "policy.yaml:$2"
}
refused 'network: {allow: ["a*.example.org"]}' 1:19
assert_says "$ERR" "the beginning of a name alone"
refused 'network: {allow: ["10.0.0.1/8"]}' 1:19
refused 'network: {allow: ["300.1.2.3"]}' 1:19
refused 'network: {names: off, allow: ["*.example.org"]}' '1:31: network.allow: *.example.org cannot be held to'
assert_says "$ERR" '^'
for decision in allow ask deny; do
  printf 'network: {names: off}\nrules: [{id: a, when: {host: "*.example.org"}, decision: %s}]\n' "$decision" >policy.yaml
  guard_run --policy policy.yaml -- touch ran
  assert_refused_to_start 125 "*.example.org cannot be held to with"
  assert_says "$ERR" "*.example.org"
done
# A rule that can be held to loads, and holds.
cat >policy.yaml <<'YAML'
network: {allow: [localhost, "192.0.2.7:443", "[2001:db8::1]:22"]}
rules: [{id: not-there, when: {act: connect, host: "::ffff:127.0.0.4"}, decision: deny}]
YAML
guard_run --policy policy.yaml --on-ask deny -- "$PROGRAMS/connect_inet" 127.0.0.4 1
assert_content "$OUT" "connect: EPERM"
guard_run --policy policy.yaml --on-ask deny -- "$PROGRAMS/connect_inet" 127.0.0.5 1
assert_content "$OUT" "connect: ECONNREFUSED"
