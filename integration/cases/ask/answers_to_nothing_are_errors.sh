# SPDX-License-Identifier: Apache-2.0
# Unknown questions, no session: one line, a status, no grant.
. "$LIB/case.sh"
guard pending --json >"$OUT"
assert_content "$OUT" "[]"
for words in 'approve 00000000-0000-0000-0000-000000000000' 'deny 1234' 'approve' 'approve x --scope forever'; do
  code=0
  # shellcheck disable=SC2086
  guard $words >"$OUT" 2>"$ERR" || code=$?
  [[ $code -ne 0 ]] || fail "status 0: $words"
  [[ $(wc -l <"$ERR") -eq 1 ]] || fail "not one line: $words"
done
