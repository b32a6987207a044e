# SPDX-License-Identifier: Apache-2.0
# Less than 90 days are not pruned unless forced; what was pruned is told apart from what was removed.
. "$LIB/case.sh"
guard_run -- bash -c '/bin/echo one'
code=0
guard audit prune --older-than 1d 2>"$ERR" || code=$?
[[ $code -eq 2 ]] || fail "less than 90 days: status $code"
assert_says "$ERR" "--force"
guard audit prune >"$OUT"
assert_says "$OUT" "pruned 0 links"
assert_recorded "r['argv'] == ['/bin/echo', 'one']"
guard audit prune --older-than 0s --force >"$OUT"
assert_says "$OUT" "of 1 session"
assert_not_recorded "r['argv'] == ['/bin/echo', 'one']"
assert_recorded "r['tool_name'] == 'prune' and len(r['effect']['sessions']) == 1"
guard audit verify >"$OUT" || fail "verify calls it bad: $(<"$OUT")"
assert_says "$OUT" "1 pruned"
