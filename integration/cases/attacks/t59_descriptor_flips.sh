# SPDX-License-Identifier: Apache-2.0
# A descriptor number changes its meaning while a call on it is judged: a stream becomes a datagram
# socket with a refused address, a Unix listener one that would listen on every address. Threat 59.
# timeout: 180
. "$LIB/case.sh"
for listen in ask narrow; do
  rm -f own.sock
  cat >policy.yaml <<YAML
network: {listen: $listen}
rules:
  - {id: other-address, when: {act: connect, host: 127.0.0.3}, decision: deny}
YAML
  guard_run --policy policy.yaml --on-ask deny -- "$PROGRAMS/descriptor_flip" 127.0.0.3
  [[ $(grep -c "hit 0" "$OUT") -eq 2 ]] || fail "$listen: $(<"$OUT")"
  assert_silent "$OUT" "done 0"
done
