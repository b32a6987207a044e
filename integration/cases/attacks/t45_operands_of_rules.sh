# SPDX-License-Identifier: Apache-2.0
# A rule about operands fires, also for those that end in "=". Threat 45.
. "$LIB/case.sh"
stand_in dd tool
cat >policy.yaml <<'YAML'
version: 1
extends: [default]
rules:
  - {id: no-dd, when: {command: dd, has: ["if=*"]}, decision: deny}
  - {id: no-set, when: {command: tool, has: ["name="]}, decision: deny}
YAML
for line in 'dd if=/dev/zero of=x' 'dd of=x if=/dev/zero' 'dd if=' 'dd bs=1 count=1 if=x of=y' 'env A=1 dd if=x' 'nice dd if=x' 'tool name=' 'tool a b name= c' 'tool -- name='; do
  guard_run --policy policy.yaml --on-ask deny -- bash -c "$line"
  assert_nothing_ran "$line"
  assert_status 126
done
assert_recorded "r['rule'] == 'no-dd' and r['decision'] == 'deny'"
assert_recorded "r['rule'] == 'no-set' and r['decision'] == 'deny'"
guard_run --policy policy.yaml --on-ask deny -- bash -c 'dd of=x; tool name=x'
assert_content "$OUT" $'dd ran\ntool ran'
