# SPDX-License-Identifier: Apache-2.0
# Every way to name where bytes go is judged as a connect is: to this machine they go, elsewhere they
# are asked about. From programs of one thread and of several. Threat 59.
. "$LIB/case.sh"
cat >policy.yaml <<'YAML'
rules:
  - {id: other-address, when: {host: 127.0.0.3}, decision: ask}
YAML
for address in 127.0.0.1 127.0.0.3; do
  "$PROGRAMS/udp_sink" "$address" "$address" &
  until_true 10 test -s "$address" || fail "no sink on $address"
done
forms="sendto sendmsg sendmmsg sendto_unspec sendmsg_unspec sendto_v4_on_v6 sendto_mapped sendmsg_mapped
  fastopen_sendto fastopen_sendmsg fastopen_sendmmsg"
for threads in "" threads; do
  guard_run --policy policy.yaml --on-ask deny -- "$PROGRAMS/send_form" all 127.0.0.1 "$(<127.0.0.1)" $threads
  assert_content "$OUT" "$(printf '%s: 0\n' $forms)"
  guard_run --policy policy.yaml --on-ask deny -- "$PROGRAMS/send_form" all 127.0.0.3 "$(<127.0.0.3)" $threads
  assert_content "$OUT" "$(printf '%s: EPERM\n' $forms)"
done
# sendmmsg sends two; a connection is not a datagram.
until_true 5 test "$(grep -c datagram 127.0.0.1.heard)" -eq 18 || fail "$(sort 127.0.0.1.heard | uniq -c)"
until_true 5 test "$(grep -c connection 127.0.0.1.heard)" -eq 6 || fail "$(sort 127.0.0.1.heard | uniq -c)"
[[ ! -s 127.0.0.3.heard ]] || fail "the other address was reached"
assert_recorded "r['syscall'] == 'sendmmsg' and r['decision'] == 'deny' and r['rule'] == 'other-address'"
