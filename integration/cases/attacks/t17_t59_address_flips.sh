# SPDX-License-Identifier: Apache-2.0
# The address of a datagram changes between a free one and a refused one while the send is judged:
# sendto, sendmsg, sendmmsg and a connect before it. Threats 17, 59.
# timeout: 180
. "$LIB/case.sh"
cat >policy.yaml <<'YAML'
rules:
  - {id: other-address, when: {act: connect, host: 127.0.0.3}, decision: deny}
YAML
guard_run --policy policy.yaml --on-ask deny -- "$PROGRAMS/address_flip" 127.0.0.1 127.0.0.3
assert_says "$OUT" "hit 0"
assert_silent "$OUT" "done 0"
