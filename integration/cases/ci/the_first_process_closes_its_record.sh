# SPDX-License-Identifier: Apache-2.0
# As the first process of a PID namespace, whose end kills all others, guard ends after its record does.
. "$LIB/case.sh"
unshare -U --map-current-user -pf --mount-proc true 2>/dev/null || skip "no PID namespaces of its own here"
for i in 1 2 3 4 5 6; do
  unshare -U --map-current-user -pf --mount-proc "$GUARD" run --session "first$i" -q --ci -- bash -c 'sleep 0.05' >"$OUT" 2>&1 || fail "$(<"$OUT")"
  guard audit verify -s "first$i" >"$OUT" || fail "run $i: $(<"$OUT")"
  assert_silent "$OUT" "not closed"
done
